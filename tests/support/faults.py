"""A disk that fails at a given call: the calls by which a command changes files, numbered, and what may befall each."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

fcntl = pytest.importorskip("fcntl", reason="its calls are those of POSIX")

FAULTS = ("kill", "torn", "power", "ENOSPC", "EIO", "full", "gone")
"""kill: the program is no more, before the call. torn: after it, or in the midst of a write. power: as torn, and what
was not waited for may be lost. ENOSPC, EIO: the call fails, once. full: no room from there on. gone: nothing can be
changed from there on."""

_REAL = {
    name: getattr(os, name)
    for name in (
        "open",
        "close",
        "write",
        "fsync",
        "ftruncate",
        "replace",
        "rename",
        "link",
        "unlink",
        "chmod",
        "mkdir",
        "rmdir",
    )
}
_FLOCK = fcntl.flock
_GROWS = ("write", "replace", "rename", "link", "mkdir")


class Killed(BaseException):
    """The program is no more: nothing that it does from now on reaches the disk."""


class Disk:
    """What a program does to the files below a folder. `calls` are the names of its calls, in order.

    At call number `at`, from 1, `fault` befalls it; `share` is how much of a write goes through, from 0 to 1. `spares`
    is where files are kept that a loss of power may bring back.
    """

    def __init__(self, folder: Path, at: int = 0, fault: str = "", share: float = 0.5) -> None:
        self.folder = os.path.realpath(folder)
        self.spares = folder.with_name(f"{folder.name}-spares")
        self.at = at
        self.fault = fault
        self.share = share
        self.calls: list[str] = []
        self.dead = False
        self._open: dict[int, str] = {}
        self._loose: dict[tuple[int, int], int] = {}  # file -> the size that is safe
        self._names: list[Callable[[], object]] = []  # what takes a change of names back that is not safe
        self._spare = 0

    @contextlib.contextmanager
    def at_work(self) -> Iterator[Disk]:
        """Stands between the program and the system; at the end what is left open is closed, as the system does it."""
        with contextlib.ExitStack() as stack:
            for name in _REAL:
                stack.enter_context(patch.object(os, name, getattr(self, f"_do_{name}")))
            stack.enter_context(patch.object(fcntl, "flock", self._do_flock))
            try:
                yield self
            finally:
                for fd in list(self._open):
                    with contextlib.suppress(OSError):
                        _REAL["close"](fd)

    def lose_power(self) -> None:
        """Takes back what the program has not waited for: names first, then what stood in the files."""
        keep = round(len(self._names) * self.share)
        for undo in reversed(self._names[keep:]):
            undo()
        for path in Path(self.folder).rglob("*"):
            found = path.stat()
            safe = self._loose.get((found.st_dev, found.st_ino))
            if safe is not None and safe < found.st_size:
                os.truncate(path, safe + round((found.st_size - safe) * self.share))

    # -- what befalls a call ------------------------------------------------------------------------------------

    def _befall(self, name: str, call: Callable[[], Any], half: Callable[[], Any] | None = None) -> Any:
        if self.dead:
            raise Killed
        self.calls.append(name)
        number = len(self.calls)
        if number == self.at and self.fault in ("kill", "torn", "power"):
            if self.fault != "kill":
                (half or call)()
            self.dead = True
            raise Killed
        if number == self.at and self.fault in ("ENOSPC", "EIO"):
            if name == "close":  # Linux closes it all the same
                call()
            raise _error("ENOLCK" if name == "flock" and self.fault == "ENOSPC" else self.fault)
        if self.fault == "full" and number >= self.at and name in _GROWS:
            if number == self.at and half is not None and (done := half()):
                return done
            raise _error("ENOSPC")
        if self.fault == "gone" and number >= self.at and name != "close":
            raise _error("EIO")
        return call()

    def _ours(self, path: Any) -> bool:
        # A database has its own ways with a disk, and its own tests.
        return os.path.realpath(os.fsdecode(path)).startswith(self.folder) and "sqlite" not in os.fsdecode(path)

    # -- the calls ----------------------------------------------------------------------------------------------

    def _do_open(self, path: Any, flags: int, *more: Any, **named: Any) -> int:
        if not self._ours(path):
            return int(_REAL["open"](path, flags, *more, **named))
        fd: int = self._befall("open", lambda: self._opened(path, flags, *more, **named))
        return fd

    def _opened(self, path: Any, flags: int, *more: Any, **named: Any) -> int:
        fresh = flags & os.O_CREAT and not os.path.lexists(path)
        fd: int = _REAL["open"](path, flags, *more, **named)
        self._open[fd] = os.fspath(path)
        if fresh:
            self._names.append(lambda: _REAL["unlink"](path))
        return fd

    def _do_close(self, fd: int) -> None:
        if fd not in self._open:
            _REAL["close"](fd)
            return
        self._befall("close", lambda: self._closed(fd))

    def _closed(self, fd: int) -> None:
        del self._open[fd]
        _REAL["close"](fd)

    def _do_write(self, fd: int, data: Any) -> int:
        if fd not in self._open:
            return int(_REAL["write"](fd, data))
        found = os.fstat(fd)
        self._loose.setdefault((found.st_dev, found.st_ino), found.st_size)
        part = bytes(data)[: int(len(data) * self.share)]
        done: int = self._befall("write", lambda: _REAL["write"](fd, data), lambda: _REAL["write"](fd, part))
        return done

    def _do_fsync(self, fd: int) -> None:
        if fd in self._open:
            self._befall("fsync", lambda: self._synced(fd))

    def _synced(self, fd: int) -> None:
        # It is the model that knows what is safe: to wait for the real disk would take minutes.
        found = os.fstat(fd)
        if stat.S_ISDIR(found.st_mode):
            self._names.clear()
        else:
            self._loose.pop((found.st_dev, found.st_ino), None)

    def _do_ftruncate(self, fd: int, size: int) -> None:
        self._befall("ftruncate", lambda: _REAL["ftruncate"](fd, size))

    def _do_replace(self, old: Any, new: Any) -> None:
        self._befall("replace", lambda: self._moved("replace", old, new))

    def _do_rename(self, old: Any, new: Any) -> None:
        self._befall("rename", lambda: self._moved("rename", old, new))

    def _moved(self, name: str, old: Any, new: Any) -> None:
        spare = self._spared(new)
        _REAL[name](old, new)

        def undo() -> None:
            _REAL["replace"](new, old)
            if spare:
                _REAL["link"](spare, new)

        self._names.append(undo)

    def _do_link(self, old: Any, new: Any) -> None:
        def call() -> None:
            _REAL["link"](old, new)
            self._names.append(lambda: _REAL["unlink"](new))

        self._befall("link", call)

    def _do_unlink(self, path: Any, **named: Any) -> None:
        if not self._ours(path):
            _REAL["unlink"](path, **named)
            return

        def call() -> None:
            spare = None if named else self._spared(path)  # of what goes with a whole folder nothing comes back
            _REAL["unlink"](path, **named)
            self._names.append(lambda: spare and _REAL["link"](spare, path))

        self._befall("unlink", call)

    def _do_chmod(self, path: Any, mode: int) -> None:
        self._befall("chmod", lambda: _REAL["chmod"](path, mode))

    def _do_mkdir(self, path: Any, *more: Any, **named: Any) -> None:
        if not self._ours(path):
            _REAL["mkdir"](path, *more, **named)
            return

        def call() -> None:
            _REAL["mkdir"](path, *more, **named)
            self._names.append(lambda: shutil.rmtree(path, ignore_errors=True))

        self._befall("mkdir", call)

    def _do_rmdir(self, path: Any, **named: Any) -> None:
        if named or not self._ours(path):
            _REAL["rmdir"](path, **named)
            return

        def call() -> None:
            _REAL["rmdir"](path)
            self._names.append(lambda: _REAL["mkdir"](path))

        self._befall("rmdir", call)

    def _do_flock(self, fd: int, how: int) -> None:
        self._befall("flock", lambda: _FLOCK(fd, how))

    def _spared(self, path: Any) -> str | None:
        """Another name for a file, outside the folder, from which it can come back; None where nothing comes back."""
        if self.fault != "power" or not os.path.lexists(path):
            return None
        self._spare += 1
        self.spares.mkdir(exist_ok=True)
        name = str(self.spares / str(self._spare))
        _REAL["link"](path, name)
        return name


def _error(name: str) -> OSError:
    number = getattr(errno, name)
    return OSError(number, os.strerror(number))
