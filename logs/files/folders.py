"""Folders that are made completely or not at all, and checks that a name is free.

A folder is filled inside a scratch folder beside it, and then renamed. A scratch folder contains a file, whose lock
shows that a program is at work, and the folder in the making. A program that finds these without the lock removes them,
as leftovers of a kill. A folder of such a name with any other content belongs to somebody else and is never touched.
"""

from __future__ import annotations

import contextlib
import filecmp
import os
import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from kronika.logs.files import disk
from kronika.logs.files.disk import UNCHANGED
from kronika.logs.files.faults import FileError
from kronika.logs.files.scratch import FLAGS, TRIES, is_abandoned, remove_leftovers, scratch_name, take_new
from kronika.logs.files.streams import STDIO, display_name, os_errors, os_reason
from kronika.logs.files.writing import WAIT, exists_error, fsync_folder, refuse_name, write_all

_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
_LOCK = "kronika-lock"
_MAKING = "kronika-making"
PIECE: Final = 1 << 20
"""The bytes of a file that are copied at once."""


def refuse_occupied(path: str) -> None:
    """Raises FileError if a new folder can't be made, because its name exists and is not an empty folder."""
    if not path:
        raise FileError(f"A folder needs a name. {UNCHANGED}")
    with os_errors(path, "create", UNCHANGED):
        remove_folder_leftovers(os.path.realpath(path))
        _refuse(path)


def _refuse(path: str) -> None:
    if not os.path.lexists(path):
        return
    if not os.path.isdir(path):
        raise FileError(f"{display_name(path)}: exists already, and is not a folder; it is left as it is.")
    if os.listdir(path):
        raise FileError(
            f"{display_name(path)}: is a folder with something in it, which is left as it is. Name a new one."
        )
    if os.path.samefile(path, os.curdir):
        raise FileError(f"{display_name(path)}: is the working directory. Name a new folder in it.")


def refuse_existing(path: str) -> None:
    """Raises FileError if a new file can't be made; to be called before long work. `-` is standard output."""
    if not path:
        raise FileError(f"A file needs a name. {UNCHANGED}")
    refuse_name(path)
    if path != STDIO and os.path.lexists(path):
        remove_leftovers(path)
        raise exists_error(path)
    with os_errors(path, "write", UNCHANGED):
        os.stat(os.path.join(os.path.dirname(path) or os.curdir, ""))


@contextlib.contextmanager
def noting_written(written: Sequence[str]) -> Iterator[None]:
    """Add to an error the names of the files that were written before it. Raises FileError."""
    try:
        yield
    except FileError as error:
        if not written:
            raise
        more = f" and {len(written) - 1} more" if written[1:] else ""
        raise FileError(f"{error} Written before it: {display_name(written[0])}{more}.") from None


Content = bytes | Path
"""The content of a file to make: its bytes, or another file with the same."""


def create_folder(path: str, files: Mapping[str, Content]) -> None:
    """Make a folder with these files, whose names may include folders (`a/b.json`).

    An empty folder of the name is replaced. If a folder holds exactly these files already, an earlier run failed at its
    last step, which is done again. Raises FileError; any other content of the name is left as it is.
    """
    target = os.path.realpath(path)
    with os_errors(path, "create", UNCHANGED):
        remove_folder_leftovers(target)
        if not path or not _has_files(target, files):
            refuse_occupied(path)
            _make(path, target, files)
    try:
        disk.fsync_name(target)
    except OSError as error:
        what = "it was made as a whole, but the disk may not have its name"
        raise FileError(f"{display_name(path)}: {what}: {os_reason(error)}.") from None


def _has_files(folder: str, files: Mapping[str, Content]) -> bool:
    """True if these files are all that is in a folder."""
    if not all(_has_content(os.path.join(folder, name), data) for name, data in files.items()):
        return False
    there = [os.path.join(at, name) for at, _, names in os.walk(folder) for name in names]
    return len(there) == len(files) > 0


def _has_content(path: str, data: Content) -> bool:
    if isinstance(data, bytes):
        return disk.has_content(path, data)
    return os.path.isfile(path) and filecmp.cmp(path, data, shallow=False)


def _make(path: str, target: str, files: Mapping[str, Content]) -> None:
    with making_folder(os.path.dirname(target)), _scratch(path, target) as new:
        folders = sorted({os.path.dirname(os.path.join(new, name)) for name in files})
        for folder in folders:
            os.makedirs(folder, exist_ok=True)
        for name, data in files.items():
            _fill(os.path.join(new, name), data)
        for folder in folders:
            disk.fsync_name(os.path.join(folder, ""))
        _refuse(path)
        _place(new, target)


@contextlib.contextmanager
def making_folder(folder: str) -> Iterator[None]:
    """Make a folder and its missing parents. If the block fails, those of them that are empty are removed.

    Raises OSError.
    """
    new: list[str] = []
    try:
        for one in _missing(folder):
            try:
                os.mkdir(one)
            except FileExistsError:
                if not os.path.isdir(one):  # else another program was faster
                    raise
            else:
                new.append(one)
                disk.fsync_name(one)
        yield
    except BaseException:
        for one in reversed(new):
            with contextlib.suppress(OSError):
                os.rmdir(one)
        raise


