"""What a game draws: blocks of named pieces. `core.drawing` lays them out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

WIDTH: Final = 480
"""Units across a block. On a phone of 400 dots a letter of 13 units has 11 dots."""

Box = tuple[float, float, float, float]
"""A part of a picture: its upper left corner, its width and its height."""


class Piece(Struct, frozen=True):
    """A thing on the table. `x`, `y` is where its own (0, 0) lies in its block; `shapes` are drawn around that.

    `key`, a letter and then letters, digits and `_.-`, is unique in a picture, and the same for the same thing, or
    place, in the next one. `kind` and `what` say what it is for programs (`card`, `17`; `?` where it is hidden),
    `title` for people who see no picture. A piece without a kind is furniture: a table, a river, a place for
    something. `zone` is where it lies, as far as that matters: a piece that is moved up within its zone, as cards in a
    hand are, has not moved.
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
    """Which part of a picture it is in; set where these are laid out."""


class Block(Struct, frozen=True):
    """A part of the table, `WIDTH` across: of one seat, or of all where `seat` is None. Its head is not drawn in it.

    `places` are those that players call by a name, whatever lies there: cells, sites. Notes point at them.
    """

    height: float
    pieces: Sequence[Piece]
    seat: int | None = None
    title: str = ""
    places: Mapping[str, Box] = {}
