"""A journal of finished work, so that a long check of a folder goes on after it was killed."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from types import TracebackType

import msgspec

from kronika.logs.faults import FileTrouble
from kronika.logs.survey import Survey

COMMIT_EVERY = 0.2
"""Seconds of work that a kill may cost."""

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Survey).decode


class Journal:
    """Surveys by file, in SQLite. A survey counts only for the same bytes under the same program.

    A check that comes to its end removes the journal, so the next one starts afresh.
    """

    def __init__(self, path: str, work: str) -> None:
        """Opens or makes the journal of a piece of work, named by all that its results depend on.

        Raises FileTrouble when the file is something else, or cannot be written.
        """
        self.path = path
        self._committed = time.monotonic()
        try:
            self._db = sqlite3.connect(path)
            self._db.execute("create table if not exists work (name text)")
            self._db.execute("create table if not exists done (path text primary key, stamp text, survey blob)")
            if self._db.execute("select name from work").fetchall() != [(work,)]:
                self._db.execute("delete from work")
                self._db.execute("delete from done")
                self._db.execute("insert into work values (?)", (work,))
            self._db.commit()
        except sqlite3.Error as error:
            raise FileTrouble(f"{path}: cannot be used as a journal: {error}.") from None

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._db.commit()
        self._db.close()
        if kind is None:
            Path(self.path).unlink(missing_ok=True)

    def get(self, folder: str, path: str) -> Survey | None:
        """The survey of a file that has not changed since."""
        row = self._db.execute("select stamp, survey from done where path = ?", (path,)).fetchone()
        return _decode(row[1]) if row and row[0] == _stamp(folder, path) else None

    def put(self, folder: str, survey: Survey) -> None:
        """Notes a finished survey."""
        row = (survey.path, _stamp(folder, survey.path), _encode(survey))
        self._db.execute("insert or replace into done values (?, ?, ?)", row)
        if time.monotonic() - self._committed > COMMIT_EVERY:
            self._db.commit()
            self._committed = time.monotonic()


def _stamp(folder: str, path: str) -> str:
    try:
        stat = os.stat(os.path.join(folder, path))
    except OSError:
        return ""
    return f"{stat.st_size} {stat.st_mtime_ns}"


def program_print() -> str:
    """A digest of the program's own sources: results of other sources are not to be mixed with these."""
    sums = blake2b(digest_size=8)
    for package in ("kronika.core", "kronika.logs"):
        for name, data in _sources(package):
            sums.update(name.encode() + data)
    return sums.hexdigest()


def _sources(package: str) -> Iterator[tuple[str, bytes]]:
    root = Path(str(files(package)))
    for path in sorted((*root.rglob("*.py"), *root.rglob("*.toml"))):
        yield path.relative_to(root).as_posix(), path.read_bytes()
