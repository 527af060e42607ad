"""A game as a row of pictures: each distinct piece once, and for every frame what is other than in the one before.

The script of a page builds SVG from this with `createElementNS` and `textContent` alone: a piece is a tree of tags,
attributes and texts, never markup that is read again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final
from xml.etree import ElementTree

from msgspec import Struct

from kronika.core.game import Viewer
from kronika.core.picture import Picture, draw, marked
from kronika.core.picture import markup as markup_of
from kronika.core.session import Session
from kronika.core.told import seen, sheet

TAGS: Final = frozenset({"g", "title", "rect", "circle", "polygon", "path", "text"})
"""What a picture is made of; the script makes nothing else."""

Tree = list[Any]
"""`[tag, {attribute: value}, text, child, …]`."""


class Film(Struct, frozen=True):
    """The pictures of a game. `pieces[i]` is a tree; `frames` are splices.

    A frame is a row of `[at, removed, inserted…]`, from the last to the first, each of which changes the list of pieces
    of the frame before; the first changes an empty list. `records[i]` is the number of the record that frame i shows
    the table after, `totals[i]` the points by seat then, null for one not to be known.
    """

    width: float
    height: float
    pieces: list[Tree]
    frames: list[list[list[int]]]
    records: list[int]
    totals: list[list[int | None]]


def records_shown(session: Session, viewer: Viewer) -> list[int]:
    """The records that a page goes through: for the referee all, for others the events in force."""
    if viewer is None:
        return list(range(1, len(session.history) + 1))
    where = {id(entry): number for number, entry in enumerate(session.history, 1)}
    return [where[id(event)] for event in session.line.events]


def film_of(session: Session, viewer: Viewer, records: Sequence[int], *, bottom: int | None, columns: int) -> Film:
    """The table at the start and after each of these records, as the viewer may see it, with marks on what it did."""
    numbers = [0, *records]
    drawn: dict[int, Picture] = {}

    def at(number: int) -> Picture:
        if number not in drawn:
            view = seen(session.game, session.at(number), viewer)
            drawn[number] = draw(session.game, view, session.players, bottom=bottom, columns=columns)
        return drawn[number]

    known: dict[str, int] = {}
    shown: list[int] = []
    frames = []
    for number in numbers:
        picture = marked(at(number - 1), at(number)) if number else at(0)
        now = [known.setdefault(markup_of(piece), len(known)) for piece in picture.pieces]
        frames.append(list(splices(shown, now)))
        shown = now
    return Film(
        max(at(number).width for number in numbers),
        max(at(number).height for number in numbers),
        [tree(ElementTree.fromstring(text)) for text in known],
        frames,
        numbers,
        [list(sheet(session.game, session.at(number), viewer).totals) for number in numbers],
    )


def tree(element: ElementTree.Element) -> Tree:
    """A piece's SVG as plain data. Raises ValueError for a tag that pictures do not have."""
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
