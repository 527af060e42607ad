"""The pieces of all parts of this picture: stones with their owners' letters, places and cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from kronika.core.contract.blocks import Piece
from kronika.core.contract.view import HIDDEN
from kronika.core.drawing.shapes import lines_of, paragraph, path, polygon, rect, text_line, translated
from kronika.core.games.imhotep.cards import CARDS, MarketCard
from kronika.core.games.imhotep.render import letters_of

STONE: Final = 22.0
"""Width of a stone, and its height seen from above, in units of a block."""
BLOCK: Final = 13.0
"""Height of a stone seen from the side."""
STEP: Final = 24.0
"""Distance between neighbouring stones."""
LEVEL: Final = BLOCK + 1
"""Distance between stones that lie on one another."""
CARD_W: Final = 79.0
"""Width of a card."""
CARD_H: Final = 72.0
"""Height of a card."""
LETTERS: Final = 11.0
"""Size of small letters."""

_COLOURS: Final = ("blue", "yellow", "magenta", "green")
"""By seat: the colour of its stones."""
_KINDS: Final = {
    "red": ("red", "at once", polygon([(7, 0), (1, 7), (5, 7), (3, 12), (10, 4), (6, 4)], "white")),
    "green": ("green", "at the end", polygon([(6, 0), (12, 6), (6, 12), (0, 6)], "white")),
    "purple": ("magenta", "at the end", path("M4 0H8V4H11V12H1V4H4Z", "white")),
    "blue": ("blue", "action", path("M1 0H11V5H8V12H4V5H1Z", "white")),
}
"""By colour of a card: the colour to draw it in, the time at which it counts, and its sign, 12 units across."""
CARD: Final[dict[str, MarketCard]] = {card.id: card for card in CARDS}
"""By id: the kind of card."""


class Pen:
    """Draws the stones of players with these names."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self.letters = letters_of(names)

    def stone(
        self, key: str, x: float, y: float, seat: int, where: str, *, w: float = STONE, h: float = STONE
    ) -> Piece:
        """A stone of a seat; with the height `BLOCK` it is seen from the side. `where` is for its title."""
        title = f"{self.names[seat]}'s stone, {where}"
        return Piece(key, x, y, w, h, self.cube(seat, w, h), "stone", str(seat), title)

    def cube(self, seat: int, w: float = STONE, h: float = STONE) -> str:
        """The shapes of a stone, with its owner's letter."""
        colour = _COLOURS[seat]
        letter = text_line(w / 2, h / 2 + 4.3, self.letters[seat], 12, f"on-{colour}", anchor="middle", bold=True)
        return rect(0, 0, w, h, colour, "ink", r=2) + letter


def laid(pieces: Iterable[Piece], zone: str, x: float, y: float) -> list[Piece]:
    """The pieces of a zone, moved to its position. If only the zone moves, its pieces do not count as moved."""
    return [replace(piece, x=piece.x + x, y=piece.y + y, zone=zone) for piece in pieces]


def place(x: float, y: float, text: str = "", *, w: float = STONE, h: float = STONE) -> str:
    """The shapes of a place for a stone, with its printed text."""
    shapes = rect(x, y, w, h, "ground", "faint", r=2)
    return shapes + (
        text_line(x + w / 2, y + h / 2 + 4, text, LETTERS, "soft", anchor="middle", room=w) if text else ""
    )


def numbered(zone: str, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each card name with a unique key, made from the zone, the name and the number of earlier cards of that name."""
    for n, name in enumerate(names):
        yield f"{zone}-{name}-{names[:n].count(name)}", name


def kind_sign(card: MarketCard) -> str:
    """The sign of a card's colour on that colour, 16 units across."""
    colour, _, sign = _KINDS[card.colour]
    return rect(0, 0, 16, 16, colour, "soft", r=3) + translated(2, 2, sign)


def said(card: MarketCard) -> str:
    """A card in words, with its whole text."""
    return f"{card.name}, {card.colour}: {card.text}"


def card_piece(key: str, x: float, y: float, name: str, where: str, h: float = CARD_H) -> Piece:
    """A card of the market, or its back if the name is hidden; a card lower than `CARD_H` has one line for its name."""
    if name == HIDDEN:
        shapes = rect(0, 0, CARD_W, h, "back", "ink", r=4) + rect(5, 5, CARD_W - 10, h - 10, "", "ground", r=3)
        return Piece(key, x, y, CARD_W, h, shapes, "card", HIDDEN, f"{where}: a card face down")
    card = CARD[name]
    colour, when, sign = _KINDS[card.colour]
    edge = CARD_W - 4
    shapes = rect(0, 0, CARD_W, h, "card", "ink", r=4)
    shapes += path(f"M0 16V4Q0 0 4 0H{edge:g}Q{CARD_W:g} 0 {CARD_W:g} 4V16Z", colour, "ink")
    shapes += translated(4, 2, sign) + text_line(20, 12, when, LETTERS, f"on-{colour}")
    if h < CARD_H:
        shapes += text_line(5, 29, card.name, LETTERS, room=CARD_W - 7)
    else:
        down = 29 + 13.2 * lines_of(card.name, LETTERS, CARD_W - 7)
        shapes += paragraph(5, 29, CARD_W - 7, card.name, LETTERS)
        shapes += paragraph(5, down, CARD_W - 7, card.face, LETTERS, "soft")
    return Piece(key, x, y, CARD_W, h, shapes, "card", name, f"{where}: {said(card)}")
