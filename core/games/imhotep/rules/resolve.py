"""Carrying on with what is begun: stones leave the ship one by one, cards are carried out, depth first (IM-2.11)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kronika.core.games.imhotep.actions import NoCard, NoStone
from kronika.core.games.imhotep.board import MARKET, PYRAMIDS
from kronika.core.games.imhotep.cards import CARD_NAMES, RED_SITE
from kronika.core.games.imhotep.counts import add, tally
from kronika.core.games.imhotep.rules.draft import Draft
from kronika.core.games.imhotep.rules.rounds import all_sailed, close_round, finish_round, return_stones, visible_step
from kronika.core.games.imhotep.rules.sites import must_choose_pyramid, place_stone
from kronika.core.games.imhotep.rules.stock import discard
from kronika.core.games.imhotep.state import BLUE, RED, TURN, UNLOAD, VISIBLE


def resolve(draft: Draft) -> None:
    """Carries on until a player must decide, chance is due or the game is over."""
    while True:
        if draft.stack:
            carry_on = _STEPS.get(draft.stack[-1].kind)
            if carry_on is None or not carry_on(draft):
                return
        elif draft.phase != TURN:
            finish_round(draft)
            return
        elif all_sailed(draft):
            close_round(draft)
        else:
            # The left neighbour of the sailing player, whoever made the last choice (IM-2.13).
            draft.turn = (draft.turn + 1) % len(draft.sleds)
            return


def _unload(draft: Draft) -> bool:
    """The stones still on board, up to the first whose owner must choose (IM-2.11, IM-2.12)."""
    step = draft.stack[-1]
    if step.number == MARKET:
        return _unload_at_market(draft)
    for at in range(step.at, len(step.stones)):
        if step.number == PYRAMIDS and must_choose_pyramid(draft):
            draft.advance(step.number, at)
            return False
        place_stone(draft, step.stones[at], step.number)
    draft.stack.pop()
    return True


def _unload_at_market(draft: Draft) -> bool:
    """A card for each stone while there are cards (IM-3.4); at last all stones go home (IM-3.2, R-5)."""
    step = draft.stack[-1]
    at = step.at
    if at < len(step.stones) and (draft.pair or any(draft.row)):
        return False
    draft.effects.extend(NoCard(seat, "IM-3.4") for seat in step.stones[at:])
    return_stones(draft, tally(step.stones, len(draft.sleds)), "IM-3.2")
    draft.stack.pop()
    return True


def _blue(draft: Draft) -> bool:
    """The action is done: its card is discarded (IM-3.19)."""
    discard(draft, draft.stack.pop().number, "IM-2.7")
    return True


def _red(draft: Draft) -> bool:
    """A stone from the quarry to the card's site (IM-3.6), then the card is discarded (IM-3.3)."""
    step = draft.stack[-1]
    if not step.at:
        site = RED_SITE[step.number]
        if not draft.quarries[step.seat]:
            draft.effects.append(NoStone(step.seat, CARD_NAMES[step.number]))
        elif site == PYRAMIDS and must_choose_pyramid(draft):
            return False
        else:
            draft.quarries = add(draft.quarries, step.seat, -1)
            place_stone(draft, step.seat, site)
    draft.stack.pop()
    discard(draft, step.number, "IM-3.3")
    return True


_STEPS: Final[dict[int, Callable[[Draft], bool]]] = {UNLOAD: _unload, BLUE: _blue, RED: _red, VISIBLE: visible_step}
