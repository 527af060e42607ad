"""The table as a picture, drawn from a view alone: kingdoms, relics, hands, chosen cards, deck and box."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from kronika.core.basics.text import pluralize
from kronika.core.contract.blocks import WIDTH, Block, Piece
from kronika.core.contract.view import HIDDEN
from kronika.core.drawing.shapes import circle, paragraph, path, polygon, rect, text_line
from kronika.core.games.tides.cards import BY_ID
from kronika.core.games.tides.view import View

CARD_W: Final = 90
"""Width of a card in a kingdom, in units of a block."""
CARD_H: Final = 140
"""Height of a card in a kingdom."""
STEP: Final = (WIDTH - CARD_W) / 4
"""Distance between the left edges of neighbouring cards in a kingdom: five fit in a row."""
HAND_H: Final = 60
"""Height of a row of small cards: a hand, the box, the deck."""
GAP: Final = 8
"""Space between the rows of a kingdom."""

SIGNS: Final = {
    "palace": polygon([(0, 18), (0, 4), (5, 10), (9, 2), (13, 10), (18, 4), (18, 18)], "yellow", "ink"),
    "library": path("M9 4L1 2V16L9 18L17 16V2Z", "blue", "ink") + path("M9 4V18", "", "ink"),
    "garden": circle(9, 8, 7, "green", "ink") + path("M9 10V18", "", "ink", thick=2),
    "stronghold": path("M1 18V3H5V7H7V3H11V7H13V3H17V18Z", "red", "ink"),
    "temple": polygon([(9, 1), (18, 17), (0, 17)], "magenta", "ink"),
}
"""By suit: its sign, 18 units across. Each has a different shape, so that you can recognise it without its colour."""


def picture(view: View, names: Sequence[str]) -> list[Block]:
    """Return the blocks of the picture: the box and the deck, then one for each player."""
    return [_common(view), *(_player(view, seat, name) for seat, name in enumerate(names))]


def _common(view: View) -> Block:
    """The box, face up at the left, and the deck at the right."""
    said = f"{pluralize(len(view.box), 'card')} in the box, {len(view.deck)} in the deck"
    step = min(44.0, (WIDTH - 90) / max(1, len(view.box) + len(view.deck)))
    pieces = [Piece("stock", 0, 0, WIDTH, 20, text_line(0, 15, said, 14), title=said)]
    pieces += [_small(card, f"box-{n}", n * step, 24, "box") for n, card in enumerate(view.box)]
    pieces += [_small(card, f"deck-{n}", WIDTH - 40 - n * step, 24, "deck") for n, card in enumerate(view.deck)]
    return Block(24 + HAND_H, pieces, title=f"Round {view.round} of 3", role="rest")


def _player(view: View, seat: int, name: str) -> Block:
    kingdom = view.kingdoms[seat]
    relics = view.relics[seat]
    pieces = [_card(card, seat, f"{name}'s", card in relics, *_place(n)) for n, card in enumerate(kingdom)]
    rows = max(1, -(-len(kingdom) // 5))
    below = rows * (CARD_H + GAP)
    if not kingdom:
        pieces = [Piece(f"empty-{seat}", 0, 0, WIDTH, CARD_H, rect(0, 0, WIDTH, CARD_H, "", "faint", r=6))]
    pieces.extend(_held(view, seat, f"{name}'s", below))
    return Block(below + HAND_H, pieces, seat)


def _place(n: int) -> tuple[float, float]:
    return n % 5 * STEP, n // 5 * (CARD_H + GAP)


def _card(number: str, seat: int, whose: str, relic: bool, x: float, y: float) -> Piece:
    card = BY_ID[int(number)]
    shapes = rect(0, 0, CARD_W, CARD_H, "card", "ink", r=6, thick=3 if relic else 1)
    shapes += text_line(7, 22, number, 18, bold=True)
    shapes += f'<g transform="translate({CARD_W - 26} 6)">{SIGNS[card.suit]}</g>' if card.suit else ""
    name = paragraph(7, 40, CARD_W - 12, card.name, 12, most=3)
    shapes += name + paragraph(7, 42 + 14 * name.count("<text"), CARD_W - 10, card.text, 11, "soft", most=6)
    shapes += text_line(CARD_W - 30, 21, "relic", 11, anchor="end", bold=True) if relic else ""
    title = f"{whose} {'relic' if relic else 'kingdom'}: {card.label}, {card.suit or 'no suit'}: {card.text}"
    return Piece(f"card-{number}", x, y, CARD_W, CARD_H, shapes, "card", number, title, f"kingdom-{seat}")


def _held(view: View, seat: int, whose: str, y: float) -> Iterator[Piece]:
    """A player's hand, and at the right the cards chosen from it."""
    chosen = view.chosen[seat]
    hand = [card for card in view.hands[seat] if card == HIDDEN or card not in chosen]
    for _ in range(min(hand.count(HIDDEN), chosen.count(HIDDEN))):
        hand.remove(HIDDEN)  # it is drawn as a chosen card
    for n, card in enumerate(hand):
        yield _small(card, f"hand-{seat}-{n}", n * 46.0, y, f"{whose} hand")
    for n, card in enumerate(chosen):
        yield _small(card, f"chosen-{seat}-{n}", WIDTH - 40.0 - 46 * n, y, f"{whose} choice", thick=3)


def _small(number: str, place: str, x: float, y: float, where: str, *, thick: int = 1) -> Piece:
    """A small card, for a hand, a choice, the box or the deck; its back if the card is hidden."""
    lies = place.rpartition("-")[0]
    if number == HIDDEN:
        shapes = rect(0, 0, 40, HAND_H - 6, "back", "ink", r=4) + rect(6, 6, 28, HAND_H - 18, "", "ground", r=3)
        return Piece(place, x, y, 40, HAND_H - 6, shapes, "card", HIDDEN, f"{where}: a card face down", lies)
    card = BY_ID[int(number)]
    shapes = rect(0, 0, 40, HAND_H - 6, "card", "ink", r=4, thick=thick)
    shapes += text_line(20, 22, number, 16, anchor="middle", bold=True)
    shapes += f'<g transform="translate(11 30)">{SIGNS[card.suit]}</g>' if card.suit else ""
    title = f"{where}: {card.label}, {card.suit or 'no suit'}: {card.text}"
    return Piece(f"card-{number}", x, y, 40, HAND_H - 6, shapes, "card", number, title, lies)
