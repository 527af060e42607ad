"""The heuristic evaluation of a position for bots; the numbered notes are in section 9 of the SPEC."""

from __future__ import annotations

from typing import Final

from kronika.core.contract.heuristic import Heuristic
from kronika.core.contract.zones import tally_of
from kronika.core.games.imhotep.actions import Do
from kronika.core.games.imhotep.board import ROUNDS, temple_width
from kronika.core.games.imhotep.features import FEATURES
from kronika.core.games.imhotep.scoring import final_items, totals
from kronika.core.games.imhotep.state import OVER, State

_ON_SLED: Final = 0.5
"""Value of each stone on the sled, up to four: it saves an action later (note 2)."""
_ON_SHIP: Final = 1.2
"""Value of a stone on a ship: its site is not known yet, but most sites give 1 to 3 points (note 3)."""
_STAYS: Final = 0.4
"""Expected points of a visible stone of the temple in each later round, because it may be covered (note 1)."""


def estimate(state: State) -> list[float]:
    """The value of the position for each seat.

    It is the total if the game ended now, and the expected points of visible temple stones and of stones on sleds and
    ships.
    """
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
    """Whether no ship is being unloaded and no card carried out, so that the position can be evaluated."""
    return not state.stack


HEURISTIC: Final[Heuristic[State, Do]] = Heuristic(estimate, settled, horizon=8, scale=15.0, features=FEATURES)
