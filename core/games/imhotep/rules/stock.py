"""The deck, the discard pile, and the cards that players gain (IM-2.2, IM-3.3, IM-3.6)."""

from __future__ import annotations

from msgspec.structs import replace

from kronika.core.contract.zones import BYTE, add_to_tally, expand_tally, replace_item
from kronika.core.games.imhotep.cards import CARD_NAMES, NO_CARDS, RED_SITE, UNSEEN
from kronika.core.games.imhotep.effects import CardDiscarded, CardTaken, Reshuffled
from kronika.core.games.imhotep.rules.stack import Effects, Stack
from kronika.core.games.imhotep.state import RED, Market, State, Step


def cards_left(market: Market) -> bool:
    """Whether a card can be drawn from the deck or, after a reshuffle, from the discard pile.

    The unseen cards of the pair are not in the deck.
    """
    return sum(market.deck) > market.pair.count(UNSEEN) or any(market.discard)


def ready_deck(market: Market, effects: Effects) -> Market:
    """Return the market before a card is drawn: if the deck is empty, the discard pile becomes the deck (IM-2.2).

    In that case all cards that are still unseen are in the pair, so they are known by elimination.
    """
    if sum(market.deck) > market.pair.count(UNSEEN):
        return market
    effects.append(Reshuffled(sum(market.discard)))
    pair = market.pair.rstrip(BYTE[UNSEEN]) + expand_tally(market.deck)
    return Market(market.discard, market.row, pair, NO_CARDS)


def gain(state: State, effects: Effects, market: Market, stack: Stack, seat: int, card: int, rule: str) -> State:
    """Return the state after a player gains a card; a red card becomes a step, carried out at once (IM-3.3).

    `market` and `stack` are those after the card has been removed from the market.
    """
    effects.append(CardTaken(seat, CARD_NAMES[card], rule))
    if card in RED_SITE:
        return replace(state, market=market, stack=(*stack, Step(RED, seat, card)))
    cards = state.cards
    return replace(state, market=market, stack=stack, cards=replace_item(cards, seat, add_to_tally(cards[seat], card)))


def discard(market: Market, effects: Effects, card: int, rule: str) -> Market:
    """Return the market with a card added to the discard pile; adds an effect."""
    effects.append(CardDiscarded(CARD_NAMES[card], rule))
    return replace(market, discard=add_to_tally(market.discard, card))
