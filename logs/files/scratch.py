"""The scratch file beside a target, which is renamed when it is safe on the disk: see `writing`.

There is one name for the scratch file of a target, and its writer holds its lock: one without a lock was left by a
kill, and the next writer removes it.
"""

from __future__ import annotations

import contextlib
import os
import time
from typing import Final

from kronika.logs.files import disk
from kronika.logs.files.disk import UNCHANGED
from kronika.logs.files.faults import FileError

FLAGS: Final = os.O_RDWR | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
"""Flags with which a file is opened for writing."""
_NEW: Final = FLAGS | os.O_CREAT | os.O_EXCL
_ENDING: Final = ".kronika-new"
_WAIT: Final = 2.0
"""Time for which one that looks for leftovers may hold the lock of a new scratch file, in seconds."""
TRIES: Final = 10
"""Scratch files that are made, at most, while such programs remove them."""


def scratch_name(target: str) -> str:
    """The name of the file that is written before it replaces another."""
    folder, name = os.path.split(target)
    return os.path.join(folder, f".{name}{_ENDING}")


def is_scratch_name(name: str) -> bool:
    """True for the name of a scratch file, without its folder."""
    return name.startswith(".") and name.endswith(_ENDING)


def create_scratch(path: str, target: str, mode: int) -> tuple[str, int]:
    """Create the scratch file of a target and take its lock. Return its name and the open file.

    `path` is the name of the target for messages. Raises FileError or OSError.
    """
    name = scratch_name(target)
    remove_leftovers(target)
    refusal = FileError(f"{path}: another program is writing to it, or {name} is in the way. {UNCHANGED}")
    for _ in range(TRIES):
        try:
            fd = os.open(name, _NEW, mode)
        except FileExistsError:
            raise refusal from None
        if take_new(name, fd, path):
            return name, fd
        os.close(fd)
        refusal = disk.busy_error(path)  # if the name is there again, another writer has it
    raise refusal


def take_new(name: str, fd: int, path: str) -> bool:
    """Take the lock of a scratch file that was just made; false if its name is gone.

    Any program that looks for leftovers may take it for one before it is locked, and removes it: it holds the lock for
    a moment, and need not be a writer. Raises FileError if it does not let go.
    """
    try:
        disk.lock(fd, path, time.monotonic() + _WAIT, needed=False)
    except BaseException:
        if disk.is_same_file(name, fd):  # else the name may be that of another writer
            remove_scratch(name, fd)
        else:
            disk.close_quietly(fd)
        raise
    return disk.is_same_file(name, fd)


def remove_leftovers(target: str, own: int | None = None) -> None:
    """Remove the scratch file that a killed program has left beside a target; one that is being written stays.

    `own` is the target itself if it is open: a kill may have left the scratch file as a second name of it.
    """
    name = scratch_name(target)
    with contextlib.suppress(OSError):
        if own is not None and disk.is_same_file(name, own):
            os.unlink(name)
            return
        fd = os.open(name, FLAGS)
        if is_abandoned(name, fd):
            remove_scratch(name, fd)
        else:
            disk.close_quietly(fd)


def is_abandoned(name: str, fd: int) -> bool:
    """True if nobody has the lock of this scratch file; this program has it from now on."""
    try:
        disk.flock(fd)
        return disk.is_same_file(name, fd)
    except OSError:
        return False


def remove_scratch(name: str, fd: int) -> None:
    """Remove the name of an open file and close it, in the order that the system allows."""
    if not disk.RENAMES_OPEN:
        disk.close_quietly(fd)
    with contextlib.suppress(OSError):
        os.unlink(name)
    if disk.RENAMES_OPEN:
        disk.close_quietly(fd)
