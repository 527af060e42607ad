"""The catalog: surveys of logs, kept by content, so that the same bytes are not validated twice."""

from __future__ import annotations

import os
import sqlite3
import stat
import time
from collections.abc import Callable
from contextlib import closing
from functools import cache
from hashlib import blake2b
from pathlib import Path
from types import TracebackType

import msgspec

from kronika.logs.files import writing
from kronika.logs.files.disk import POLL_SECONDS, UNCHANGED, file_stamp
from kronika.logs.files.faults import FileError
from kronika.logs.files.notify import Notify, no_op
from kronika.logs.files.streams import display_name, os_errors
from kronika.logs.files.writing import create_file, open_locked, remove_leftovers, scratch_name
from kronika.logs.replaying.survey import Survey, renamed
from kronika.logs.running.program import changed_source

APPLICATION = 0x4B726E6B
"""The application id in the header of an SQLite file: `Krnk`."""
VERSION = 1
"""The version of the table below. A catalog of another version is replaced: everything in it can be computed again."""
KEPT = 100_000
"""The most rows after a check, each of about 1 KB. Rows of other programs are removed first, then the oldest."""
COMMIT_EVERY = 0.2
"""The most work that a kill may cost, in seconds."""
BUSY_SECONDS = 10.0
"""Time for which one process waits while another writes, in seconds."""
ROW = 1 << 16
"""The most bytes of a row; a log with many faults is checked again each time."""
SIZE = 1 << 28
"""The size of a catalog, in bytes, from which on half of its rows are removed after a check, in the same order."""
SIDE_FILES = ("-journal", "-wal", "-shm")
"""Endings of the files that SQLite creates beside its own, and reads as its own if they exist."""
LARGEST = 1 << 24
"""The most bytes of a file that is read into memory for a lookup; the longest games have a hundredth of it."""

_MAGIC = b"SQLite format 3\x00"
_TABLE = f"""
pragma application_id = {APPLICATION};
pragma user_version = {VERSION};
create table verdicts (content blob, work blob, survey blob, primary key (content, work));
"""
_GET = "select survey from verdicts where content = ? and work = ?"
_PUT = "insert or replace into verdicts values (?, ?, ?)"
_COUNT = "select count(*) from verdicts"
_PRUNE = """
delete from verdicts where rowid in
(select rowid from verdicts order by work = ?, rowid limit max(0, (select count(*) from verdicts) - ?))
"""
_DAMAGE = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
"""SQLite's error codes for a different table, for damaged pages, and for a damaged header."""

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Survey).decode


