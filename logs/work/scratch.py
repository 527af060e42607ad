"""A database for one run: what would need too much memory lies in a file of the system's, and is gone at the end."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from types import TracebackType
from typing import Any


class Scratch:
    """A private database with these tables. As a context manager, it is removed at the end.

    It is in memory while it is small; then SQLite keeps it in a temporary file without a name.
    """

    def __init__(self, tables: str) -> None:
        self._db = sqlite3.connect("", isolation_level=None)
        self._db.execute("pragma synchronous = off")
        self._db.execute("pragma journal_mode = off")
        self._db.executescript(f"begin; {tables}")

    def __enter__(self) -> Scratch:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._db.close()

    def do(self, command: str, values: Sequence[Any] = ()) -> None:
        """Run a command in SQL."""
        self._db.execute(command, values)

    def do_each(self, command: str, rows: Iterable[Sequence[Any]]) -> None:
        """Run a command in SQL for each row of values."""
        self._db.executemany(command, rows)

    def ask(self, question: str, values: Sequence[Any] = ()) -> Iterator[tuple[Any, ...]]:
        """The rows of a question in SQL, as they come."""
        return iter(self._db.execute(question, values))
