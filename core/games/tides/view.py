"""The views of the table: everything that one viewer may know (TT-1.6) or infer (TT-1.7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec.structs import replace

from kronika.core.contract.annotations import choices
from kronika.core.contract.game import BYSTANDER, Viewer
from kronika.core.contract.hands import proved_card, proved_hand
from kronika.core.contract.unseen import Lies
from kronika.core.contract.view import HIDDEN, CardId, CardSet, can_see, with_hidden
from kronika.core.contract.view import View as BaseView
from kronika.core.games.tides.cards import ids
from kronika.core.games.tides.rules import DUE, HAND, actors
from kronika.core.games.tides.scoring import totals
from kronika.core.games.tides.state import END, PHASES, PICK, RELIC, State
from kronika.core.games.tides.unseen import CHOSEN, DROPPED, HANDS


class View(BaseView, frozen=True):
    """The table as one viewer knows it; pairs are by seat.

    `kingdoms` include the `relics`. The cards of `deck` are hidden as long as any hand card is hidden. `chosen` has the
    cards that each player has chosen face down: none, the picked card, or relic and discard.
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
    """Return the table as a viewer may know it; None is the referee, who knows everything."""
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
    """A hand as a viewer knows it: the cards that the viewer can't know are hidden.

    The opponent knows `known_cards`, and a bystander the cards that were taken back in public.
    """
    hand = state.hands[owner]
    if can_see(viewer, owner):
        return ids(hand)
    known = taken_back(state) if viewer == BYSTANDER else known_cards(state, 1 - owner)
    return with_hidden(ids(bytes([card for card in hand if card in known])), len(hand))


def _chosen(state: State, owner: int, viewer: Viewer) -> tuple[str, ...]:
    """The cards that a seat has chosen face down, hidden if the viewer may not know them."""
    sealed = state.sealed[owner]
    if not sealed:
        return ()
    cards = (sealed,) if state.phase == PICK else divmod(sealed, 32)
    return ids(bytes(cards)) if can_see(viewer, owner) else with_hidden((), len(cards))


def known_cards(state: State, seat: int) -> bytes:
    """The cards of the opponent's hand that `seat` knows (TT-1.7).

    These are all cards after the first exchange of hands, because `seat` has held that hand before; in the break,
    because they were taken back from the table; and once the deck is empty. At other times they are the cards that
    were taken back.
    """
    hand = state.hands[1 - seat]
    if (state.phase == PICK and len(hand) < HAND) or state.phase == RELIC or not state.deck:
        return hand
    if not state.scored:
        return b""
    taken_back = state.scored[-1][1 - seat]
    return bytes(card for card in hand if card in taken_back)


def taken_back(state: State) -> bytes:
    """The cards of the last scored round, which were taken back into the hands in public.

    A bystander knows in which hand each of them is, because hands are exchanged as a whole and every card that leaves
    a hand is shown.
    """
    return b"".join(state.scored[-1]) if state.scored else b""


def known(view: View, viewer: Viewer, lies: Lies) -> View:
    """Return the view in which hand cards and choices are hidden unless they are proved."""
    if viewer == BYSTANDER:  # a bystander's view has only cards that were seen in public
        return view
    hands = (_proved(view.hands[0], 0, lies), _proved(view.hands[1], 1, lies))
    sure = all(HIDDEN not in hand for hand in hands)
    chosen = (_laid(view.chosen[0], 0, lies), _laid(view.chosen[1], 1, lies))
    deck = view.deck if sure else with_hidden((), len(view.deck))
    return replace(view, hands=hands, chosen=chosen, deck=deck)


def _proved(hand: CardSet, owner: int, lies: Lies) -> CardSet:
    """A hand with its proved cards, the others hidden; a chosen card is in the hand until it is shown."""
    return proved_hand(hand, (HANDS[owner], CHOSEN[owner], DROPPED[owner]), lies)


def _laid(cards: Sequence[str], owner: int, lies: Lies) -> tuple[str, ...]:
    places = (CHOSEN[owner], DROPPED[owner])[: len(cards)]
    return tuple(proved_card(card, place, lies) for card, place in zip(cards, places, strict=True))
