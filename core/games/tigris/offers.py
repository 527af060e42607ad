"""The decisions that an action can offer once its conflicts are over: a building, a monument, treasures (TE-2.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from kronika.core.games.tigris.answers import may_move_building
from kronika.core.games.tigris.board import BIT, GREEN, LEADER, MAPS, NOWHERE, STEP, cells_of
from kronika.core.games.tigris.kingdoms import (
    COLOUR_OF,
    IS_LEADER,
    IS_OCCUPIED,
    IS_TREASURE,
    cells,
    crew,
    flood,
    owner_in,
)
from kronika.core.games.tigris.patterns import in_stock, run, squares
from kronika.core.games.tigris.state import State, clockwise

LINE: Final = 3
"""The smallest number of tiles in a line for a building (TE-10.2)."""


def lines(state: State) -> list[tuple[int, ...]]:
    """The row and the column of one colour through the placed tile, each only if it is long enough (TE-10.2)."""
    both = (run(state.board, state.cell, step) for step in (1, STEP))
    return [line for line in both if len(line) >= LINE]


def building_cells(state: State) -> list[int]:
    """The cells on which the building of the placed tile's colour may be placed (TE-10.2, TE-10.3)."""
    if not state.options.buildings:
        return []
    board = state.board
    stands = state.buildings[COLOUR_OF[board[state.cell]]]
    offered = [line for line in lines(state) if stands == NOWHERE or may_move_building(board, stands, line)]
    return sorted({cell for line in offered for cell in line})


def monument_squares(state: State) -> list[int]:
    """The top left cells of the squares with the placed tile on which a monument may be built.

    There are none if no monument with the tile's colour is left (TE-7.1, TE-7.2).
    """
    found = squares(state.board, state.cell)
    if found and not in_stock(state.monuments, COLOUR_OF[state.board[state.cell]]):
        return []
    return found


class Claim(NamedTuple):
    """The treasures of a kingdom, of which the trader's owner must take all but one (TE-8.1).

    `treasures` and `may_stay` are sets of cells. One treasure of `may_stay` stays: these are the treasures without
    priority, or all if all have priority (TE-8.3).
    """

    seat: int
    treasures: int
    may_stay: int

    @property
    def is_open(self) -> bool:
        """Whether the owner has a choice."""
        return self.may_stay.bit_count() > 1

    def sets(self) -> list[int]:
        """Every set of treasures that may be taken, as sets of cells."""
        return [self.treasures & ~BIT[stays] for stays in cells_of(self.may_stay)]


def is_claimed(state: State, region: int) -> bool:
    """Whether a trader's owner must take treasures in this region (TE-8.1)."""
    board = state.board
    treasures = cells(board, IS_TREASURE) & region
    if treasures.bit_count() < 2:
        return False
    return owner_in(crew(board, cells(board, IS_LEADER) & region), GREEN) is not None


def claims(state: State) -> Iterator[Claim]:
    """The treasures that must be taken now, one claim for each trader, clockwise from the active player (R-20)."""
    occupied, treasures = cells(state.board, IS_OCCUPIED), cells(state.board, IS_TREASURE)
    priority = MAPS[state.options.board].priority
    for seat in clockwise(state):
        trader = state.board.find(LEADER + 4 * seat + GREEN)
        if trader >= 0:
            gathered = flood(trader, occupied) & treasures
            if gathered.bit_count() > 1:
                yield Claim(seat, gathered, gathered & ~priority or gathered)
