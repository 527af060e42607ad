"""A game as a row of pictures: each distinct piece and place once, and for every frame what is other than before.

The script of a page builds SVG from this with `createElementNS` and `textContent` alone: a piece is a tree of tags,
attributes and texts, never markup that is read again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, TypeVar
from xml.etree import ElementTree

from msgspec import Struct

from kronika.core.game import Viewer
from kronika.core.picture import Picture, Piece, draw, marked
from kronika.core.printable import printable
from kronika.core.session import Session
from kronika.core.told import seen, sheet

T = TypeVar("T")

TAGS: Final = frozenset({"g", "rect", "circle", "polygon", "path", "text"})
"""What a picture is made of; the script makes nothing else."""

Tree = list[Any]
"""`[tag, {attribute: value}, text, child, …]`."""


class Film(Struct, frozen=True):
    """The pictures of a game.

    `shapes[i]` are trees. `pieces[i]` is `[key, kind, what, shapes, title, …]`, the title in parts, each an index of
    `words`. `placed[i]` is `[piece, block, x, y]`, from the corner of the block; `corners[i]` are those of all blocks
    in some frame.

    A frame is `[corners, splice, …]`. A splice `[at, removed, inserted…]` changes the list of what was placed in the
    frame before, from its end to its beginning; the first frame changes an empty list. `records[i]` is the number, as
    the page has it, of the record that frame i shows the table after, `totals[i]` the points by seat then, null for one
    not to be known.
    """

    width: float
    height: float
    shapes: list[list[Tree]]
    words: list[str]
    pieces: list[tuple[Any, ...]]
    placed: list[tuple[int, int, float, float]]
    corners: list[tuple[tuple[float, float], ...]]
    frames: list[list[Any]]
    records: list[int]
    totals: list[list[int | None]]


def records_shown(session: Session, viewer: Viewer) -> list[int]:
    """The records that a page goes through: for the referee all, for others the events in force."""
    if viewer is None:
        return list(range(1, len(session.history) + 1))
    where = {id(entry): number for number, entry in enumerate(session.history, 1)}
    return [where[id(event)] for event in session.line.events]


def numbers_told(records: Sequence[int], viewer: Viewer) -> Sequence[int]:
    """The numbers that records have on a page: for the referee those of the log.

    For others they are counted anew: a gap would tell that something was noted, or taken back.
    """
    return records if viewer is None else range(1, len(records) + 1)


def film_of(session: Session, viewer: Viewer, records: Sequence[int], *, bottom: int | None, columns: int) -> Film:
    """The table at the start and after each of these records, as the viewer may see it, with marks on what it did."""
    numbers = [0, *records]

    @lru_cache(2)  # the last one and the next: all of them would fill the memory
    def at(number: int) -> Picture:
        view = seen(session.game, session.at(number), viewer)
        return draw(session.game, view, session.players, bottom=bottom, columns=columns)

    found = _Found()
    shown: list[int] = []
    frames = []
    width = height = 0.0
    for number in numbers:
        picture = marked(at(number - 1), at(number)) if number else at(0)
        width, height = max(width, picture.width), max(height, picture.height)
        now = [found.place(piece, picture) for piece in picture.pieces]
        frames.append([_index(found.corners, picture.corners), *splices(shown, now)])
        shown = now
    return Film(
        width,
        height,
        list(map(trees, found.shapes)),
        list(found.words),
        list(found.pieces),
        list(found.placed),
        list(found.corners),
        frames,
        [0, *numbers_told(records, viewer)],
        [list(sheet(session.game, session.at(number), viewer).totals) for number in numbers],
    )


class _Found:
    """What has been met in the pictures of a film so far, by its number."""

    def __init__(self) -> None:
        self.shapes: dict[str, int] = {}
        self.words: dict[str, int] = {}
        self.pieces: dict[tuple[Any, ...], int] = {}
        self.placed: dict[tuple[int, int, float, float], int] = {}
        self.corners: dict[tuple[tuple[float, float], ...], int] = {}
        self._met: dict[tuple[Any, ...], int] = {}

    def place(self, piece: Piece, picture: Picture) -> int:
        """The number of a piece where it stands in its block."""
        x, y = picture.corners[piece.block]
        place = (piece.block, _short(piece.x - x), _short(piece.y - y))
        piece_there = (piece.key, piece.kind, piece.what, piece.shapes, piece.title, *place)
        found = self._met.get(piece_there)
        if found is None:
            found = _index(self.placed, (self._piece(piece), *place))
            self._met[piece_there] = found
        return found

    def _piece(self, piece: Piece) -> int:
        """The number of a piece, wherever it stands."""
        where, colon, rest = printable(piece.title).partition(": ")  # what is printed on a card is the same everywhere
        title = (_index(self.words, part) for part in (f"{where}{colon}", rest) if part)
        content = (piece.key, piece.kind, piece.what, _index(self.shapes, piece.shapes), *title)
        return _index(self.pieces, content)


def _index(table: dict[T, int], thing: T) -> int:
    return table.setdefault(thing, len(table))


def _short(number: float) -> float:
    """A number as JSON writes it in few letters: a hundredth of a unit is not seen."""
    short = round(number, 2)
    return int(short) if short == int(short) else short


def trees(shapes: str) -> list[Tree]:
    """The shapes of a piece as plain data."""
    return list(map(tree, ElementTree.fromstring(f"<g>{shapes}</g>")))


def tree(element: ElementTree.Element) -> Tree:
    """A shape as plain data. Raises ValueError for a tag that pictures do not have."""
    if element.tag not in TAGS:
        raise ValueError(f"a picture has no <{element.tag}>")
    return [element.tag, dict(element.attrib), element.text or "", *map(tree, element)]


def splices(old: Sequence[int], new: Sequence[int]) -> Iterator[list[int]]:
    """What makes the new list out of the old one, from its end to its beginning; common parts in order stay."""
    runs = []
    at = begin = 0
    kept = set(old) & set(new)
    for place, piece in enumerate(old):
        if piece not in kept:
            continue
        try:
            found = new.index(piece, begin)
        except ValueError:  # it stands in another order now
            continue
        if place > at or found > begin:
            runs.append([at, place - at, *new[begin:found]])
        at, begin = place + 1, found + 1
    if at < len(old) or begin < len(new):
        runs.append([at, len(old) - at, *new[begin:]])
    yield from reversed(runs)
