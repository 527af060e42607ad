"""Searches for logs of the same game."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import Final

from kronika.logs.files.addresses import file_of
from kronika.logs.files.walk import path_to_text
from kronika.logs.replaying.survey import Facts, Survey
from kronika.logs.work.scratch import Scratch

_TABLES: Final = """
create table logs (n integer primary key, play text, path blob, file text, link integer);
"""
_PREPARE: Final = """
create table kept as
select n, play, path, links - link as linked from (
    select n, play, path, link, row_number() over (partition by file order by link, path) as place,
        sum(link) over (partition by file) as links
    from logs
) where place = 1;
create index plays on kept (play, n);
create index paths on kept (path)
"""
_GROUPS: Final = """
select path, play from kept join
    (select play as same, min(n) as first from kept group by play having count(*) > 1) on play = same
order by first, n
"""


class Duplicates:
    """Logs of the same game: the same options, decisions and chance in force. Names and tags may differ.

    Add the logs first; then ask. Each file counts under one of its names, preferably not a link. What is added lies on
    the disk, so that memory does not grow with it.
    """

    def __init__(self, folder: str = "") -> None:
        """Paths of logs start from `folder`."""
        self._folder = folder
        self._logs = Scratch(_TABLES)
        self._number = 0
        self._prepared = False

    def __enter__(self) -> Duplicates:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._logs.__exit__(kind, error, trace)

    def add(self, log: Survey | Facts) -> None:
        """One more log; one with a fault is ignored."""
        if log.ok:
            file, is_link = self._file(log.path)
            self._number += 1
            row = self._number, f"{log.game} {log.play}", os.fsencode(log.path), file, is_link
            self._logs.do("insert into logs values (?, ?, ?, ?, ?)", row)

    def _file(self, path: str) -> tuple[str, bool]:
        """What is the same for all names of a file, and whether this one is a link."""
        address = os.path.join(self._folder, path)
        name = file_of(address)
        try:
            found = os.stat(name)
        except OSError:  # it is gone by now
            return path_to_text(path), False
        return f"{found.st_dev} {found.st_ino} {address[len(name) :]}", os.path.islink(name)

    def groups(self) -> Iterator[tuple[str, ...]]:
        """The groups of logs of the same game, by their first logs."""
        self._prepare()
        group: list[str] = []
        last = None
        for path, play in self._logs.ask(_GROUPS):
            if play != last and group:
                yield tuple(group)
                group = []
            group.append(os.fsdecode(path))
            last = play
        if group:
            yield tuple(group)

    def has_link(self, path: str) -> bool:
        """True if a link among the logs leads to this file."""
        self._prepare()
        return any(
            linked for (linked,) in self._logs.ask("select linked from kept where path = ?", (os.fsencode(path),))
        )

    def _prepare(self) -> None:
        if not self._prepared:
            self._prepared = True
            for command in _PREPARE.split(";"):
                self._logs.do(command)


def duplicates(found: Iterable[Survey], folder: str = "") -> list[tuple[str, ...]]:
    """The groups of logs of the same game, for a few logs."""
    with Duplicates(folder) as same:
        for log in found:
            same.add(log)
        return list(same.groups())
