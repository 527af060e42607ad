"""Files by name: plain, gzip or zstd, and `-` for standard input and output."""

from __future__ import annotations

import errno
import gzip
import io
import os
import re
import stat
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from shlex import quote
from typing import IO, Any, BinaryIO, cast

from kronika.core.basics import limits
from kronika.core.basics.limits import size_text
from kronika.core.basics.printable import printable
from kronika.core.basics.text import quoted, suggestion
from kronika.logs.files.extras import require_extra
from kronika.logs.files.faults import Code, FileError

STDIO = "-"
CHUNK = 1 << 16
"""Bytes read at once."""
STREAM_LEVEL = 9
"""The zstd level for what is compressed piece by piece: level 19 needs more memory than a whole command may have."""
GZIP_MAGIC = b"\x1f\x8b"
ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"


_DEVICE = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\..*)?", re.IGNORECASE | re.DOTALL)


def is_device(name: str) -> bool:
    """True if a file of this name is a device under Windows. Anything after the first dot is ignored."""
    return _DEVICE.fullmatch(name) is not None


def typed_path(path: str) -> str:
    """The name of a file, an address, or `-`, as it is typed in a shell: quoted where needed, and never taken for an
    option. A `#` within a word means nothing to a shell.
    """
    typed = f"./{path}" if path.startswith("-") and path != STDIO else path
    plain = typed[:1] + typed[1:].replace("#", "")
    return typed if quote(plain) == plain else quote(typed)


def display_name(path: str) -> str:
    """The name of a file for messages: printable, and so not always a name that opens it."""
    return "<stdin>" if path == STDIO else printable(path)


def is_compressed(path: str) -> bool:
    """True if the name is that of a gzip or zstd file."""
    return path.endswith((".gz", ".zst"))


class BadStream(Exception):
    """A compressed file that can't be read on: it is `cut` short, damaged, or expands too much.

    The message is a clause about the file.
    """

    def __init__(self, message: str, *, cut: bool = False) -> None:
        super().__init__(message)
        self.cut = cut

    @property
    def code(self) -> Code:
        """The code of the fault of a log that is stored so."""
        return "incomplete" if self.cut else "syntax"


@contextmanager
def os_errors(path: str, doing: str, undone: str = "") -> Iterator[None]:
    """Turn an operating system's error into a FileError that names the file, and says what was not done."""
    try:
        yield
    except OSError as error:
        raise FileError(f"{display_name(path)}: cannot {doing}: {os_reason(error)}. {undone}".rstrip()) from None


def os_reason(error: OSError) -> str:
    """The system's reason for a refusal, in its words."""
    return error.strerror or str(error)


def unreadable_error(path: str, error: OSError) -> FileError:
    """The error for a file that cannot be opened or read on."""
    return FileError(
        f"{display_name(path) or quoted(path)}: cannot read: {os_reason(error)}.{_similar_files(path, error)}"
    )


def _similar_files(path: str, error: OSError) -> str:
    """Suggestions for a missing file: names with the same ending beside it."""
    if not isinstance(error, FileNotFoundError) or os.path.lexists(path):
        return ""
    folder, name = os.path.split(path)
    if set(name) & set("*?["):
        return " It is a pattern for which the shell found no file."
    ending = os.path.splitext(name)[1]
    try:
        there = sorted(other for other in os.listdir(folder or os.curdir) if other[:1] != "." and other != name)
    except OSError:
        return ""
    return suggestion(name, [printable(other) for other in there if ending and other.endswith(ending)])


def open_log(path: str, data: bytes | None = None) -> io.BufferedIOBase:
    """A log's bytes for reading, decompressed by the first bytes of the file. Raises FileError.

    `data` is the content of the file, if it is known. Later reads of a compressed file may raise BadStream.
    """
    if data is not None:
        return _decompressed(io.BytesIO(data), path)
    if path == STDIO:
        return _decompressed(_standard_input(), path)
    try:
        file = open(path, "rb", CHUNK)  # noqa: SIM115 - closed by the reader that gets it
    except ValueError:  # a zero byte, which a name read from a file may hold
        raise FileError(f"{quoted(path)}: cannot read: it is not a file name.") from None
    except OSError as error:
        if os.path.isdir(path):
            raise FileError(f"{path}: is a directory, not a file to read: name a file in it.") from None
        raise unreadable_error(path, error) from None
    try:
        return _decompressed(file, path)
    except BaseException:
        file.close()
        raise


def _standard_input() -> BinaryIO:
    """Standard input, as bytes. Raises FileError if it is closed, as it is after a text was read from it."""
    if sys.stdin is None:
        raise FileError("<stdin>: cannot read: standard input is closed.")
    if sys.stdin.buffer.closed:
        raise FileError("<stdin>: cannot read it twice: name the other file.")
    return sys.stdin.buffer


