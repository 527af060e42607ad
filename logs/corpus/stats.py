"""Counts over a folder: lengths, endings, scores, rules, cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct

from kronika.core.basics.statistics import Rate, rate_of
from kronika.core.contract.registry import get_game
from kronika.core.rulebook.spec import citable_rules
from kronika.logs.corpus.sums import Folded, Sums
from kronika.logs.replaying.survey import Survey

T = TypeVar("T")


class Spread(Struct, frozen=True):
    """The smallest, the mean and the largest of some numbers."""

    min: float
    mean: float
    max: float


class SeatStats(Struct, frozen=True):
    """One seat over all finished games: wins (including shared ones) and their rate, final points, mean points.

    `totals` counts games by final points; `sources` are mean points by rule, `parts` by part of the score sheet.
    """

    games: int
    wins: int
    win_rate: Rate
    total: Spread
    totals: dict[int, int]
    sources: dict[str, float]
    parts: dict[str, float]


class GameStats(Struct, frozen=True):
    """All valid logs of one game.

    `endings` counts finished games by reason and rule. `ended` counts games that ended early by their reason; they
    count neither as finished nor in `by_seat`. `rules` and `cards` count citations and decisions. `lengths` counts
    finished games by their decisions, `margins` by the lead of the best winner over the best of the others.
    """

    game: str
    logs: int
    finished: int
    events: Spread
    decisions: Spread
    seats: dict[int, int]
    endings: dict[str, int]
    ended: dict[str, int]
    tie_breaks: dict[str, int]
    lengths: dict[int, int]
    margins: dict[int, int]
    by_seat: tuple[SeatStats, ...]
    rules: dict[str, int]
    rules_never: tuple[str, ...]
    cards: dict[str, int]
    cards_never: tuple[str, ...]


def stats(found: Iterable[Survey | Folded]) -> list[GameStats]:
    """The statistics of each game among valid logs; logs with faults are ignored. Only numbers are kept of a log."""
    by_game: dict[str, Sums] = {}
    for log in found:
        if isinstance(log, Folded):
            for (game, _), sums in log.sums.items():
                by_game.setdefault(game, Sums()).merge(sums)
        elif log.ok:
            if log.game not in by_game:
                by_game[log.game] = Sums()
            by_game[log.game].add(log)
    return [_stats_of(name, by_game[name]) for name in sorted(by_game)]


def _spread(numbers: Mapping[int, int]) -> Spread:
    """The least, the mean and the most of some counted numbers. The mean has two places, or is whole."""
    total, n = sum(number * times for number, times in numbers.items()), sum(numbers.values())
    whole, rest = divmod(total, n)
    return Spread(min(numbers), _mean(total, n) if rest else whole, max(numbers))


def _mean(total: int, n: int) -> float:
    return round(total / n, 2)


def _stats_of(name: str, found: Sums) -> GameStats:
    game, cards, results = get_game(name), found.cards, found.results.items()
    return GameStats(
        game=name,
        logs=found.logs,
        finished=sum(found.results.values()),
        events=_spread(_size(found, 0)),
        decisions=_spread(_size(found, 1)),
        seats=_by_number(_size(found, 2)),
        endings=_by_frequency(_merged((f"{reason} ({rule})", n) for (reason, rule, *_), n in results)),
        ended=_by_frequency(found.ended),
        tie_breaks=_by_frequency(_merged((f"{what} ({rule})", n) for (*_, what, rule), n in results if rule)),
        lengths=_by_number(found.lengths),
        margins=_by_number(found.margins),
        by_seat=tuple(_seat_stats(found, seat) for seat in range(len(found.totals))),
        rules=dict(sorted(found.rules.items())),
        rules_never=tuple(rule.number for rule in citable_rules(game) if rule.number not in found.rules),
        cards=dict(sorted(cards.items())),
        cards_never=tuple(card.id for card in game.cards() if card.id not in cards) if cards else (),
    )


def _seat_stats(found: Sums, seat: int) -> SeatStats:
    totals = found.totals[seat]
    games, wins = sum(totals.values()), found.wins.get(seat, 0)
    return SeatStats(
        games=games,
        wins=wins,
        win_rate=rate_of(wins, games),
        total=_spread(totals),
        totals=_by_number(totals),
        sources=dict(sorted(_means(found.sources, seat, games).items())),
        parts=_means(found.parts, seat, games),
    )


def _means(rows: Mapping[str, Sequence[int]], seat: int, games: int) -> dict[str, float]:
    return {name: _mean(row[seat], games) for name, row in rows.items() if len(row) > seat}


def _size(found: Sums, at: int) -> dict[int, int]:
    return _merged((size[at], n) for size, n in found.sizes.items())


def _merged(counted: Iterable[tuple[T, int]]) -> dict[T, int]:
    """The numbers of equal keys, added."""
    sums: dict[T, int] = {}
    for key, n in counted:
        sums[key] = sums.get(key, 0) + n
    return sums


def _by_frequency(counts: Mapping[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def _by_number(counts: Mapping[int, int]) -> dict[int, int]:
    return dict(sorted(counts.items()))
