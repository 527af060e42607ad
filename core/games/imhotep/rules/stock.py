"""The deck and the cards that leave it (IM-2.2, IM-3.3, IM-3.6)."""

from __future__ import annotations

from kronika.core.games.imhotep.actions import CardDiscarded, CardTaken, Reshuffled
from kronika.core.games.imhotep.cards import CARD_NAMES, NO_CARDS, RED_SITE, UNSEEN
from kronika.core.games.imhotep.counts import BYTE, add, spread
from kronika.core.games.imhotep.rules.draft import Draft
from kronika.core.games.imhotep.state import RED


def cards_left(draft: Draft) -> bool:
    """Can a card be drawn? The unseen cards of the pair are no longer in the deck."""
    return sum(draft.deck) > draft.pair.count(UNSEEN) or any(draft.discard)


def ready_deck(draft: Draft) -> None:
    """Before a card is drawn: the discard pile becomes the deck when that is empty (IM-2.2).

    Whatever is still unseen then lies in the pair, and so is known by elimination.
    """
    if sum(draft.deck) == draft.pair.count(UNSEEN):
        draft.pair = draft.pair.rstrip(BYTE[UNSEEN]) + spread(draft.deck)
        reshuffle(draft, draft.discard)


def reshuffle(draft: Draft, deck: bytes) -> None:
    """The discard pile is shuffled; `deck` is what it becomes, less what has been drawn of it."""
    draft.effects.append(Reshuffled(sum(draft.discard)))
    draft.deck, draft.discard = deck, NO_CARDS


def lay_pair_card(draft: Draft) -> bool:
    """One more card face down in the last space of side B; false when there is none (IM-2.2)."""
    if not cards_left(draft):
        return False
    ready_deck(draft)
    draft.pair += BYTE[UNSEEN]
    return True


def gain(draft: Draft, seat: int, card: int, rule: str) -> None:
    """A card lies before its taker, or is carried out at once when it is red (IM-3.3)."""
    draft.effects.append(CardTaken(seat, CARD_NAMES[card], rule))
    if card in RED_SITE:
        draft.push(RED, seat, card)
    else:
        cards = draft.cards
        draft.cards = (*cards[:seat], add(cards[seat], card), *cards[seat + 1 :])


def discard(draft: Draft, card: int, rule: str) -> None:
    """A card goes to the discard pile."""
    draft.discard = add(draft.discard, card)
    draft.effects.append(CardDiscarded(CARD_NAMES[card], rule))
