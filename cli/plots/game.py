"""The plot of one game along its events: points, lead, parts of the score sheet, choices, and sources of points."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kronika.cli.plots.chart import (
    APART,
    HALF,
    Chart,
    Group,
    Plot,
    Row,
    SeatChannels,
    cut,
    point_marks,
    rule_line,
    seat_channels,
    steps,
    thinned,
    without_empty,
    x_axis,
    y_axis,
)
from kronika.cli.plots.sources import by_rule, points_by_source
from kronika.core.basics.text import join_words, pluralize
from kronika.core.contract.game import Viewer
from kronika.core.contract.moves import seat_name
from kronika.core.contract.options import read_options
from kronika.core.contract.registry import AnyGame
from kronika.core.contract.view import HIDDEN
from kronika.core.drawing.themes import Theme
from kronika.core.sessions.metrics import Metrics, Turn, metrics
from kronika.core.sessions.session import Session
from kronika.core.sessions.visibility import redact_sheet

HALVED = 16
"""The most large marks of a player along a narrow chart."""
FEW = 20
"""The most decisions of a player that have marks of the usual size."""
SMALL = 16
"""The area of the marks of more decisions, in square pixels."""
TURNS = 4
"""The most turning points that are described in words; all of them are visible where lines cross."""
NO_SUM = "The score of a player is not the sum of the parts below."


def game_plot(session: Session, viewer: Viewer, theme: Theme) -> Plot:
    """Charts of one game's numbers, as far as the viewer may know them, without empty charts."""
    found = metrics(session, viewer)
    who = seat_channels(found.players, theme)
    on_the_sheet = [item.part for item in redact_sheet(session.game, session.state, viewer).items]
    parts = dict.fromkeys([*on_the_sheet, *(point.part for point in found.parts)])
    sums = session.game.totals_are_sums(read_options(session.game, session.header.options))
    said = (*(() if sums else (NO_SUM,)), *_said(found.turns, who))
    groups = [
        Group("", [_points(found, who, said)]),
        Group("", [_ahead(found, who)]),
        Group("Points by part of the score sheet", _parts(found, list(parts), who)),
        Group("", [_rules(session.game, found, who)]),
        Group("Choices: legal moves at each decision", _choices(found, who)),
    ]
    whose = "" if viewer is None else f", as {seat_name(viewer, who.labels) if viewer >= 0 else 'everyone'} may know it"
    return Plot(f"{session.game.title}{whose}", without_empty(groups), "all numbers are hidden from this viewer")


def _events(found: Metrics) -> dict[str, Any]:
    return x_axis("event", "event", scale={"domain": [0, max(found.events, 1)], "nice": False})


def _series(points: Sequence[tuple[int, int | None]], last: int) -> list[tuple[int, int | None]]:
    """The first number, each number that differs from the one before, and the last one."""
    found = [point for number, point in enumerate(points) if not number or point[1] != points[number - 1][1]]
    if found and found[-1][0] < last:
        found.append((last, found[-1][1]))
    return found


def _marked(
    side: str, series: Sequence[tuple[int, int | None]], worded: Callable[[int | None], str], apart: int = APART
) -> list[Row]:
    """The rows of a player along the events, each in words; few of them have large marks."""
    rows: list[Row] = [
        {"event": event, "points": value, "side": side, "says": f"{side}: {worded(value)} after event {event}"}
        for event, value in series
    ]
    return thinned(rows, "event", apart)


def _worth(points: int | None) -> str:
    return f"{HIDDEN} points" if points is None else pluralize(points, "point")


def _points(found: Metrics, who: SeatChannels, said: tuple[str, ...]) -> Chart:
    rows: list[Row] = []
    for seat, side in enumerate(who.labels):
        points = _series([(point.event, point.totals[seat]) for point in found.points], found.events)
        rows += _marked(side, points, _worth)
    layers = steps(who, _events(found), y_axis("points", "points"))
    return Chart("Points", rows, {"side": "player", "event": "event", "points": "points"}, layers, said=said)


def _said(turns: Sequence[Turn], who: SeatChannels) -> tuple[str, ...]:
    """The changes of the lead, in words."""
    lines = [
        f"Event {turn.event}: the lead passes to {cut(join_words([who.labels[seat] for seat in turn.seats]), 400)}"
        for turn in turns[:TURNS]
    ]
    more = len(turns) - TURNS
    return (*lines, f"and {pluralize(more, 'time')} more") if more > 0 else tuple(lines)


def _ahead(found: Metrics, who: SeatChannels) -> Chart:
    rows: list[Row] = []
    for seat, side in enumerate(who.labels):
        leads = _series([(ahead.event, ahead.margins[seat]) for ahead in found.ahead], found.events)
        rows += _marked(side, leads, lambda by: f"{HIDDEN if by is None else f'{by:+}'} over the best opponent")
    layers = [rule_line(0), *steps(who, _events(found), y_axis("points", "points ahead"), legend=False)]
    return Chart(
        "Lead over the best opponent", rows, {"side": "player", "event": "event", "points": "ahead by"}, layers
    )


def _parts(found: Metrics, parts: Sequence[str], who: SeatChannels) -> list[Chart]:
    """One chart for each part, all on the same scale."""
    y = y_axis("points", "points", [point.points for point in found.parts])
    return [_part(part, found, who, y) for part in parts]


def _part(part: str, found: Metrics, who: SeatChannels, y: dict[str, Any]) -> Chart:
    rows: list[Row] = []
    for seat, side in enumerate(who.labels):
        points = [(p.event, p.points) for p in found.parts if (p.part, p.seat) == (part, seat)]
        begun = points if points and not points[0][0] else [(0, 0), *points]
        series = _series(begun if points else [], found.events)
        rows += _marked(side, series, lambda value: f"{_worth(value)} of {part}", HALVED)
    layers = steps(who, _events(found), y, legend=False)
    heads = {"side": "player", "event": "event", "points": "points"}
    return Chart(cut(part), rows, heads, layers, HALF, 110)


def _choices(found: Metrics, who: SeatChannels) -> list[Chart]:
    """One chart for each player, all on the same scales."""
    most = max((choice.moves for choice in found.choices), default=1)
    y = x_axis("moves", "legal moves", scale={"type": "log", "domain": [1, max(most, 10)]})
    y["axis"] = {"values": [digit * 10**power for power in range(len(str(most))) for digit in (1, 2, 5)], "format": "d"}
    heads = {"side": "player", "event": "event", "kind": "decision", "moves": "legal moves"}
    layers = point_marks(who, _events(found), y, legend=False)
    return [
        Chart(side, _decisions(found, seat, side), heads, layers, HALF, 110) for seat, side in enumerate(who.labels)
    ]


def _decisions(found: Metrics, seat: int, side: str) -> list[Row]:
    rows: list[Row] = [
        {
            "event": choice.event,
            "moves": max(choice.moves, 1),
            "side": side,
            "kind": choice.kind,
            "says": f"{side}: {pluralize(choice.moves, 'legal move')} at event {choice.event}",
        }
        for choice in found.choices
        if choice.seat == seat
    ]
    return [{**row, "size": SMALL} for row in rows] if len(rows) > FEW else rows


def _rules(game: AnyGame, found: Metrics, who: SeatChannels) -> Chart:
    last = {(point.seat, point.rule): point.points for point in found.sources}
    return points_by_source("Points by rule", by_rule(game, last), who, "rule", legend=False)
