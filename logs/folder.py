"""A folder made as a whole: complete under its name, or not there at all; names that must be free for what is made."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator, Mapping

from kronika.logs import disk
from kronika.logs.disk import NOTHING
from kronika.logs.faults import FileTrouble
from kronika.logs.files import STDIO, shown, trouble
from kronika.logs.writing import exists_already, refuse_name, scratch_name, settle, sweep, write_all

_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


def refuse_occupied(path: str) -> None:
    """Raises FileTrouble where a new folder can't be made: something is there that is no empty folder."""
    if not path:
        raise FileTrouble(f"A folder needs a name. {NOTHING}")
    with trouble(path, "create", NOTHING):
        if not os.path.lexists(path):
            return
        if not os.path.isdir(path):
            raise FileTrouble(f"{shown(path)}: exists already, and is no folder; it is left as it is.")
        if os.listdir(path):
            raise FileTrouble(
                f"{shown(path)}: is a folder with something in it, which is left as it is. Name a new one."
            )
        if os.path.samefile(path, os.curdir):
            raise FileTrouble(f"{shown(path)}: is the working directory. Name a new folder in it.")


def refuse_taken(path: str) -> None:
    """Raises FileTrouble where a new file can't be made, for who has long work to do before; `-` is standard output."""
    if not path:
        raise FileTrouble(f"A file needs a name. {NOTHING}")
    refuse_name(path)
    if path != STDIO and os.path.lexists(path):
        sweep(path)
        raise exists_already(path)
    with trouble(path, "write", NOTHING):
        os.stat(os.path.join(os.path.dirname(path) or os.curdir, ""))


def create_folder(path: str, files: Mapping[str, bytes]) -> None:
    """Makes a folder with these files, whose names may lie in folders below (`a/b.json`).

    All is written into a scratch folder beside it, which then gets the name. An empty folder of the name gives way.
    Raises FileTrouble; what has the name else is left alone.
    """
    refuse_occupied(path)
    target = os.path.realpath(path)
    with trouble(path, "create", NOTHING), _scratch(path, scratch_name(target)) as scratch:
        folders = sorted({os.path.dirname(os.path.join(scratch, name)) for name in files})
        for folder in folders:
            os.makedirs(folder, exist_ok=True)
        for name, data in files.items():
            _fill(os.path.join(scratch, name), data)
        for folder in folders:
            disk.settle_name(os.path.join(folder, ""))
        refuse_occupied(path)
        if os.path.isdir(target):
            os.rmdir(target)  # Windows does not put a folder in the place of another
        os.rename(scratch, target)
    settle(os.path.dirname(target))


def _fill(path: str, data: bytes) -> None:
    fd = os.open(path, _FLAGS, 0o666)
    try:
        write_all(fd, data)
        os.fsync(fd)
    finally:
        os.close(fd)


@contextlib.contextmanager
def _scratch(path: str, name: str) -> Iterator[str]:
    """An empty folder that is gone at the end unless it was renamed; what a kill has left of an earlier one goes."""
    if not os.path.lexists(os.path.dirname(name)):
        os.makedirs(os.path.dirname(name))
    if os.path.isdir(name) and (lock := _locked(name)) is not None:
        shutil.rmtree(name)
        disk.drop(lock)
    try:
        os.mkdir(name)
    except FileExistsError:
        raise FileTrouble(
            f"{shown(path)}: another program is making it, or {shown(name)} is in the way. {NOTHING}"
        ) from None
    lock = _locked(name)
    try:
        yield name
    finally:
        if os.path.isdir(name):
            shutil.rmtree(name, ignore_errors=True)
        if lock is not None:
            disk.drop(lock)


def _locked(folder: str) -> int | None:
    """A folder opened and locked, which tells that somebody is at work in it; None where that is not to be had."""
    try:
        fd = os.open(folder, os.O_RDONLY)
    except OSError:  # Windows opens no folders
        return None
    try:
        disk.flock(fd)
    except OSError:
        disk.drop(fd)
        return None
    return fd
