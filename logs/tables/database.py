"""Tables of logs as a database to ask: views over the files of an export, or over logs that are exported first."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Any, Final

from kronika.core.basics.errors import KronikaError
from kronika.core.basics.statistics import Z_95
from kronika.logs.files.faults import FileError
from kronika.logs.files.streams import display_name
from kronika.logs.tables.columns import TABLES, Table
from kronika.logs.tables.duck import (
    connect,
    csv_source,
    first_line,
    interruptibly,
    is_of_duckdb,
    quoted,
    quoted_path,
    write_parquet,
)
from kronika.logs.tables.export import MANIFEST, manifest_of, parts_in
from kronika.logs.tables.parts import part_name
from kronika.logs.tables.query import BadQuery, check_query

Value = Any
"""A value of a result, as DuckDB gives it in Python."""
SQUARE: Final = Z_95 * Z_95
ROWS: Final = 10_000
"""Rows of a result that are read at once."""

MACROS: Final = f"""
CREATE MACRO wilson_low(hits, trials) AS greatest(0, (hits / trials + {SQUARE} / trials / 2 - {Z_95} *
    sqrt(hits / trials * (1 - hits / trials) / trials + {SQUARE} / trials / trials / 4)) / (1 + {SQUARE} / trials));
CREATE MACRO wilson_high(hits, trials) AS least(1, (hits / trials + {SQUARE} / trials / 2 + {Z_95} *
    sqrt(hits / trials * (1 - hits / trials) / trials + {SQUARE} / trials / trials / 4)) / (1 + {SQUARE} / trials));
"""
"""Functions that queries may use: the ends of the 95 % interval of a rate, as `core.basics.statistics.rate_of`."""


def is_export(path: str) -> bool:
    """True if a path is what an export has written: its folder, or a file of a table."""
    return os.path.exists(os.path.join(path, MANIFEST)) or path.casefold().endswith((".parquet", ".csv"))


class Answer:
    """The answer to a query: the names of its columns, and its rows as they are read."""

    def __init__(self, database: Any, cursor: Any, refine: Callable[[BaseException], Exception]) -> None:
        self._database = database
        self._cursor = cursor
        self._refine = refine
        self.columns: tuple[str, ...] = tuple(column[0] for column in cursor.description)

    def rows(self) -> Iterator[tuple[Value, ...]]:
        """The rows, in order. Raises BadQuery if one can't be computed."""
        while True:
            try:
                some = interruptibly(self._database, lambda: self._cursor.fetchmany(ROWS))
            except Exception as error:
                raise self._refine(error) from None
            if not some:
                return
            yield from some


class Database:
    """Exports as tables, each in a schema, the main one being empty. It can only be read, and reads nothing else.

    Raises FileError for what is not an export, or without the extra.
    """

    def __init__(self, sources: Mapping[str, str], scratch: str, memory: str) -> None:
        self._db = connect(
            temp_directory=os.path.join(scratch, "spill"), memory_limit=memory, python_enable_replacements="false"
        )
        self._db.execute(MACROS)
        self.tables: set[tuple[str, str]] = set()
        self._answer = os.path.join(scratch, "answer.parquet")
        files = [self._answer]
        for schema, path in sources.items():
            files += self._open(schema, path)
        whole = [os.path.abspath(path) for path in files]
        listed = ", ".join(dict.fromkeys([*map(quoted, whole), *map(quoted_path, whole)]))
        self._db.execute(f"SET allowed_paths = [{listed}]")
        self._db.execute("SET enable_external_access = false")
        self._db.execute("SET lock_configuration = true")

    def close(self) -> None:
        """Close the database."""
        self._db.close()

    def _open(self, schema: str, path: str) -> list[str]:
        """Make the views of a source. Return its files."""
        if schema:
            self._db.execute(f'CREATE SCHEMA "{schema}"')
        files = files_of(path)
        for name, paths in files.items():
            view = f'"{schema or "main"}"."{name}"'
            try:
                self._db.execute(f"CREATE VIEW {view} AS SELECT * FROM {_source(TABLES.get(name), paths)}")
            except Exception as error:
                raise _not_a_table(path, error) from None
            self.tables.add((schema.casefold(), name.casefold()))
        return [path for paths in files.values() for path in paths]

    def ask(self, query: str) -> Answer:
        """Ask one SELECT. Raises BadQuery."""
        statement = self._checked(query)
        try:
            return Answer(self._db, interruptibly(self._db, lambda: self._db.execute(statement)), self._refined)
        except Exception as error:
            raise self._refined(error) from None

    def parquet(self, query: str) -> bytes:
        """The answer to one SELECT as a Parquet file. Raises BadQuery."""
        self._checked(query)
        try:
            asked = query.rstrip().rstrip(";")
            interruptibly(self._db, lambda: write_parquet(self._db, asked, self._answer))
        except Exception as error:
            raise self._refined(error) from None
        with open(self._answer, "rb") as file:
            return file.read()

    def _checked(self, query: str) -> Any:
        try:
            return check_query(self._db, query, self.tables)
        except Exception as error:
            raise self._refined(error) from None

    def _refined(self, error: BaseException) -> Exception:
        """An error as one that speaks to the person."""
        if isinstance(error, KronikaError) or not is_of_duckdb(error):
            return error if isinstance(error, Exception) else KronikaError(str(error))
        kind, _, text = str(error).partition(": ")
        told = " ".join(text.split("\n\nLINE ")[0].split())
        if kind.startswith("Out of Memory"):
            return BadQuery("The query needs more memory than it may have: `--memory 4GB` gives it more.")
        if kind.startswith(("Permission", "IO")):
            return BadQuery(f"The query reads no other file, and only what the tables have: {told}")
        return BadQuery(f"DuckDB refuses the query ({kind.casefold()}): {told}")


def _not_a_table(path: str, error: Exception) -> Exception:
    if not is_of_duckdb(error):
        return error
    return FileError(f"{display_name(path)}: cannot be read as a table: {first_line(error)}")


def files_of(path: str) -> dict[str, list[str]]:
    """The files of an export by table. A single file is the table of its name. Raises FileError."""
    if not os.path.isdir(path):
        name = os.path.splitext(os.path.basename(path))[0]
        return {name if name in TABLES else "rows": [path]}
    form = manifest_of(path).form
    folders = [os.path.join(path, part_name(part)) for part in parts_in(path)]
    if not folders:
        raise FileError(f"{display_name(path)}: there is no log in it.")
    return {name: [os.path.join(folder, f"{name}.{form}") for folder in folders] for name in TABLES}


def _source(table: Table | None, paths: Sequence[str]) -> str:
    """Files of a table as SQL."""
    if not paths[0].casefold().endswith(".csv"):
        return f"read_parquet([{', '.join(map(quoted_path, paths))}])"
    if table is None:
        return f"read_csv({quoted_path(paths[0])})"
    columns, source = csv_source(table, paths)
    return f"(SELECT {columns} FROM {source})"


@contextmanager
def opened(sources: Mapping[str, str], memory: str) -> Iterator[Database]:
    """A database of these sources, with a scratch folder for what does not fit into memory. Raises FileError."""
    with TemporaryDirectory(prefix="kronika-") as scratch:
        database = Database(sources, scratch, memory)
        try:
            yield database
        finally:
            database.close()
