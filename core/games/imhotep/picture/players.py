"""The players' stones and cards, and the table of the cards that nobody has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from kronika.core.basics.text import pluralize
from kronika.core.contract.blocks import WIDTH, Piece
from kronika.core.drawing.shapes import path, text_line, width_of
from kronika.core.games.imhotep.board import SLED
from kronika.core.games.imhotep.cards import CARDS
from kronika.core.games.imhotep.picture.pen import CARD, LETTERS, STEP, STONE, Pen, kind_sign, place, said
from kronika.core.games.imhotep.view import View

ROW: Final = 20.0
"""Height of a row of cards before a player."""
TOP: Final = 34.0
"""Height of a sled."""
_TALLY: Final = 17.0
"""Height of a line in the table of cards."""
TALLIES: Final = 20 + len(CARDS) / 2 * _TALLY
"""Height of this table."""
_ENDS: Final = (178, 236)
"""The right ends of the two columns of numbers of this table."""


def side(view: View, pen: Pen, seat: int) -> tuple[list[Piece], float]:
    """A player's sled, quarry and cards, and their height; also whether the player begins the round."""
    held, height = _held(view.cards[seat], seat, pen.names[seat])
    return [*_stones(view, pen, seat), *held], height


def _stones(view: View, pen: Pen, seat: int) -> Iterator[Piece]:
    name = pen.names[seat]
    sled = path(f"M0 3V20Q0 28 8 28H{SLED * STEP + 12:g}", "", "soft", thick=3)
    sled += "".join(place(8 + n * STEP, 2) for n in range(SLED))
    yield Piece(f"sled-{seat}", 0, 0, 136, 30, sled, title=f"{name}'s sled, with room for {SLED} stones")
    for n in range(view.sleds[seat]):
        yield pen.stone(f"sled-{seat}-{n}", 8 + n * STEP, 2, seat, "on the sled")
    left = view.quarries[seat]
    shapes = pen.cube(seat) + text_line(28, 16, f"{left} in the quarry", 13)
    title = f"{name}: {pluralize(left, 'stone')} in the quarry"
    yield Piece(f"quarry-{seat}", 160, 2, 130, STONE, shapes, "quarry", str(left), title)
    if seat == view.first and view.ships:
        begins = text_line(130, 16, "begins the round", 13, "soft", anchor="end")
        yield Piece("first", WIDTH - 130, 2, 130, STONE, begins, "first", str(seat), f"{name} begins the round")


def _held(cards: Sequence[str], seat: int, name: str) -> tuple[list[Piece], float]:
    """The cards before a player, one kind beside the other; cards of one kind overlap. There is room for one row."""
    pieces: list[Piece] = []
    x, y = 0.0, TOP
    for kind in CARD:
        number = cards.count(kind)
        if not number:
            continue
        card, left = CARD[kind], 15 + number * 5
        text = card.name + (f" ×{number}" if number > 1 else "")
        room = left + width_of(text, LETTERS) + 8
        if x + room > WIDTH:
            x, y = 0.0, y + ROW
        for n in range(number):
            key, title = f"cards-{seat}-{kind}-{n}", f"{name}: {said(card)}"
            pieces.append(Piece(key, x + n * 5, y, 16, 16, kind_sign(card), "card", kind, title))
        label = text_line(left, 13, text, LETTERS)
        pieces.append(Piece(f"held-{seat}-{kind}", x, y, room, 18, label))
        x += room
    return pieces, y + ROW


def tallies(view: View) -> Iterator[Piece]:
    """A table of the kinds of card: how many are unseen, in the deck or the pair, and how many are discarded."""
    text = f"deck: {pluralize(view.deck_size, 'card')}"
    yield Piece("deck", 0, 0, 110, 18, text_line(0, 14, text, 13, bold=True), "deck", str(view.deck_size), text)
    heads = "".join(
        text_line(end, 13, head, LETTERS, "soft", anchor="end")
        for end, head in zip(_ENDS, ("hidden", "discard"), strict=True)
    )
    yield Piece("tally-heads", 0, 0, 236, 18, heads)
    yield Piece("tally-heads-2", 244, 0, 236, 18, heads)
    for n, card in enumerate(CARDS):
        column, row = divmod(n, len(CARDS) // 2)
        x, line = column * 244.0, 20 + row * _TALLY
        hidden, out = view.unseen.get(card.id, 0), view.discard.count(card.id)
        shapes = kind_sign(card) + text_line(20, 13, card.name, LETTERS)
        lies = ("card", card.id) if hidden or out else ("", "")
        yield Piece(f"kind-{card.id}", x, line, 166, _TALLY, shapes, *lies, said(card))
        yield _number(f"hidden-{card.id}", x + _ENDS[0], line, hidden, "hidden", f"{card.name}: {hidden} face down")
        yield _number(f"out-{card.id}", x + _ENDS[1], line, out, "discarded", f"{card.name}: {out} discarded")


def _number(key: str, end: float, y: float, number: int, kind: str, title: str) -> Piece:
    """A number of the table, which ends at `end`."""
    shapes = text_line(12, 13, str(number), 12, "ink" if number else "soft", anchor="end", bold=number > 0)
    return Piece(key, end - 12, y, 12, _TALLY, shapes, kind, str(number), title)
