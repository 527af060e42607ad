"""A random legal action, chosen without listing all, for random games that reach an end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import IllegalAction
from kronika.core.games.tigris.actions import (
    Action,
    EndTurn,
    MoveLeader,
    PlaceLeader,
    PlaceTile,
    PlayCatastrophe,
    Swap,
    WithdrawLeader,
)
from kronika.core.games.tigris.board import (
    BIT,
    BLUE,
    CELLS,
    COLOURS,
    EMPTY,
    LEADERS,
    NAME,
    NEIGHBOURS,
    cells_of,
)
from kronika.core.games.tigris.kingdoms import CONNECTS, IS_TEMPLE, cells
from kronika.core.games.tigris.rules.leaders import check_move, check_place
from kronika.core.games.tigris.rules.listing import actions
from kronika.core.games.tigris.rules.tiles import check_catastrophe, check_tile
from kronika.core.games.tigris.state import ACTION, State, leader_cell, map_of

DoT = TypeVar("DoT", bound=Action)

TRIES: Final = 20
"""Attempts at a random action, and at a random cell for it, before giving up."""

TILES_UP_TO: Final = 66
LEADERS_UP_TO: Final = 86
CATASTROPHES_UP_TO: Final = 90
WITHDRAWALS_UP_TO: Final = 92
SWAPS_UP_TO: Final = 97
"""Limits of a roll from 0 to 99 for each kind of action; the rest ends the turn.

Most actions place tiles, so that the bag empties and the game ends (TE-9.4).
"""


def pick(state: State, seat: int, dice: Dice) -> Action:
    """Return a random legal action. Every legal action is possible, but they are not equally likely."""
    if state.phase == ACTION:
        for _ in range(TRIES):
            do = _guess(state, seat, dice)
            if do is not None:
                return do
    return dice.choice(actions(state, seat))


def _guess(state: State, seat: int, dice: Dice) -> Action | None:
    roll = dice.below(100)
    if roll < TILES_UP_TO:
        return _tile(state, seat, dice)
    if roll < LEADERS_UP_TO:
        return _leader(state, seat, dice)
    if roll < CATASTROPHES_UP_TO:
        return _catastrophe(state, seat, dice)
    if roll < WITHDRAWALS_UP_TO:
        colour = dice.below(4)
        return WithdrawLeader(LEADERS[colour]) if leader_cell(state, seat, colour) >= 0 else None
    if roll < SWAPS_UP_TO:
        return _swap(state, seat, dice)
    return EndTurn()


def _tile(state: State, seat: int, dice: Dice) -> PlaceTile | None:
    held = [colour for colour, n in enumerate(state.hands[seat]) for _ in range(n)]
    if not held:
        return None
    colour = dice.choice(held)
    river = map_of(state.options).river
    alone = dice.below(10) == 0  # nine in ten tiles are placed beside another piece, so that kingdoms grow and meet
    for _ in range(TRIES):
        cell = dice.choice(CELLS)
        if state.board[cell] != EMPTY or bool(river & BIT[cell]) != (colour == BLUE):
            continue
        if alone or any(CONNECTS[state.board[near]] for near in NEIGHBOURS[cell]):
            do = PlaceTile(COLOURS[colour], NAME[cell])
            return do if _passes(check_tile, state, seat, do) else None
    return None


def _leader(state: State, seat: int, dice: Dice) -> PlaceLeader | MoveLeader | None:
    colour = dice.below(4)
    if leader_cell(state, seat, colour) >= 0 and dice.below(3):
        # This makes leaders in the supply more likely: to place one is better play than to move one.
        colour = dice.below(4)
    start = leader_cell(state, seat, colour)
    temples = cells_of(cells(state.board, IS_TEMPLE))
    for _ in range(TRIES if temples else 0):
        cell = dice.choice(NEIGHBOURS[dice.choice(temples)])
        if state.board[cell] != EMPTY:
            continue
        if start < 0:
            place = PlaceLeader(LEADERS[colour], NAME[cell])
            if _passes(check_place, state, seat, place):
                return place
            continue
        move = MoveLeader(LEADERS[colour], NAME[start], NAME[cell])
        if _passes(check_move, state, seat, move):
            return move
    return None


def _catastrophe(state: State, seat: int, dice: Dice) -> PlayCatastrophe | None:
    do = PlayCatastrophe(NAME[dice.choice(CELLS)])
    return do if _passes(check_catastrophe, state, seat, do) else None


def _swap(state: State, seat: int, dice: Dice) -> Swap | None:
    red, black, blue, green = (dice.below(held + 1) for held in state.hands[seat])
    return Swap(red, black, blue, green) if red or black or blue or green else None


def _passes(check: Callable[[State, int, DoT], None], state: State, seat: int, do: DoT) -> bool:
    try:
        check(state, seat, do)
    except IllegalAction:
        return False
    return True
