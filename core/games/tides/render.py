"""The table as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kronika.core.basics.text import pluralize
from kronika.core.contract.paper import Paper
from kronika.core.contract.view import HIDDEN
from kronika.core.games.tides.cards import BY_ID, label
from kronika.core.games.tides.palette import INK
from kronika.core.games.tides.view import View

_ZONE_WIDTH = len("kingdom")
_NAME_WIDTH = len("17 ") + max(len(card.name) for card in BY_ID.values())
_SUIT_WIDTH = len("stronghold")
_SHORT = max(len(card.short) for card in BY_ID.values())
_INDENT = 2 + _ZONE_WIDTH + 1


def render(view: View, names: Sequence[str], paper: Paper) -> str:
    """Round and phase, deck and box, then each player's kingdom and hand: two players are always shown whole."""
    common = f"{paper.title(_headline(view, names))}\n{_common(view, paper)}"
    return "\n\n".join((common, *(_player(view, seat, names, paper) for seat in (0, 1))))


def legend(paper: Paper) -> str:
    """What stands in the lines of a table (`Game.legend`)."""
    return paper.explained(_LEGEND)


_LEGEND: Final = {
    "relic": "a card kept from an earlier round: it stays in the kingdom for good",
    "kingdom": "a card laid in this round",
    "chosen": "what is laid face down until both have chosen",
    "hand": "cards to pick from; the hands change sides after each pick",
    "points": "the sum of the rounds that have been scored",
}


def heading(view: View, names: Sequence[str]) -> str:
    """The round, and which pick of it, or the break that ends it; the next begins with a draw."""
    step = {
        "deal": "",
        "pick": f" · pick {6 - max(len(hand) for hand in view.hands)} of 5",
        "relic": " · the break",
        "draw": "",
        "end": " · the game is over",
    }[view.phase]
    return f"Round {view.round} of 3{step}"


def _headline(view: View, names: Sequence[str]) -> str:
    step = {
        "deal": " · the hands are dealt",
        "relic": ": a relic and a discard each",
        "draw": " · the break: two cards each",
    }.get(view.phase, "")
    waiting = [name for name, chosen in zip(names, view.chosen, strict=True) if not chosen]
    to_choose = f" · {' and '.join(waiting)} to choose" if view.phase in ("pick", "relic") else ""
    return f"{heading(view, names)}{step}{to_choose}"


def _player(view: View, seat: int, names: Sequence[str], paper: Paper) -> str:
    relics, chosen = view.relics[seat], view.chosen[seat]
    sealed = ", has chosen" if HIDDEN in chosen else ""
    lines = [f"{paper.ink(names[seat], 'bold')}  {pluralize(view.totals[seat], 'point')}{sealed}"]
    for card in view.kingdoms[seat]:
        lines.append(_card("relic" if card in relics else "kingdom", card, paper))
    if not view.kingdoms[seat]:
        lines.append("  kingdom (empty)")
    if chosen and not sealed:
        lines.append(paper.beside("  chosen  ", _choice(chosen)))
    lines.extend(_card("hand", card, paper) for card in view.hands[seat] if card != HIDDEN and card not in chosen)
    if hidden := view.hands[seat].count(HIDDEN):
        lines.append(f"  hand    ({pluralize(hidden, 'card')} face down)")
    return "\n".join(lines)


def _choice(cards: tuple[str, ...]) -> str:
    return _label(cards[0]) if len(cards) == 1 else f"{_label(cards[0])} stays, {_label(cards[1])} goes"


def _label(card: str) -> str:
    return label(int(card))


def _card(zone: str, number: str, paper: Paper) -> str:
    """A card in a line, on narrow paper in two."""
    card = BY_ID[int(number)]
    suit = card.suit or "-"
    name = f"  {zone.ljust(_ZONE_WIDTH)} {f'{card.id:>2} {card.name}'.ljust(_NAME_WIDTH)} "
    head = name + (paper.ink(suit, INK[card.suit]) if card.suit else suit)
    left = paper.width - len(name) - _SUIT_WIDTH - 1
    if left < _SHORT:
        return f"{head}\n{paper.beside(' ' * _INDENT, card.text)}"
    return f"{head}{' ' * (_SUIT_WIDTH - len(suit))} {card.text if len(card.text) <= left else card.short}"


def _common(view: View, paper: Paper) -> str:
    deck = f"Deck {len(view.deck)}"
    if view.deck and HIDDEN not in view.deck:
        deck += f": {' '.join(view.deck)}"
    box = f"box {len(view.box)}"
    if view.box:
        box += f": {', '.join(map(_label, view.box))}"
    return paper.beside("", f"{deck} · {box}")
