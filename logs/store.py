"""A log on disk that grows: created once, appended to under a lock, never rewritten."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import IO

from kronika.core.events import Entry
from kronika.core.session import Session
from kronika.logs.faults import FileTrouble
from kronika.logs.files import GZIP_MAGIC, STDIO, ZSTD_MAGIC, is_compressed, shown, trouble, write_new
from kronika.logs.packed import MAGIC, is_packed_name
from kronika.logs.records import header_line, record_line, to_record
from kronika.logs.replay import Loaded, load


def log_lines(session: Session) -> Iterator[bytes]:
    """A session's log as text: the header, then one record a line."""
    yield header_line(session.header)
    for number, entry in enumerate(session.history, 1):
        yield record_line(to_record(entry, number))


class LogFile:
    """A text log that is open for appending. What it holds already is in `session`."""

    def __init__(self, path: str, loaded: Loaded, size: int) -> None:
        self.path = path
        self.session = loaded.session
        self.warnings = loaded.warnings
        self._size = size
        self._stored = len(loaded.session.history)

    @classmethod
    def create(cls, path: str, session: Session) -> LogFile:
        """Writes a new log with what the session holds. Raises FileTrouble if it exists already."""
        refuse_unappendable(path)
        write_new(path, log_lines(session))
        return cls(path, Loaded(session, ()), _size(path))

    @classmethod
    def open(cls, path: str) -> LogFile:
        """Loads a log to go on with it. Raises FileTrouble, or LogError when it does not replay."""
        refuse_unappendable(path)
        size = _size(path)
        return cls(path, load(path), size)

    def save(self) -> None:
        """Appends what the session has done since: one write of whole lines, flushed to the disk, under a lock.

        Raises FileTrouble when another program has written meanwhile, or the disk does not take it; the log is then as
        it was.
        """
        self.append(self.session.history[self._stored :])

    def append(self, entries: Sequence[Entry]) -> None:
        """Appends these entries of the session's history. See `save`."""
        if not entries:
            return
        lines = b"".join(record_line(to_record(entry, n)) for n, entry in enumerate(entries, self._stored + 1))
        with trouble(self.path, "append"), open(self.path, "r+b", buffering=0) as file, locked(file, self.path):
            end = file.seek(0, os.SEEK_END)
            if end != self._size:
                raise FileTrouble(f"{self.path}: another program has written to it meanwhile; nothing was appended.")
            if not _ends_a_line(file):
                lines = b"\n" + lines
            try:
                _write(file, lines)
            except BaseException:
                os.truncate(file.fileno(), end)
                raise
        self._size += len(lines)
        self._stored += len(entries)


def refuse_unappendable(path: str) -> None:
    """Raises FileTrouble for a log that can be read but not appended to: compressed, packed, or a pipe."""
    if not is_plain(path):
        raise FileTrouble(f"{shown(path)}: only a plain text log can grow; `kronika convert` makes one of it.")


def is_plain(path: str) -> bool:
    """Is this a plain text log, or the name for one, as opposed to a compressed or packed log or a pipe?"""
    if path == STDIO or is_compressed(path) or is_packed_name(path):
        return False
    try:
        with open(path, "rb") as file:
            return not file.read(len(MAGIC)).startswith((MAGIC, GZIP_MAGIC, ZSTD_MAGIC))
    except OSError:
        return True


def _size(path: str) -> int:
    with trouble(path, "read"):
        return os.path.getsize(path)


def _ends_a_line(file: IO[bytes]) -> bool:
    # A last line that is whole but for its line break was loaded, so it counts; the break is made up for.
    file.seek(-1, os.SEEK_END)
    last = file.read(1)
    file.seek(0, os.SEEK_END)
    return last == b"\n"


def _write(file: IO[bytes], lines: bytes) -> None:
    # The file has no buffer: what could not be written must not be tried again when it is closed.
    left = memoryview(lines)
    while left:
        left = left[file.write(left) :]
    os.fsync(file.fileno())


@contextmanager
def locked(file: IO[bytes], path: str) -> Iterator[None]:
    """Holds the lock that every writer of a log takes. Raises FileTrouble when another program has it."""
    import portalocker  # 50 ms, and only needed to write

    try:
        portalocker.lock(file, portalocker.LockFlags.EXCLUSIVE | portalocker.LockFlags.NON_BLOCKING)
    except portalocker.exceptions.LockException:
        raise FileTrouble(f"{path}: another program is writing to it; nothing was changed.") from None
    try:
        yield
    finally:
        portalocker.unlock(file)
