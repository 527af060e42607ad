"""The parts of a file of many logs: compressed blocks, each with a list of its logs, and a table of the blocks.

    magic | block … | table

    block  head, entries, names, data
    head   marker, compression, logs, bytes of names, bytes of data before and after compression, digest of the above
    entry  offset and length of a log in the uncompressed data, digest of its bytes
    table  marker, offset and number of logs before it for each block, offset of the table, logs, blocks, digest, magic

All numbers are little-endian, all entries have one size. A block is complete in itself: a missing or torn table is made
of the blocks. `pack_log` describes the bytes of one log.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from hashlib import blake2b
from typing import IO, Final, NamedTuple, cast

from kronika.core.basics import limits
from kronika.core.basics.limits import size_text
from kronika.logs.files.extras import require_extra
from kronika.logs.files.faults import FileError
from kronika.logs.files.packed import CorruptPack

MAGIC: Final = b"KRONIKA\x02"
TAIL: Final = b"\x02AKINORK"
"""The last bytes of a file with a table."""
DIGEST: Final = 16
"""Bytes in a digest: BLAKE2b."""
STORED, DEFLATE, ZSTD = 0, 1, 2
"""The numbers of the ways to compress a block."""
HEAD: Final = struct.Struct("<4sB3xIIII16s")
ENTRY: Final = struct.Struct("<II16s")
BLOCK_MARK, TABLE_MARK = b"Kblk", b"Ktab"
ROW: Final = struct.Struct("<QQ")
FOOT: Final = struct.Struct("<QQI16s8s")


def content_digest(data: bytes) -> bytes:
    """The digest of a log's bytes. It is the same in every file that holds the log in this form."""
    return blake2b(data, digest_size=DIGEST).digest()


class Block(NamedTuple):
    """The list of the logs of a block, and the place of its data."""

    compression: int
    raw: int
    packed: int
    entries: bytes
    names: bytes
    data_at: int

    @property
    def logs(self) -> int:
        """The number of logs."""
        return len(self.entries) // ENTRY.size

    @property
    def end(self) -> int:
        """The offset after it in the file."""
        return self.data_at + self.packed

    def entry(self, at: int) -> tuple[int, int, bytes]:
        """Offset, length and digest of a log."""
        return cast(tuple[int, int, bytes], ENTRY.unpack_from(self.entries, at * ENTRY.size))

    def digests(self, part: range) -> tuple[bytes, ...]:
        """The digests of some of its logs."""
        entries = self.entries[part.start * ENTRY.size : part.stop * ENTRY.size]
        return tuple([digest for _, _, digest in ENTRY.iter_unpack(entries)])

    def name_list(self) -> list[str]:
        """The names of its logs, in their order."""
        return self.names.decode("utf-8", "replace").split("\n")


def block_head(compression: int, entries: bytes, names: bytes, raw: int, packed: int) -> bytes:
    """All parts of a block before its data."""
    fields = (BLOCK_MARK, compression, len(entries) // ENTRY.size, len(names), raw, packed)
    digest = content_digest(HEAD.pack(*fields, bytes(DIGEST)) + entries + names)
    return HEAD.pack(*fields, digest) + entries + names


def table(rows: bytes, at: int, logs: int) -> bytes:
    """The table of blocks, to be written at this offset."""
    blocks = len(rows) // ROW.size
    return TABLE_MARK + rows + FOOT.pack(at, logs, blocks, table_digest(rows, at, logs), TAIL)


def table_digest(rows: bytes, at: int, logs: int) -> bytes:
    """The digest in a table with these rows."""
    return content_digest(rows + ROW.pack(at, logs))


def read_block(file: IO[bytes], at: int, end: int) -> Block:
    """The list of the block at an offset, all of which must lie before `end`. Raises CorruptPack."""
    head = bytes_at(file, at, HEAD.size)
    if len(head) < HEAD.size or not head.startswith(BLOCK_MARK):
        raise CorruptPack("a block does not begin where it should")
    mark, compression, logs, names, raw, packed, digest = HEAD.unpack(head)
    listed = logs * ENTRY.size + names
    if at + HEAD.size + listed + packed > end or max(listed, packed) > limits.PACK_BLOCK:
        raise CorruptPack("a block is longer than its file, or than a block can be")
    rest = file.read(listed)
    plain = HEAD.pack(mark, compression, logs, names, raw, packed, bytes(DIGEST))
    if content_digest(plain + rest) != digest:
        raise CorruptPack("the list of logs of a block is damaged")
    if not logs or rest.count(b"\n", logs * ENTRY.size) != logs - 1:
        raise CorruptPack("the list of logs of a block has not a name for each log")
    return Block(
        compression, raw, packed, rest[: logs * ENTRY.size], rest[logs * ENTRY.size :], at + HEAD.size + listed
    )


def bytes_at(file: IO[bytes], offset: int, size: int) -> bytes:
    """Some bytes of a file, fewer at its end."""
    file.seek(offset)
    return file.read(size)


def log_in(block: Block, data: bytes, at: int) -> bytes:
    """The bytes of a log in the data of its block. Raises CorruptPack if they are not those that were written."""
    offset, length, digest = block.entry(at)
    log = data[offset : offset + length]
    if content_digest(log) != digest:
        raise CorruptPack("the log is damaged: its bytes are not those that were written")
    return log


def compression() -> int:
    """The compression of new blocks: zstd if it is installed, else deflate, which every Python reads."""
    try:
        require_extra("zstd")
    except FileError:
        return DEFLATE
    return ZSTD


def compress_block(data: bytes, how: int) -> bytes:
    """The data of a block, compressed. Raises FileError if zstd is wanted and missing."""
    if how == ZSTD:
        return cast(bytes, require_extra("zstd").ZstdCompressor(level=limits.PACK_LEVEL).compress(data))
    return zlib.compress(data, 9) if how == DEFLATE else data


def decompress(block: Block, packed: bytes) -> bytes:
    """The data of a block. Memory is bounded by its declared size. Raises CorruptPack; FileError without zstd."""
    most = min(limits.PACK_BLOCK, limits.EXPANSION_FREE_BYTES + limits.EXPANSION_RATIO * len(packed))
    if block.raw > most:
        raise CorruptPack(f"a block would have {size_text(block.raw)}, more than there can be")
    data = _decompressors.get(block.compression, _unknown)(packed, block.raw)
    if len(data) != block.raw:
        raise CorruptPack("a block has another length than its list of logs says")
    return data


def _inflate(packed: bytes, raw: int) -> bytes:
    try:
        return zlib.decompressobj().decompress(packed, raw + 1)
    except zlib.error:
        raise CorruptPack("a block is damaged") from None


def _unzstd(packed: bytes, raw: int) -> bytes:
    zstd = require_extra("zstd", "a file that was packed without it needs nothing")
    try:
        if zstd.frame_content_size(packed) != raw:
            raise CorruptPack("a block has another length than its list of logs says")
        press = zstd.ZstdDecompressor(max_window_size=limits.WINDOW)
        return cast(bytes, press.decompress(packed, max_output_size=raw))
    except zstd.ZstdError:
        raise CorruptPack("a block is damaged") from None


def _unknown(packed: bytes, raw: int) -> bytes:
    raise CorruptPack("a block is compressed in a way that this program does not know")


_decompressors: Final[dict[int, Callable[[bytes, int], bytes]]] = {
    STORED: lambda packed, raw: packed,
    DEFLATE: _inflate,
    ZSTD: _unzstd,
}
