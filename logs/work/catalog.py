"""The catalog: what is known of logs, kept by content, so that the same bytes are not validated twice."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from functools import cache
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any

from kronika.logs.files import disk
from kronika.logs.files.disk import POLL_SECONDS, UNCHANGED, file_stamp
from kronika.logs.files.faults import FileError
from kronika.logs.files.notify import Notify, no_op
from kronika.logs.files.scratch import remove_leftovers
from kronika.logs.files.streams import display_name, os_errors
from kronika.logs.files.walk import path_to_text, text_to_path
from kronika.logs.files.writing import create_file, open_locked
from kronika.logs.replaying.survey import Survey
from kronika.logs.running.program import changed_source
from kronika.logs.work.catalog_file import (
    APPLICATION,
    BUSY_SECONDS,
    check_schema,
    empty_catalog,
    error_code,
    file_beside,
    is_being_made,
    is_catalog,
    is_damaged,
    opened,
    readable_errors,
    tells_damage,
)
from kronika.logs.work.catalog_rows import Row, content_of, row_of, seal, survey_in

__all__ = ["APPLICATION", "LARGEST", "Catalog", "content_of"]

KEPT = 2_000_000
"""The most rows after a check, each of about 1 KB. Rows of other programs are removed first, then the oldest."""
COMMIT_EVERY = 0.5
"""The most work that a kill may cost, in seconds, while the machine is not busy with something else."""
PAUSE = 20
"""The shortest time between two writes, as a multiple of what the last one took."""
HELD = 2_000
"""The most rows that wait for a write. Writes to a large catalog take longer: without it, memory would grow with it."""
ROW = 1 << 16
"""The most characters of a survey; a log with many faults is checked again each time."""
SIZE = 1 << 31
"""The size of a catalog, in bytes, from which on half of its rows are removed after a check, in the same order."""
LARGEST = 1 << 24
"""The most bytes of a file that is read into memory for a lookup; the longest games have a hundredth of it."""
ASKED = 500
"""The most logs that are looked up at once."""

_GET = "select seal, survey from surveys where content = ? and work = ?"
_GET_SOME = "select content, seal, survey from surveys where work = ? and content in ({})"
_PUT = "insert or replace into surveys values (?, ?, ?, ?, ?)"
_COUNT = "select count(*) from surveys"
_ANY = "select 1 from surveys limit 1"
_PRUNE = """
delete from surveys where rowid in (select rowid from surveys order by work = ?, rowid limit ?)
"""
_DROP_FOLDS = "delete from folds where work <> ?"
_FOLD = "select seal, fold from folds where digest = ? and work = ?"
_PUT_FOLD = "insert or replace into folds values (?, ?, ?, ?)"
_FILE = "insert or ignore into files (path) values (?)"
_AT = "select content from addresses where file = (select id from files where path = ?) and number = ?"
_FILE_ID = "select id from files where path = ?"
_PLACE = "insert or replace into addresses values (?, ?, ?)"
_KNOWN_BLOCK = "select 1 from blocks where digest = ? limit 1"
_BLOCK_AT = "select digest from blocks where file = (select id from files where path = ?) and number = ?"
_BLOCK = "insert or replace into blocks values (?, ?, ?)"
_FILES = "select id, path from files where path = ? or path >= ? and path < ?"
_FORGET = (
    "delete from addresses where file = ?",
    "delete from blocks where file = ?",
    "delete from files where id = ?",
)
_PLACES = "select count(*) from addresses"
_MINE = "select count(*) from surveys where work = ?"

Place = tuple[str, int]
"""The place of a log or a block: the whole name of its file, and its number there, 0 for a file of one log."""


class Catalog:
    """Surveys by content, for one kind of work, and the places of the logs. As a context manager, it writes all that is
    new to the disk at the end.

    Several processes may use one catalog at once. It is only a cache: if it can't be read or written, that is reported
    once and the work continues without it. A copy that is pickled for another process is opened for reading there.
    """

    _db: sqlite3.Connection | None = None

    def __init__(self, path: str, work: bytes, tell: Notify = no_op, *, writes: bool = True) -> None:
        """Open the catalog, or make it; `work` identifies everything but the log that a survey depends on.

        Raises FileError if the file is something else; it is left as it is.
        """
        self.path = os.path.abspath(path)
        self.work = work
        self._tell = tell
        self._writes = writes
        self._renewed = False
        self._found: list[Row] = []
        self._placed: list[tuple[str, int, bytes]] = []
        self._blocks: list[tuple[str, int, bytes]] = []
        self._folds: list[tuple[bytes, bytes, bytes, bytes]] = []
        self._stored = time.monotonic()
        self._took = 0.0
        strange = file_beside(self.path)  # looked at first: another process may make the catalog meanwhile
        if writes and not is_catalog(path):
            if strange:
                raise FileError(
                    f"{display_name(strange)}: is there already, and a catalog beside it would "
                    "take it for its own; it is "
                    "left as it is, and no catalog is made."
                )
            self._make()
        if writes:
            remove_leftovers(self.path)  # a kill may have left the scratch file as a second name
        self._was_empty = False
        self._connect()
        self._was_empty = writes and not self._renewed and not self._ask(_ANY, ())

    def __del__(self) -> None:
        self._disconnect()  # of those that a process keeps for reading until it ends

    def __enter__(self) -> Catalog:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._store(prune=True)
        self._disconnect()

    def __reduce__(self) -> tuple[Callable[[str, bytes], Catalog], tuple[str, bytes]]:
        return _for_reading, (self.path, self.work)

    def get(self, content: bytes) -> Survey | None:
        """The survey of a log with this content, without its name; None if there is none, or it is damaged."""
        found = [survey_in(sealed, text, content, self.work) for sealed, text in self._look(_GET, (content, self.work))]
        return found[0] if found else None

    def get_some(self, contents: Sequence[bytes]) -> dict[bytes, Survey]:
        """The surveys of those logs with these contents that it knows."""
        found: dict[bytes, Survey] = {}
        coming = iter(contents)
        while some := tuple(islice(coming, ASKED)):
            ask = _GET_SOME.format(", ".join("?" * len(some)))
            for content, sealed, text in self._look(ask, (self.work, *some)):
                if (one := survey_in(sealed, text, content, self.work)) is not None:
                    found[content] = one
        return found

    def get_all(self, contents: Sequence[bytes]) -> list[Survey] | None:
        """The surveys of logs with these contents, in their order; None unless there is one for each."""
        found = self.get_some(contents)
        logs = [found[content] for content in contents if content in found]
        return logs if len(logs) == len(contents) else None

    def knows_block(self, digest: bytes) -> bool:
        """True if a block with these bytes was read before, and its logs are those of its list."""
        return any(self._look(_KNOWN_BLOCK, (digest,)))

    def fold(self, digest: bytes) -> bytes | None:
        """The bytes that are kept of several logs at once, by a digest of them and of their kind."""
        for sealed, fold in self._look(_FOLD, (digest, self.work)):
            if isinstance(fold, bytes) and sealed == seal(fold, digest, self.work):
                return fold
        return None

    def put_fold(self, digest: bytes, fold: bytes) -> None:
        """Keep something of several logs at once."""
        if self._writes:
            self._folds.append((digest, self.work, seal(fold, digest, self.work), fold))
            self._store_in_time()

    def put(self, content: bytes, survey: Survey) -> None:
        """Keep a survey, unless the file could not be read, or the survey is very large."""
        if not survey.unreadable:
            self.put_rows([row_of(survey, content, self.work)])

    def put_rows(self, rows: Iterable[Row]) -> None:
        """Keep surveys that are rows already, unless they are very large."""
        if self._writes:
            self._found.extend(row for row in rows if len(row[3]) <= ROW)
            self._store_in_time()

    def place(self, place: Place, content: bytes) -> None:
        """Keep where a log with this content lies now."""
        path, number = path_to_text(place[0]), place[1]
        if self._writes and [(content,)] != self._look(_AT, (path, number)):
            self._placed.append((path, number, content))
            self._store_in_time()

    def place_block(self, place: Place, digest: bytes, contents: Iterable[bytes]) -> None:
        """Keep that a block has been read, and where its logs lie; `place` is that of the first."""
        path, first = path_to_text(place[0]), place[1]
        if self._writes and [(digest,)] != self._look(_BLOCK_AT, (path, first)):
            self._placed.extend((path, number, content) for number, content in enumerate(contents, first))
            self._blocks.append((path, first, digest))
            self._store_in_time()

    def forget_gone(self, places: Iterable[str]) -> None:
        """Forget the names of files in these folders, or of these files, that are there no more."""
        self._store()
        for place in map(os.path.realpath, places):
            inside = path_to_text(os.path.join(place, ""))
            # The names that begin with the folder's: up to the next character after the separator.
            end = inside[:-1] + chr(ord(inside[-1]) + 1)
            for number, path in self._ask(_FILES, (path_to_text(place), inside, end)):
                if not os.path.lexists(text_to_path(path.decode())):
                    for forget in _FORGET:
                        self._ask(forget, (number,))

    def numbers(self) -> tuple[int, int, int, int]:
        """The size in bytes, the logs that this program found, the rows of others, and the names of logs."""
        self._store()
        every, mine, places = (
            sum(n for (n,) in self._ask(ask, more))
            for ask, more in ((_COUNT, ()), (_MINE, (self.work,)), (_PLACES, ()))
        )
        return os.path.getsize(self.path) if os.path.exists(self.path) else 0, mine, every - mine, places

    def _look(self, ask: str, values: Sequence[Any]) -> list[Any]:
        """The rows of a question about a log or a block. A catalog that was empty has only those of this run."""
        return [] if self._was_empty else self._ask(ask, values)

    def _ask(self, ask: str, values: Sequence[Any]) -> list[Any]:
        """The rows of a question; none if the catalog can't be read."""
        if self._db is None:
            return []
        try:
            with readable_errors():
                return self._db.execute(ask, values).fetchall()
        except sqlite3.Error as error:
            self._recover(error)
            return []

    def _store_in_time(self) -> None:
        late = time.monotonic() - self._stored > max(COMMIT_EVERY, PAUSE * self._took)
        if late or len(self._found) >= HELD:
            self._store()

    def _store(self, *, prune: bool = False) -> None:
        began = time.monotonic()
        found, placed, blocks, folds = self._found, self._placed, self._blocks, self._folds
        self._found, self._placed, self._blocks, self._folds = [], [], [], []
        new = found or placed or blocks or folds
        if new and (written := changed_source()):
            self._stop_writing(FileError(f"{written} has changed since it was loaded"))
        elif new and self._db is not None:
            try:
                with readable_errors(), self._db:  # all of it or nothing, also when Ctrl-C comes
                    self._db.execute("begin immediate")
                    self._db.executemany(_PUT, found)
                    files = {path: self._file_id(self._db, path) for path in {path for path, *_ in (*placed, *blocks)}}
                    self._db.executemany(_PLACE, ((files[path], n, content) for path, n, content in placed))
                    self._db.executemany(_BLOCK, ((files[path], n, digest) for path, n, digest in blocks))
                    self._db.executemany(_PUT_FOLD, folds)
                    if prune and found:
                        self._prune(self._db)
            except sqlite3.Error as error:
                self._recover(error)
        self._stored = time.monotonic()
        self._took = self._stored - began

    def _file_id(self, db: sqlite3.Connection, path: str) -> int:
        """The number of a file; a damaged index may hide one that is there."""
        db.execute(_FILE, (path,))
        for (number,) in db.execute(_FILE_ID, (path,)):
            if isinstance(number, int):
                return number
        raise sqlite3.DatabaseError("its tables are damaged")

    def _prune(self, db: sqlite3.Connection) -> None:
        """Remove rows if there are too many of them, or too many bytes."""
        pages, free, size, rows = (
            db.execute(ask).fetchone()[0]
            for ask in ("pragma page_count", "pragma freelist_count", "pragma page_size", _COUNT)
        )
        most = KEPT if (pages - free) * size <= SIZE else min(KEPT, rows // 2)
        if rows > most:
            db.execute(_PRUNE, (self.work, rows - most))
            db.execute(_DROP_FOLDS, (self.work,))

    # -- the file -----------------------------------------------------------------------------------------------

    def _make(self) -> None:
        """Create an empty catalog, unless another process is faster."""
        until = time.monotonic() + BUSY_SECONDS
        try:
            while not is_catalog(self.path):
                try:
                    create_file(self.path, empty_catalog())
                except FileError:
                    if time.monotonic() >= until or not is_being_made(self.path):
                        raise
                    time.sleep(POLL_SECONDS)
        except (FileError, sqlite3.Error) as error:
            self._stop_writing(error)

    def _connect(self) -> None:
        mode = "rw" if self._writes else "ro"
        try:
            self._db = opened(self.path, mode)
            # Nobody waits for the disk: a kill loses nothing by it, and a catalog that a power cut damages is replaced.
            with readable_errors():
                self._db.execute("pragma synchronous = off")
            check_schema(self._db)
        except sqlite3.Error as error:
            self._recover(error)

    def _disconnect(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None

    def _recover(self, error: sqlite3.Error) -> None:
        """Replace a damaged catalog, once; after that, continue with reading only, or without a catalog."""
        self._disconnect()
        self._was_empty = False  # another process may have replaced and filled it
        if not self._writes:
            return
        code = error_code(error)
        if code == sqlite3.SQLITE_READONLY_DBMOVED:
            pass  # another process has replaced it
        elif tells_damage(error) and not self._renewed:
            self._renewed = True
            self._rebuild(error)
        else:
            self._stop_writing(error)
        self._connect()

    def _rebuild(self, error: sqlite3.Error) -> None:
        """Replace the damaged catalog by an empty one, unless another process has done so meanwhile."""
        try:
            if not is_catalog(self.path):
                self._make()
                return
            # Both are kept meanwhile: a file that is replaced while another process writes to it leaves the other's
            # journal beside the new file, whose pages it would overwrite. The file is closed last: with its first
            # closing a process loses SQLite's locks of it.
            with open_locked(self.path, "write", BUSY_SECONDS) as held, closing(opened(self.path, "rw")) as db:
                if is_damaged(db):
                    if not disk.RENAMES_OPEN:
                        db.close()
                    with os_errors(self.path, "write"):
                        Path(f"{self.path}-journal").unlink(missing_ok=True)
                    held.seen = file_stamp(held.fd)  # a journal may have been played back
                    held.replace(empty_catalog())
                    self._tell(f"{self.path}: the catalog is damaged or of another version ({error}): it is replaced.")
        except (FileError, sqlite3.Error) as refusal:  # by now there is something else, or somebody does not let go
            self._stop_writing(refusal)

    def _stop_writing(self, error: Exception) -> None:
        self._writes = False
        text = str(error).removeprefix(f"{self.path}: ").removesuffix(UNCHANGED).rstrip(". ")
        self._tell(f"{self.path}: the catalog keeps nothing ({text}): the work continues without it.")


@cache
def _for_reading(path: str, work: bytes) -> Catalog:
    return Catalog(path, work, writes=False)
