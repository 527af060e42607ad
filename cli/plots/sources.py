"""Charts of the sources of points: the rules, with what each is about, and the parts of the score sheet."""

from __future__ import annotations

import re
from typing import Any, Final

from kronika.cli.plots.chart import ROW, WIDE, Chart, Row, SeatChannels, cut, point_marks
from kronika.core.contract.registry import AnyGame
from kronika.core.rulebook.spec import rules_of

NAMES: Final = 250
"""The width of the names of the sources, in pixels."""
SHORT: Final = 12
"""A sentence with fewer letters says too little."""


def points_by_source(
    title: str, points: dict[tuple[int, str], Any], who: SeatChannels, what: str, *, legend: bool
) -> Chart:
    """A row for each source of points, with a mark for each seat; no rows if there is one source only.

    The names of the sources are at the right, where long ones move no other chart.
    """
    rows: list[Row] = [
        {
            what: cut(name, NAMES),
            "points": value,
            "side": who.labels[seat],
            "says": f"{who.labels[seat]}: {value:g} by {cut(name, NAMES)}",
        }
        for (seat, name), value in points.items()
        if value is not None
    ]
    names = list(dict.fromkeys(row[what] for row in rows))
    y = {"field": what, "type": "nominal", "title": None, "sort": names, "axis": {"grid": True, "orient": "right"}}
    heads = {what: what, "side": "player", "points": "points"}
    layers = point_marks(who, {"field": "points", "type": "quantitative", "title": "points"}, y, legend=legend)
    height = ROW * max(len(names), 1)
    return Chart(title, rows if len(names) > 1 else [], heads, layers, WIDE - NAMES, height)


def by_rule(game: AnyGame, points: dict[tuple[int, str], Any]) -> dict[tuple[int, str], Any]:
    """Numbers by seat and rule in the order of the rules, each rule with what it is about."""
    about = {rule.number: _about(rule.text) for rule in rules_of(game)}
    return {
        (seat, f"{rule} {about.get(rule, '')}".rstrip()): value
        for (seat, rule), value in by_rule_number(points).items()
    }


def _about(text: str) -> str:
    """The beginning of a rule: its first sentence, or two; of a row of a table the longest cell, without its head."""
    if " | " in text:
        text = max(text.split("|"), key=len).partition(": ")[2]
    first, *more = text.strip().split("\n")[0].split(". ")
    return (f"{first}. {more[0]}" if more and len(first) < SHORT else first).removesuffix(".")


def by_rule_number(points: dict[tuple[int, str], Any]) -> dict[tuple[int, str], Any]:
    """Numbers by seat and rule in the order of the rules, 4.3 before 4.10."""
    return dict(sorted(points.items(), key=lambda pair: (_padded(pair[0][1]), pair[0][0])))


def _padded(rule: str) -> str:
    return re.sub(r"\d+", lambda digits: digits[0].zfill(9), rule)
