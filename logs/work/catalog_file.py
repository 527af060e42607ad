"""The file of the catalog: its tables, how it is made and opened, and whether it is one."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from kronika.logs.files.faults import FileError
from kronika.logs.files.scratch import scratch_name
from kronika.logs.files.streams import os_errors

APPLICATION: Final = 0x4B726E6B
"""The application id in the header of an SQLite file: `Krnk`."""
VERSION: Final = 4
"""The version of the tables below. A catalog of another version is replaced: all of it can be computed again."""
BUSY_SECONDS: Final = 10.0
"""Time for which one process waits while another writes, in seconds."""
SIDE_FILES: Final = ("-journal", "-wal", "-shm")
"""Endings of the files that SQLite creates beside its own, and reads as its own if they exist."""

_MAGIC = b"SQLite format 3\x00"
_TABLES = f"""
pragma application_id = {APPLICATION};
pragma user_version = {VERSION};
create table surveys (content blob, work blob, seal blob, survey text, fault text, primary key (content, work));
create table files (id integer primary key, path text unique);
create table addresses (file integer, number integer, content blob, primary key (file, number)) without rowid;
create table blocks (file integer, number integer, digest blob, primary key (file, number)) without rowid;
create index block_digests on blocks (digest);
create table folds (digest blob, work blob, seal blob, fold blob, primary key (digest, work));
create view places as
    select content, path || case number when 0 then '' else '#' || number end as address
    from addresses join files on file = id;
create view logs as
    select content, work, survey,
        coalesce(json_extract(survey, '$.game'), '') as game,
        coalesce(json_extract(survey, '$.rules'), 0) as rules,
        coalesce(json_array_length(survey, '$.players'), 0) as seats,
        coalesce(json_extract(survey, '$.records'), 0) as records,
        coalesce(json_extract(survey, '$.events'), 0) as events,
        coalesce(json_extract(survey, '$.decisions'), 0) as decisions,
        json_type(survey, '$.faults') is null as valid,
        fault,
        json_type(survey, '$.result') is not null as finished,
        case when json_type(survey, '$.result') is null then json_extract(survey, '$.ending.why') end as ended,
        json_extract(survey, '$.result.reason') as reason,
        json_extract(survey, '$.result.rule') as rule,
        json_extract(survey, '$.result.tie_rule') as tie_rule,
        (select max(one.value) from json_each(survey, '$.totals') as one) as best,
        coalesce(json_extract(survey, '$.digest'), '') as digest,
        coalesce(json_extract(survey, '$.play'), '') as play
    from surveys;
create view seats as
    select content, work, one.key as seat, one.value as player,
        json_extract(survey, '$.totals[' || one.key || ']') as points,
        exists (select 1 from json_each(survey, '$.result.ranking[0]') as won where won.value = one.key) as won,
        json_extract(survey, '$.openings[' || one.key || ']') as opening
    from surveys, json_each(survey, '$.players') as one;
create view tags as
    select content, work, one.key, one.value from surveys, json_each(survey, '$.tags') as one;
create view options as
    select content, work, one.key, one.value from surveys, json_each(survey, '$.options') as one;
create view citations as
    select content, work, one.key as rule, one.value as times from surveys, json_each(survey, '$.rules_cited') as one;
"""
"""A row of `surveys` is a log by its content, as one program found it; `survey` is all of it as JSON, of which the
views are made for questions in SQL. In `logs`, `best` is the best total; `fault` is the code of the gravest fault;
`ended` is the reason of an early end, `reason` and `rule` are those of the end by the rules. `seal` guards the survey,
and nothing is decided by the rest. `addresses` are where a content lies: a file, and the place in a file of many logs,
else 0. `blocks` are the parts of such files whose logs are those of their list, `folds` what is kept of
the logs of such a part at once: sums over them, and the facts of each.
"""
_ASKED = (
    "select content, work, seal, survey, fault from surveys limit 1",
    "select file, number, content from addresses limit 1",
    "select file, number, digest from blocks limit 1",
    "select id, path from files limit 1",
    "select digest, work, seal, fold from folds limit 1",
)
_DAMAGE = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
"""SQLite's error codes for a different table, for damaged pages, and for a damaged header."""


def opened(path: str, mode: str) -> sqlite3.Connection:
    """The database at a path, opened as SQLite's `mode` says. Raises sqlite3.Error."""
    uri = f"{Path(path).as_uri()}?mode={mode}"
    db = sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None)
    db.text_factory = bytes  # SQLite does not report a damaged text: its seal is broken
    return db


def check_schema(db: sqlite3.Connection) -> None:
    """Raises sqlite3.Error for a file that is not a catalog of this version."""
    with readable_errors():
        for name, value in (("application_id", APPLICATION), ("user_version", VERSION)):
            if db.execute(f"pragma {name}").fetchone() != (value,):
                raise sqlite3.DatabaseError(f"it has another {name}")
        for ask in _ASKED:
            db.execute(ask).fetchone()


@contextmanager
def readable_errors() -> Iterator[None]:
    """Turn the error for a message of SQLite that quotes bytes of a damaged file into one of damage."""
    try:
        yield
    except UnicodeDecodeError:
        raise sqlite3.DatabaseError("its tables are damaged") from None


def is_damaged(db: sqlite3.Connection) -> bool:
    """True if it is not a whole catalog of this version; nobody else can write to it from now on."""
    try:
        db.execute("begin exclusive")
        check_schema(db)
        with readable_errors():
            return bool(db.execute("pragma integrity_check(1)").fetchone() != (b"ok",))
    except sqlite3.Error as error:
        if tells_damage(error):
            return True
        raise


def error_code(error: sqlite3.Error) -> int:
    """SQLite's number of an error."""
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)


def tells_damage(error: sqlite3.Error) -> bool:
    """True if an error means that the file is not as it was written."""
    return error_code(error) & 0xFF in _DAMAGE


def empty_catalog() -> bytes:
    """The bytes of an empty catalog. Raises sqlite3.Error if this SQLite can't serialize."""
    if not hasattr(sqlite3.Connection, "serialize"):
        raise sqlite3.NotSupportedError("SQLite here can't serialize")
    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript(_TABLES)
        return db.serialize()


def is_being_made(path: str) -> bool:
    """True if another process is making the catalog, or has just made it."""
    return os.path.lexists(scratch_name(path)) or is_catalog(path)


def file_beside(path: str) -> str:
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
