"""Hidden cards: who may see them, their places, and how events move them (TT-1.6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from kronika.core.contract.hands import DECK, chosen_by, hand_of, seen_kind
from kronika.core.contract.twins import kind_of, owners_only
from kronika.core.contract.unseen import OPEN, Move, Operation, Place, Trade
from kronika.core.contract.zones import BYTE
from kronika.core.games.tides.actions import Deal, Draw, Pick, Relic
from kronika.core.games.tides.effects import Effect, RelicsShown, Revealed, Swapped, TakenBack
from kronika.core.games.tides.state import State

HANDS: Final = (hand_of(0), hand_of(1))
CHOSEN: Final = (chosen_by(0), chosen_by(1))
DROPPED: Final[tuple[Place, Place]] = (("dropped", 0), ("dropped", 1))


redacted = owners_only(Pick, Relic, Deal, Draw)
"""Hands and choices are their owners' alone to know (TT-1.6)."""


def operations(state: State, seat: int, do: Any, then: Sequence[Effect]) -> list[Operation]:
    """Cards go from the deck to hands, face down on the table, and there they are turned up."""
    found = [*_by_action(seat, do)]
    kingdoms = state.kingdoms
    for effect in then:
        match effect:
            case Revealed(cards):
                kingdoms = (kingdoms[0] + BYTE[cards[0]], kingdoms[1] + BYTE[cards[1]])
                found += [Move(CHOSEN[seat], OPEN, card) for seat, card in enumerate(cards)]
            case Swapped():
                found.append(Trade(*HANDS))
            case TakenBack():
                for owner, laid in enumerate(kingdoms):
                    found += [Move(OPEN, HANDS[owner], card) for card in laid[len(state.relics[owner]) :]]
            case RelicsShown(relics, discards):
                found += [Move(CHOSEN[seat], OPEN, card) for seat, card in enumerate(relics)]
                found += [Move(DROPPED[seat], OPEN, card) for seat, card in enumerate(discards)]
    return found


def _by_action(seat: int, do: Any) -> list[Operation]:
    kind = kind_of(do)
    if kind is Deal:
        return [Move(DECK, HANDS[owner], seen_kind(card)) for owner, hand in enumerate(do.hands) for card in hand]
    if kind is Draw:
        return [Move(DECK, HANDS[do.seat], seen_kind(card)) for card in do.cards]
    if kind is Pick:
        return [Move(HANDS[seat], CHOSEN[seat], seen_kind(do.card))]
    keep, discard = seen_kind(do.keep), seen_kind(do.discard)
    return [Move(HANDS[seat], CHOSEN[seat], keep), Move(HANDS[seat], DROPPED[seat], discard)]
