"""A disk as Windows has it: no file that is open is removed, renamed or replaced; no folder is opened; locks of bytes.

What is open is looked up where Linux lists it: every handle of this process, those of SQLite too.
"""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import sys
from collections.abc import Callable
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest

from kronika.logs.files import disk

_NOW = 2
_HANDLES = "/proc/self/fd"
_NAMES = {"unlink": 1, "remove": 1, "rmdir": 1, "rename": 2, "replace": 2}
"""The calls that take names away, and how many of their arguments are names."""


def refuse_open_handles(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on the disk is as under Windows, and so is what Kronika knows of it."""
    for name, count in _NAMES.items():
        monkeypatch.setattr(os, name, _refusing(getattr(os, name), count))
    monkeypatch.setattr(os, "open", _open)
    monkeypatch.setattr(shutil, "_use_fd_functions", False)  # it opens folders where it can
    monkeypatch.setattr(disk, "fcntl", None)
    monkeypatch.setattr(disk, "RENAMES_OPEN", False)
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(locking=_locking, LK_NBLCK=_NOW))


def _refusing(call: Callable[..., None], names: int) -> Callable[..., None]:
    def refuse(*args: Any, **more: Any) -> None:
        for name in args[:names]:
            _refuse_open(name)
        if call is _REAL_RENAME and os.path.lexists(args[1]):
            raise FileExistsError(errno.EEXIST, "File exists", args[1])
        call(*args, **more)

    return refuse


def _refuse_open(name: Any) -> None:
    with suppress(FileNotFoundError):
        found = os.lstat(name)
        inside = os.path.join(os.path.realpath(name), "")
        for fd in os.listdir(_HANDLES):
            with suppress(FileNotFoundError):  # the listing itself
                path = f"{_HANDLES}/{fd}"
                if os.path.samestat(os.stat(path), found) or os.readlink(path).startswith(inside):
                    raise PermissionError(errno.EACCES, "The file is in use by a process", str(name))


_REAL_OPEN, _REAL_RENAME = os.open, os.rename


def _open(path: Any, flags: int, *more: Any, **named: Any) -> int:
    if os.path.isdir(path):
        raise PermissionError(errno.EACCES, "Permission denied", str(path))
    return _REAL_OPEN(path, flags, *more, **named)


def _locking(fd: int, mode: int, size: int) -> None:
    """Two handles exclude one another if they lock the same byte: a lock of the system's stands for it."""
    assert (os.lseek(fd, 0, os.SEEK_CUR), mode, size) == (disk.LOCKED, _NOW, 1)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise PermissionError(errno.EACCES, "Permission denied") from None
