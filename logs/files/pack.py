"""A file of many logs, read: its table is in memory, a block is read on demand. `pack_blocks` has the bytes."""

from __future__ import annotations

import io
import os
from bisect import bisect_right
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import IO, Any, Final, cast

from kronika.core.basics import limits
from kronika.core.basics.text import clipped, quoted
from kronika.logs.files.addresses import split_address
from kronika.logs.files.faults import FileError
from kronika.logs.files.pack_blocks import (
    BLOCK_MARK,
    ENTRY,
    FOOT,
    HEAD,
    MAGIC,
    ROW,
    TABLE_MARK,
    TAIL,
    Block,
    bytes_at,
    decompress,
    log_in,
    read_block,
    table_digest,
)
from kronika.logs.files.packed import CorruptPack, TruncatedPack
from kronika.logs.files.streams import display_name, unreadable_error

NO_LOG: Final = "holds no log"
"""A clause about an empty file."""
_KNOWN: Final = 8
"""Files whose tables a process keeps."""


class Pack:
    """A file of many logs. Its table is in memory, one block at a time is decompressed.

    `logs` is their number, `end` the offset after the last block, `unread` the number of bytes after it that are
    neither a block nor a table.
    """

    def __init__(self, path: str, open_it: Callable[[], IO[bytes]]) -> None:
        """Read the table, or make it of the blocks. Raises CorruptPack if the file does not begin as one, OSError."""
        self.path = path
        self._open = open_it
        self._decompressed: tuple[int, Block, bytes] | None = None
        with open_it() as file:
            size = file.seek(0, os.SEEK_END)
            if bytes_at(file, 0, len(MAGIC)) != MAGIC:
                raise CorruptPack("it is not a file of many logs")
            found = _stored_table(file, size)
            self.has_table = found is not None
            self._rows, self.logs, self.end = found or _rebuilt_table(file, size)
            if found is None and self._rows and not self._is_readable():
                self._rows, (self.end, self.logs) = self._rows[: -ROW.size], ROW.unpack(self._rows[-ROW.size :])
            self.blocks = len(self._rows) // ROW.size
            self.unread = 0 if found or self._is_torn_table(file, size) else size - self.end

    def is_unfinished(self) -> bool:
        """True if only the beginning of a block or of a table follows the last block, as a kill leaves it."""
        with self._open() as file:
            head = bytes_at(file, self.end, HEAD.size)
            if not head.startswith(BLOCK_MARK):
                return head.startswith(TABLE_MARK) or BLOCK_MARK.startswith(head) or TABLE_MARK.startswith(head)
            try:
                return len(head) < HEAD.size or read_block(file, self.end, 1 << 63).end > self.end + self.unread
            except CorruptPack:
                return _listed(head) > self.unread - HEAD.size

    def cut_short(self) -> str:
        """A clause about the bytes after the last block."""
        return f"the file is cut short: {self.unread:,} bytes after its last log are not a whole block of logs"

    def row(self, number: int) -> tuple[int, int]:
        """The offset of a block, and the number of logs before it."""
        return cast(tuple[int, int], ROW.unpack_from(self._rows, number * ROW.size))

    def _is_torn_table(self, file: IO[bytes], size: int) -> bool:
        """True if nothing but a damaged table follows the last block: then all logs are there."""
        mark = bytes_at(file, self.end, len(TABLE_MARK))
        begins = len(mark) > 1 and TABLE_MARK.startswith(mark)  # one byte may be that of a block
        return begins and size - self.end <= len(TABLE_MARK) + len(self._rows) + FOOT.size

    def _is_readable(self) -> bool:
        """False if the last block is damaged: after a power cut, a file may have its length without its content."""
        self.blocks = len(self._rows) // ROW.size
        try:
            block, data = self.content(self.blocks - 1)
            for at in range(block.logs):
                log_in(block, data, at)
        except CorruptPack:
            return False
        except FileError:  # without zstd
            return True
        return True

    @property
    def rows(self) -> bytes:
        """The table as it is stored."""
        return self._rows

    def logs_of(self, number: int) -> int:
        """The number of logs in a block."""
        after = self.row(number + 1)[1] if number + 1 < self.blocks else self.logs
        return after - self.row(number)[1]

    def block(self, number: int) -> Block:
        """The list of a block's logs. Raises CorruptPack, OSError."""
        with self._open() as file:
            return self._block(file, number)

    def _block(self, file: IO[bytes], number: int) -> Block:
        found = read_block(file, self.row(number)[0], self.end)
        end = self.row(number + 1)[0] if number + 1 < self.blocks else self.end
        if (found.logs, found.end) != (self.logs_of(number), end):
            raise CorruptPack("a block has another number of logs, or of bytes, than the table says")
        return found

    def log(self, place: int) -> bytes:
        """The bytes of a log by its place, from 1. Raises CorruptPack, TruncatedPack, OSError, FileError."""
        number, at = self.find(place)
        return log_in(*self.content(number), at)

    def find(self, place: int) -> tuple[int, int]:
        """The number of the block of a log by its place, and the number of logs before it there. Raises TruncatedPack
        if there is none.
        """
        if not 1 <= place <= self.logs:
            raise TruncatedPack
        number = bisect_right(range(self.blocks), place - 1, key=lambda at: self.row(at)[1]) - 1
        return number, place - 1 - self.row(number)[1]

    def content(self, number: int) -> tuple[Block, bytes]:
        """A block and its decompressed data. The last one is kept. Raises as `log`."""
        if self._decompressed is None or self._decompressed[0] != number:
            with self._open() as file:
                block = self._block(file, number)
                packed = bytes_at(file, block.data_at, block.packed)
            data = decompress(block, packed)
            if not _is_gapless(block):
                raise CorruptPack("the logs of a block do not follow one another")
            self._decompressed = (number, block, data)
        return self._decompressed[1:]

    def stored(self, number: int) -> bytes:
        """The bytes of a block as they are in the file now. Raises CorruptPack, OSError."""
        start = self.row(number)[0]
        with self._open() as file:
            return bytes_at(file, start, self._block(file, number).end - start)

    def raw_block(self, number: int) -> bytes:
        """The same bytes, even of a damaged block. Raises OSError."""
        start = self.row(number)[0]
        end = self.row(number + 1)[0] if number + 1 < self.blocks else self.end
        with self._open() as file:
            return bytes_at(file, start, end - start)

    def place(self, key: str) -> int:
        """The place of a log by its key: a place, or a name. Raises FileError if there is no such log, or several."""
        if key.isascii() and key.isdigit() and len(key) < 20:
            if 1 <= int(key) <= self.logs + bool(self.unread):
                return int(key)
            raise FileError(f"{display_name(self.path)}: has no log #{key}: {self._range()}.")
        places = list(self._places(key))
        if len(places) != 1:
            shown = ", ".join(f"#{place}" for place in places[:5])
            what = f"has {len(places)} logs of this name ({shown}): name one by its place" if places else "has no log"
            raise FileError(f"{display_name(self.path)}: {what}: {quoted(clipped(key, limits.QUOTE))}.")
        return places[0]

    def _range(self) -> str:
        return f"its logs are #1 to #{self.logs}" if self.logs else "it holds none"

    def _places(self, name: str) -> Iterator[int]:
        wanted = name.encode("utf-8", "replace")
        with self._open() as file:
            for number in range(self.blocks):
                try:
                    names = self._block(file, number).names
                except CorruptPack:
                    continue  # its logs have no readable name
                if wanted in names:
                    first = self.row(number)[1] + 1
                    yield from (first + at for at, one in enumerate(names.split(b"\n")) if one == wanted)


