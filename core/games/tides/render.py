"""The table as text."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.games.tides.cards import BY_ID, INK, label
from kronika.core.games.tides.view import View
from kronika.core.paper import Paper
from kronika.core.words import count

_NAME_WIDTH = max(len(card.label) for card in BY_ID.values()) + 1
_SUIT_WIDTH = len("stronghold")


def render(view: View, names: Sequence[str], paper: Paper) -> str:
    """Round and phase, then each player's kingdom and hand, then deck and box."""
    blocks = [paper.ink(_headline(view, names), "bold"), *(_player(view, seat, names, paper) for seat in (0, 1))]
    blocks.append(_common(view, paper))
    return "\n\n".join(blocks)


def _headline(view: View, names: Sequence[str]) -> str:
    step = {
        "deal": "the hands are dealt",
        "pick": f"pick {6 - max(len(hand) for hand in view.hands)} of 5",
        "relic": "the break: a relic and a discard each",
        "draw": "the break: two cards each",
        "end": "the game is over",
    }[view.phase]
    waiting = [name for name, chosen in zip(names, view.chosen, strict=True) if not chosen]
    to_choose = f" · {' and '.join(waiting)} to choose" if view.phase in ("pick", "relic") else ""
    return f"Round {view.round} of 3 · {step}{to_choose}"


def _player(view: View, seat: int, names: Sequence[str], paper: Paper) -> str:
    lines = [f"{paper.ink(names[seat], 'bold')}  {count(view.totals[seat], 'point')}"]
    relics = view.relics[seat]
    own = _own(view, seat)
    for card in view.kingdoms[seat]:
        lines.append(_card("relic" if card in relics else "kingdom", card, paper))
    if not view.kingdoms[seat]:
        lines.append("  kingdom  (empty)")
    if view.chosen[seat]:
        lines.append(f"  chosen   {_choice(own)}")
    lines.extend(_card("hand", card, paper) for card in view.hands[seat] if card and card not in own)
    if hidden := view.hands[seat].count(0):
        lines.append(f"  hand     ({count(hidden, 'card')} face down)")
    return "\n".join(lines)


def _own(view: View, seat: int) -> tuple[int, ...]:
    """What this seat has laid face down, as far as the viewer knows it."""
    if view.viewer not in (None, seat) or not view.chosen[seat]:
        return ()
    # For the referee the two choices stand one after the other, each half of the tuple as long as the other.
    cards = view.own_choice
    if view.viewer is None and all(view.chosen):
        half = len(cards) // 2
        cards = cards[half:] if seat else cards[:half]
    return cards


def _choice(cards: tuple[int, ...]) -> str:
    if not cards:
        return "(face down)"
    return label(cards[0]) if len(cards) == 1 else f"{label(cards[0])} stays, {label(cards[1])} goes"


def _card(zone: str, number: int, paper: Paper) -> str:
    card = BY_ID[number]
    suit = card.suit or "-"
    name = f"{card.id:>2} {card.name}".ljust(_NAME_WIDTH)
    shown = paper.ink(suit.ljust(_SUIT_WIDTH), INK[suit]) if card.suit else suit.ljust(_SUIT_WIDTH)
    return paper.beside(f"  {zone.ljust(8)} {name} {shown}  ", card.text)


def _common(view: View, paper: Paper) -> str:
    known = f": {' '.join(map(str, view.deck))}" if view.deck and 0 not in view.deck else ""
    box = f": {', '.join(label(card) for card in view.box)}" if view.box else ""
    deck = paper.beside("Deck     ", f"{count(len(view.deck), 'card')}{known}")
    return "\n".join((deck, paper.beside("Box      ", f"{count(len(view.box), 'card')}{box}")))
