"""DuckDB as this project uses it: files of tables written and read."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from threading import Event, Thread
from typing import Any, Final, TypeVar

from kronika.logs.files.extras import require_extra
from kronika.logs.files.faults import FileError
from kronika.logs.files.streams import display_name
from kronika.logs.tables.columns import LOGS, Table

ResultT = TypeVar("ResultT")

POLL_SECONDS: Final = 0.1
"""Time between two looks for Ctrl-C, in seconds."""
ROW_GROUP: Final = 122_880
"""The most rows of a row group: what DuckDB reads at once."""
LINE: Final = 1 << 25
"""The most bytes of a row in CSV."""
WORK_MEMORY: Final = "512MB"
"""The memory that writing a file may take; the rest goes to the disk."""
_LISTS: Final = {"INTEGER[]": "CAST({0} AS INTEGER[]) AS {0}"}
_AS_TEXT: Final = {"BLOB": "from_hex({0}) AS {0}", **_LISTS}
"""The types that are text in CSV, and how they are read from it."""
_EXACT: Final = {"BLOB": "from_base64({0}) AS {0}", **_LISTS}
"""The same for the rows of `exact_rows`."""
OFFLINE: Final = {"autoinstall_known_extensions": "false", "autoload_known_extensions": "false"}
"""Settings with which DuckDB fetches nothing."""


def connect(**settings: str) -> Any:
    """A database in memory that fetches nothing. Raises FileError without the extra."""
    duckdb = require_extra("sql", "CSV works without it")
    return duckdb.connect(":memory:", config={**OFFLINE, **settings})


def is_of_duckdb(error: BaseException) -> bool:
    """True if DuckDB raised an error itself."""
    return isinstance(error, require_extra("sql").Error)


def first_line(error: BaseException) -> str:
    """The first line of a message."""
    return str(error).partition("\n")[0]


def quoted(text: str) -> str:
    """Text as SQL."""
    return "'" + text.replace("'", "''") + "'"


def quoted_path(path: str) -> str:
    """A path as SQL, as the pattern of this name alone. Raises FileError for a name that DuckDB can't open."""
    if path.encode(errors="ignore").decode() != path:
        raise FileError(f"{display_name(path)}: DuckDB opens only names in Unicode: rename it, or a folder above it.")
    return quoted(re.sub(r"[\[*?]", r"[\g<0>]", path))


def parquet_of_rows(paths: Mapping[Table, str]) -> dict[str, bytes]:
    """Tables as Parquet, of their heads and `exact_rows` in files. Equal rows give equal bytes."""
    found = {}
    with _writer() as db:
        for table, path in paths.items():
            columns, source = _csv(table, [path], "null", _EXACT)
            with reading(path):
                write_parquet(db, f"SELECT {columns} FROM {source}", f"{path}.parquet")
            found[table.name] = Path(f"{path}.parquet").read_bytes()
    return found


def csv_source(table: Table, paths: Sequence[str]) -> tuple[str, str]:
    """CSV files of a table as SQL: the columns to select, and what they are selected from."""
    return _csv(table, paths, "", _AS_TEXT)


def _csv(table: Table, paths: Sequence[str], null: str, as_text: Mapping[str, str]) -> tuple[str, str]:
    types = ", ".join(
        f"{quoted(column.name)}: {quoted('VARCHAR' if column.type in as_text else column.type)}"
        for column in table.columns
    )
    columns = ", ".join(as_text.get(column.type, "{0}").format(column.name) for column in table.columns)
    files = ", ".join(map(quoted_path, paths))
    return columns, (
        f"read_csv([{files}], columns = {{{types}}}, header = true, delim = ',', quote = '\"', escape = '\"', "
        f"nullstr = '{null}', allow_quoted_nulls = false, auto_detect = false, strict_mode = true, "
        f"max_line_size = {LINE})"
    )


def parquet_without(path: str, gone: Collection[int]) -> bytes:
    """The rows of a Parquet file without those of some logs. Raises FileError."""
    numbers = ", ".join(map(str, sorted(gone)))
    from tempfile import TemporaryDirectory  # only where something has changed

    with TemporaryDirectory(prefix="kronika-") as folder:
        return _parquet(
            f"SELECT * FROM read_parquet({quoted_path(path)}) WHERE log NOT IN ({numbers})", f"{folder}/rows"
        )


def joined_parquet(paths: Sequence[str], to: str) -> str:
    """Write the rows of several Parquet files of one table to one, and return its name. Raises FileError."""
    listed = ", ".join(map(quoted_path, paths))
    _copy(f"SELECT * FROM read_parquet([{listed}])", to)
    return to


def first_columns(path: str) -> Iterator[tuple[int, str, str]]:
    """Number, address and content of the logs in a file of the table `logs`. Raises FileError."""
    names = ", ".join(column.name for column in LOGS.columns[:3])
    with connect(threads="1") as db, reading(path):
        yield from db.execute(f"SELECT {names} FROM read_parquet({quoted_path(path)})").fetchall()


def _parquet(query: str, to: str) -> bytes:
    _copy(query, to)
    with open(to, "rb") as file:
        return file.read()


def _copy(query: str, to: str) -> None:
    with _writer() as db, reading(to):
        write_parquet(db, query, to)


def _writer() -> Any:
    """A database that writes files. One thread and the order of the rows: the bytes depend on the rows alone."""
    return connect(threads="1", memory_limit=WORK_MEMORY)


def write_parquet(db: Any, query: str, to: str) -> None:
    """Write the answer to a query, which is a SELECT, as a Parquet file."""
    db.execute(f"COPY ({query}) TO {quoted(to)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {ROW_GROUP})")


def interruptibly(db: Any, work: Callable[[], ResultT]) -> ResultT:
    """The result of work of a database. Ctrl-C ends it at once; DuckDB itself would not look for it."""
    results: list[ResultT] = []
    errors: list[BaseException] = []
    done = Event()  # a thread whose `join` was interrupted counts as ended, for Python 3.11

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:
            errors.append(error)
        finally:
            done.set()

    Thread(target=run, daemon=True).start()
    try:
        while not done.wait(POLL_SECONDS):
            pass
    except BaseException:
        db.interrupt()
        done.wait()
        raise
    if errors:
        raise errors[0]
    return results[0]


class reading:
    """An error of DuckDB in this context is raised as FileError for a file."""

    def __init__(self, path: str) -> None:
        self._path = path

    def __enter__(self) -> None: ...

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        if error is not None and is_of_duckdb(error):
            path = display_name(self._path)
            raise FileError(f"{path}: cannot be read or written as a table: {first_line(error)}") from None
