"""The table as text."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.games.tides.cards import BY_ID, INK, label
from kronika.core.games.tides.view import View
from kronika.core.paper import Paper
from kronika.core.view import HIDDEN
from kronika.core.words import count

_NAME_WIDTH = max(len(card.label) for card in BY_ID.values()) + 1
_SUIT_WIDTH = len("stronghold")


def render(view: View, names: Sequence[str], paper: Paper) -> str:
    """Round and phase, then each player's kingdom and hand, then deck and box."""
    blocks = [paper.ink(_headline(view, names), "bold"), *(_player(view, seat, names, paper) for seat in (0, 1))]
    blocks.append(_common(view, paper))
    return "\n\n".join(blocks)


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
    lines = [f"{paper.ink(names[seat], 'bold')}  {count(view.totals[seat], 'point')}"]
    relics, chosen = view.relics[seat], view.chosen[seat]
    for card in view.kingdoms[seat]:
        lines.append(_card("relic" if card in relics else "kingdom", card, paper))
    if not view.kingdoms[seat]:
        lines.append("  kingdom  (empty)")
    if chosen:
        lines.append(f"  chosen   {_choice(chosen)}")
    lines.extend(_card("hand", card, paper) for card in view.hands[seat] if card != HIDDEN and card not in chosen)
    if hidden := view.hands[seat].count(HIDDEN):
        lines.append(f"  hand     ({count(hidden, 'card')} face down)")
    return "\n".join(lines)


def _choice(cards: tuple[str, ...]) -> str:
    if HIDDEN in cards:
        return "(face down)"
    return _label(cards[0]) if len(cards) == 1 else f"{_label(cards[0])} stays, {_label(cards[1])} goes"


def _label(card: str) -> str:
    return label(int(card))


def _card(zone: str, number: str, paper: Paper) -> str:
    card = BY_ID[int(number)]
    suit = card.suit or "-"
    name = f"{card.id:>2} {card.name}".ljust(_NAME_WIDTH)
    shown = paper.ink(suit.ljust(_SUIT_WIDTH), INK[suit]) if card.suit else suit.ljust(_SUIT_WIDTH)
    return paper.beside(f"  {zone.ljust(8)} {name} {shown}  ", card.text)


def _common(view: View, paper: Paper) -> str:
    known = f": {' '.join(view.deck)}" if view.deck and HIDDEN not in view.deck else ""
    box = f": {', '.join(map(_label, view.box))}" if view.box else ""
    deck = paper.beside("Deck     ", f"{count(len(view.deck), 'card')}{known}")
    return "\n".join((deck, paper.beside("Box      ", f"{count(len(view.box), 'card')}{box}")))
