"""Logs of the same game: the one that counts, and the reasons why the others don't."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from kronika.core.basics.text import normalize, pluralize
from kronika.logs.files.reader import LogReader
from kronika.logs.files.streams import display_name
from kronika.logs.replaying.replay import load
from kronika.logs.replaying.survey import Survey


def without_duplicates(logs: Iterable[Survey]) -> dict[str, str]:
    """The valid logs whose game another log holds as well or better, by path, each with the reason.

    It is the same game if the same players did the same from its beginning on. The log that counts is the one that is
    played to its end, else the one with the winner, else the longest, else the first by name.
    """
    tables: dict[bytes, list[Survey]] = {}
    for log in logs:
        key = msgspec.msgpack.encode((log.game, [normalize(name) for name in log.players], sorted(log.options.items())))
        tables.setdefault(key, []).append(log)
    return {path: why for table in tables.values() for path, why in _of_table(table)}


def _of_table(logs: Sequence[Survey]) -> Iterator[tuple[str, str]]:
    """Yield the logs of one table that don't count. They are read again only if there may be some."""
    counted: list[Survey] = []
    told = _GameKey()
    for log in sorted(
        logs, key=_completeness, reverse=True
    ):  # it is stable: of equal ones the first by name stays first
        other = next((other for other in counted if told.is_part(log, other)), None)
        if other is None:
            counted.append(log)
        else:
            yield log.path, f"the same game as {display_name(other.path)}, {_is_better(log, other)}"


def _completeness(log: Survey) -> tuple[bool, bool, int]:
    return log.result is not None, _says_who_won(log), log.events


def _says_who_won(log: Survey) -> bool:
    return log.result is not None or (log.ending is not None and bool(log.ending.winners))


def _is_better(log: Survey, other: Survey) -> str:
    """The advantage of the other log over this one, as a clause about the other; else empty."""
    if other.result and not log.result:
        return "which is played to its end"
    if _says_who_won(other) and not _says_who_won(log):
        return "which says who has won"
    if other.events > log.events:
        return f"which continues for {pluralize(other.events - log.events, 'more event')}"
    if log.ending and other.ending and log.ending.winners != other.ending.winners:
        return "the first of them by name, which says that others have won: correct one of them"
    return "the first of them by name"


def _may_be_part(log: Survey, other: Survey) -> bool:
    shorter, longer = sorted((log, other), key=lambda one: one.events)
    return shorter.result is None and 0 < shorter.events < longer.events


class _GameKey:
    """The content of logs, read when it is needed."""

    def __init__(self) -> None:
        self._seeds: dict[str, int | None] = {}
        self._events: dict[str, list[bytes]] = {}

    def is_part(self, log: Survey, other: Survey) -> bool:
        """True if one log is a beginning of the other's game, or the same.

        A game that is played to its end has no continuation. Two games with different seeds and the same beginning are
        two games.
        """
        if log.play != other.play and not _may_be_part(log, other):
            return False
        seeds = {self._seed(log.path), self._seed(other.path)} - {None}
        if len(seeds) > 1:
            return False
        return log.play == other.play or self._goes_as(log.path, other.path)

    def _goes_as(self, path: str, other: str) -> bool:
        both = zip(self._line(path), self._line(other), strict=False)
        return all(one == two for one, two in both)

    def _seed(self, path: str) -> int | None:
        if path not in self._seeds:
            with LogReader(path) as reader:
                self._seeds[path] = reader.header.seed
        return self._seeds[path]

    def _line(self, path: str) -> list[bytes]:
        if path not in self._events:
            events = load(path).line.events
            self._events[path] = [msgspec.json.encode((event.by, event.do)) for event in events]
        return self._events[path]
