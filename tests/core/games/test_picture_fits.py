"""What is drawn of a piece lies on it, and no word upon another: whatever the table and whoever looks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from operator import ne
from typing import NamedTuple
from xml.etree import ElementTree

import pytest
from msgspec.structs import astuple

from kronika.core.picture import Piece
from kronika.core.registry import AnyGame
from kronika.core.shapes import BOLDER, width_of
from kronika.testing.checks.pictures import drawn
from kronika.testing.playouts import Table, cases
from support.playouts import games

SLACK = 2.0
"""So far a line may reach out of its piece: half of its thickness, or a frame around what lies there."""
NARROW = 0.8
"""As wide as this part of what was estimated a text is in every font."""
HEIGHT = 0.72
"""How high letters are, of their size."""
MOVED = re.compile(r"translate\((\S+) (\S+)\)(?: scale\((\S+)\))?")


def as_far_as_possible(game: AnyGame) -> Iterator[Table]:
    """A random game for as many as can play it, and one under as many options as are tried together."""
    chosen = cases(game)
    plain = game.Options()
    yield Table(next(case for case in chosen if case.seats == game.seats[1]), 1)
    yield Table(max(chosen, key=lambda case: sum(map(ne, astuple(case.options), astuple(plain)))), 1)


TABLES = [table for game in games() for table in as_far_as_possible(game)]


class Box(NamedTuple):
    """Where something is drawn, from the corner of its piece; `text` for words."""

    left: float
    top: float
    right: float
    bottom: float
    text: str | None = None

    def overlap(self, other: Box) -> float:
        """How deep two boxes lie in each other."""
        across = min(self.right, other.right) - max(self.left, other.left)
        return min(across, min(self.bottom, other.bottom) - max(self.top, other.top))


def boxes(shapes: str) -> list[Box]:
    return list(_boxes(ElementTree.fromstring(f"<g>{shapes}</g>"), 0, 0, 1))


def _boxes(element: ElementTree.Element, x: float, y: float, times: float) -> Iterator[Box]:
    if moved := MOVED.match(element.get("transform", "")):
        x, y = x + times * float(moved[1]), y + times * float(moved[2])
        times *= float(moved[3] or 1)
    if box := _own(element):
        yield Box(x + times * box.left, y + times * box.top, x + times * box.right, y + times * box.bottom, box.text)
    for child in element:
        yield from _boxes(child, x, y, times)


def _own(element: ElementTree.Element) -> Box | None:
    def at(name: str) -> float:
        return float(element.get(name, 0))

    match element.tag:
        case "text":
            size, text = at("font-size"), element.text or ""
            wide = NARROW * width_of(text, size) * (BOLDER if element.get("font-weight") else 1)
            left = at("x") - wide * {"start": 0, "middle": 0.5, "end": 1}[element.get("text-anchor", "start")]
            return Box(left, at("y") - HEIGHT * size, left + wide, at("y"), text)
        case "rect":
            return Box(at("x"), at("y"), at("x") + at("width"), at("y") + at("height"))
        case "circle":
            return Box(at("cx") - at("r"), at("cy") - at("r"), at("cx") + at("r"), at("cy") + at("r"))
        case "polygon":
            corners = [tuple(map(float, point.split(","))) for point in element.get("points", "").split()]
            across, down = zip(*corners, strict=True)
            return Box(min(across), min(down), max(across), max(down))
    return None


def pieces(table: Table) -> Iterator[Piece]:
    """Those of a few positions, seen by the referee and by a seat; each look of a piece once."""
    seen: set[str] = set()
    for number, state in enumerate(table.some_states(4)):
        for viewer in (None, number % table.case.seats):
            for piece in drawn(table, state, viewer).pieces:
                if piece.shapes not in seen:
                    seen.add(piece.shapes)
                    yield piece


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_what_is_drawn_of_a_piece_lies_on_it(table: Table) -> None:
    for piece in pieces(table):
        for box in boxes(piece.shapes):
            over = max(-box.left, -box.top, box.right - piece.w, box.bottom - piece.h)
            assert over <= SLACK, f"{box.text or 'a shape'} of {piece.key} reaches {over:g} out of it: {box}"


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_no_words_of_a_piece_lie_upon_each_other(table: Table) -> None:
    for piece in pieces(table):
        for one, other in combinations([box for box in boxes(piece.shapes) if box.text], 2):
            assert one.overlap(other) <= SLACK, f"{one.text!r} and {other.text!r} of {piece.key}"


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_letter_that_tells_a_colour_is_bold(table: Table) -> None:
    """Who can't tell the colours reads it, on a phone too."""
    for piece in pieces(table):
        for look in re.findall(r"<text ([^>]*)>[^<]</text>", piece.shapes):
            assert "f-on-" not in look or 'font-weight="bold"' in look, f"{piece.key}: {look}"
