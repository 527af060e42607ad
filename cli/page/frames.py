"""A game as a sequence of pictures: each distinct piece and place is stored once, and each frame has its changes only.

The script of a page builds SVG from this with `createElementNS` and `textContent` alone. A piece is a tree of tags,
attributes and texts, and never markup that is parsed again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final
from xml.etree import ElementTree

from msgspec import Struct

from kronika.cli.page.changes import index_of, splices
from kronika.cli.page.points import Points, frame_points
from kronika.cli.page.positions import Positions, positions_of
from kronika.core.basics.printable import printable
from kronika.core.contract.blocks import Piece
from kronika.core.contract.game import Viewer
from kronika.core.drawing.picture import Picture, draw, mark_changes
from kronika.core.sessions.session import Session

TAGS: Final = frozenset({"g", "rect", "circle", "polygon", "path", "text"})
"""The elements that a picture may have. The script makes no others."""

_PARTS: Final = re.compile("(?<=[:,;] )")
"""Splits a title into parts. Most parts also occur in other titles: the owner of a kingdom, the text of a card."""

Tree = list[Any]
"""A shape as plain data: `[tag, {attribute: value}, text, child, …]`."""


class GameFrames(Struct, frozen=True):
    """A game of a page, and the records after which its frames show the table; 0 is the start."""

    session: Session
    numbers: Sequence[int]


class FrameSet(Struct, frozen=True):
    """The pictures of a game, or of two that are shown side by side.

    `shapes[i]` are trees. `pieces[i]` is `[key, kind, what, shapes, title, …]`, with the title in parts, each an index
    of `words`. `placed[i]` is `[piece, block, x, y]`, from the corner of the block; `corners[i]` are those of all
    blocks in some frame.

    A frame has for each game `[corners, splice, …]`. A splice `[at, removed, inserted…]` changes the list of placed
    pieces of the frame before, from its end to its beginning; the first frame changes an empty list. Among the inserted
    numbers, -n means the n numbers that follow the one before it.

    `records[i]` is the number, as on the page, of the record after which frame i shows the table. `before[i]` is the
    frame that it follows in the game. `end` is the frame of the current state, and `opens` the frame shown first.
    """

    width: float
    height: float
    shapes: list[list[Tree]]
    words: list[str]
    pieces: list[tuple[Any, ...]]
    placed: list[tuple[int, int, float, float]]
    corners: list[tuple[tuple[float, float], ...]]
    frames: list[list[list[Any]]]
    records: list[int]
    before: list[int]
    end: int
    opens: int
    points: Points
    positions: Positions | None


class FrameOrder(Struct, frozen=True):
    """The order of the frames of a page: see the four fields of the same names in `FrameSet`."""

    records: list[int]
    before: list[int]
    end: int
    opens: int


def straight_order(frames: int, opens: int | None = None) -> FrameOrder:
    """The order of `frames` frames in a row, numbered from 0. It opens with `opens`, or with the last frame."""
    return FrameOrder([*range(frames)], [0, *range(frames - 1)], frames - 1, frames - 1 if opens is None else opens)


def frames_of(
    reels: Sequence[GameFrames], viewer: Viewer, order: FrameOrder, *, bottom: int | None, columns: int
) -> FrameSet:
    """The tables at the start and after each record, as the viewer may see them, with marks on the changes by the
    record.
    """
    found = _FrameTables()
    boards = [_Board(reel.session, viewer, found, bottom, columns) for reel in reels]
    rows = zip(*(reel.numbers for reel in reels), strict=True)
    frames = [[board.frame(number) for board, number in zip(boards, row, strict=True)] for row in rows]
    return FrameSet(
        max(board.width for board in boards),
        max(board.height for board in boards),
        list(map(shape_trees, found.shapes)),
        list(found.words),
        list(found.pieces),
        list(found.placed),
        list(found.corners),
        frames,
        order.records,
        order.before,
        order.end,
        order.opens,
        frame_points([(reel.session, reel.numbers) for reel in reels], viewer, main_path(order)),
        positions_of(reels[0].session, reels[0].numbers) if viewer is None and len(reels) == 1 else None,
    )


def main_path(order: FrameOrder | FrameSet) -> list[int]:
    """The frames from the start to the current state of the game."""
    frames = [order.end]
    while frames[-1]:
        frames.append(order.before[frames[-1]])
    return frames[::-1]


class _Board:
    """A game while its pictures are drawn, one after another."""

    def __init__(self, session: Session, viewer: Viewer, found: _FrameTables, bottom: int | None, columns: int) -> None:
        self.width = self.height = 0.0
        self._found = found
        self._shown: list[int] = []

        @lru_cache(2)  # the last one and the next: all of them would fill the memory
        def at(number: int) -> Picture:
            view = session.look(session.at(number), viewer)
            return draw(session.game, view, session.players, bottom=bottom, columns=columns)

        self._at = at

    def frame(self, number: int) -> list[Any]:
        """The changes from the frame before; see `FrameSet`."""
        picture = mark_changes(self._at(number - 1), self._at(number)) if number else self._at(0)
        self.width, self.height = max(self.width, picture.width), max(self.height, picture.height)
        now = [self._found.place(piece, picture) for piece in picture.pieces]
        changes = splices(self._shown, now)
        self._shown = now
        return [index_of(self._found.corners, picture.corners), *changes]


class _FrameTables:
    """The things in the frames so far, with their numbers."""

    def __init__(self) -> None:
        self.shapes: dict[str, int] = {}
        self.words: dict[str, int] = {}
        self.pieces: dict[tuple[Any, ...], int] = {}
        self.placed: dict[tuple[int, int, float, float], int] = {}
        self.corners: dict[tuple[tuple[float, float], ...], int] = {}
        self._met: dict[tuple[Any, ...], int] = {}

    def place(self, piece: Piece, picture: Picture) -> int:
        """The number of a piece at its place in its block."""
        x, y = picture.corners[piece.block]
        x, y = piece.x - x, piece.y - y
        there = (piece.block, x, y, piece.key, piece.kind, piece.what, piece.title, piece.shapes)
        found = self._met.get(there)
        if found is None:  # seldom: a table changes little
            found = index_of(self.placed, (self._piece(piece), piece.block, _short_number(x), _short_number(y)))
            self._met[there] = found
        return found

    def _piece(self, piece: Piece) -> int:
        """The number of a piece, independent of its place."""
        title = (index_of(self.words, part) for part in _PARTS.split(printable(piece.title)) if part)
        content = (piece.key, piece.kind, piece.what, index_of(self.shapes, piece.shapes), *title)
        return index_of(self.pieces, content)


def _short_number(number: float) -> float:
    """A number in few characters of JSON; it is rounded to a hundredth of a unit, which nobody sees."""
    short = round(number, 2)
    return int(short) if short == int(short) else short


def shape_trees(shapes: str) -> list[Tree]:
    """The shapes of a piece as plain data."""
    return list(map(shape_tree, ElementTree.fromstring(f"<g>{shapes}</g>")))


def shape_tree(element: ElementTree.Element) -> Tree:
    """A shape as plain data. Raises ValueError for a tag that pictures do not have."""
    if element.tag not in TAGS:
        raise ValueError(f"a picture has no <{element.tag}>")
    return [element.tag, dict(element.attrib), element.text or "", *map(shape_tree, element)]
