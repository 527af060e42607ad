"""The state of a file in the system, and its locks. Nothing here changes a file: see `writing`."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import time
from collections.abc import Callable
from hashlib import blake2b
from importlib import import_module
from typing import Any, Final, NamedTuple

from kronika.logs.files.faults import FileError
from kronika.logs.files.streams import os_reason

try:
    import fcntl
except ImportError:  # Windows, which has locks of bytes
    fcntl = None  # type: ignore[assignment]  # a module, or none

UNCHANGED = "Nothing was changed."
"""The sentence of a message about an error after which the disk is as before."""
RENAMES_OPEN = os.name != "nt"
"""True if a file may be renamed, removed or replaced while it is open. It is false under Windows."""
POLL_SECONDS = 0.02
"""Polling interval for a lock, in seconds."""
TAIL_BYTES = 1 << 16
"""Bytes at the end of a file that are compared; most logs are shorter."""
BUSY = (errno.EAGAIN, errno.EACCES)
"""The system's error numbers for a lock that another process has."""
LOCKED: Final = (1 << 31) - 2
"""The byte of a file that is locked under Windows, on behalf of the whole file. Nobody else can read a locked byte
there, so it is after the end of any file that is written to, and after the bytes that SQLite locks.
"""

_NO_FOLDER_SYNC = (errno.EINVAL, errno.EBADF, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EACCES, errno.EPERM)
_KINDS: tuple[tuple[Callable[[int], bool], str], ...] = (
    (stat.S_ISDIR, "a directory"),
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISSOCK, "a socket"),
)


class FileStamp(NamedTuple):
    """Data that identify a version of a file: device, number, length, and a digest of its end."""

    device: int
    inode: int
    size: int
    tail: bytes


def file_stamp(fd: int) -> FileStamp:
    """The current stamp of an open file."""
    found = os.fstat(fd)
    tail = read(fd, max(0, found.st_size - TAIL_BYTES))
    return FileStamp(found.st_dev, found.st_ino, found.st_size, blake2b(tail, digest_size=16).digest())


def is_same_file(path: str, fd: int) -> bool:
    """True if a name still leads to this open file."""
    try:
        return os.path.samestat(os.stat(path), os.fstat(fd))
    except FileNotFoundError:
        return False


def kind_of(path: str) -> str:
    """The kind of a file that is not regular, in words; empty for a regular file. Raises OSError if it does not
    exist.
    """
    mode = os.stat(path).st_mode
    if stat.S_ISREG(mode):
        return ""
    return next((words for test, words in _KINDS if test(mode)), "a device")


def read(fd: int, start: int) -> bytes:
    """The bytes from `start` on, as one object without a copy."""
    os.lseek(fd, start, os.SEEK_SET)
    parts = []
    while part := os.read(fd, max(os.fstat(fd).st_size - start, 0) + 1):
        parts.append(part)
        start += len(part)
    return b"".join(parts)


def has_content(path: str, data: bytes) -> bool:
    """True if there is a file with just these bytes. Raises OSError if it can't be read."""
    if not os.path.isfile(path) or os.path.getsize(path) != len(data):
        return False
    with open(path, "rb") as file:
        return file.read() == data


def lock(fd: int, path: str, deadline: float, *, needed: bool = True) -> None:
    """Take the lock of an open file, waiting until the deadline; `path` is its name for messages.

    Raises FileError, also if the disk has no locks, unless the lock is not `needed`.
    """
    while True:
        try:
            return flock(fd)
        except OSError as error:
            if error.errno not in BUSY:
                if not needed:
                    return None
                hint = "some network disks have no locks, and without one moves could be lost"
                raise FileError(f"{path}: cannot be locked: {os_reason(error)}; {hint}. {UNCHANGED}") from None
        if time.monotonic() >= deadline:
            raise busy_error(path)
        time.sleep(POLL_SECONDS)


def flock(fd: int) -> None:
    """Take the lock of an open file at once. Raises OSError: one of `BUSY` if another process has it."""
    if fcntl is not None:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return
    msvcrt: Any = import_module("msvcrt")  # what it has is known under Windows alone
    at = os.lseek(fd, 0, os.SEEK_CUR)
    os.lseek(fd, LOCKED, os.SEEK_SET)
    try:
        msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
    finally:
        os.lseek(fd, at, os.SEEK_SET)


def busy_error(path: str) -> FileError:
    """The error for a file whose lock another process has."""
    return FileError(f"{path}: another program is writing to it; nothing was changed.")


def fsync_name(path: str) -> None:
    """Wait until the name of a file is on the disk, if the system can sync a folder."""
    try:
        fd = os.open(os.path.dirname(path) or ".", os.O_RDONLY)
    except OSError:  # one that may be written to, but not read; Windows
        return
    try:
        os.fsync(fd)
    except OSError as error:
        if error.errno not in _NO_FOLDER_SYNC:
            raise
    finally:
        os.close(fd)


def close_quietly(fd: int) -> None:
    """Close a file after an error that is already reported."""
    with contextlib.suppress(OSError):
        close(fd)


# -- locks that are kept --------------------------------------------------------------------------------------------

_kept: Final[set[int]] = set()
"""The open files whose lock is kept while other work is done."""


def keep(fd: int) -> None:
    """Note that the lock of an open file is kept until `close`: a process that is forked meanwhile closes its copy.

    A lock lasts until the last copy of the open file is closed. If this process is killed, one that it has forked would
    keep the lock until it notices.
    """
    _kept.add(fd)


def close(fd: int) -> None:
    """Close a file, which releases its lock. Raises OSError."""
    _kept.discard(fd)
    os.close(fd)


def _close_copies() -> None:
    while _kept:
        close_quietly(_kept.pop())


if hasattr(os, "register_at_fork"):  # not under Windows, which has no forks
    os.register_at_fork(after_in_child=_close_copies)
