"""The place of the logs of a run: a folder with a file for each, or one file of many.

A run that was interrupted continues with the games that are missing: in a file of many, those after the last one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Protocol, TypeVar

from kronika.core.basics.text import quoted
from kronika.core.sessions.session import Session
from kronika.logs.files.faults import FileError
from kronika.logs.files.folders import growing_folder
from kronika.logs.files.pack_writing import PackWriter, growing_pack
from kronika.logs.files.packed import is_pack_name
from kronika.logs.files.sources import stored_logs
from kronika.logs.files.streams import display_name
from kronika.logs.files.writing import create_file
from kronika.logs.replaying.logfile import log_bytes, log_name, packed_bytes, write_log
from kronika.logs.replaying.resume import SEED, kept_seed

ItemT = TypeVar("ItemT")


def is_file_of_many(out: str) -> bool:
    """True if the name asks for one file for all logs of a run. An existing folder stays a folder."""
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
    """The place of the logs. They are looked for, and then added, in the order of their games."""

    def safe(self) -> bool:
        """True if all logs that were added survive a power cut."""
        ...

    def address(self, name: str) -> str:
        """The address of a log, for messages; `name` is that of its file in a folder."""
        ...

    def find(self, name: str) -> str:
        """The address of the log of the next game, if it is there; else empty. Raises FileError."""
        ...

    def add(self, name: str, log: bytes) -> None:
        """Keep a log. Raises FileError."""

    def flush(self) -> None:
        """Wait until all is on the disk. Raises FileError."""


class _Folder:
    """A folder of logs. Its names are on the disk at the end, which every caller waits for."""

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def safe(self) -> bool:
        return True

    def address(self, name: str) -> str:
        return os.path.join(self._folder, name)

    def find(self, name: str) -> str:
        path = self.address(name)
        return path if os.path.lexists(path) else ""

    def add(self, name: str, log: bytes) -> None:
        create_file(self.address(name), log, sync=False)

    def flush(self) -> None:
        """Nothing to do."""


class _File:
    """A file of many logs that grows. The logs that were in it before are gone through once, by their names."""

    def __init__(self, path: str, writer: PackWriter) -> None:
        self._path = path
        self._writer = writer
        self._before = islice(stored_logs([path]), writer.logs)
        self._next = next(self._before, None)

    def safe(self) -> bool:
        return self._writer.safe == self._writer.logs

    def address(self, name: str) -> str:
        return f"{self._path}#{log_name(name)}"

    def find(self, name: str) -> str:
        found = self._next
        if found is None or found.name not in ("", log_name(name)):
            return ""
        self._next = next(self._before, None)
        return found.address

    def add(self, name: str, log: bytes) -> None:
        if self._next is not None:
            where = f"{display_name(self._next.address)}: is another log than those of this run, named"
            raise FileError(f"{where} {quoted(self._next.name)}: choose another file.")
        self._writer.add(log, log_name(name))

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


def when_safe(keeper: Keeper, games: Iterable[ItemT]) -> Generator[ItemT, None, None]:
    """The games that were kept, each once its log is on the disk: nothing is acknowledged that a power cut may take."""
    waiting: list[ItemT] = []
    for game in games:
        waiting.append(game)
        if keeper.safe():
            yield from waiting
            waiting.clear()
    if waiting:
        keeper.flush()
        yield from waiting