@contextlib.contextmanager
def growing_folder(folder: str) -> Iterator[None]:
    """A folder, made if it is missing, for files that are added one by one without a sync.

    At the end, even after an error, the names of all written files are on the disk. Raises FileError.
    """
    if not folder:
        raise FileError(f"A folder needs a name. {UNCHANGED}")
    with contextlib.ExitStack() as stack:
        with os_errors(folder, "create", UNCHANGED):
            stack.enter_context(making_folder(folder))
        try:
            yield
        except BaseException:  # that is the thing to say
            with contextlib.suppress(FileError):
                fsync_folder(folder)
            raise
        fsync_folder(folder)


@contextlib.contextmanager
def sole_writer(folder: str, name: str) -> Iterator[None]:
    """Hold the lock of a file in a folder, so that no other program adds to the folder in the same way.

    Raises FileError if another program has it, or if there is no such file.
    """
    with os_errors(folder, "write", UNCHANGED):
        fd = os.open(os.path.join(folder, name), FLAGS)
    disk.keep(fd)
    try:
        disk.lock(fd, display_name(folder), time.monotonic() + WAIT, needed=False)
        yield
    finally:
        disk.close_quietly(fd)


def _missing(folder: str) -> list[str]:
    """The missing folders of a path, the highest first."""
    parts: list[str] = []
    at = os.path.abspath(folder)
    while not os.path.isdir(at):
        parts.append(at)
        at = os.path.dirname(at)
    return parts[::-1]


def _fill(path: str, data: Content) -> None:
    fd = os.open(path, _FLAGS, 0o666)
    try:
        for piece in (data,) if isinstance(data, bytes) else _pieces(data):
            write_all(fd, piece)
        os.fsync(fd)
    finally:
        os.close(fd)


def _pieces(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            yield piece


def _place(new: str, target: str) -> None:
    """Give a folder its name, in place of an empty one that has it."""
    gives_way = not disk.RENAMES_OPEN and os.path.isdir(target)
    if gives_way:
        os.rmdir(target)  # Windows does not put a folder in the place of another
    try:
        os.rename(new, target)
    except OSError:
        if gives_way:
            os.mkdir(target)
        raise


# -- the scratch folder ---------------------------------------------------------------------------------------------


@contextlib.contextmanager
def _scratch(path: str, target: str) -> Iterator[str]:
    """An empty folder beside the target, to be filled and renamed. At the end, anything that was not renamed is
    removed.
    """
    scratch = scratch_name(target)
    lock = _take_scratch(path, target)
    try:
        os.mkdir(os.path.join(scratch, _MAKING))
        yield os.path.join(scratch, _MAKING)
    finally:
        with contextlib.suppress(OSError):
            _remove(scratch, lock)


def _take_scratch(path: str, target: str) -> int:
    """Make the scratch folder of a target, and return its lock.

    Until it is locked, another program may take it for a leftover and remove it, or make its own of that name. Raises
    FileError if one of them has it.
    """
    scratch = scratch_name(target)
    lock_name = os.path.join(scratch, _LOCK)
    for _ in range(TRIES):
        remove_folder_leftovers(target)
        try:
            os.mkdir(scratch)
        except FileExistsError:
            if _is_empty(scratch):
                continue
            break
        with contextlib.suppress(FileExistsError, FileNotFoundError):
            lock = os.open(lock_name, _FLAGS, 0o666)
            if take_new(lock_name, lock, path):
                return lock
            os.close(lock)
    if _is_ours(scratch) or _is_empty(scratch):
        raise FileError(f"{display_name(path)}: another program is making it. {UNCHANGED}")
    raise FileError(
        f"{display_name(path)}: cannot create: {display_name(scratch)} is in the way, and is left as it is. {UNCHANGED}"
    )


def remove_folder_leftovers(target: str) -> None:
    """Remove the leftovers of a killed program that made this folder; a folder that a program is at work on stays."""
    scratch = scratch_name(target)
    with contextlib.suppress(OSError):
        os.rmdir(scratch)  # where the kill came before there was anything in it
    with contextlib.suppress(OSError):
        if _is_ours(scratch):
            name = os.path.join(scratch, _LOCK)
            lock = os.open(name, os.O_RDWR)
            if is_abandoned(name, lock):
                _remove(scratch, lock)
            else:
                disk.close_quietly(lock)


def _is_ours(scratch: str) -> bool:
    """True if this is a folder for making another one, with no foreign content."""
    there = _content(scratch)
    return _LOCK in there and there <= {_LOCK, _MAKING}


def _is_empty(scratch: str) -> bool:
    """True if this is an empty folder, or gone by now."""
    return not _content(scratch)


def _content(scratch: str) -> set[str]:
    """The names in a folder; for a file, its own."""
    try:
        return {*os.listdir(scratch)}
    except FileNotFoundError:
        return set()
    except NotADirectoryError:
        return {scratch}


def _remove(scratch: str, lock: int) -> None:
    """Remove a scratch folder, whose lock is held here, and let go of it as late as the system allows."""
    try:
        if os.path.lexists(making := os.path.join(scratch, _MAKING)):
            shutil.rmtree(making)
        if disk.RENAMES_OPEN:
            _remove_lock(scratch)
    finally:
        disk.close_quietly(lock)
    if not disk.RENAMES_OPEN:
        _remove_lock(scratch)


def _remove_lock(scratch: str) -> None:
    os.unlink(os.path.join(scratch, _LOCK))
    os.rmdir(scratch)