def _stored_table(file: IO[bytes], size: int) -> tuple[bytes, int, int] | None:
    """The rows, the number of logs and the offset of the table, if it is whole."""
    foot = bytes_at(file, max(0, size - FOOT.size), FOOT.size)
    if len(foot) < FOOT.size or not foot.endswith(TAIL):
        return None
    at, logs, blocks, digest, _ = FOOT.unpack(foot)
    length = blocks * ROW.size
    if blocks > limits.PACK_BLOCKS or at + len(TABLE_MARK) + length + FOOT.size != size:
        return None
    rows = bytes_at(file, at, len(TABLE_MARK) + length)[len(TABLE_MARK) :]
    return (rows, logs, at) if table_digest(rows, at, logs) == digest and _is_in_order(rows, at, logs) else None


def _is_in_order(rows: bytes, at: int, logs: int) -> bool:
    """True if each block of a table follows the one before, from the beginning of a file on. A digest can be forged."""
    ends = [*ROW.iter_unpack(rows), (at, logs)]
    return ends[0] == (len(MAGIC), 0) and all(a < b and m < n for (a, m), (b, n) in pairwise(ends))


def _rebuilt_table(file: IO[bytes], size: int) -> tuple[bytes, int, int]:
    """The table of all whole blocks from the first one on, the number of their logs, and the offset after them."""
    rows, logs, at = bytearray(), 0, len(MAGIC)
    while at < size and len(rows) < limits.PACK_BLOCKS * ROW.size:
        try:
            block = read_block(file, at, size)
        except CorruptPack:
            break
        rows += ROW.pack(at, logs)
        logs += block.logs
        at = block.end
    return bytes(rows), logs, at


