"""The table as text: the phase, deck and box, and each player's kingdom and hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from kronika.core.basics.text import pluralize
from kronika.core.contract.paper import Paper
from kronika.core.contract.view import HIDDEN
from kronika.core.games.tides.cards import BY_ID, label
from kronika.core.games.tides.palette import INK
from kronika.core.games.tides.view import View

_ZONE_WIDTH = len("kingdom")
"""Width of the column with the zone of a card, in characters."""
_NAME_WIDTH = len("17 ") + max(len(card.name) for card in BY_ID.values())
"""Width of the column with the number and name of a card."""
_SUIT_WIDTH = len("stronghold")
"""Width of the column with the suit of a card."""
_SHORT = max(len(card.short) for card in BY_ID.values())
"""The least width for the ability of a card in the same line."""
_INDENT = 2 + _ZONE_WIDTH + 1
"""Indentation of the ability of a card in a line of its own."""


def render(view: View, names: Sequence[str], paper: Paper) -> str:
    """Return the table as text: round and phase, deck and box, then each player's kingdom and hand.

    A screen that is too small has no empty lines, then the other player's hand in a row, then the kingdom, too.
    """
    head = paper.title(_headline(view, names))
    common = f"{head}\n{_common(view, paper)}"
    whole = [common, *(_player(view, seat, names, paper) for seat in (0, 1))]
    hands = [common, *(_player(view, seat, names, paper, *["hand"][paper.shows(seat) :]) for seat in (0, 1))]
    rows = [f"{head}\n{_common(view, paper, str)}"]
    rows += [_player(view, seat, names, paper, *["hand", "kingdom"][2 * paper.shows(seat) :]) for seat in (0, 1)]
    return paper.first_fitting(("\n\n".join(whole), "\n".join(whole), "\n".join(hands), "\n".join(rows)))


def legend(paper: Paper) -> str:
    """Return the legend of the words in a table, in lines (`Game.legend`)."""
    return paper.explained(_LEGEND)


_LEGEND: Final = {
    "relic": "a card kept from an earlier round: it stays in the kingdom for the rest of the game",
    "kingdom": "a card played in this round",
    "chosen": "a choice, face down until both players have chosen",
    "hand": "cards to pick from; the players exchange hands after each pick",
    "points": "the sum of the rounds that have been scored",
}


def heading(view: View, names: Sequence[str]) -> str:
    """Return the heading of a page: the round and its pick or break; a draw belongs to the next round."""
    step = {
        "deal": "",
        "pick": f" · pick {6 - max(len(hand) for hand in view.hands)} of 5",
        "relic": " · the break",
        "draw": "",
        "end": " · the game is over",
    }[view.phase]
    return f"Round {view.round} of 3{step}"


def _headline(view: View, names: Sequence[str]) -> str:
    waiting = " and ".join([name for name, chosen in zip(names, view.chosen, strict=True) if not chosen])
    step = {
        "deal": " · deal the hands",
        "pick": f" · {waiting} must choose",
        "relic": f" · {waiting} must choose a relic and a discard",
        "draw": " · the break: draw two cards each",
    }.get(view.phase, "")
    return f"{heading(view, names)}{step}"


def _player(view: View, seat: int, names: Sequence[str], paper: Paper, *in_rows: str) -> str:
    """The kingdom and hand of a player, a card in a line, or a zone that is `in_rows` by names alone."""
    chosen = view.chosen[seat]
    sealed = ", has chosen" if HIDDEN in chosen else ""
    lines = [f"{paper.ink(names[seat], 'bold')}  {pluralize(view.totals[seat], 'point')}{sealed}"]
    lines += _kingdom(view, seat, paper, in_row="kingdom" in in_rows)
    if chosen and not sealed:
        lines.append(paper.beside("  chosen  ", _choice(chosen)))
    hand = [card for card in view.hands[seat] if card != HIDDEN and card not in chosen]
    if hand and "hand" in in_rows:
        lines.append(_row("hand", hand, paper))
    else:
        lines += [_card("hand", card, paper) for card in hand]
    if hidden := view.hands[seat].count(HIDDEN):
        lines.append(f"  hand    ({pluralize(hidden, 'card')} face down)")
    return "\n".join(lines)


def _kingdom(view: View, seat: int, paper: Paper, *, in_row: bool) -> list[str]:
    """The lines of a kingdom: the relics, then the cards of this round."""
    relics, kingdom = view.relics[seat], view.kingdoms[seat]
    if not kingdom:
        return ["  kingdom (empty)"]
    if not in_row:
        return [_card("relic" if card in relics else "kingdom", card, paper) for card in kingdom]
    zones = {"relic": [card for card in kingdom if card in relics], "kingdom": [c for c in kingdom if c not in relics]}
    return [_row(zone, cards, paper) for zone, cards in zones.items() if cards]


def _row(zone: str, cards: Sequence[str], paper: Paper) -> str:
    return paper.row(f"  {zone.ljust(_ZONE_WIDTH)} ", map(_label, cards), ", ")


def _choice(cards: tuple[str, ...]) -> str:
    return _label(cards[0]) if len(cards) == 1 else f"{_label(cards[0])} as relic, {_label(cards[1])} as discard"


def _label(card: str) -> str:
    return label(int(card))


def _card(zone: str, number: str, paper: Paper) -> str:
    """A card in one line, or on narrow paper in two."""
    card = BY_ID[int(number)]
    suit = card.suit or "-"
    name = f"  {zone.ljust(_ZONE_WIDTH)} {f'{card.id:>2} {card.name}'.ljust(_NAME_WIDTH)} "
    head = name + (paper.ink(suit, INK[card.suit]) if card.suit else suit)
    left = paper.width - len(name) - _SUIT_WIDTH - 1
    if left < _SHORT:
        return f"{head}\n{paper.beside(' ' * _INDENT, card.text)}"
    return f"{head}{' ' * (_SUIT_WIDTH - len(suit))} {card.text if len(card.text) <= left else card.short}"


def _common(view: View, paper: Paper, name: Callable[[str], str] | None = None) -> str:
    """The deck, and the box with its cards, by their names or as `name` says."""
    deck = f"Deck {len(view.deck)}"
    if view.deck and HIDDEN not in view.deck:
        deck += f": {' '.join(view.deck)}"
    box = f"box {len(view.box)}"
    if view.box:
        box += f": {', '.join(map(name or _label, view.box))}"
    return paper.beside("", f"{deck} · {box}")
