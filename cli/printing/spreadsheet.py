"""CSV for people who paste it into a sheet: `--format csv` of `score`, `stats`, `standings` and `corpus stats`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

import msgspec

from kronika.cli.printing.output import print_pieces
from kronika.core.basics.printable import printable
from kronika.core.contract.result import ScoreItem
from kronika.core.sessions.metrics import Metrics
from kronika.logs.corpus.stats import GameStats, SeatStats
from kronika.logs.tables.cells import csv_row
from kronika.logs.tournament.standings import StandingsLine

Row = tuple[Any, ...]


def print_csv(heads: Sequence[str], rows: Iterable[Iterable[Any]]) -> None:
    """Print rows as CSV in UTF-8, with a decimal point. No text in it acts as a formula, or at a terminal."""
    print_pieces(map(_line, chain([heads], rows)))


def _line(row: Iterable[Any]) -> bytes:
    cells = (printable(cell) if isinstance(cell, str) else cell for cell in row)
    return csv_row(cells, harmless=True).encode()


def print_score_csv(items: Iterable[ScoreItem], names: Sequence[str]) -> None:
    """A row for each item of a score sheet."""
    rows = ((one.seat, names[one.seat], one.part, one.source, one.rule, one.points, one.note) for one in items)
    print_csv(("seat", "player", "part", "source", "rule", "points", "note"), rows)


def print_metrics_csv(found: Metrics) -> None:
    """A row for each change of points in a game: of a rule, and without a rule of the total."""
    totals = [
        (point.event, seat, found.players[seat], None, points)
        for point in found.points
        for seat, points in enumerate(point.totals)
    ]
    sources = [(one.event, one.seat, found.players[one.seat], one.rule, one.points) for one in found.sources]
    rows = sorted([*totals, *sources], key=lambda row: (row[0], row[1], row[3] or ""))
    print_csv(("event", "seat", "player", "rule", "points"), rows)


def print_standings_csv(lines: Iterable[StandingsLine]) -> None:
    """A row for each entrant, best first, with the ends of the 95 % intervals."""
    heads = ("name", "bot", "games", "won", "tied", "lost", "win_rate", "win_rate_low", "win_rate_high")
    more = ("place", "place_low", "place_high", "points", "adjudicated", "resigned")
    print_csv((*heads, *more), map(_standing, lines))


def _standing(line: StandingsLine) -> Row:
    rate, place = line.win_rate, line.place
    counts = (line.games, line.wins, line.ties, line.losses)
    rates = (rate.rate, rate.low, rate.high, place.mean, place.low, place.high)
    return (line.name, line.bot or None, *counts, *rates, line.points, line.adjudicated, line.resigned)


def print_stats_csv(counted: Iterable[GameStats]) -> None:
    """A row for each number of `corpus stats`: the game, the seat if it is one of a seat, what it measures, of what."""
    rows = ((game.game, *row) for game in counted for row in _measures_of(game))
    print_csv(("game", "seat", "measure", "of", "value"), rows)


def _measures_of(game: GameStats) -> Iterator[Row]:
    yield from ((None, *row) for row in _measures(game))
    for number, seat in enumerate(game.by_seat):
        yield from ((number, *row) for row in _measures(seat))


def _measures(found: GameStats | SeatStats) -> Iterator[Row]:
    """The numbers of a Struct: the name of each, the key for which it holds, the value."""
    for name, value in msgspec.to_builtins(found, str_keys=True).items():
        if isinstance(value, dict):
            yield from ((name, key, number) for key, number in value.items())
        elif isinstance(value, int | float):
            yield name, None, value
