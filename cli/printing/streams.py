"""The standard streams while a command runs. They always exist, and their errors do not affect other files."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

CODE_PAGES = os.name == "nt"
"""True if a redirected stream has a regional encoding, as under Windows."""


class CannotPrint(Exception):
    """Standard output does not accept the printed text; `error` is the reason."""

    def __init__(self, error: OSError | ValueError) -> None:
        super().__init__(error)
        self.error = error


@contextmanager
def standard_streams() -> Iterator[None]:
    """Replace the standard streams with reliable ones, and restore the old ones at the end.

    Standard output raises CannotPrint if the system refuses a write. Standard error takes a message or loses it: a
    message that nobody can read changes no exit status. A closed stream is replaced too: it gives no input and takes no
    output.
    """
    _occupy()
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin = _input(sys.stdin)
    sys.stdout, sys.stderr = _output(sys.stdout, must=True), _output(sys.stderr, must=False)
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


def _occupy() -> None:
    """Open those of the numbers 0 to 2 that are closed. Otherwise, a log could get such a number, and a stray
    message would go into it.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


def _input(stream: TextIO | None) -> TextIO:
    if stream is None:
        return io.TextIOWrapper(io.BufferedReader(_NoInput()))
    if isinstance(stream, io.TextIOWrapper):
        if stream.encoding != _encoding(stream):
            stream.reconfigure(encoding=_encoding(stream))
        if stream.errors == "strict":  # a line of bytes that are not text is refused
            stream.reconfigure(errors="backslashreplace")
    return stream


def _output(stream: TextIO | None, *, must: bool) -> TextIO:
    if stream is not None:
        if not hasattr(stream, "buffer"):  # a text-only stream, in a program that embeds Kronika
            return stream
        stream.flush()
    # Characters outside the encoding are written as a code, like those of a name that is not text.
    errors = getattr(stream, "errors", None)
    return io.TextIOWrapper(
        io.BufferedWriter(_Output(stream, must)),
        encoding=_encoding(stream),
        errors="backslashreplace" if errors in (None, "strict", "surrogateescape") else errors,
        newline="\n",  # on every system: output may be a log, or compared with output from elsewhere
        line_buffering=getattr(stream, "line_buffering", True),
    )


def _encoding(stream: TextIO | None) -> str:
    """The encoding of the stream. For a file or a pipe under Windows, UTF-8 replaces the regional code page.

    PYTHONIOENCODING sets another one.
    """
    own = getattr(stream, "encoding", None)
    if own is None or stream is None or (CODE_PAGES and not stream.isatty() and "PYTHONIOENCODING" not in os.environ):
        return "utf-8"
    return str(own)


class _Output(io.RawIOBase):
    """The target of the bytes of a stream. After the first refusal, all bytes are dropped."""

    def __init__(self, stream: TextIO | None, must: bool) -> None:
        self._stream = stream
        buffer = stream.buffer if stream is not None else None
        self._to = getattr(buffer, "raw", buffer)  # without the buffer, which would try again at the program's end
        self._must = must
        self._lost = False

    def writable(self) -> bool:
        return True

    def isatty(self) -> bool:
        return self._stream is not None and self._stream.isatty()

    def fileno(self) -> int:
        if self._stream is None:
            raise io.UnsupportedOperation("fileno")
        return self._stream.fileno()

    def write(self, data: Any, /) -> int:
        if self._lost:
            return len(data)
        try:
            if self._to is None:
                raise OSError(errno.EBADF, "it is closed")
            written = self._to.write(data)
            if written is None:
                raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        except (OSError, ValueError) as error:
            self._lost = True
            if self._must:
                raise CannotPrint(error) from None
            return len(data)
        return int(written)


class _NoInput(io.RawIOBase):
    """Standard input that is closed."""

    def readable(self) -> bool:
        return True

    def readinto(self, target: object) -> int:
        from kronika.logs.files.faults import FileError  # imported only if reading fails

        raise FileError("standard input: cannot read: it is closed.")
