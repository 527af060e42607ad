"""A game as a sequence of tables: each distinct piece and place is stored once, and each frame has its changes only.

The script of a page builds SVG from this with `createElementNS` and `textContent` alone. A piece is a tree of tags,
attributes and texts, and never markup that is parsed again. It also lays out the blocks, for the size of the window.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Any, Final
from xml.etree import ElementTree

from msgspec import Struct
from msgspec.structs import replace

from kronika.cli.page.arrows import Spot, Spots, arrow_between, is_named
from kronika.cli.page.changes import index_of, splices
from kronika.cli.page.points import Points, frame_points
from kronika.cli.page.positions import Positions, positions_of
from kronika.core.basics import limits
from kronika.core.basics.errors import KronikaError
from kronika.core.basics.printable import printable
from kronika.core.basics.text import join_words
from kronika.core.contract.blocks import Box, Piece, Role
from kronika.core.contract.game import Viewer
from kronika.core.contract.view import View
from kronika.core.drawing.picture import Picture, draw
from kronika.core.drawing.pointers import draw_pointers, find_place, pointers
from kronika.core.sessions.events import Event
from kronika.core.sessions.notes import placed_notes
from kronika.core.sessions.session import Session

TAGS: Final = frozenset({"g", "rect", "circle", "polygon", "path", "text"})
"""The elements that a picture may have. The script makes no others."""

_PARTS: Final = re.compile("(?<=[:,;] )")
"""Splits a title into parts. Most parts also occur in other titles: the owner of a kingdom, the text of a card."""

_BlockName = tuple[Role, int | None, int]

_ENOUGH: Final = {"hand": 0.8, "area": 0.9, "board": 0.95}

Tree = list[Any]
"""A shape as plain data: `[tag, {attribute: value}, text, child, …]`."""


class GameFrames(Struct, frozen=True):
    """A game of a page, and the records after which its frames show the table; 0 is the start."""

    session: Session
    numbers: Sequence[int]


class FrameSet(Struct, frozen=True):
    """The tables of a game, or of two that are shown side by side.

    `shapes[i]` are trees. `pieces[i]` is `[key, kind, what, shapes, w, h, zone, title, …]`, with the zone and the parts
    of the title as indexes of `words`. `placed[i]` is `[piece, block, x, y]`, from the corner of the block.

    `blocks[i]` is `[role, seat, n]`, the n-th block of its role and seat. `heights` are, for each game, the height
    that is kept for each block; 0 if it has no such block. `columns` is the number of columns, 0 for as many
    as fit. `bottom` is the seat whose blocks stay open when there is no room for all.

    A frame has for each game `[splice, …]`. A splice `[at, removed, inserted…]` changes the list of placed pieces of
    the frame before, from its end to its beginning; the first frame changes an empty list. Among the inserted numbers,
    -n means the n numbers that follow the one before it.

    `records[i]` is the number, as on the page, of the record after which frame i shows the table. `before[i]` is the
    frame that it follows in the game. `end` is the frame of the current state, and `opens` the frame shown first.
    `decided` are the frames of decisions by players; the others show what chance or the referee did. `next[i]` says
    what is due in frame i, and by whom, as an index of `words`.

    `best` are `[frame, from, to]`: the decision before the frame was not the best one that an analysis found, which
    would have brought a piece from one place to another. A place is `[block, x, y, w, h]`; `from` may be null.
    """

    shapes: list[list[Tree]]
    words: list[str]
    pieces: list[tuple[Any, ...]]
    placed: list[tuple[int, int, float, float]]
    blocks: list[_BlockName]
    heights: list[list[float]]
    columns: int
    bottom: int | None
    frames: list[list[list[Any]]]
    records: list[int]
    before: list[int]
    end: int
    opens: int
    decided: list[int]
    next: list[int]
    best: list[tuple[int, Spot | None, Spot]]
    points: Points
    positions: Positions | None


class FrameOrder(Struct, frozen=True):
    """The order of the frames of a page: see the four fields of the same names in `FrameSet`."""

    records: list[int]
    before: list[int]
    end: int
    opens: int


def straight_order(frames: int, opens: int = 0) -> FrameOrder:
    """The order of `frames` frames in a row, numbered from 0. It opens with `opens`."""
    return FrameOrder([*range(frames)], [0, *range(frames - 1)], frames - 1, opens)


def frames_of(
    reels: Sequence[GameFrames],
    viewer: Viewer,
    order: FrameOrder,
    *,
    bottom: int | None,
    columns: int = 0,
    best: Mapping[int, str] = MappingProxyType({}),
) -> FrameSet:
    """The tables at the start and after each record, as the viewer may see them.

    `best` are the best moves of an analysis by the frames after which they could have been made, in the first game.
    """
    found = _FrameTables()
    boards = [_Board(reel.session, viewer, found, bottom) for reel in reels]
    rows = zip(*(reel.numbers for reel in reels), strict=True)
    frames, due = [], []
    for row in rows:
        frames.append([board.frame(number) for board, number in zip(boards, row, strict=True)])
        due.append(index_of(found.words, " / ".join(dict.fromkeys(board.due for board in boards))))
    arrows = [
        (frame, *arrow) for frame, move in best.items() if (arrow := boards[0].arrow(reels[0].numbers[frame], move))
    ]
    return FrameSet(
        list(map(shape_trees, found.shapes)),
        list(found.words),
        list(found.pieces),
        list(found.placed),
        list(found.blocks),
        [[board.height_of(block) for block in range(len(found.blocks))] for board in boards],
        columns,
        bottom,
        frames,
        order.records,
        order.before,
        order.end,
        order.opens,
        [
            frame
            for frame, row in enumerate(zip(*(reel.numbers for reel in reels), strict=True))
            if _decides(reels, row)
        ],
        due,
        arrows,
        frame_points([(reel.session, reel.numbers) for reel in reels], viewer, main_path(order)),
        positions_of(reels[0].session, reels[0].numbers) if viewer is None and len(reels) == 1 else None,
    )


def main_path(order: FrameOrder | FrameSet) -> list[int]:
    """The frames from the start to the current state of the game."""
    frames = [order.end]
    while frames[-1]:
        frames.append(order.before[frames[-1]])
    return frames[::-1]


def _decides(reels: Sequence[GameFrames], numbers: Sequence[int]) -> bool:
    """True if a player decides by one of these records, one of each game."""
    entries = [reel.session.history[number - 1] for reel, number in zip(reels, numbers, strict=True) if number]
    return any(isinstance(entry, Event) and entry.by >= 0 for entry in entries)


class _Board:
    """A game while its tables are drawn, one after another; `due` says what is due at the last one, and by whom."""

    def __init__(self, session: Session, viewer: Viewer, found: _FrameTables, bottom: int | None) -> None:
        self.due = ""
        self._heights: dict[int, list[float]] = {}
        self._session, self._viewer, self._found, self._bottom = session, viewer, found, bottom
        self._shown: list[int] = []
        self._notes: dict[int, list[str]] = {}
        for one in placed_notes(session) if viewer is None else ():
            self._notes.setdefault(one.on, []).append(one.note.text)

    def frame(self, number: int) -> list[list[int]]:
        """The changes from the frame before; see `FrameSet`."""
        session = self._session
        view = session.look(session.at(number), self._viewer)
        self.due = _due(view, session.players)
        picture = with_pointers(
            draw(session.game, view, session.players, bottom=self._bottom), self._notes.get(number, ())
        )
        blocks = self._found.blocks_of(picture)
        for block, height in zip(blocks, picture.heights, strict=True):
            self._heights.setdefault(block, []).append(_short_number(height))
        now = [self._found.place(piece, picture, blocks[piece.block]) for piece in picture.pieces]
        changes = splices(self._shown, now)
        self._shown = now
        return list(changes)

    def arrow(self, number: int, move: str) -> tuple[Spot | None, Spot] | None:
        """From where to where a move instead of record `number` brings a piece; None if nobody could see it."""
        session, event, before = self._session, self._session.history[number - 1], self._session.at(number - 1)
        if not isinstance(event, Event):
            return None
        try:
            do = session.game.parse(before, event.by, move, session.players)
            session.game.check(before, event.by, do)
        except KronikaError:
            return None
        after, _ = session.game.apply(before, event.by, do)
        old, new, played = map(self._spots, (before, after, session.at(number)))
        own = {key: one for key, one in new.items() if key not in played or played[key][1] != one[1]}
        words = frozenset(re.split("[ >]", move))
        if self._viewer is not None:  # another piece might be shown by the move, and not known in the game as it was
            own = {key: one for key, one in own.items() if is_named(one[0], words)}
        return arrow_between(old, own, words)

    def _spots(self, state: Any) -> Spots:
        """The pieces on a table that are not background, with their places, by their keys."""
        view = self._session.look(state, self._viewer)
        picture = draw(self._session.game, view, self._session.players, bottom=self._bottom)
        blocks = self._found.blocks_of(picture)
        found = {}
        for piece in picture.pieces:
            if piece.kind and not piece.key.startswith("head"):
                left, top = picture.corners[piece.block]
                x, y, w, h = map(_short_number, (piece.x - left, piece.y - top, piece.w, piece.h))
                found[piece.key] = (piece, (blocks[piece.block], x, y, w, h))
        return found

    def height_of(self, block: int) -> float:
        """The height to keep for a block, enough in the share of its frames that `_ENOUGH` has for its role. In the
        others, in which it is unusually large, it is drawn smaller.
        """
        heights = sorted(self._heights.get(block, [0]))
        role, *_ = [*self._found.blocks][block]
        return heights[int((len(heights) - 1) * _ENOUGH.get(role, 1))]


def _due(view: View, names: Sequence[str]) -> str:
    """The players who may act, and the step that is due."""
    seats = [seat for seat in view.actors if seat >= 0]
    who = f"{join_words([names[seat] for seat in seats])}: " if seats else ""
    return printable(f"{who}{view.due}")


def with_pointers(picture: Picture, notes: Iterable[str]) -> Picture:
    """A picture with the marks and arrows of these notes; one between two blocks has no place, since blocks move."""
    drawn: list[Piece] = []
    for number, pointer in enumerate(one for note in notes for one in pointers(note)):
        if number == limits.POINTERS:
            break
        with suppress(KronikaError):  # `kronika picture` says why one is not drawn
            blocks = {_block_at(picture, find_place(picture, place)) for place in pointer.places}
            marked, _ = draw_pointers(picture, pointer.says, f"note-{number}")
            if len(blocks) == 1:
                drawn += [replace(piece, block=min(blocks)) for piece in marked.pieces[len(picture.pieces) :]]
    return replace(picture, pieces=(*picture.pieces, *drawn))


def _block_at(picture: Picture, box: Box) -> int:
    """The block in which a rectangle begins: of those above its lower edge the last one."""
    return max(block for block, (_, top) in enumerate(picture.corners) if top <= box[1] + box[3] / 2)


class _FrameTables:
    """The things in the frames so far, with their numbers."""

    def __init__(self) -> None:
        self.shapes: dict[str, int] = {}
        self.words: dict[str, int] = {}
        self.pieces: dict[tuple[Any, ...], int] = {}
        self.placed: dict[tuple[int, int, float, float], int] = {}
        self.blocks: dict[_BlockName, int] = {}
        self._met: dict[tuple[Any, ...], int] = {}

    def blocks_of(self, picture: Picture) -> list[int]:
        """The number of each block of a picture."""
        names: list[_BlockName] = []
        for role, seat in zip(picture.roles, picture.seats, strict=True):
            names.append((role, seat, sum(name[:2] == (role, seat) for name in names)))
        return [index_of(self.blocks, name) for name in names]

    def place(self, piece: Piece, picture: Picture, block: int) -> int:
        """The number of a piece at its place in its block."""
        x, y = picture.corners[piece.block]
        x, y = piece.x - x, piece.y - y
        there = (
            block,
            x,
            y,
            piece.key,
            piece.kind,
            piece.what,
            piece.title,
            piece.shapes,
            piece.zone,
            piece.w,
            piece.h,
        )
        found = self._met.get(there)
        if found is None:  # seldom: a table changes little
            found = index_of(self.placed, (self._piece(piece), block, _short_number(x), _short_number(y)))
            self._met[there] = found
        return found

    def _piece(self, piece: Piece) -> int:
        """The number of a piece, independent of its place."""
        title = (index_of(self.words, part) for part in _PARTS.split(printable(piece.title)) if part)
        size = (_short_number(piece.w), _short_number(piece.h), index_of(self.words, piece.zone))
        content = (piece.key, piece.kind, piece.what, index_of(self.shapes, piece.shapes), *size, *title)
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
