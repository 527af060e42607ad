"""The deck and the cards that leave it (IM-2.2, IM-3.3, IM-3.6)."""

from __future__ import annotations

from msgspec.structs import replace

from kronika.core.contract.zones import BYTE, add_to_tally, expand_tally, replace_item
from kronika.core.games.imhotep.cards import CARD_NAMES, NO_CARDS, RED_SITE, UNSEEN
from kronika.core.games.imhotep.effects import CardDiscarded, CardTaken, Reshuffled
from kronika.core.games.imhotep.rules.stack import Effects, Stack
from kronika.core.games.imhotep.state import RED, Market, State, Step


def cards_left(market: Market) -> bool:
    """Can a card be drawn? The unseen cards of the pair are no longer in the deck."""
    return sum(market.deck) > market.pair.count(UNSEEN) or any(market.discard)


def ready_deck(market: Market, effects: Effects) -> Market:
    """Before a card is drawn: the discard pile becomes the deck when that is empty (IM-2.2).

    Whatever is still unseen then lies in the pair, and so is known by elimination.
    """
    if sum(market.deck) > market.pair.count(UNSEEN):
        return market
    effects.append(Reshuffled(sum(market.discard)))
    pair = market.pair.rstrip(BYTE[UNSEEN]) + expand_tally(market.deck)
    return Market(market.discard, market.row, pair, NO_CARDS)


def gain(state: State, effects: Effects, market: Market, stack: Stack, seat: int, card: int, rule: str) -> State:
    """A card that has left the market lies before its taker, or is carried out at once when it is red (IM-3.3)."""
    effects.append(CardTaken(seat, CARD_NAMES[card], rule))
    if card in RED_SITE:
        return replace(state, market=market, stack=(*stack, Step(RED, seat, card)))
    cards = state.cards
    return replace(state, market=market, stack=stack, cards=replace_item(cards, seat, add_to_tally(cards[seat], card)))


def discard(market: Market, effects: Effects, card: int, rule: str) -> Market:
    """A card goes to the discard pile."""
    effects.append(CardDiscarded(CARD_NAMES[card], rule))
    return replace(market, discard=add_to_tally(market.discard, card))
