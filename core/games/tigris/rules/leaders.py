"""Placing, moving and withdrawing leaders (TE-3)."""

from __future__ import annotations

from msgspec.structs import replace

from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.zones import replace_byte
from kronika.core.games.tigris.actions import MoveLeader, PlaceLeader, WithdrawLeader
from kronika.core.games.tigris.answers import lifted
from kronika.core.games.tigris.board import (
    BIT,
    EMPTY,
    GREEN,
    INDEX,
    LEADER,
    LEADER_INDEX,
    LEADERS,
    NAME,
    SIZE,
    occupant,
)
from kronika.core.games.tigris.effects import Effect, LeaderReturned
from kronika.core.games.tigris.kingdoms import beside, homeless, kingdoms_over, temples_beside
from kronika.core.games.tigris.rules.flow import Applied, after_joining, check_action, finish_action
from kronika.core.games.tigris.rules.revolt import begin_revolt, rival
from kronika.core.games.tigris.state import CONFLICTS, State, leader_cell, map_of

# -- legality ---------------------------------------------------------------------------------------------------


def check_place(state: State, seat: int, do: PlaceLeader) -> None:
    """Raise IllegalAction unless the player may place this leader from the supply on this cell (TE-3.4)."""
    check_action(state, seat, "place a leader")
    stands = leader_cell(state, seat, LEADER_INDEX[do.leader])
    if stands >= 0:
        raise IllegalAction(
            "TE-3.4",
            f"Your {do.leader} is not in the supply: it is on {NAME[stands]}, and you can move it from there.",
            {"stands": NAME[stands]},
        )
    check_target(state, state.board, INDEX[do.at])


def check_move(state: State, seat: int, do: MoveLeader) -> None:
    """Raise IllegalAction unless the player may move this leader to this cell (TE-3.5).

    The target is checked after the leader is lifted.
    """
    check_action(state, seat, "move a leader")
    start = INDEX[do.start]
    stands = leader_cell(state, seat, LEADER_INDEX[do.leader])
    if stands < 0:
        raise IllegalAction("TE-3.5", f"Your {do.leader} is not on the board: place it from the supply.")
    if stands != start:
        raise IllegalAction(
            "TE-3.5", f"Your {do.leader} is on {NAME[stands]}, not on {do.start}.", {"stands": NAME[stands]}
        )
    if do.to == do.start:
        raise IllegalAction("TE-3.5", f"Your {do.leader} is on {do.to} already: move it to another cell.")
    check_target(state, lifted(state.board, start), INDEX[do.to])


def check_target(state: State, board: bytes, cell: int) -> None:
    """Raise IllegalAction unless a leader may be placed on this cell: TE-3.4 (a) to (d)."""
    name = NAME[cell]
    if board[cell] != EMPTY:
        raise IllegalAction("TE-3.4", f"{name} is not empty: it has {occupant(board[cell])}.")
    if map_of(state.options).river & BIT[cell]:
        raise IllegalAction("TE-3.4", f"{name} is a river cell: you can't place a leader in the river.")
    if not temples_beside(board, cell):
        raise IllegalAction("TE-3.4", f"{name} has no face-up temple beside it.")
    if touched := kingdoms_over(1, board, cell):
        raise IllegalAction("TE-3.4", f"{name} touches {touched} kingdoms: a leader never unites kingdoms.")


def check_withdraw(state: State, seat: int, do: WithdrawLeader) -> None:
    """Raise IllegalAction unless the player may withdraw this leader: never during a conflict (TE-3.6)."""
    if state.phase in CONFLICTS:
        raise IllegalAction("TE-3.6", "A leader can't be withdrawn to escape a conflict.")
    check_action(state, seat, "withdraw a leader")
    if leader_cell(state, seat, LEADER_INDEX[do.leader]) < 0:
        raise IllegalAction("TE-3.6", f"Your {do.leader} is not on the board.")


# -- consequences -----------------------------------------------------------------------------------------------


def apply_place(state: State, seat: int, do: PlaceLeader) -> Applied:
    """Position a leader from the supply (TE-3.4)."""
    return _position(state, seat, LEADER_INDEX[do.leader], state.board, INDEX[do.at])


def apply_move(state: State, seat: int, do: MoveLeader) -> Applied:
    """Lift a leader and position it again; changes of its old kingdom have no other consequences (TE-3.5)."""
    return _position(state, seat, LEADER_INDEX[do.leader], lifted(state.board, INDEX[do.start]), INDEX[do.to])


def _position(state: State, seat: int, colour: int, board: bytes, cell: int) -> Applied:
    regions = beside(board, cell)
    joined = sum(regions, BIT[cell])
    state = replace(state, board=replace_byte(board, cell, LEADER + 4 * seat + colour), cell=cell)
    defender = rival(state, joined, colour)
    if defender is not None:
        return begin_revolt(state, colour, defender)
    # TE-8.1: treasures in one region have been taken already, unless there was no trader or they are still owed.
    return after_joining(state, [], joined if len(regions) > 1 or colour == GREEN or state.owed else 0)


def apply_withdraw(state: State, seat: int, do: WithdrawLeader) -> Applied:
    """Return the leader to its supply; kingdoms can only get smaller, so there are no further consequences (TE-3.6)."""
    cell = leader_cell(state, seat, LEADER_INDEX[do.leader])
    return finish_action(replace(state, board=replace_byte(state.board, cell, EMPTY)), [])


def return_homeless(state: State, effects: list[Effect]) -> State:
    """Return the state after every leader without an adjacent face-up temple has gone to its supply (TE-3.7).

    Called after temples were removed or turned face down; adds an effect for each leader.
    """
    board = state.board
    rest = homeless(board)
    while rest:
        cell = SIZE - rest.bit_length()
        rest ^= BIT[cell]
        owner, colour = divmod(board[cell] - LEADER, 4)
        effects.append(LeaderReturned(owner, LEADERS[colour], NAME[cell], "TE-3.7"))
        board = replace_byte(board, cell, EMPTY)
    return replace(state, board=board) if board is not state.board else state
