"""Counts over a folder: lengths, endings, scores, rules, cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from kronika.core.basics.statistics import Rate, rate_of
from kronika.core.contract.registry import get_game
from kronika.core.contract.result import Result
from kronika.core.rulebook.spec import citable_rules
from kronika.logs.replaying.survey import Survey, ended


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


def stats(found: Iterable[Survey]) -> list[GameStats]:
    """The statistics of each game among valid logs; logs with faults are ignored. Only numbers are kept of a log."""
    by_game: dict[str, _Game] = {}
    for log in found:
        if log.ok:
            by_game.setdefault(log.game, _Game()).add(log)
    return [by_game[name].stats(name) for name in sorted(by_game)]


class _Numbers:
    """Smallest, sum and largest of numbers as they come."""

    def __init__(self) -> None:
        self.least = self.most = self.sum = self.n = 0

    def add(self, number: int) -> None:
        self.least = min(self.least, number) if self.n else number
        self.most = max(self.most, number) if self.n else number
        self.sum += number
        self.n += 1

    def spread(self) -> Spread:
        """The least, the mean and the most of at least one number. The mean has two places, or is whole."""
        whole, rest = divmod(self.sum, self.n)
        return Spread(self.least, _mean(self.sum, self.n) if rest else whole, self.most)


def _mean(total: int, n: int) -> float:
    return round(total / n, 2)


class _Seat:
    """One seat over finished games."""

    def __init__(self) -> None:
        self.wins = 0
        self.total = _Numbers()
        self.totals = Counter[int]()
        self.sources: dict[str, int] = {}
        self.parts: dict[str, int] = {}

    def add(self, log: Survey, seat: int) -> None:
        assert log.result is not None
        self.wins += seat in log.result.winners
        self.total.add(log.totals[seat])
        self.totals[log.totals[seat]] += 1
        for sums, points_by in ((self.sources, log.sources), (self.parts, log.parts)):
            for name, by_seat in points_by.items():
                sums[name] = sums.get(name, 0) + by_seat[seat]

    def stats(self) -> SeatStats:
        games = self.total.n
        return SeatStats(
            games=games,
            wins=self.wins,
            win_rate=rate_of(self.wins, games),
            total=self.total.spread(),
            totals=_by_number(self.totals),
            sources={rule: _mean(total, games) for rule, total in sorted(self.sources.items())},
            parts={part: _mean(total, games) for part, total in self.parts.items()},
        )


class _Game:
    """The valid logs of one game."""

    def __init__(self) -> None:
        self.finished = 0
        self.events, self.decisions = _Numbers(), _Numbers()
        self.seats, self.lengths, self.margins = Counter[int](), Counter[int](), Counter[int]()
        self.endings, self.ended, self.tie_breaks = Counter[str](), Counter[str](), Counter[str]()
        self.rules, self.cards = Counter[str](), Counter[str]()
        self.by_seat: list[_Seat] = []

    def add(self, log: Survey) -> None:
        self.events.add(log.events)
        self.decisions.add(log.decisions)
        self.seats[len(log.players)] += 1
        self.rules.update(log.rules_cited)
        self.cards.update(log.cards)
        if why := ended(log):
            self.ended[why] += 1
        if log.result is not None:
            self._add_finished(log, log.result)

    def _add_finished(self, log: Survey, result: Result) -> None:
        self.finished += 1
        self.endings[f"{result.reason} ({result.rule})"] += 1
        if result.tie_rule:
            self.tie_breaks[f"{result.tie_break} ({result.tie_rule})"] += 1
        self.lengths[log.decisions] += 1
        margin = _margin(log, result)
        if margin is not None:
            self.margins[margin] += 1
        self.by_seat.extend(_Seat() for _ in range(len(log.players) - len(self.by_seat)))
        for seat, sums in enumerate(self.by_seat[: len(log.players)]):
            sums.add(log, seat)

    def stats(self, name: str) -> GameStats:
        game = get_game(name)
        cards = self.cards
        return GameStats(
            game=name,
            logs=self.events.n,
            finished=self.finished,
            events=self.events.spread(),
            decisions=self.decisions.spread(),
            seats=_by_number(self.seats),
            endings=_by_frequency(self.endings),
            ended=_by_frequency(self.ended),
            tie_breaks=_by_frequency(self.tie_breaks),
            lengths=_by_number(self.lengths),
            margins=_by_number(self.margins),
            by_seat=tuple(seat.stats() for seat in self.by_seat),
            rules=dict(sorted(self.rules.items())),
            rules_never=tuple(rule.number for rule in citable_rules(game) if rule.number not in self.rules),
            cards=dict(sorted(cards.items())),
            cards_never=tuple(card.id for card in game.cards() if card.id not in cards) if cards else (),
        )


def _by_frequency(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def _by_number(counts: Counter[int]) -> dict[int, int]:
    return dict(sorted(counts.items()))


def _margin(log: Survey, result: Result) -> int | None:
    """The lead of the best winner over the best of the others; None if all won, or there are no others."""
    won, *lost = ([log.totals[seat] for seat in group] for group in result.ranking)
    return max(won) - max(map(max, lost)) if lost else None
