"""Where the logs of a run are kept: in a folder, each in a file, or one after the other in a file of many.

In both, the game with number n is the n-th. A run that was interrupted continues with the games that are missing.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar

from kronika.core.sessions.session import Session
from kronika.logs.files.faults import FileError
from kronika.logs.files.folders import growing_folder
from kronika.logs.files.pack_writing import PackWriter, growing_pack
from kronika.logs.files.packed import is_pack_name
from kronika.logs.files.sources import stored_logs
from kronika.logs.files.streams import display_name
from kronika.logs.files.writing import create_file
from kronika.logs.replaying.logfile import log_bytes, packed_bytes, write_log
from kronika.logs.replaying.resume import SEED, kept_seed

ItemT = TypeVar("ItemT")


def is_file_of_many(out: str) -> bool:
    """True if the logs of a run are to be in one file, by its name. An existing folder stays a folder."""
    return is_pack_name(out) and not os.path.isdir(out)


def bytes_for(out: str, name: str, session: Session) -> bytes:
    """A session's log as it is kept in `out`; `name` is that of its file in a folder."""
    return packed_bytes(session) if is_file_of_many(out) else log_bytes(name, session)


def seed_in(out: str) -> int:
    """The seed of the games in a folder, or of those in a file of many, beside which it is kept. Raises FileError."""
    if not is_file_of_many(out):
        return kept_seed(out)
    return kept_seed(os.path.dirname(out), f"{os.path.basename(out)}.{SEED}")


class Keeper(Protocol):
    """The place of the logs. `safe` is the number of the last game that is on the disk for certain."""

    @property
    def safe(self) -> float:
        """The number of the last game whose log, and those before it, survive a power cut."""

    def address(self, number: int, name: str) -> str:
        """The address of a log."""

    def has(self, number: int, name: str) -> bool:
        """True if there is such a log."""

    def add(self, number: int, name: str, log: bytes) -> None:
        """Keep the log of the next game. Raises FileError."""

    def flush(self) -> None:
        """Wait until all is on the disk. Raises FileError."""


class _Folder:
    """A folder of logs. Its names are on the disk at the end, which every caller waits for."""

    safe = float("inf")

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def address(self, number: int, name: str) -> str:
        return os.path.join(self._folder, name)

    def has(self, number: int, name: str) -> bool:
        return os.path.lexists(self.address(number, name))

    def add(self, number: int, name: str, log: bytes) -> None:
        create_file(self.address(number, name), log, sync=False)

    def flush(self) -> None:
        """Nothing to do."""


class _File:
    """A file of many logs that grows. `before` is the number of logs that were in it."""

    def __init__(self, path: str, writer: PackWriter) -> None:
        self._path = path
        self._writer = writer
        self._before = writer.logs

    @property
    def safe(self) -> float:
        return self._writer.safe

    def address(self, number: int, name: str) -> str:
        return f"{self._path}#{number}"

    def has(self, number: int, name: str) -> bool:
        return number <= self._before

    def add(self, number: int, name: str, log: bytes) -> None:
        if number != self._writer.logs + 1:
            raise FileError(f"{display_name(self._path)}: game {number} is not the next one after {self._writer.logs}.")
        self._writer.add(log, os.path.splitext(name)[0])

    def flush(self) -> None:
        self._writer.flush()


@contextmanager
def keeping(out: str) -> Iterator[Keeper]:
    """The place for the logs of a run: a folder, or for a name that ends in `.kpack` one file; made if it is missing.

    At the end, even after an error, what was kept is on the disk. Raises FileError.
    """
    if is_file_of_many(out):
        with growing_pack(out) as writer:
            yield _File(out, writer)
    else:
        with growing_folder(out):
            yield _Folder(out)


@contextmanager
def storing(out: str) -> Iterator[Callable[[str, Session], str]]:
    """A function that keeps a session as a log of this name, in a folder or in a file of many, and returns its address.

    It raises FileError, also if a log of this name exists there; that one is left as it is.
    """
    if not is_file_of_many(out):
        if out:
            os.makedirs(out, exist_ok=True)
        yield lambda name, session: _write(os.path.join(out, f"{name}.jsonl"), session)
        return
    with growing_pack(out) as writer:
        names = {log.name for log in stored_logs([out])}

        def add(name: str, session: Session) -> str:
            if name in names:
                raise FileError(f"{display_name(out)}#{name}: exists already; it is left as it is.")
            names.add(name)
            writer.add(packed_bytes(session), name)
            return f"{out}#{writer.logs}"

        yield add


def _write(path: str, session: Session) -> str:
    write_log(path, session)
    return path


def when_safe(keeper: Keeper, games: Iterator[tuple[int, ItemT]]) -> Generator[ItemT, None, None]:
    """What belongs to each game, once its log is on the disk: so nothing is acknowledged that a power cut may take."""
    waiting: list[tuple[int, ItemT]] = []
    for game in games:
        waiting.append(game)
        if game[0] <= keeper.safe:
            yield from (item for number, item in waiting)
            waiting.clear()
    if waiting:
        keeper.flush()
        yield from (item for number, item in waiting)
