"""The resolution of steps: stones leave a ship one by one, cards are carried out, depth first (IM-2.11, R-10)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from kronika.core.contract.zones import BYTE, add_to_tally
from kronika.core.games.imhotep.board import PYRAMIDS
from kronika.core.games.imhotep.cards import CARD_NAMES, RED_SITE
from kronika.core.games.imhotep.effects import NoCard, NoStone
from kronika.core.games.imhotep.rules.rounds import all_sailed, close_round, finish_round, return_stones, visible_step
from kronika.core.games.imhotep.rules.sites import PLACE, must_choose_pyramid
from kronika.core.games.imhotep.rules.stack import Effects
from kronika.core.games.imhotep.rules.stock import discard
from kronika.core.games.imhotep.state import BLUE, RED, TURN, UNLOAD, VISIBLE, State


def resolve(state: State, effects: Effects) -> State:
    """Resolve steps until a player must decide, an outcome of chance is due, or the game is over."""
    while True:
        if state.stack:
            carry_on = _STEPS.get(state.stack[-1].kind)
            after = carry_on(state, effects) if carry_on else None
            if after is None:
                return state
            state = after
        elif state.phase != TURN:
            return finish_round(state, effects)
        elif all_sailed(state):
            state = close_round(state, effects)
        else:
            # The left neighbour of the sailing player, no matter who made the last choice (IM-2.13).
            return replace(state, turn=(state.turn + 1) % len(state.sleds))


def _unload(state: State, effects: Effects) -> State | None:
    """Unload the stones still on the ship; None if the next stone's owner must choose (IM-2.11, IM-2.12)."""
    step, market = state.stack[-1], state.market
    left = step.stones[step.at :]
    if left and (must_choose_pyramid(state) if step.number == PYRAMIDS else market.pair or any(market.row)):
        return None
    if step.number == PYRAMIDS:
        return replace(state, sites=PLACE[PYRAMIDS](state, effects, left), stack=state.stack[:-1])
    # Stones get a card as long as there are cards (IM-3.4). Then all return to their quarries (IM-3.2, R-5).
    effects.extend([NoCard(seat, "IM-3.4") for seat in left])
    return replace(state, quarries=return_stones(state, effects, step.stones, "IM-3.2"), stack=state.stack[:-1])


def _blue(state: State, effects: Effects) -> State:
    """Finish the action of a blue card: discard the card (IM-3.19)."""
    *before, step = state.stack
    return replace(state, market=discard(state.market, effects, step.number, "IM-2.7"), stack=tuple(before))


def _red(state: State, effects: Effects) -> State | None:
    """Place a stone from the quarry at the red card's site (IM-3.6), then discard the card (IM-3.3).

    None if the player must choose a pyramid first.
    """
    *before, step = state.stack
    if not step.at:
        site = RED_SITE[step.number]
        if not state.quarries[step.seat]:
            effects.append(NoStone(step.seat, CARD_NAMES[step.number]))
        elif site == PYRAMIDS and must_choose_pyramid(state):
            return None
        else:
            sites = PLACE[site](state, effects, BYTE[step.seat])
            state = replace(state, sites=sites, quarries=add_to_tally(state.quarries, step.seat, -1))
    return replace(state, market=discard(state.market, effects, step.number, "IM-3.3"), stack=tuple(before))


_STEPS: Final[dict[int, Callable[[State, Effects], State | None]]] = {
    UNLOAD: _unload,
    BLUE: _blue,
    RED: _red,
    VISIBLE: visible_step,
}