class Catalog:
    """Surveys by content, for one kind of work. As a context manager, it writes all new surveys to the disk at the end.

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
        self._found: list[tuple[bytes, bytes, bytes]] = []
        self._stored = time.monotonic()
        strange = _beside(self.path)  # looked at first: another process may make the catalog meanwhile
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
        self._connect()

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
        if self._db is None:
            return None
        try:
            row = self._db.execute(_GET, (content, self.work)).fetchone()
        except sqlite3.Error as error:
            self._recover(error)
            return None
        return _unsealed(row[0], content, self.work) if row else None

    def put(self, content: bytes, survey: Survey) -> None:
        """Keep a survey, unless the file could not be read, or the survey is very large."""
        if survey.unreadable or not self._writes:
            return
        row = _sealed(survey, content, self.work)
        if len(row) <= ROW:
            self._found.append((content, self.work, row))
        if time.monotonic() - self._stored > COMMIT_EVERY:
            self._store()

    def _store(self, *, prune: bool = False) -> None:
        found, self._found = self._found, []
        if found and (written := changed_source()):
            self._stop_writing(FileError(f"{written} has changed since it was loaded"))
        elif found and self._db is not None:
            try:
                with self._db:  # all of it or nothing, also when Ctrl-C comes
                    self._db.execute("begin immediate")
                    self._db.executemany(_PUT, found)
                    if prune:
                        self._db.execute(_PRUNE, (self.work, self._most()))
            except sqlite3.Error as error:
                self._recover(error)
        self._stored = time.monotonic()

    def _most(self) -> int:
        """The number of rows that may stay."""
        assert self._db is not None
        pages, free, size, rows = (
            self._db.execute(ask).fetchone()[0]
            for ask in ("pragma page_count", "pragma freelist_count", "pragma page_size", _COUNT)
        )
        return KEPT if (pages - free) * size <= SIZE else min(KEPT, rows // 2)

    # -- the file -----------------------------------------------------------------------------------------------

    def _make(self) -> None:
        """Create an empty catalog, unless another process is faster."""
        until = time.monotonic() + BUSY_SECONDS
        try:
            while not is_catalog(self.path):
                try:
                    create_file(self.path, _empty())
                except FileError:
                    if time.monotonic() >= until or not _is_being_made(self.path):
                        raise
                    time.sleep(POLL_SECONDS)
        except (FileError, sqlite3.Error) as error:
            self._stop_writing(error)

    def _connect(self) -> None:
        mode = "rw" if self._writes else "ro"
        try:
            self._db = _opened(self.path, mode)
            # Nobody waits for the disk: a kill loses nothing by it, and a catalog that a power cut damages is replaced.
            self._db.execute("pragma synchronous = off")
            _check_schema(self._db)
        except sqlite3.Error as error:
            self._recover(error)

    def _disconnect(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None

    def _recover(self, error: sqlite3.Error) -> None:
        """Replace a damaged catalog, once; after that, continue with reading only, or without a catalog."""
        self._disconnect()
        if not self._writes:
            return
        code = _code(error)
        if code == sqlite3.SQLITE_READONLY_DBMOVED:
            pass  # another process has replaced it
        elif code & 0xFF in _DAMAGE and not self._renewed:
            self._renewed = True
            self._make_anew(error)
        else:
            self._stop_writing(error)
        self._connect()

    def _make_anew(self, error: sqlite3.Error) -> None:
        """Replace the damaged catalog by an empty one, unless another process has done so meanwhile."""
        try:
            if not is_catalog(self.path):
                self._make()
                return
            # Both are kept meanwhile: a file that is replaced while another process writes to it leaves the other's
            # journal beside the new file, whose pages it would overwrite. The file is closed last: with its first
            # closing a process loses SQLite's locks of it.
            with open_locked(self.path, "write", BUSY_SECONDS) as held, closing(_opened(self.path, "rw")) as db:
                if _is_damaged(db):
                    if not writing.RENAMES_OPEN:
                        db.close()
                    with os_errors(self.path, "write"):
                        Path(f"{self.path}-journal").unlink(missing_ok=True)
                    held.seen = file_stamp(held.fd)  # a journal may have been played back
                    held.replace(_empty())
                    self._tell(f"{self.path}: the catalog is damaged or of another version ({error}): it is replaced.")
        except (FileError, sqlite3.Error) as refusal:  # by now there is something else, or somebody does not let go
            self._stop_writing(refusal)

    def _stop_writing(self, error: Exception) -> None:
        self._writes = False
        text = str(error).removeprefix(f"{self.path}: ").removesuffix(UNCHANGED).rstrip(". ")
        self._tell(f"{self.path}: the catalog keeps nothing ({text}): the work continues without it.")


def _opened(path: str, mode: str) -> sqlite3.Connection:
    uri = f"{Path(path).as_uri()}?mode={mode}"
    return sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None)


def _check_schema(db: sqlite3.Connection) -> None:
    """Raises sqlite3.Error for a file that is not a catalog of this version."""
    for name, value in (("application_id", APPLICATION), ("user_version", VERSION)):
        if db.execute(f"pragma {name}").fetchone() != (value,):
            raise sqlite3.DatabaseError(f"it has another {name}")
    db.execute("select content, work, survey from verdicts limit 1").fetchone()


def _is_damaged(db: sqlite3.Connection) -> bool:
    try:
        db.execute("begin exclusive")
        _check_schema(db)
        return bool(db.execute("pragma integrity_check(1)").fetchone() != ("ok",))
    except sqlite3.Error as error:
        if _code(error) & 0xFF in _DAMAGE:
            return True
        raise


def _code(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)


def _empty() -> bytes:
    """The bytes of an empty catalog. Raises sqlite3.Error if this SQLite can't serialize."""
    if not hasattr(sqlite3.Connection, "serialize"):
        raise sqlite3.NotSupportedError("SQLite here can't serialize")
    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript(_TABLE)
        return db.serialize()


def _is_being_made(path: str) -> bool:
    """True if another process is making the catalog, or has just made it."""
    return os.path.lexists(scratch_name(path)) or is_catalog(path)


def _beside(path: str) -> str:
    """The name of a file that SQLite would treat as a part of this one, and remove; else empty."""
    names = (f"{path}{ending}" for ending in SIDE_FILES)
    return next(filter(os.path.lexists, names), "")


def is_catalog(path: str) -> bool:
    """True if there is a catalog; false if there is nothing. Raises FileError for any other file, which is left as
    it is.
    """
    with os_errors(path, "read"):
        try:
            if stat.S_ISREG(os.stat(path).st_mode):
                with open(path, "rb") as file:
                    head = file.read(100)
                if head.startswith(_MAGIC) and head[68:72] == APPLICATION.to_bytes(4, "big"):
                    return True
        except FileNotFoundError:
            return False
    raise FileError(f"{path}: is there already and is not a catalog of Kronika; it is left as it is.")


@cache
def _for_reading(path: str, work: bytes) -> Catalog:
    return Catalog(path, work, writes=False)


# -- rows -------------------------------------------------------------------------------------------------------


def content_of(data: bytes) -> bytes:
    """The key of a log: a digest of its bytes as they are stored."""
    return blake2b(data, digest_size=32).digest()


def _checksum(payload: bytes, content: bytes, work: bytes) -> bytes:
    return blake2b(content + work + payload, digest_size=8).digest()


def _sealed(survey: Survey, content: bytes, work: bytes) -> bytes:
    """A survey as a row stores it: without the log's name, and with a check against damage."""
    payload = _encode(renamed(survey, ""))
    return _checksum(payload, content, work) + payload


def _unsealed(row: object, content: bytes, work: bytes) -> Survey | None:
    if not isinstance(row, bytes) or row[:8] != _checksum(row[8:], content, work):
        return None
    try:
        return _decode(row[8:])
    except msgspec.MsgspecError:
        return None
