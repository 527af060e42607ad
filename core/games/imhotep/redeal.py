"""A random redeal of the cards that a seat may not know (IM-1.7): the pair of market B while another looks at it."""

from __future__ import annotations

from msgspec.structs import replace

from kronika.core.basics.chance import Dice
from kronika.core.contract.zones import BYTE, add_tallies, expand_tally, subtract_tallies, tally_of
from kronika.core.games.imhotep.cards import KINDS, UNSEEN
from kronika.core.games.imhotep.state import KEEP, Market, State
from kronika.core.games.imhotep.view import hidden_of_pair


def redeal(state: State, seat: int, dice: Dice) -> State:
    """Return the same state with the pair that another player looks at dealt again at random.

    Its hidden cards are drawn from all cards that `seat` has not seen. In any other state nothing is hidden from a seat
    alone, so the state is returned unchanged.
    """
    step = state.stack[-1] if state.stack else None
    if step is None or step.kind != KEEP or seat == step.seat:
        return state
    market = state.market
    hidden = hidden_of_pair(state)
    pool = add_tallies(market.deck, hidden)
    drawn = bytes(dice.draw(expand_tally(pool), sum(hidden)))
    pair = bytes(sorted(step.stones.rstrip(BYTE[UNSEEN]) + drawn))
    deck = subtract_tallies(pool, tally_of(drawn, KINDS))
    return replace(state, market=Market(deck, market.row, pair, market.discard))
