"""The plot of a corpus: for each game the wins by seat, scores, lengths, margins, and sources of points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kronika.cli.plots.chart import (
    HALF,
    Chart,
    Group,
    Plot,
    Row,
    SeatChannels,
    bars,
    intervals,
    seat_channels,
    without_empty,
    x_axis,
)
from kronika.cli.plots.sources import by_rule, points_by_source
from kronika.core.basics.text import pluralize
from kronika.core.contract.registry import get_game
from kronika.core.drawing.themes import Theme
from kronika.logs.corpus.stats import GameStats

BARS = 24
"""The most bars of a chart; nobody reads more."""
SEAT = 34
"""The width of a seat on a chart of win rates, in pixels."""
EMPTY = "no sound log is of a game that was played to its end"


def corpus_plot(counted: Sequence[GameStats], theme: Theme) -> Plot:
    """Charts for each game with at least one finished log."""
    finished = [game for game in counted if game.finished]
    titles = [f"{get_game(game.game).title}: {pluralize(game.finished, 'finished game')}" for game in finished]
    if len(titles) == 1:
        return Plot(titles[0], _game(finished[0], "", theme), EMPTY)
    groups = [group for game, title in zip(finished, titles, strict=True) for group in _game(game, title, theme)]
    return Plot(pluralize(len(titles), "game"), groups, EMPTY)


def _game(game: GameStats, title: str, theme: Theme) -> list[Group]:
    who = seat_channels([f"seat {seat}" for seat in range(len(game.by_seat))], theme)
    of_games = [
        _histogram("Length", game.lengths, "decision", "decisions"),
        _histogram("Margin", game.margins, "point", "lead over the best opponent, in points"),
    ]
    rules = {(seat, rule): mean for seat, stats in enumerate(game.by_seat) for rule, mean in stats.sources.items()}
    parts = {(seat, part): mean for seat, stats in enumerate(game.by_seat) for part, mean in stats.parts.items()}
    groups = [
        Group(title, [_wins(game, who)]),
        Group("Scores", _scores(game, who)),
        Group("", of_games),
        Group("", [points_by_source("Mean points by part of the score sheet", parts, who, "part", legend=True)]),
        Group(
            "", [points_by_source("Mean points by rule", by_rule(get_game(game.game), rules), who, "rule", legend=True)]
        ),
    ]
    return without_empty(groups)


def _wins(game: GameStats, who: SeatChannels) -> Chart:
    rows: list[Row] = []
    for side, stats in zip(who.labels, game.by_seat, strict=True):
        ends = {"win_rate": stats.win_rate.rate, "low": stats.win_rate.low, "high": stats.win_rate.high}
        won = f"{side}: {stats.wins} of {pluralize(stats.games, 'game')} won"
        rows.append({"side": side, **ends, "says": f"{won}, 95 % interval {ends['low']:.1%} to {ends['high']:.1%}"})
    heads = {"side": "seat", "win_rate": "win rate", "low": "from", "high": "to"}
    said = ("Shared victories count for each of the winners; the lines are 95 % intervals (Wilson).",)
    return Chart("Games won", rows, heads, intervals(who), height=SEAT * len(rows), said=said)


def _scores(game: GameStats, who: SeatChannels) -> list[Chart]:
    """One chart for each seat, all with the same bars."""
    step = _step([score for stats in game.by_seat for score in stats.totals])
    ends = [score // step * step for stats in game.by_seat for score in stats.totals]
    most = max(n for stats in game.by_seat for n in _binned(stats.totals, step).values())
    x = _axis("points", min(ends), max(ends) + step)
    return [
        _bars(side, _binned(stats.totals, step), step, "point", x, most)
        for side, stats in zip(who.labels, game.by_seat, strict=True)
    ]


def _histogram(title: str, counts: Mapping[int, int], noun: str, axis: str) -> Chart:
    step = _step(counts)
    binned = _binned(counts, step)
    x = _axis(axis, min(binned, default=0), max(binned, default=0) + step)
    return _bars(title, binned, step, noun, x, max(binned.values(), default=1))


def _step(numbers: Iterable[int]) -> int:
    """The count of numbers in one bar: 1, 2, 5, 10, …, so that there are at most `BARS` bars."""
    found = [*numbers] or [0]
    steps = (int(digit * 10**power) for power in range(20) for digit in (1, 2, 5))
    return next(step for step in steps if max(found) // step - min(found) // step < BARS)


def _binned(counts: Mapping[int, int], step: int) -> dict[int, int]:
    """The counts by the first number of each bar."""
    binned: dict[int, int] = {}
    for number, n in sorted(counts.items()):
        binned[number // step * step] = binned.get(number // step * step, 0) + n
    return binned


def _axis(title: str, first: int, end: int) -> Row:
    return x_axis("from", title, scale={"domain": [first - 0.5, end - 0.5], "nice": False})


def _bars(title: str, binned: Mapping[int, int], step: int, noun: str, x: Row, most: int) -> Chart:
    """A bar chart. Each number is in the middle of its bar."""
    rows: list[Row] = []
    for first, n in binned.items():
        last = first + step - 1
        numbers = pluralize(first, noun) if step == 1 else f"{first} to {last} {noun}s"
        edges = {"from": first - 0.5, "to": last + 0.5, "numbers": numbers, "games": n}
        rows.append({**edges, "says": f"{numbers}: {pluralize(n, 'game')}"})
    y = x_axis("games", "games", scale={"domain": [0, most * 1.1], "nice": False})
    return Chart(title, rows, {"numbers": "from to", "games": "games"}, bars(x, "to", y), HALF, 120)
