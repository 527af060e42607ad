"""The adopted answers to the open questions of the rulebook (SPEC section 13), each in one place.

OQ-1 (cells of the advanced board) and OQ-2 (colours of the buildings) are data: boards.toml. OQ-9 (cubes used up):
points are counted without a limit. OQ-12 and OQ-13 concern the rulebook's examples alone.
"""

from __future__ import annotations

from typing import Final

from kronika.core.contract.zones import replace_byte
from kronika.core.games.tigris.board import BIT, EMPTY, NOWHERE, STEP
from kronika.core.games.tigris.kingdoms import flood
from kronika.core.games.tigris.patterns import run
from kronika.core.games.tigris.state import BUILDING, MONUMENT, Options, State

OFFERS: Final = (BUILDING, MONUMENT)
"""OQ-3: the building is offered before the monument (TE-10.7)."""


def spared_by_catastrophes(state: State) -> tuple[int, ...]:
    """OQ-5, an option: the cells with a building, onto which no catastrophe goes (TE-4.8)."""
    options = state.options
    if not options.buildings or options.building_catastrophe:
        return ()
    return tuple(cell for cell in state.buildings if cell != NOWHERE)


def may_move_building(board: bytes, stands: int, line: tuple[int, ...]) -> bool:
    """OQ-4: may the building at `stands` move to the new `line`?

    Its old line is the longest straight run of face-up tiles of its colour through its cell, as it is now; the new one
    is longer and does not contain the building's cell (TE-10.3).
    """
    return stands not in line and len(line) > max(len(run(board, stands, 1)), len(run(board, stands, STEP)))


def buildings_after_monument(buildings: bytes, square: tuple[int, ...]) -> bytes:
    """OQ-6: a building under a monument goes back to the common stock (TE-10.7)."""
    return bytes(NOWHERE if cell in square else cell for cell in buildings)


def lifted(board: bytes, cell: int) -> bytes:
    """OQ-7: a move is judged with the leader lifted from its cell (TE-3.5)."""
    return replace_byte(board, cell, EMPTY)


def lifted_from(mask: int, cell: int) -> int:
    """OQ-7: the same for a set of cells that pieces stand on."""
    return mask & ~BIT[cell]


def side(kingdom: int, leader: int, link: int) -> int:
    """OQ-8: who supports a leader now, in a later war of the same action too (TE-6.2, TE-6.11).

    The cells of the united kingdom, as it is now, that are connected with the leader without the unification tile.
    """
    return flood(leader, kingdom & ~BIT[link])


def place_key(totals: tuple[int, ...]) -> tuple[int, ...]:
    """OQ-10: players are ranked by their colour totals from the smallest up; equal in all four, they share a place."""
    return tuple(sorted(totals))


def gets_building_point(options: Options, scorer: int, placer: int) -> bool:
    """OQ-11, an option: does who scores a placed tile get the building's second point too (TE-10.6)?"""
    return options.building_point == "scorer" or scorer == placer
