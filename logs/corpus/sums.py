"""Sums over valid logs: made log by log, added, and kept for the parts of a file of many logs."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import zip_longest
from operator import add
from typing import TypeVar

from msgspec import Struct, field

from kronika.core.contract.result import Result
from kronika.core.sessions.metadata import ASSUMED
from kronika.logs.replaying.survey import Survey

K = TypeVar("K", bound=Hashable)


class Sums(Struct, array_like=True):
    """The sums over the valid logs of one game: how many have each number or text. `Extent` is its beginning.

    `sizes` counts logs by events, decisions and players; `results` finished games by reason, rule, tie-break and its
    rule; `lengths` finished games by decisions, `margins` by the lead of the best winner over the best of the others,
    `totals` by points for each seat. `wins` are by seat. `sources` and `parts` are points by seat.
    """

    sizes: dict[tuple[int, int, int], int] = field(default_factory=dict)
    results: dict[tuple[str, str, str, str], int] = field(default_factory=dict)
    ended: dict[str, int] = field(default_factory=dict)
    totals: list[dict[int, int]] = field(default_factory=list)
    rules: dict[str, int] = field(default_factory=dict)
    lengths: dict[int, int] = field(default_factory=dict)
    margins: dict[int, int] = field(default_factory=dict)
    wins: dict[int, int] = field(default_factory=dict)
    sources: dict[str, list[int]] = field(default_factory=dict)
    parts: dict[str, list[int]] = field(default_factory=dict)
    cards: dict[str, int] = field(default_factory=dict)

    @property
    def logs(self) -> int:
        """The number of logs."""
        return sum(self.sizes.values())

    @property
    def events(self) -> int:
        """The number of their events."""
        return sum(size[0] * n for size, n in self.sizes.items())

    def add(self, log: Survey) -> None:
        """One more log, which must be valid."""
        _count(self.sizes, (log.events, log.decisions, len(log.players)))
        _add(self.rules, log.rules_cited)
        _add(self.cards, log.cards)
        if log.result is not None:
            self._add_finished(log, log.result)
        elif log.ending is not None:
            _count(self.ended, log.ending.why)

    def _add_finished(self, log: Survey, result: Result) -> None:
        _count(self.results, (result.reason, result.rule, result.tie_break, result.tie_rule))
        _count(self.lengths, log.decisions)
        margin = _margin(log, result)
        if margin is not None:
            _count(self.margins, margin)
        for seat in result.winners:
            _count(self.wins, seat)
        for counts, total in zip(self._totals_of(len(log.totals)), log.totals, strict=False):
            _count(counts, total)
        _add_rows(self.sources, log.sources)
        _add_rows(self.parts, log.parts)

    def merge(self, more: Sums) -> None:
        """Add the sums over other logs of the game."""
        _add(self.sizes, more.sizes)
        _add(self.results, more.results)
        _add(self.ended, more.ended)
        _add(self.lengths, more.lengths)
        _add(self.margins, more.margins)
        _add(self.wins, more.wins)
        _add(self.rules, more.rules)
        _add(self.cards, more.cards)
        for mine, theirs in zip(self._totals_of(len(more.totals)), more.totals, strict=False):
            _add(mine, theirs)
        _add_rows(self.sources, more.sources)
        _add_rows(self.parts, more.parts)

    def _totals_of(self, seats: int) -> list[dict[int, int]]:
        """The totals, with a place for each of these seats."""
        while len(self.totals) < seats:
            self.totals.append({})
        return self.totals


def _count(counts: dict[K, int], key: K) -> None:
    counts[key] = counts.get(key, 0) + 1


def _add(counts: dict[K, int], more: Mapping[K, int]) -> None:
    for key, n in more.items():
        counts[key] = counts.get(key, 0) + n


def _add_rows(rows: dict[str, list[int]], more: Mapping[str, Sequence[int]]) -> None:
    """Add points by seat; a row is as long as the largest game that has its name."""
    for name, by_seat in more.items():
        row = rows.get(name, ())
        rows[name] = list(map(add, row, by_seat)) if len(row) == len(by_seat) else _longer(row, by_seat)


def _longer(row: Sequence[int], other: Sequence[int]) -> list[int]:
    return [sum(both) for both in zip_longest(row, other, fillvalue=0)]


def _margin(log: Survey, result: Result) -> int | None:
    """The lead of the best winner over the best of the others; None if all won, or there are no others."""
    others = [log.totals[seat] for group in result.ranking[1:] for seat in group]
    return max([log.totals[seat] for seat in result.winners]) - max(others) if others else None


class Folded(Struct, array_like=True):
    """Several logs at once, all of them valid: their sums by game and version of its rules."""

    sums: dict[tuple[str, int], Sums]

    @property
    def logs(self) -> int:
        """The number of logs."""
        return sum(one.logs for one in self.sums.values())


class Extent(Struct, array_like=True):
    """The beginning of `Sums`, which is read faster: enough to see that no log matches."""

    sizes: dict[tuple[int, int, int], int]
    results: dict[tuple[str, str, str, str], int]
    ended: dict[str, int]
    totals: list[dict[int, int]]
    rules: dict[str, int]


class Extents(Struct, array_like=True):
    """The beginning of `Folded`."""

    sums: dict[tuple[str, int], Extent]


def folded(logs: Iterable[Survey]) -> Folded | None:
    """The sums of logs; None if one has a fault or assumed hands, so that it counts in other ways."""
    sums: dict[tuple[str, int], Sums] = {}
    for log in logs:
        if not log.ok or ASSUMED in log.tags:
            return None
        key = log.game, log.rules
        if key not in sums:
            sums[key] = Sums()
        sums[key].add(log)
    return Folded(sums)
