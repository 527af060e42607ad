"""How good a position looks (section 15 of the SPEC), for bots."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from kronika.core.basics.chance import Dice
from kronika.core.contract.heuristic import Heuristic
from kronika.core.games.tigris.actions import Commit, Do, PlaceTile
from kronika.core.games.tigris.board import BIT, MONUMENT_COLOURS, NOWHERE, RED
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
"""A point of the smallest colour is one of the score, one of the largest next to none: colours balance out (note 2)."""
_AHEAD: Final = 6
"""A colour that is further ahead of the smallest than this needs no more (note 2), or two with a monument never end."""
_LEADER: Final = 0.6
"""A leader on the board: without it the colour pays through the king alone (note 1)."""
_TEMPLE: Final = 0.15
_TEMPLES: Final = 3
"""Each temple beside a leader, up to three, holds off a revolt (note 4)."""
_MONUMENT: Final = 1.5
"""A leader at a monument of its colour is paid again and again (note 6)."""
_RED_IN_HAND: Final = 0.1
"""A temple kept back for revolts, up to two (note 4)."""
_CUSHION: Final = 3
"""An attacker adds up to two tiles for those that the defender may (note 5)."""


def estimate(state: State) -> list[float]:
    """Colours by their rank, and what will bring more of them."""
    built = _built(state)
    return [_of_seat(state, seat, built) for seat in range(len(state.hands))]


def _built(state: State) -> list[tuple[tuple[int, ...], int]]:
    """The colours of each monument on the board, and the kingdom in which it stands."""
    occupied = cells(state.board, IS_OCCUPIED)
    built: list[tuple[tuple[int, ...], int]] = []
    for monument, corner in enumerate(state.monuments):
        if corner != NOWHERE:
            known = [kingdom for _, kingdom in built if kingdom & BIT[corner]]
            built.append((MONUMENT_COLOURS[monument], known[0] if known else flood(corner, occupied)))
    return built


def _of_seat(state: State, seat: int, built: list[tuple[tuple[int, ...], int]]) -> float:
    ranked = sorted(final_points(state, seat))
    most = ranked[0] + _AHEAD
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
    """Conflicts, buildings, monuments and treasures are over: a lost revolt is judged as lost."""
    return state.phase == ACTION


def like(do: Do) -> Hashable:
    """Tiles by their colour, all else by its type."""
    return do.tile if isinstance(do, PlaceTile) else type(do)


def likely(state: State, seat: int, dice: Dice) -> Do:
    """In a conflict what may win it, else nothing; out of one any action."""
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
    """The attacker needs one more than the defender, who may still add some; the defender knows what is needed."""
    if state.phase in (REVOLT_ATTACK, WAR_ATTACK):
        needed = max(defence + 1 - attack + dice.below(_CUSHION), 0)
    else:
        needed = max(attack + state.number - defence, 0)
    return Commit(needed if needed <= held else 0)


HEURISTIC: Final[Heuristic[State, Do]] = Heuristic(
    estimate, settled, group_key=like, playout_policy=likely, horizon=4, scale=6.0
)
"""Chance and hidden hands are dealt anew, so that all of a position is seen."""