def read_whole(path: str, most: int, what: str) -> bytes:
    """All bytes of a file, of a pipe or of standard input, if there are at most `most`; `what` names the kind of file
    in messages. Raises FileError.
    """
    with os_errors(path, "read"):
        if path == STDIO:
            data = _standard_input().read(most + 1)
        else:
            _need_readable(path)
            with open(path, "rb") as file:
                data = file.read(most + 1)
    if len(data) > most:
        raise FileError(f"{display_name(path)}: is larger than {size_text(most)}, the most that is read of {what}.")
    return data


def _need_readable(path: str) -> None:
    """Raises FileError unless the name is that of a file or of a pipe; a folder is refused when it is opened."""
    if not os.path.lexists(path):
        raise unreadable_error(path, FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT)))
    mode = os.stat(path).st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISFIFO(mode) or stat.S_ISDIR(mode)):  # a folder has a better word
        raise FileError(f"{display_name(path)}: is not a file to read.")


def stored_bytes(path: str) -> bytes:
    """The bytes of a log, compressed or not, as they are in its file or come from standard input. Raises FileError."""
    return read_whole(path, limits.LOG, "a log")


def _decompressed(raw: Any, path: str) -> io.BufferedIOBase:
    file = raw if hasattr(raw, "peek") else io.BufferedReader(raw)
    try:
        magic = file.peek()[:4]
    except OSError as error:
        raise unreadable_error(path, error) from None
    if magic.startswith(GZIP_MAGIC):
        return _decompressed_bytes(file, lambda: zlib.decompressobj(wbits=31), zlib.error, 1 << 12, path)
    if magic == ZSTD_MAGIC:
        zstd = require_extra("zstd", ".gz needs nothing")
        press = zstd.ZstdDecompressor(max_window_size=limits.WINDOW)
        return _decompressed_bytes(file, press.decompressobj, zstd.ZstdError, 1 << 9, path)
    return cast(io.BufferedIOBase, file)


def _decompressed_bytes(
    file: IO[bytes], start: Callable[[], Any], error: type[Exception], chunk: int, path: str
) -> io.BufferedReader:
    return io.BufferedReader(_Decompressed(file, start, error, chunk, path != STDIO))


class _Decompressed(io.RawIOBase):
    """The content of a compressed file, in pieces. Unlike zstandard's own reader, it notices a missing end.

    The plain text of a chunk is in memory as a whole: a byte of gzip may expand to 1 KiB, one of zstd to 32.
    """

    def __init__(
        self, file: IO[bytes], start: Callable[[], Any], error: type[Exception], chunk: int, owned: bool
    ) -> None:
        self._file = file
        self._start = start
        self._error = error
        self._chunk = chunk
        self._owned = owned
        self._stream = start()
        self._plain = memoryview(b"")
        self._read = self._given = 0

    def readable(self) -> bool:
        return True

    def readinto(self, target: Any) -> int:
        while not self._plain:
            packed = self._packed()
            if not packed:
                return 0
            try:
                self._plain = memoryview(self._stream.decompress(packed))
            except self._error:
                raise BadStream("the compressed file is damaged") from None
            self._given += len(self._plain)
            if self._given > limits.EXPANSION_FREE_BYTES + limits.EXPANSION_RATIO * self._read:
                much = size_text(self._given)
                raise BadStream(
                    f"the compressed file gives {much} for its first {self._read:,} bytes: that is not a log"
                )
        size = min(len(target), len(self._plain))
        target[:size], self._plain = self._plain[:size], self._plain[size:]
        return size

    def _packed(self) -> bytes:
        """The next compressed bytes; empty at the end."""
        if self._stream.eof and (left := self._stream.unused_data):
            self._stream = self._start()
            return cast(bytes, left)
        packed = self._file.read(self._chunk)
        if self._stream.eof:
            if packed:
                self._stream = self._start()
        elif not packed:
            raise BadStream("the compressed file is cut short", cut=True)
        self._read += len(packed)
        return packed

    def close(self) -> None:
        super().close()
        if self._owned:
            self._file.close()


def compressing(path: str) -> tuple[Callable[[bytes], bytes], Callable[[], bytes]]:
    """Functions that compress data piece by piece as the name asks for, and that end it. Raises FileError."""
    if path.endswith(".gz"):
        press = zlib.compressobj(9, zlib.DEFLATED, 16 + zlib.MAX_WBITS)  # without name and time
        return press.compress, press.flush
    if path.endswith(".zst"):
        frame = require_extra("zstd", ".gz needs nothing").ZstdCompressor(level=STREAM_LEVEL).compressobj()
        return frame.compress, frame.flush
    return lambda data: data, bytes


def compress(path: str, data: bytes) -> bytes:
    """Compress `data` as the name asks for. The same data gives the same bytes: gzip's time stamp is zero."""
    if path.endswith(".gz"):
        return gzip.compress(data, mtime=0)
    if path.endswith(".zst"):
        return cast(bytes, require_extra("zstd", ".gz needs nothing").ZstdCompressor(level=19).compress(data))
    return data
