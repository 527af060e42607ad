"""Marks and arrows that notes put on a picture: `[mark C5]`, `[mark C5 F7 red]`, `[arrow C5 F7 blue]`.

A place has the name that the game gives it (a cell, a site); a piece has its key, the card on it, or whatever else it
says that it is to programs. `[mark …]` may name several, `[arrow …]` names two.
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
"""The colours, green where nobody says; each with dashes of its own, so that nobody has to tell them by their hue."""
ARROW_GAP: Final = 8
"""How far before the middle of its place an arrow ends, so that it does not hide what lies there."""
HEAD: Final = 12

_POINTER: Final = re.compile(r"\[(mark|arrow)(?:\s([^\[\]]*))?\]")


class Pointer(Struct, frozen=True):
    """What a note points at, by name; `says` is how the note writes it."""

    says: str
    arrow: bool
    places: tuple[str, ...]
    colour: str


def pointers(text: str) -> Iterator[Pointer]:
    """The marks and arrows in a text, in their order."""
    for found in _POINTER.finditer(text):
        names = (found[2] or "").split()
        colour = names.pop() if len(names) > 1 and names[-1] in DASHES else "green"
        yield Pointer(found[0], found[1] == "arrow", tuple(names), colour)


def draw_pointers(picture: Picture, text: str, key: str = "note") -> tuple[Picture, list[str]]:
    """The picture with the marks and arrows of a text upon it, and what is wrong with those that can't be drawn.

    `key` begins the keys of what is drawn. No more of them are looked at than `limits.POINTERS`.
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
        raise KronikaError("a mark says where it lies, as in [mark C5] or [mark C5 F7 red].")
    boxes = [find_place(picture, name) for name in pointer.places]
    if pointer.arrow:
        return [_arrow(pointer, boxes[0], boxes[1], key)]
    named = enumerate(zip(pointer.places, boxes, strict=True))
    return [_mark(pointer.colour, name, box, f"{key}-{n}") for n, (name, box) in named]


# -- names ------------------------------------------------------------------------------------------------------


def find_place(picture: Picture, name: str) -> Box:
    """Where a name is in a picture. Raises KronikaError where nothing or more than one thing is called so."""
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
    """The place with which a title begins: `C5` of `C5, temple with treasure`."""
    return re.split("[,:]", piece.title)[0] if piece.kind else ""


# -- shapes -----------------------------------------------------------------------------------------------------


def _mark(colour: str, name: str, box: Box, key: str) -> Piece:
    x, y, w, h = box
    ground = rect(-2, -2, w + 4, h + 4, "", "ground", r=5, thick=6)
    shapes = ground + _dashed(rect(-2, -2, w + 4, h + 4, "", colour, r=5, thick=4), colour)
    return Piece(key, x, y, w, h, shapes, title=f"{colour} mark on {name}")


def _arrow(pointer: Pointer, start: Box, end: Box, key: str) -> Piece:
    """A line between two middles, on a broader one in the colour of the ground, and a head at its end."""
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
