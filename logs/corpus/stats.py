"""Counting over a folder: lengths, endings, scores, rules, cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import mean

from msgspec import Struct

from kronika.core.registry import get_game
from kronika.core.shares import Share, share_of
from kronika.core.spec import citable
from kronika.logs.survey import Survey, ended


class Spread(Struct, frozen=True):
    """Smallest, mean and largest of some numbers."""

    least: float
    mean: float
    most: float


class SeatStats(Struct, frozen=True):
    """One seat over all finished games: wins (shared ones too) and their share, final scores, mean points.

    `scores` counts games by final score; `sources` are mean points by rule, `parts` by part of the score sheet.
    """

    games: int
    wins: int
    share: Share
    score: Spread
    scores: dict[int, int]
    sources: dict[str, float]
    parts: dict[str, float]


class GameStats(Struct, frozen=True):
    """All sound logs of one game.

    `endings` counts finished games by reason and rule, `ended` those that ended before, by their reason: they count
    neither as finished nor in `by_seat`. `rules` and `cards` count citations and decisions. `lengths` counts finished
    games by their decisions, `margins` by what the winners had more than the best of the others.
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


def spread(numbers: Sequence[float]) -> Spread:
    """The spread of at least one number, the mean to two places."""
    return Spread(min(numbers), round(mean(numbers), 2), max(numbers))


def stats(found: Iterable[Survey]) -> list[GameStats]:
    """The statistics of each game among sound logs; logs with faults are left out."""
    by_game: dict[str, list[Survey]] = {}
    for log in found:
        if log.ok:
            by_game.setdefault(log.game, []).append(log)
    return [_stats(name, by_game[name]) for name in sorted(by_game)]


def _stats(name: str, logs: list[Survey]) -> GameStats:
    game = get_game(name)
    finished = [log for log in logs if log.outcome is not None]
    rules = sum((Counter(log.rules_cited) for log in logs), Counter())
    cards = sum((Counter(log.cards) for log in logs), Counter())
    return GameStats(
        game=name,
        logs=len(logs),
        finished=len(finished),
        events=spread([log.events for log in logs]),
        decisions=spread([log.decisions for log in logs]),
        seats=dict(sorted(Counter(len(log.players) for log in logs).items())),
        endings=_count(f"{o.reason} ({o.rule})" for log in finished if (o := log.outcome)),
        ended=_count(why for log in logs if (why := ended(log))),
        tie_breaks=_count(f"{o.tie_break} ({o.tie_rule})" for log in finished if (o := log.outcome) and o.tie_rule),
        lengths=_counts(log.decisions for log in finished),
        margins=_counts(margin for log in finished if (margin := _margin(log)) is not None),
        by_seat=tuple(_seat(seat, finished) for seat in range(max((len(log.players) for log in finished), default=0))),
        rules=dict(sorted(rules.items())),
        rules_never=tuple(rule.number for rule in citable(game) if rule.number not in rules),
        cards=dict(sorted(cards.items())),
        cards_never=tuple(card.id for card in game.cards() if card.id not in cards) if cards else (),
    )


def _count(words: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(words).items(), key=lambda pair: (-pair[1], pair[0])))


def _counts(numbers: Iterable[int]) -> dict[int, int]:
    return dict(sorted(Counter(numbers).items()))


def _margin(log: Survey) -> int | None:
    """What the winners have more than the best of the others; None where all won, or there are no others."""
    assert log.outcome is not None
    won, *lost = ([log.totals[seat] for seat in group] for group in log.outcome.ranking)
    return max(won) - max(map(max, lost)) if lost else None


def _mean_by(points_by: Iterable[dict[str, tuple[int, ...]]], seat: int, games: int) -> dict[str, float]:
    sums: dict[str, int] = {}
    for points in points_by:
        for name, by_seat in points.items():
            sums[name] = sums.get(name, 0) + by_seat[seat]
    return {name: round(total / games, 2) for name, total in sums.items()}


def _seat(seat: int, finished: list[Survey]) -> SeatStats:
    logs = [log for log in finished if seat < len(log.players)]
    wins = sum(log.outcome is not None and seat in log.outcome.winners for log in logs)
    return SeatStats(
        games=len(logs),
        wins=wins,
        share=share_of(wins, len(logs)),
        score=spread([log.totals[seat] for log in logs]),
        scores=_counts(log.totals[seat] for log in logs),
        sources=dict(sorted(_mean_by((log.sources for log in logs), seat, len(logs)).items())),
        parts=_mean_by((log.parts for log in logs), seat, len(logs)),
    )
