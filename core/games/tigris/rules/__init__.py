"""The rules: which actions are legal, and their consequences (TE-2 to TE-10).

`flow` is the order of events in a turn, `listing` has all legal actions, and `choice` picks one at random. The other
modules are named after their topics.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kronika.core.games.tigris.actions import (
    BuildMonument,
    ChooseWar,
    Commit,
    DeclineBuilding,
    DeclineMonument,
    Do,
    Draw,
    EndTurn,
    MoveLeader,
    PlaceBuilding,
    PlaceLeader,
    PlaceTile,
    PlayCatastrophe,
    StartPlayer,
    Swap,
    TakeTreasures,
    WithdrawLeader,
)
from kronika.core.games.tigris.rules import chance, extras, flow, leaders, revolt, tiles, war
from kronika.core.games.tigris.rules.chance import sample
from kronika.core.games.tigris.rules.choice import pick
from kronika.core.games.tigris.rules.flow import Applied
from kronika.core.games.tigris.rules.listing import actions, actors
from kronika.core.games.tigris.state import REVOLT_ATTACK, REVOLT_DEFEND, WAR_ATTACK, WAR_DEFEND, State


def check(state: State, seat: int, do: Do) -> None:
    """Raise IllegalAction unless this action or outcome is legal now."""
    _MOVES[type(do)][0](state, seat, do)


def apply(state: State, seat: int, do: Do) -> Applied:
    """Return the state after a legal action or outcome, and its effects."""
    return _MOVES[type(do)][1](state, seat, do)


def _check_commit(state: State, seat: int, do: Commit) -> None:
    if state.phase in (REVOLT_ATTACK, REVOLT_DEFEND):
        revolt.check_commit(state, seat, do)
    elif state.phase in (WAR_ATTACK, WAR_DEFEND):
        war.check_commit(state, seat, do)
    else:
        flow.refuse_phase(state, "commit tiles to a conflict")


def _apply_commit(state: State, seat: int, do: Commit) -> Applied:
    if state.phase in (REVOLT_ATTACK, REVOLT_DEFEND):
        return revolt.apply_commit(state, seat, do)
    return war.apply_commit(state, seat, do)


def _check_end_turn(state: State, seat: int, do: EndTurn) -> None:
    """Raise IllegalAction unless the turn can end now; it may end before any action (TE-2.1)."""
    flow.check_action(state, seat, "end the turn")


def _apply_end_turn(state: State, seat: int, do: EndTurn) -> Applied:
    return flow.end_turn(state, [])


_MOVES: Final[dict[type, tuple[Callable[[State, int, Any], None], Callable[[State, int, Any], Applied]]]] = {
    PlaceTile: (tiles.check_tile, tiles.apply_tile),
    PlaceLeader: (leaders.check_place, leaders.apply_place),
    MoveLeader: (leaders.check_move, leaders.apply_move),
    WithdrawLeader: (leaders.check_withdraw, leaders.apply_withdraw),
    PlayCatastrophe: (tiles.check_catastrophe, tiles.apply_catastrophe),
    Swap: (tiles.check_swap, tiles.apply_swap),
    EndTurn: (_check_end_turn, _apply_end_turn),
    Commit: (_check_commit, _apply_commit),
    ChooseWar: (war.check_choose, war.apply_choose),
    PlaceBuilding: (extras.check_building, extras.apply_building),
    DeclineBuilding: (extras.check_no_building, extras.apply_no_building),
    BuildMonument: (extras.check_monument, extras.apply_monument),
    DeclineMonument: (extras.check_no_monument, extras.apply_no_monument),
    TakeTreasures: (extras.check_treasures, extras.apply_treasures),
    Draw: (chance.check_draw, chance.apply_draw),
    StartPlayer: (chance.check_start, chance.apply_start),
}
"""By type of action or outcome: the function that checks it and the one that applies it."""

__all__ = ["actions", "actors", "apply", "check", "pick", "sample"]
