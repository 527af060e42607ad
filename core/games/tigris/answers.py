"""The adopted answers to the open questions of the rulebook (SPEC section 13), each in one place.

OQ-1 (cells of the advanced board) and OQ-2 (colours of the buildings) are data, in boards.toml. OQ-9 (cube supply used
up): points are counted without a limit. OQ-12 and OQ-13 only concern examples of the rulebook.
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
    """OQ-5: the cells on which no catastrophe may be played because of a building (TE-4.8).

    Empty unless the game has buildings and the option `building_catastrophe` is false.
    """
    options = state.options
    if not options.buildings or options.building_catastrophe:
        return ()
    return tuple(cell for cell in state.buildings if cell != NOWHERE)


def may_move_building(board: bytes, stands: int, line: tuple[int, ...]) -> bool:
    """OQ-4: whether the building on the cell `stands` may move to the new `line` (TE-10.3).

    Its old line is the longest straight run of face-up tiles of its colour through its cell, as the board is now. The
    new line must be longer and must not contain the building's cell.
    """
    return stands not in line and len(line) > max(len(run(board, stands, 1)), len(run(board, stands, STEP)))


def buildings_after_monument(buildings: bytes, square: tuple[int, ...]) -> bytes:
    """OQ-6: the buildings after a monument is built; one on the square returns to the common stock (TE-10.7)."""
    return bytes(NOWHERE if cell in square else cell for cell in buildings)


def lifted(board: bytes, cell: int) -> bytes:
    """OQ-7: the board with the leader lifted from its cell; a move is checked on this board (TE-3.5)."""
    return replace_byte(board, cell, EMPTY)


def lifted_from(mask: int, cell: int) -> int:
    """OQ-7: the same for a set of occupied cells: the set without the leader's cell."""
    return mask & ~BIT[cell]


def side(kingdom: int, leader: int, link: int) -> int:
    """OQ-8: a leader's side, also in a later war of the same action (TE-6.2, TE-6.11).

    It is the set of cells of the united kingdom, as it is now, that are connected with the leader without passing
    through the unification tile on the cell `link`.
    """
    return flood(leader, kingdom & ~BIT[link])


def place_key(totals: tuple[int, ...]) -> tuple[int, ...]:
    """OQ-10: the sort key of a player's place: the colour totals, smallest first.

    Players who are equal in all four share a place (TE-12.2).
    """
    return tuple(sorted(totals))


def gets_building_point(options: Options, scorer: int, placer: int) -> bool:
    """OQ-11: whether the player who scores a placed tile also gets the building's second point (TE-10.6).

    With the option `building_point` set to `placer`, only if the same player placed the tile.
    """
    return options.building_point == "scorer" or scorer == placer
