"""The table as a picture, drawn from a view alone: auction and decks, then each player's pyramid, gems and hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from kronika.core.contract.blocks import WIDTH, Block, Box, Piece
from kronika.core.contract.view import EMPTY, HIDDEN
from kronika.core.drawing.shapes import polygon, rect, text_line
from kronika.core.games.viceroy.gems import COLOURS
from kronika.core.games.viceroy.picture.cards import CHIP, SMALL_H, chip, gem, small, tiny
from kronika.core.games.viceroy.picture.pyramid import open_places, pyramid
from kronika.core.games.viceroy.rules.display import SLOTS
from kronika.core.games.viceroy.rules.flow import ROUNDS
from kronika.core.games.viceroy.view import View

LANE: Final = WIDTH / 4
DUE: Final = 26
"""Height of the line at the top that says what is due."""
LINE: Final = 26
"""Distance from one row of chips to the next."""
ARROW: Final = 10
"""Height of the arrow between the two slots of a lane."""
HAND: Final = 4
"""Number of hand cards in a row."""
FULL: Final = 6
"""The largest hand in a single row, with narrower cards: a page, which keeps one row, need not draw it smaller."""
SLOT: Final = SMALL_H + 5
"""Distance from one row of cards to the next."""


def picture(view: View, names: Sequence[str]) -> list[Block]:
    """Return the blocks of the picture: the auction, a pyramid and a hand for each player, the decks."""
    players = (block for seat, name in enumerate(names) for block in _player(view, seat, f"{name}'s"))
    return [_middle(view), *players, _decks(view)]


# -- the middle -------------------------------------------------------------------------------------------------


def _middle(view: View) -> Block:
    due = view.due or "the game is over"
    pieces = [Piece("due", 0, 0, WIDTH, 20, text_line(0, 15, due, 13, "soft", room=WIDTH), title=due)]
    pieces += [piece for at, colour in enumerate(COLOURS) for piece in _lane(view, colour, at * LANE)]
    zones = {
        "shown": [card for _, card in view.playing],
        "top laws": list(view.top_laws),
        "taken": [view.taken] if view.taken != EMPTY else [],
    }
    rows, height = _rows(zones, DUE + 2 * SLOT + ARROW + 34)
    title = f"Round {view.round} of {ROUNDS}" if view.round else "Set-up"
    return Block(height, [*pieces, *rows], title=title, places=_slots())


def _slots() -> dict[str, Box]:
    """By lane and slot, such as `red-above`: the box of the card there."""
    return {
        f"{colour}-{slot}": (at * LANE, float(DUE + row * (SLOT + ARROW)), LANE - 8, float(SMALL_H))
        for at, colour in enumerate(COLOURS)
        for row, slot in enumerate(reversed(SLOTS))
    }


def _lane(view: View, colour: str, x: float) -> list[Piece]:
    """Return a lane with its two slots, the left-over card above, and the gems of its colour in the supply."""
    at = COLOURS.index(colour)
    n = view.supply.get(colour, HIDDEN)
    title = f"supply: {n} {colour}"
    shapes = gem(11, 11, at) + text_line(26, 16, f"{colour} {n}", 14, bold=True)
    high = 2 * SLOT + ARROW
    pieces = [
        Piece(f"lane-{colour}", x, DUE, LANE - 8, high - 5, _arrow(high - 5), title=f"the {colour} lane"),
        Piece(f"supply-{colour}", x, DUE + high + 4, LANE, 22, shapes, "supply", f"{colour} {n}", title),
    ]
    for row, slot in enumerate(reversed(SLOTS)):
        if card := view.lanes[colour][slot]:
            y = DUE + row * (SLOT + ARROW)
            pieces.append(small(card, x, y, f"{colour}-{slot}", f"{colour}, {slot} the arrow"))
    return pieces


def _arrow(high: float) -> str:
    """Draw the ground of a lane, with its arrow between the two slots."""
    w, y = LANE - 8, high / 2
    arrow = polygon([(w / 2, y - 6), (w / 2 + 14, y + 4), (w / 2 - 14, y + 4)], "soft")
    return rect(0, 0, w, high, "stone", r=4) + arrow


def _rows(zones: Mapping[str, Sequence[str]], y: float) -> tuple[list[Piece], float]:
    """Return the zones that have cards, one below the other from `y`, and the y below them."""
    pieces: list[Piece] = []
    for zone, cards in zones.items():
        if cards:
            pieces += _row(zone, cards, y)
            y += LINE * (-(-len(cards) // 14))
    return pieces, y


def _row(zone: str, cards: Sequence[str], y: float) -> list[Piece]:
    """Return cards of the middle of the table, shown by their numbers, with a label for the zone."""
    label = Piece(f"{zone.replace(' ', '-')}-label", 0, y, 60, 20, text_line(0, 14, zone, 12, "soft"))
    return [
        label,
        *(
            tiny(card, 62 + n % 14 * 30, y + n // 14 * LINE, f"{zone.replace(' ', '-')}-{n}", zone)
            for n, card in enumerate(cards)
        ),
    ]


def _decks(view: View) -> Block:
    """Return the decks with their sizes, the discards, and the virtual opponents in a row of their own."""
    zones = {"discard": list(view.discard), "deck": list(view.unseen), "laws": list(view.laws)}
    rows, y = _rows(zones, 0.0)
    counts = (("large", view.large), ("small", view.small), ("laws", view.law_deck))
    said = [(name, str(n), f"{name} deck: {n}") for name, n in counts]
    pieces = [
        Piece(f"{name}-deck", at * 160, y, 156, 20, text_line(0, 15, title, 13), name, n, title, "decks")
        for at, (name, n, title) in enumerate(said)
    ]
    for at, state in enumerate(view.virtual):
        title = f"virtual opponent: {state}"
        shapes = text_line(0, 15, title, 13, room=156)
        place = (at * 160, y + LINE, 156, 20)
        pieces.append(Piece(f"virtual-{at}", *place, shapes, "virtual", state, title, "virtual"))
    return Block(y + LINE * (2 if view.virtual else 1), [*rows, *pieces], title="Decks", role="rest")


# -- a player ---------------------------------------------------------------------------------------------------


def _player(view: View, seat: int, whose: str) -> list[Block]:
    """Return a player's pyramid with what is behind the screen, and the hand."""
    drawn, y = pyramid(view, seat, whose)
    area = Block(y + 6 + LINE, [*drawn, *_screen(view, seat, whose, y + 6)], seat, places=open_places(view, seat))
    hand, height = _hand(view, seat, whose)
    return [area, Block(height, hand, seat, role="hand")]


