"""Blocks of named pieces, which a game draws. `core.drawing` lays them out to a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from msgspec import Struct

WIDTH: Final = 480
"""The width of a block in units of a picture. On a phone of 400 pixels, a letter of 13 units is 11 pixels high."""

Box = tuple[float, float, float, float]
"""A rectangle in a picture, in units: x and y of its upper left corner, width, height."""


class Piece(Struct, frozen=True):
    """A thing on the table, drawn as SVG.

    `x`, `y` is the position of its origin in its block, `w`, `h` its size. `shapes` is its SVG, relative to the origin.
    `key` is unique in a picture: a letter, then letters, digits and `_.-`. The same thing or place keeps its key in the
    next picture. `kind` and `what` identify the thing for programs (`card`, `17`; `?` if it is hidden), `title` for
    people who can't see the picture. A piece without a kind is background: a table, a river, an empty place. `zone` is
    the zone in which it lies; within a zone, a change of position doesn't count as a move: cards in a hand close up.
    """

    key: str
    x: float
    y: float
    w: float
    h: float
    shapes: str
    kind: str = ""
    what: str = ""
    title: str = ""
    zone: str = ""
    block: int = 0
    """The number of its block in a picture, from 0; set by the layout."""


Role = Literal["board", "area", "hand", "rest"]
"""The role of a block: the common board, a player's area, a player's hand, or the rest.

The rest is what nobody needs to look at during a game: decks, discards, the box. It comes last, and pages fold it.
"""


class Block(Struct, frozen=True):
    """A part of the table, `WIDTH` units wide: of one seat, or common if `seat` is None.

    The layout draws its heading: `title`, or for a player's area the name and points. `places` are the places that
    have names, such as cells of a board and sites; notes can point at them. `role` is "area" for a seat and "board"
    otherwise, unless it is set. In all pictures of a game a role has the same number of blocks for each seat.
    """

    height: float
    pieces: Sequence[Piece]
    seat: int | None = None
    title: str = ""
    places: Mapping[str, Box] = {}
    role: Role | None = None


def role_of(block: Block) -> Role:
    """Return the role of a block."""
    return block.role or ("board" if block.seat is None else "area")
