"""The logs of an export and the new ones, in a database for one run, so that memory does not grow with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from types import TracebackType
from typing import Final

from kronika.logs.files.faults import FileError
from kronika.logs.files.sources import Stored, content_digest, read_stored
from kronika.logs.files.walk import path_to_text, text_to_path
from kronika.logs.tables.parts import LOGS_OF_PART
from kronika.logs.work.scratch import Scratch

_TABLES: Final = """
create table known (content text primary key, address text, part integer, number integer) without rowid;
create index by_address on known (address);
create table fresh (place integer primary key, address text, content blob, name text);
create table stale (part integer, number integer primary key);
"""


class Plan:
    """The logs that an export has, and the new ones in their order. As a context manager, it is removed at the end."""

    def __init__(self) -> None:
        self._db = Scratch(_TABLES)
        self._parts: list[int] = []
        self.new = self.known = self.copies = 0
        self.unread: list[str] = []

    def __enter__(self) -> Plan:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._db.__exit__(kind, error, trace)

    def know(self, part: int, logs: Iterable[tuple[int, str, str]]) -> None:
        """The logs of a part that is there: number, address, digest of the content."""
        rows = ((content, address, part, number) for number, address, content in logs)
        self._db.do_each("insert or ignore into known values (?, ?, ?, ?)", rows)
        self._parts.append(part)

    def add(self, logs: Iterable[Stored]) -> None:
        """Plan to add logs; each content once."""
        for log in logs:
            try:
                content = log.content or content_digest(read_stored(log))
            except FileError as error:
                self.unread.append(str(error))
                continue
            self._add(log, content)

    def _add(self, log: Stored, content: bytes) -> None:
        address = path_to_text(log.address)
        there = next(self._db.ask("select part from known where content = ?", (content.hex(),)), None)
        if there:
            self.known += there[0] is not None
            self.copies += there[0] is None
            return
        self._db.do(
            "insert or ignore into stale select part, number from known where address = ? and part is not null",
            (address,),
        )
        self._db.do("insert into known values (?, ?, null, null)", (content.hex(), address))
        self._db.do("insert into fresh values (?, ?, ?, ?)", (self.new, address, content, log.name))
        self.new += 1

    @property
    def replaced(self) -> int:
        """The number of logs that have changed."""
        return int(next(self._db.ask("select count(*) from stale"))[0])

    def stale(self) -> Iterator[tuple[int, list[int]]]:
        """By part: the numbers of the logs that have changed."""
        rows = self._db.ask("select part, number from stale order by part, number")
        for part, logs in groupby(rows, lambda row: int(row[0])):
            yield part, [number for _, number in logs]

    def parts(self) -> Sequence[tuple[int, int]]:
        """The new parts: the number of each, which is free, and the place of its first new log."""
        taken, free = {*self._parts}, 0
        made = []
        for first in range(0, self.new, LOGS_OF_PART):
            while free in taken:
                free += 1
            made.append((free, first))
            free += 1
        return made

    def items(self, part: tuple[int, int]) -> tuple[int, int, list[Stored]]:
        """A new part, with the number of its first log and its logs."""
        number, first = part
        rows = self._db.ask(
            "select address, content, name from fresh where place >= ? and place < ?", (first, first + LOGS_OF_PART)
        )
        first_log = number * LOGS_OF_PART + 1
        return number, first_log, [Stored(text_to_path(address), content, name) for address, content, name in rows]
