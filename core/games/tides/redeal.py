"""A random redeal of the cards that a seat may not know (TT-1.6)."""

from __future__ import annotations

from msgspec.structs import replace

from kronika.core.basics.chance import Dice
from kronika.core.games.tides.state import PICK, State
from kronika.core.games.tides.view import known_cards


def redeal(state: State, seat: int, dice: Dice) -> State:
    """Return the same state with all cards that `seat` does not know dealt again at random.

    These are the unknown cards of the opponent's hand and the deck. If the opponent has chosen face down, that choice
    is made again at random, too.
    """
    other = 1 - seat
    known = known_cards(state, seat)
    unknown = [card for card in state.hands[other] if card not in known]
    pool = dice.draw(sorted((*unknown, *state.deck)), len(unknown) + len(state.deck))
    hand = bytes(sorted((*known, *pool[: len(unknown)])))
    deck = bytes(sorted(pool[len(unknown) :]))
    sealed = _seal_again(state, hand, dice) if state.sealed[other] else 0
    return replace(
        state,
        deck=deck,
        hands=(state.hands[0], hand) if other else (hand, state.hands[1]),
        sealed=(state.sealed[0], sealed) if other else (sealed, state.sealed[1]),
    )


def _seal_again(state: State, hand: bytes, dice: Dice) -> int:
    if state.phase == PICK:
        return dice.choice(hand)
    keep, discard = dice.draw(hand, 2)
    return keep << 5 | discard
