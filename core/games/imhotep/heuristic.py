"""How good a position looks (section 9 of the SPEC), for bots."""

from __future__ import annotations

from typing import Final

from kronika.core.contract.heuristic import Heuristic
from kronika.core.contract.zones import tally_of
from kronika.core.games.imhotep.actions import Do
from kronika.core.games.imhotep.board import ROUNDS, temple_width
from kronika.core.games.imhotep.scoring import final_items, totals
from kronika.core.games.imhotep.state import OVER, State

_ON_SLED: Final = 0.5
"""A stone on the sled is an action spared; two to four of them do (note 2)."""
_ON_SHIP: Final = 1.2
"""A stone on a ship comes to a site, which one is not known: most pay 1 to 3 (note 3)."""
_STAYS: Final = 0.4
"""How likely a visible stone of the temple stays so for another round (note 1)."""


def estimate(state: State) -> list[float]:
    """What the game would end with now, the temple's visible stones, and stones that are on their way."""
    worth: list[float] = [*totals(state)]
    if state.phase == OVER:
        return worth
    for item in final_items(state):
        worth[item.seat] += item.points
    seats = len(worth)
    visible = tally_of(state.sites.temple[-temple_width(seats) :], seats)
    stays = 1 + _STAYS * (ROUNDS - state.round)
    loaded = b"".join(state.ships)
    for seat in range(seats):
        worth[seat] += stays * visible[seat] + _ON_SLED * min(state.sleds[seat], 4) + _ON_SHIP * loaded.count(seat + 1)
    return worth


def settled(state: State) -> bool:
    """No ship is being unloaded, no card carried out."""
    return not state.stack


HEURISTIC: Final[Heuristic[State, Do]] = Heuristic(estimate, settled, horizon=8, scale=15.0)
