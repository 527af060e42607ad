"""The heuristic evaluation of a position for bots; the numbered notes are in section 15 of the SPEC."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from kronika.core.basics.chance import Dice
from kronika.core.contract.heuristic import Heuristic
from kronika.core.games.tigris.actions import Commit, Do, PlaceTile
from kronika.core.games.tigris.board import BIT, MONUMENT_COLOURS, NOWHERE, RED
from kronika.core.games.tigris.features import AHEAD, FEATURES
from kronika.core.games.tigris.kingdoms import IS_OCCUPIED, cells, flood, region_of, temples_beside
from kronika.core.games.tigris.rules.choice import pick
from kronika.core.games.tigris.rules.revolt import defender_of, strengths
from kronika.core.games.tigris.rules.war import war_of
from kronika.core.games.tigris.scoring import final_points
from kronika.core.games.tigris.state import (
    ACTION,
    END,
    REVOLT_ATTACK,
    REVOLT_DEFEND,
    WAR_ATTACK,
    WAR_DEFEND,
    State,
    leader_cell,
)

_BY_RANK: Final = (1.0, 0.5, 0.2, 0.05)
"""Weight of a point by the rank of its colour, smallest total first (note 2).

A point of the smallest colour counts fully, because that colour is the score.
"""
_LEADER: Final = 0.6
"""Value of each leader on the board: without it the colour scores only through the king (note 1)."""
_TEMPLE: Final = 0.15
"""Value of each temple beside a leader, up to `_TEMPLES`: it helps against revolts (note 4)."""
_TEMPLES: Final = 3
_MONUMENT: Final = 1.5
"""Value of a leader in a kingdom with a monument of its colour: it scores again each turn (note 6)."""
_RED_IN_HAND: Final = 0.1
"""Value of each temple in hand, up to two, that is kept for revolts (note 4)."""
_CUSHION: Final = 3
"""An attacker commits a random reserve of fewer tiles than this, because the defender may commit some (note 5)."""


def estimate(state: State) -> list[float]:
    """The value of the position for each seat: its colour totals weighted by rank, and the pieces that will score."""
    built = _built(state)
    return [_of_seat(state, seat, built) for seat in range(len(state.hands))]


def _built(state: State) -> list[tuple[tuple[int, ...], int]]:
    """For each monument on the board its two colours and the region around it, as a set of cells."""
    occupied = cells(state.board, IS_OCCUPIED)
    built: list[tuple[tuple[int, ...], int]] = []
    for monument, corner in enumerate(state.monuments):
        if corner != NOWHERE:
            known = [kingdom for _, kingdom in built if kingdom & BIT[corner]]
            built.append((MONUMENT_COLOURS[monument], known[0] if known else flood(corner, occupied)))
    return built


def _of_seat(state: State, seat: int, built: list[tuple[tuple[int, ...], int]]) -> float:
    ranked = sorted(final_points(state, seat))
    most = ranked[0] + AHEAD
    worth = sum([min(points, most) * weight for points, weight in zip(ranked, _BY_RANK, strict=True)])
    if state.phase == END:
        return worth
    for colour in range(4):
        stands = leader_cell(state, seat, colour)
        if stands >= 0:
            worth += _LEADER + _TEMPLE * min(temples_beside(state.board, stands), _TEMPLES)
            worth += _MONUMENT * sum([colour in colours and kingdom & BIT[stands] != 0 for colours, kingdom in built])
    return worth + _RED_IN_HAND * min(state.hands[seat][RED], 2)


def settled(state: State) -> bool:
    """Whether the consequences of an action are over, so that the position can be evaluated.

    Conflicts, buildings, monuments and treasures are decided: a lost revolt is evaluated as lost.
    """
    return state.phase == ACTION


def like(do: Do) -> Hashable:
    """The group of a move: the colour of a placed tile; for everything else the type of the action."""
    return do.tile if isinstance(do, PlaceTile) else type(do)


def likely(state: State, seat: int, dice: Dice) -> Do:
    """A plausible move: in a conflict the tiles that may win it, or none; in any other phase a random legal action."""
    phase = state.phase
    if phase in (REVOLT_ATTACK, REVOLT_DEFEND):
        attack, defence = strengths(state, defender_of(state))
        return _commit(state, state.hands[seat][RED], attack, defence, dice)
    if phase in (WAR_ATTACK, WAR_DEFEND):
        war = war_of(state, state.colour, region_of(state.board, state.cell))
        sides = war.attacking.bit_count(), war.defending.bit_count()
        return _commit(state, state.hands[seat][state.colour], *sides, dice)
    return pick(state, seat, dice)


def _commit(state: State, held: int, attack: int, defence: int, dice: Dice) -> Commit:
    """The tiles that are needed to win, or none if the hand holds fewer.

    The attacker needs more than the defender, who may still commit tiles; the defender knows the attacker's number.
    """
    if state.phase in (REVOLT_ATTACK, WAR_ATTACK):
        needed = max(defence + 1 - attack + dice.below(_CUSHION), 0)
    else:
        needed = max(attack + state.number - defence, 0)
    return Commit(needed if needed <= held else 0)


HEURISTIC: Final[Heuristic[State, Do]] = Heuristic(
    estimate, settled, group_key=like, playout_policy=likely, horizon=4, scale=6.0, features=FEATURES
)
"""The heuristic for bots. It sees a whole position, because hidden tiles are dealt at random before it is asked."""
