"""Where the words and shapes of a piece are drawn, read from its SVG, in positions of every game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from operator import ne
from typing import NamedTuple
from xml.etree import ElementTree

from msgspec.structs import astuple

from kronika.core.contract.blocks import Piece
from kronika.core.contract.registry import AnyGame
from kronika.core.drawing.picture import Picture
from kronika.core.drawing.shapes import BOLDER, width_of
from kronika.testing.checks.pictures import drawn
from kronika.testing.playouts import Table, cases
from support.playouts import games

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
    """Where something is drawn, from the corner of its piece; `text` for words, which may be `centred` on a place."""

    left: float
    top: float
    right: float
    bottom: float
    text: str | None = None
    centred: bool = False

    def area(self) -> float:
        """How large it is, in squares of a unit."""
        return (self.right - self.left) * (self.bottom - self.top)

    def moved(self, x: float, y: float) -> Box:
        """The same, so far to the right and down."""
        return self._replace(left=self.left + x, top=self.top + y, right=self.right + x, bottom=self.bottom + y)

    def within(self, other: Box) -> bool:
        """Does it lie on the other one?"""
        across = other.left <= self.left and self.right <= other.right
        return across and other.top <= self.top and self.bottom <= other.bottom

    def fits(self, other: Box) -> bool:
        """Is it about as wide and as high as the other one?"""
        across = (self.right - self.left) / (other.right - other.left)
        down = (self.bottom - self.top) / (other.bottom - other.top)
        return 0.75 < min(across, down) <= max(across, down) < 1.06

    def from_middle(self, other: Box) -> tuple[float, float]:
        """How far its middle lies from that of another one, to the right and down."""
        return (
            (self.left + self.right - other.left - other.right) / 2,
            (self.top + self.bottom - other.top - other.bottom) / 2,
        )

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
        corners = (x + times * box.left, y + times * box.top, x + times * box.right, y + times * box.bottom)
        yield Box(*corners, box.text, box.centred)
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
            centred = element.get("text-anchor") == "middle"
            return Box(left, at("y") - HEIGHT * size, left + wide, at("y"), text, centred)
        case "rect":
            return Box(at("x"), at("y"), at("x") + at("width"), at("y") + at("height"))
        case "circle":
            return Box(at("cx") - at("r"), at("cy") - at("r"), at("cx") + at("r"), at("cy") + at("r"))
        case "polygon":
            corners = [tuple(map(float, point.split(","))) for point in element.get("points", "").split()]
            across, down = zip(*corners, strict=True)
            return Box(min(across), min(down), max(across), max(down))
    return None


@cache
def pictures(table: Table) -> list[Picture]:
    """Some of a game, seen by the referee and by a seat: those that show something of a kind no other has shown."""
    found, shown = list[Picture](), set[str]()
    for number, state in enumerate(table.some_states(60)):
        for viewer in (None, number % table.case.seats):
            picture = drawn(table, state, viewer)
            kinds = {re.sub(r"\d+", "", piece.key) for piece in picture.pieces}
            if not kinds <= shown or number % 15 == 0:
                found.append(picture)
                shown |= kinds
    return found


def pieces(table: Table) -> Iterator[Piece]:
    """Those of its pictures; each look of a piece once."""
    seen: set[str] = set()
    for picture in pictures(table):
        for piece in picture.pieces:
            if piece.shapes not in seen:
                seen.add(piece.shapes)
                yield piece
