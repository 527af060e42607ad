"""Marks and arrows on a picture, which notes contain as `[mark C5]`, `[mark C5 F7 red]` or `[arrow C5 F7 blue]`.

`[mark …]` names one or more places or pieces, `[arrow …]` two. Places have the names that the game gives them, such as
cells and sites. A piece is named by its key, its card, its `what`, or the first words of its title; see `Piece`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import hypot
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from kronika.core.basics import limits
from kronika.core.basics.errors import KronikaError
from kronika.core.basics.text import join_words, quoted, suggestion
from kronika.core.contract.blocks import Box, Piece
from kronika.core.drawing.picture import Picture
from kronika.core.drawing.shapes import path, rect

DASHES: Final = {"green": "", "red": "9 4", "yellow": "9 3 2 3", "blue": "3 3"}
"""The colours, each with its own dash pattern, so that they differ not only by hue. Green is the default."""
ARROW_GAP: Final = 8
"""The distance from the tip of an arrow to the centre of its goal, in units, so that it hides nothing there."""
HEAD: Final = 12
"""The length and width of the head of an arrow, in units."""

_POINTER: Final = re.compile(r"\[(mark|arrow)(?:\s([^\[\]]*))?\]")


class Pointer(Struct, frozen=True):
    """A mark or an arrow in a note: `says` is its text there, `places` are the names in it."""

    says: str
    arrow: bool
    places: tuple[str, ...]
    colour: str


def pointers(text: str) -> Iterator[Pointer]:
    """Yield the marks and arrows in a text in their order."""
    for found in _POINTER.finditer(text):
        names = (found[2] or "").split()
        colour = names.pop() if len(names) > 1 and names[-1] in DASHES else "green"
        yield Pointer(found[0], found[1] == "arrow", tuple(names), colour)


def draw_pointers(picture: Picture, text: str, key: str = "note") -> tuple[Picture, list[str]]:
    """Draw the marks and arrows of a text on a picture.

    Returns the new picture, and a sentence about each that can't be drawn. Only the first `limits.POINTERS` are drawn.
    `key` is the prefix of the keys of the new pieces.
    """
    drawn: list[Piece] = []
    faults = []
    for number, pointer in enumerate(pointers(text)):
        if number == limits.POINTERS:
            faults.append(f"only the first {number} marks and arrows are drawn.")
            break
        try:
            drawn.extend(_drawn(pointer, picture, f"{key}-{number}"))
        except KronikaError as error:
            faults.append(f"{quoted(pointer.says)} is not drawn: {error}")
    return replace(picture, pieces=(*picture.pieces, *drawn)), faults


def _drawn(pointer: Pointer, picture: Picture, key: str) -> list[Piece]:
    if pointer.arrow and len(pointer.places) != 2:
        raise KronikaError("an arrow goes from one place to another, as in [arrow C5 F7] or [arrow C5 F7 red].")
    if not pointer.places:
        raise KronikaError("a mark names a place, as in [mark C5] or [mark C5 F7 red].")
    boxes = [find_place(picture, name) for name in pointer.places]
    if pointer.arrow:
        return [_arrow(pointer, boxes[0], boxes[1], key)]
    named = enumerate(zip(pointer.places, boxes, strict=True))
    return [_mark(pointer.colour, name, box, f"{key}-{n}") for n, (name, box) in named]


# -- names ------------------------------------------------------------------------------------------------------


def find_place(picture: Picture, name: str) -> Box:
    """Find the rectangle of a place or piece by name, ignoring case.

    Raises KronikaError if nothing in the picture has this name, or more than one piece.
    """
    wanted = name.casefold()
    if boxes := [box for called, box in picture.places.items() if called.casefold() == wanted]:
        return boxes[0]
    for called in (_by_key, _by_card, _what, _title_head):
        found = [piece for piece in picture.pieces if called(piece).casefold() == wanted]
        if len(found) > 1:
            keys = join_words([piece.key for piece in found[:4]], "or")
            raise KronikaError(f"{quoted(name)} can be {keys}{' and more' if len(found) > 4 else ''}.")
        if found:
            return found[0].x, found[0].y, found[0].w, found[0].h
    known = [*picture.places, *(piece.key for piece in picture.pieces if piece.kind)]
    raise KronikaError(f"nothing in the picture is called {quoted(name)}.{suggestion(name, known)}")


def _by_key(piece: Piece) -> str:
    return piece.key


def _by_card(piece: Piece) -> str:
    return piece.what if piece.kind == "card" else ""


def _what(piece: Piece) -> str:
    return piece.what


def _title_head(piece: Piece) -> str:
    """The place that a piece's title begins with: `C5` for `C5, temple with treasure`."""
    return re.split("[,:]", piece.title)[0] if piece.kind else ""


# -- shapes -----------------------------------------------------------------------------------------------------


def _mark(colour: str, name: str, box: Box, key: str) -> Piece:
    x, y, w, h = box
    ground = rect(-2, -2, w + 4, h + 4, "", "ground", r=5, thick=6)
    shapes = ground + _dashed(rect(-2, -2, w + 4, h + 4, "", colour, r=5, thick=4), colour)
    return Piece(key, x, y, w, h, shapes, title=f"{colour} mark on {name}")


def _arrow(pointer: Pointer, start: Box, end: Box, key: str) -> Piece:
    """A line from centre to centre with a head at its end, above a broader outline in the background colour."""
    x, y = _middle(start)
    dx, dy = (to - begin for to, begin in zip(_middle(end), (x, y), strict=True))
    length = hypot(dx, dy)
    if not length:
        raise KronikaError("an arrow goes from one place to another one.")
    east, south = dx / length, dy / length
    tip = max(length - ARROW_GAP, length / 2)
    neck = max(tip - HEAD, 0.0)
    line = f"M0 0L{east * neck:.1f} {south * neck:.1f}"
    wings = [(east * neck - side * south * HEAD / 2, south * neck + side * east * HEAD / 2) for side in (1, -1)]
    corners = "L".join(f"{a:.1f} {b:.1f}" for a, b in (wings[0], (east * tip, south * tip), wings[1]))
    colour, head = pointer.colour, f"M{corners}Z"
    shapes = path(line + head, "", "ground", thick=8) + _dashed(path(line, "", colour, thick=4), colour)
    says = f"{colour} arrow from {pointer.places[0]} to {pointer.places[1]}"
    return Piece(key, x, y, abs(dx), abs(dy), shapes + path(head, colour), title=says)


def _middle(box: Box) -> tuple[float, float]:
    x, y, w, h = box
    return x + w / 2, y + h / 2


def _dashed(shape: str, colour: str) -> str:
    dashes = DASHES[colour]
    return f'{shape.removesuffix("/>")} stroke-dasharray="{dashes}"/>' if dashes else shape
