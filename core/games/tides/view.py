"""What one player may know (TT-1.6), and what follows from it (TT-1.7)."""

from __future__ import annotations

from msgspec import Struct

from kronika.core.game import Viewer
from kronika.core.games.tides.rules import HAND
from kronika.core.games.tides.scoring import totals
from kronika.core.games.tides.state import PHASES, PICK, RELIC, State


class View(Struct, frozen=True):
    """The table as one player knows it; two-tuples are by seat, a card that is not known is 0.

    `chosen` says who has laid a choice face down; `own_choice` is the viewer's: one card, or relic and discard. For
    the referee (`viewer` None) nothing is unknown and both choices stand in `own_choice`, one after the other.
    """

    viewer: int | None
    phase: str
    round: int
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    kingdoms: tuple[tuple[int, ...], tuple[int, ...]]
    relics: tuple[tuple[int, ...], tuple[int, ...]]
    box: tuple[int, ...]
    deck: tuple[int, ...]
    chosen: tuple[bool, bool]
    own_choice: tuple[int, ...]
    totals: tuple[int, int]


def view(state: State, seat: Viewer) -> View:
    """What a seat may know; everything for None."""
    hands = (_hand(state, 0, seat), _hand(state, 1, seat))
    hidden = any(0 in hand for hand in hands)
    viewers = (0, 1) if seat is None else (seat,) if seat in (0, 1) else ()
    return View(
        viewer=seat,
        phase=PHASES[state.phase],
        round=state.round,
        hands=hands,
        kingdoms=(tuple(state.kingdoms[0]), tuple(state.kingdoms[1])),
        relics=(tuple(state.relics[0]), tuple(state.relics[1])),
        box=tuple(state.box),
        deck=(0,) * len(state.deck) if hidden else tuple(state.deck),
        chosen=(state.sealed[0] != 0, state.sealed[1] != 0),
        own_choice=tuple(card for viewer in viewers for card in choice(state, viewer)),
        totals=totals(state),
    )


def _hand(state: State, owner: int, viewer: Viewer) -> tuple[int, ...]:
    """A hand, with 0 for what its owner alone knows: all but the owner know of it what the opponent does."""
    hand = state.hands[owner]
    if viewer in (None, owner):
        return tuple(hand)
    known = known_cards(state, 1 - owner)
    return tuple(sorted((card if card in known else 0) for card in hand))


def choice(state: State, seat: int) -> tuple[int, ...]:
    """What a seat has laid face down: nothing, a card, or relic and discard."""
    sealed = state.sealed[seat]
    if not sealed:
        return ()
    return (sealed,) if state.phase == PICK else divmod(sealed, 32)


def known_cards(state: State, seat: int) -> bytes:
    """The cards of the opponent's hand that `seat` knows.

    All after the first exchange of hands, since each held the other hand a moment before, in the break, when the cards
    are taken back from the table, and when the deck is empty. Else those that were taken back.
    """
    hand = state.hands[1 - seat]
    if (state.phase == PICK and len(hand) < HAND) or state.phase == RELIC or not state.deck:
        return hand
    if not state.scored:
        return b""
    taken_back = state.scored[-1][1 - seat]
    return bytes(card for card in hand if card in taken_back)
