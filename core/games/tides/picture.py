"""The table as a picture, drawn from a view alone: kingdoms, relics, hands, chosen cards, deck and box."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from kronika.core.basics.text import pluralize
from kronika.core.contract.blocks import WIDTH, Block, Piece
from kronika.core.contract.view import HIDDEN
from kronika.core.drawing.shapes import circle, lines_of, paragraph, path, polygon, rect, text_line, translated
from kronika.core.games.tides.cards import BY_ID, SUITS, TidesCard
from kronika.core.games.tides.palette import INK
from kronika.core.games.tides.view import View

CARD_W: Final = 90
"""Width of a card in a kingdom or a hand, in units of a block."""
CARD_H: Final = 112
"""Height of such a card."""
BAND: Final = 25
"""Height of the band at the top of a card, in the colour of its suit."""
STEP: Final = (WIDTH - CARD_W) / 4
"""Distance between the left edges of neighbouring cards: five fit in a row."""
SMALL_H: Final = 60
"""Height of a row of small cards: a hidden hand, the box, the deck."""
LABEL: Final = 16
"""Height of the words above a hand."""
GAP: Final = 8
"""Space between the rows of a kingdom."""

_Sign = Callable[[str, str], str]
SIGNS: Final[dict[str, _Sign]] = {
    "palace": lambda fill, line: polygon([(0, 18), (0, 4), (5, 10), (9, 2), (13, 10), (18, 4), (18, 18)], fill, line),
    "library": lambda fill, line: path("M8 4L1 2V16L8 18ZM10 4L17 2V16L10 18Z", fill, line),
    "garden": lambda fill, line: path("M9 10V18", "", line, thick=2) + circle(9, 8, 7, fill, line),
    "stronghold": lambda fill, line: path("M1 18V3H5V7H7V3H11V7H13V3H17V18Z", fill, line),
    "temple": lambda fill, line: polygon([(9, 1), (18, 17), (0, 17)], fill, line),
}
"""By suit: its sign, 18 units across, in a colour and with an outline. You recognise each by its shape alone."""


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
    return Block(24 + SMALL_H, pieces, title=f"Round {view.round} of 3", role="rest")


def _player(view: View, seat: int, name: str) -> Block:
    kingdom = view.kingdoms[seat]
    relics = view.relics[seat]
    pieces = [
        _card(card, f"{name}'s {'relic' if card in relics else 'kingdom'}", f"kingdom-{seat}", *_place(n))
        for n, card in enumerate(kingdom)
    ]
    rows = max(1, -(-len(kingdom) // 5))
    below = rows * (CARD_H + GAP)
    if not kingdom:
        said = "no card in the kingdom yet"
        pieces = [Piece(f"empty-{seat}", 0, 0, WIDTH, CARD_H, text_line(0, 15, said, 13, "soft"), title=said)]
    held = list(_held(view, seat, f"{name}'s", below + LABEL))
    labels = _labels(view, seat, below) if held else []
    return Block(below + LABEL + max((piece.h for piece in held), default=SMALL_H), [*pieces, *labels, *held], seat)


def _labels(view: View, seat: int, y: float) -> list[Piece]:
    """The words above a hand, and above what is chosen from it."""
    words = text_line(0, 12, "hand", 12, "soft")
    if view.chosen[seat]:
        words += text_line(WIDTH, 12, "chosen", 12, "soft", anchor="end")
    return [Piece(f"labels-{seat}", 0, y, WIDTH, LABEL, words)]


def _place(n: int) -> tuple[float, float]:
    return n % 5 * STEP, n // 5 * (CARD_H + GAP)


def _card(number: str, where: str, zone: str, x: float, y: float, *, thick: int = 1) -> Piece:
    """A card with its suit, name and text; a relic has a thick frame and says so."""
    card = BY_ID[int(number)]
    relic = where.endswith("relic")
    ground = INK[card.suit] if card.suit else "back"
    edge = CARD_W - 6
    shapes = rect(0, 0, CARD_W, CARD_H, "card", "ink", r=6, thick=3 if relic else thick)
    shapes += path(f"M0 {BAND}V6Q0 0 6 0H{edge}Q{CARD_W} 0 {CARD_W} 6V{BAND}Z", ground, "ink")
    shapes += text_line(7, 18.5, number, 16, f"on-{ground}", bold=True)
    shapes += text_line(CARD_W - 27, 17, "relic", 11, f"on-{ground}", anchor="end", bold=True) if relic else ""
    shapes += translated(CARD_W - 23, 3.5, SIGNS[card.suit](f"on-{ground}", f"on-{ground}")) if card.suit else ""
    named = lines_of(card.name, 12, CARD_W - 12)
    shapes += paragraph(7, BAND + 14, CARD_W - 12, card.name, 12)
    shapes += paragraph(7, BAND + 14 + 14.4 * named, CARD_W - 10, face(card), 11, "soft")
    return Piece(f"card-{number}", x, y, CARD_W, CARD_H, shapes, "card", number, _said(where, card), zone)


def face(card: TidesCard) -> str:
    """The text on a card: its ability, in short where it names all suits."""
    return card.short if len(card.of) == len(SUITS) else card.text


def _said(where: str, card: TidesCard) -> str:
    return f"{where}: {card.label}, {card.suit or 'no suit'}: {card.text}"


def _held(view: View, seat: int, whose: str, y: float) -> Iterator[Piece]:
    """A player's hand, and at the right the cards chosen from it; small if all are hidden."""
    chosen = view.chosen[seat]
    hand = [card for card in view.hands[seat] if card == HIDDEN or card not in chosen]
    for _ in range(min(hand.count(HIDDEN), chosen.count(HIDDEN))):
        hand.remove(HIDDEN)  # it is drawn as a chosen card
    hidden = all(card == HIDDEN for card in (*hand, *chosen))
    w, step = (40.0, 46.0) if hidden else (float(CARD_W), STEP)
    for n, card in enumerate(hand):
        yield _face_or_back(card, f"hand-{seat}-{n}", f"{whose} hand", n * step, y, hidden=hidden)
    for n, card in enumerate(chosen):
        x = WIDTH - w - step * n
        yield _face_or_back(card, f"chosen-{seat}-{n}", f"{whose} choice", x, y, hidden=hidden, thick=3)


def _face_or_back(number: str, place: str, where: str, x: float, y: float, *, hidden: bool, thick: int = 1) -> Piece:
    """A card of a hand; `hidden` for one with no card that is known."""
    if hidden or number == HIDDEN:
        return _small(number, place, x, y, where, thick=thick)
    return _card(number, where, place.rpartition("-")[0], x, y, thick=thick)


def _small(number: str, place: str, x: float, y: float, where: str, *, thick: int = 1) -> Piece:
    """A small card, for the box or the deck; its back if the card is hidden."""
    lies, h = place.rpartition("-")[0], SMALL_H - 6
    if number == HIDDEN:
        shapes = rect(0, 0, 40, h, "back", "ink", r=4) + rect(6, 6, 28, h - 12, "", "ground", r=3)
        return Piece(place, x, y, 40, h, shapes, "card", HIDDEN, f"{where}: a card face down", lies)
    card = BY_ID[int(number)]
    shapes = rect(0, 0, 40, h, "card", "ink", r=4, thick=thick)
    shapes += text_line(20, 22, number, 16, anchor="middle", bold=True)
    shapes += translated(11, 30, SIGNS[card.suit](INK[card.suit], "ink")) if card.suit else ""
    return Piece(f"card-{number}", x, y, 40, h, shapes, "card", number, _said(where, card), lies)