def _listed(head: bytes) -> int:
    """The bytes of the list of logs that a block's head announces."""
    _, _, logs, names, *_ = HEAD.unpack(head)
    return int(logs * ENTRY.size + names)


def _is_gapless(block: Block) -> bool:
    """True if each log begins where the one before ends: so no byte is hidden, and none is read twice."""
    end = 0
    for offset, length, _ in ENTRY.iter_unpack(block.entries):
        if offset != end:
            return False
        end += length
    return end == block.raw


# -- by name ------------------------------------------------------------------------------------------------------

_open_packs: dict[str, tuple[Any, Pack]] = {}


def open_pack(path: str) -> Pack:
    """The file of many logs of this name, opened once while it does not change. Raises FileError, CorruptPack."""
    try:
        stamp = _stamp(path)
        known = _open_packs.get(path)
        if known is not None and known[0] == stamp:
            return known[1]
        pack = Pack(path, lambda: open(path, "rb"))  # noqa: SIM115 - closed by its callers
    except OSError as error:
        raise unreadable_error(path, error) from None
    if len(_open_packs) >= _KNOWN:
        _open_packs.pop(next(iter(_open_packs)))
    _open_packs[path] = (stamp, pack)
    return pack


def pack_of(path: str, data: bytes) -> Pack:
    """The file of many logs with these bytes. Raises CorruptPack."""
    return Pack(path, lambda: io.BytesIO(data))


def is_pack(path: str) -> bool:
    """True if a file of this name begins as one of many logs. False if it can't be read: reading gives the reason."""
    try:
        if not os.path.isfile(path):  # a pipe would be waited for
            return False
        with open(path, "rb", buffering=0) as file:
            return file.read(len(MAGIC)) == MAGIC
    except (OSError, ValueError):
        return False


def packed_address(address: str) -> tuple[str, str] | None:
    """The file and the key of the address of a log in a file of many; None for anything else."""
    file, sign, key = address.rpartition("#")
    if sign and file in _open_packs and not os.path.lexists(address):
        return (
            file,
            key,
        )  # nearly always, where many logs of one file are read: it saves half of the calls of the system
    parts = split_address(address)
    return parts if parts and is_pack(parts[0]) else None


def _stamp(path: str) -> tuple[int, int, int, int]:
    found = os.stat(path)
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns
