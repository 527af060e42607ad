"""What one player may know (TT-1.6), and what follows from it (TT-1.7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec.structs import replace

from kronika.core.contract.annotations import choices
from kronika.core.contract.game import BYSTANDER, Viewer
from kronika.core.contract.unseen import Lies
from kronika.core.contract.view import HIDDEN, CardId, CardSet, can_see, with_hidden
from kronika.core.contract.view import View as BaseView
from kronika.core.games.tides.cards import ids
from kronika.core.games.tides.rules import DUE, HAND, actors
from kronika.core.games.tides.scoring import totals
from kronika.core.games.tides.state import END, PHASES, PICK, RELIC, State
from kronika.core.games.tides.unseen import CHOSEN, DROPPED, HANDS


class View(BaseView, frozen=True):
    """The table as one player knows it; two-tuples are by seat.

    `kingdoms` are the cards that count, the relics among them; `relics` says which of them those are. `deck` is
    hidden as long as a card of a hand is. `chosen` is what each has laid face down: nothing, a card, or relic and
    discard.
    """

    totals: tuple[int, int]
    phase: Annotated[str, choices(PHASES)]
    round: int
    hands: tuple[CardSet, CardSet]
    kingdoms: tuple[CardSet, CardSet]
    relics: tuple[CardSet, CardSet]
    box: CardSet
    deck: CardSet
    chosen: tuple[tuple[CardId, ...], tuple[CardId, ...]]


def view(state: State, seat: Viewer) -> View:
    """What a seat may know; everything for None."""
    hands = (_hand(state, 0, seat), _hand(state, 1, seat))
    hidden = HIDDEN in hands[0] or HIDDEN in hands[1]
    return View(
        viewer=seat,
        actors=actors(state),
        due="" if state.phase == END else DUE[state.phase][1],
        totals=totals(state),
        phase=PHASES[state.phase],
        round=state.round,
        hands=hands,
        kingdoms=(ids(state.kingdoms[0]), ids(state.kingdoms[1])),
        relics=(ids(state.relics[0]), ids(state.relics[1])),
        box=ids(state.box),
        deck=with_hidden((), len(state.deck)) if hidden else ids(state.deck),
        chosen=(_chosen(state, 0, seat), _chosen(state, 1, seat)),
    )


def _hand(state: State, owner: int, viewer: Viewer) -> tuple[str, ...]:
    """What its owner alone knows is hidden: all but the owner know of it what the opponent does."""
    hand = state.hands[owner]
    if can_see(viewer, owner):
        return ids(hand)
    known = taken_back(state) if viewer == BYSTANDER else known_cards(state, 1 - owner)
    return with_hidden(ids(bytes([card for card in hand if card in known])), len(hand))


def _chosen(state: State, owner: int, viewer: Viewer) -> tuple[str, ...]:
    """What a seat has laid face down."""
    sealed = state.sealed[owner]
    if not sealed:
        return ()
    cards = (sealed,) if state.phase == PICK else divmod(sealed, 32)
    return ids(bytes(cards)) if can_see(viewer, owner) else with_hidden((), len(cards))


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


def taken_back(state: State) -> bytes:
    """The cards that lay open and were taken back into the hands: who looks on knows in which hand each is.

    Hands change sides as a whole, and what leaves one is shown: so they are followed.
    """
    return b"".join(state.scored[-1]) if state.scored else b""


def known(view: View, viewer: Viewer, lies: Lies) -> View:
    """The view without the cards of hands, and the choices, that may be others."""
    if viewer == BYSTANDER:  # what lay open is followed by the state itself
        return view
    hands = (_proved(view.hands[0], 0, lies), _proved(view.hands[1], 1, lies))
    sure = all(HIDDEN not in hand for hand in hands)
    chosen = (_laid(view.chosen[0], 0, lies), _laid(view.chosen[1], 1, lies))
    deck = view.deck if sure else with_hidden((), len(view.deck))
    return replace(view, hands=hands, chosen=chosen, deck=deck)


def _proved(hand: CardSet, owner: int, lies: Lies) -> CardSet:
    """The cards that are proved to be there; one that is chosen is in the hand until it is shown."""
    places = (HANDS[owner], CHOSEN[owner], DROPPED[owner])
    return with_hidden([card for card in hand if card != HIDDEN and lies.is_among(places, int(card))], len(hand))


def _laid(cards: Sequence[str], owner: int, lies: Lies) -> tuple[str, ...]:
    places = (CHOSEN[owner], DROPPED[owner])[: len(cards)]
    known = (card != HIDDEN and lies.least(place, int(card)) for card, place in zip(cards, places, strict=True))
    return tuple(card if sure else HIDDEN for card, sure in zip(cards, known, strict=True))
