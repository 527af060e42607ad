"""A chart as plain data: rows, and how Vega-Lite draws them.

Hue, the shape of a mark and the dashes of a line distinguish players, so grey paper shows them too. Texts from outside
are only in rows, titles and domains, where nothing in them is an instruction.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from kronika.core.basics.palette import DYES
from kronika.core.basics.printable import printable
from kronika.core.drawing.shapes import width_of
from kronika.core.drawing.themes import Theme, grey

Row = dict[str, Any]
Spec = dict[str, Any]

WIDE: Final = 640
"""The width of a single chart, in pixels; two charts side by side have the same width together."""
HALF: Final = 290
LABEL: Final = 11
"""The font size of labels, in pixels."""
ROOM: Final = 200
"""The width of the name of a player, in pixels."""
ROW: Final = 18
"""The height of a row of marks, in pixels."""
LARGE: Final = 60
"""The area of a mark, in square pixels."""
TINY: Final = 6
"""The area of a mark between large ones: a dot on the line."""
APART: Final = 40
"""The most large marks of a player along a wide chart."""
HUES: Final = ("blue", "yellow", "magenta", "green", "cyan", "red")
SIGNS: Final = ("circle", "square", "triangle-up", "diamond", "triangle-down", "cross")
DASHES: Final = ((1, 0), (7, 3), (2, 2), (9, 3, 2, 3), (4, 4), (12, 3))
WIDTHS: Final = (4.5, 3.4, 2.5, 1.8, 1.4, 1.1)
"""Line widths by seat; the seventh seat has the first width again. Each line is visible below the next, thinner one."""


class Chart(Struct, frozen=True):
    """Rows and the marks for them. `heads` are the columns that people read as a table, with their titles.

    `said` are lines below the title. The title is coloured if it names a colour, as a part of the score sheet may.
    """

    title: str
    rows: list[Row]
    heads: dict[str, str]
    layers: list[Spec]
    width: int = WIDE
    height: int = 200
    said: tuple[str, ...] = ()


class Group(Struct, frozen=True):
    """Charts that belong together, two side by side."""

    title: str
    charts: list[Chart]


class Plot(Struct, frozen=True):
    """The content of one file, from top to bottom; if there is none, `empty` is the reason."""

    title: str
    groups: list[Group]
    empty: str


def without_empty(groups: Sequence[Group]) -> list[Group]:
    """The groups without empty charts. A chart is empty if it has no row, or none whose values are all known."""
    kept = [replace(group, charts=[chart for chart in group.charts if _says_something(chart)]) for group in groups]
    return [group for group in kept if group.charts]


def _says_something(chart: Chart) -> bool:
    return any(None not in row.values() for row in chart.rows)


class SeatChannels(Struct, frozen=True):
    """The players of a chart and their visual channels: by seat a label, all different."""

    labels: tuple[str, ...]
    theme: Theme = "auto"

    def hue(self, seat: int) -> str:
        """The colour of a seat."""
        dye = DYES[HUES[seat % len(HUES)]].hex
        return grey(dye) if self.theme == "print" else dye

    def channels(self, *, legend: bool) -> Spec:
        """Colour and shape of the marks of each player, with a legend or without."""
        seats = range(len(self.labels))
        ranges = {
            "color": [*map(self.hue, seats)],
            "shape": [SIGNS[seat % len(SIGNS)] for seat in seats],
        }
        wide = sum(width_of(label, LABEL) + 3 * LABEL for label in self.labels)
        columns = {"columns": 2 if wide > WIDE else 0}  # 0: all in a row
        key = {"field": "side", "type": "nominal", "title": None, "legend": columns if legend else None}
        return {name: {**key, "scale": {"domain": self.labels, "range": of}} for name, of in ranges.items()}


def seat_channels(names: Sequence[str], theme: Theme = "auto") -> SeatChannels:
    """The players by their names, cut where there is no room; equal names get the number of the seat."""
    labels = [cut(name) for name in names]
    if len(set(labels)) < len(labels):
        labels = [f"{label} (seat {seat})" for seat, label in enumerate(labels)]
    return SeatChannels(tuple(labels), theme)


def cut(text: str, room: float = ROOM) -> str:
    """The text, cut to the width `room`. The library would cut it too, but by the fonts of this machine."""
    text = printable(text)
    if width_of(text, LABEL) <= room:
        return text
    while width_of(text, LABEL) > room - LABEL:
        text = text[:-1]
    return f"{text.rstrip()}…"


def rule_line(value: float) -> Spec:
    """A line across at some height."""
    return {"mark": {"type": "rule", "aria": False}, "encoding": {"y": {"datum": value}}}


WHOLE: Final = "datum.value % 1 ? '' : datum.label"
"""An expression for Vega: between whole numbers there is no label. `tickMinStep` alone leaves halves on a short
axis.
"""


def x_axis(field: str, title: str, **more: Any) -> Spec:
    """An axis of whole numbers."""
    axis = {"tickMinStep": 1, "format": "d", "labelExpr": WHOLE}
    return {"field": field, "type": "quantitative", "title": title, "axis": axis, **more}


def y_axis(field: str, title: str, numbers: Iterable[int | None] = ()) -> Spec:
    """A vertical axis for all numbers on it and 0, or for `numbers`, with room for a mark at its ends."""
    ends = [0, *(number for number in numbers if number is not None)]
    domain = {"domain": [min(ends), max(ends)]} if len(ends) > 1 else {}
    return x_axis(field, title, scale={"nice": False, "padding": 8, **domain})


def steps(who: SeatChannels, x: Spec, y: Spec, *, legend: bool = True) -> list[Spec]:
    """A step line for each player, with a mark at each change.

    Lines have no scale of their own, since the legend would then show marks in dashes.
    """
    return [*(_step(who, seat, x, y) for seat in range(len(who.labels))), *point_marks(who, x, y, legend=legend)]


def _step(who: SeatChannels, seat: int, x: Spec, y: Spec) -> Spec:
    line = {
        "type": "line",
        "interpolate": "step-after",
        "aria": False,
        "color": who.hue(seat),
        "strokeDash": DASHES[seat % len(DASHES)],
        "strokeWidth": WIDTHS[seat % len(WIDTHS)],
    }
    own = {"filter": {"field": "side", "equal": who.labels[seat]}}
    return {"mark": line, "transform": [own], "encoding": {"x": x, "y": y}}


def point_marks(who: SeatChannels, x: Spec, y: Spec, *, legend: bool = True) -> list[Spec]:
    """A mark for each row; the field `says` describes the row for readers who don't see marks.

    A row may have a smaller mark, by its field `size`.
    """
    mark = {"type": "point", "filled": False, "strokeWidth": 1.8, "opacity": 1}
    size = {"condition": {"test": "datum.size > 0", "field": "size", "type": "quantitative", "scale": None}}
    told = {"description": {"field": "says", "type": "nominal"}, "size": {**size, "value": LARGE}}
    return [{"mark": mark, "encoding": {"x": x, "y": y, **told, **who.channels(legend=legend)}}]


def thinned(rows: Sequence[Row], field: str, most: int) -> list[Row]:
    """The rows of one player. Only `most` of them, or fewer, have large marks: more would hide each other."""
    width = max((row[field] for row in rows), default=0) / most
    kept: list[Row] = []
    last = None
    for row in rows:
        near = last is not None and row[field] - last < width
        kept.append({**row, "size": TINY} if near else row)
        last = last if near else row[field]
    return kept


def bars(x: Spec, to: str, y: Spec) -> list[Spec]:
    """A bar for each row, from one field to another along x."""
    edges = {"x": x, "x2": {"field": to}, "y": y, "y2": {"datum": 0}}
    told = {"description": {"field": "says", "type": "nominal"}}
    return [{"mark": {"type": "bar", "binSpacing": 1}, "encoding": {**edges, **told}}]


def intervals(who: SeatChannels) -> list[Spec]:
    """A row for each player: a mark at its `win_rate` and a line from `low` to `high`, on an axis from 0 to 1."""
    x = {"type": "quantitative", "title": None, "scale": {"domain": [0, 1]}, "axis": {"format": ".0%", "grid": True}}
    y = {"field": "side", "type": "nominal", "title": None, "sort": who.labels}
    line = {"type": "rule", "aria": False, "strokeWidth": 2}
    span = {"x": {**x, "field": "low"}, "x2": {"field": "high"}, "y": y}
    return [{"mark": line, "encoding": span}, *point_marks(who, {**x, "field": "win_rate"}, y, legend=False)]