def _screen(view: View, seat: int, whose: str, y: float) -> list[Piece]:
    """Return what is behind a screen, as far as the viewer knows it, then the status and a sealed choice."""
    gems, attacks = view.gems[seat], view.attacks[seat]
    pieces = []
    for at, colour in enumerate(COLOURS):
        n = HIDDEN if gems is None else str(gems[colour])
        shapes = gem(10, 11, at) + text_line(24, 16, n, 14, bold=True)
        what = HIDDEN if gems is None else f"{colour} {n}"
        title = f"{whose} {colour} gems: {n}"
        pieces.append(Piece(f"gems-{seat}-{colour}", at * 56, y, 54, 22, shapes, "gems", what, title, "screen"))
    n = HIDDEN if attacks is None else str(attacks)
    shapes = chip(0, 1, "!", "red") + text_line(CHIP + 4, 16, n, 14, bold=True)
    title = f"{whose} attack tokens: {n}"
    pieces.append(Piece(f"attacks-{seat}", 226, y, 54, 22, shapes, "attacks", n, title, "screen"))
    said = f"{view.status[seat]}{', chosen ' if view.chosen[seat] else ''}{view.chosen[seat]}"
    pieces.append(Piece(f"status-{seat}", 284, y, 196, 22, text_line(0, 16, said, 13, "soft", room=196), title=said))
    return pieces


def _hand(view: View, seat: int, whose: str) -> tuple[list[Piece], float]:
    """Return a hand and its height; cards that are all face down lie closer."""
    cards, where = view.hands[seat], f"{whose} hand"
    if all(card == HIDDEN for card in cards):
        backs = [tiny(card, n % 16 * 30, n // 16 * LINE, f"hand-{seat}-{n}", where) for n, card in enumerate(cards)]
        return backs, float(LINE * -(-len(cards) // 16))
    across = len(cards) if HAND < len(cards) <= FULL else HAND
    step = WIDTH / across
    drawn = [
        small(card, n % across * step, n // across * SLOT, f"hand-{seat}-{n}", where, step - 6)
        for n, card in enumerate(cards)
    ]
    return drawn, float(SLOT * -(-len(cards) // across))
