"""Regions and kingdoms (TE-3.1, TE-3.2), computed from the board each time and never stored.

A set of cells is an `int` with one bit for each cell (`board.BIT`). A table has one byte for each code of a cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from kronika.core.games.tigris.board import (
    AROUND,
    BENDS,
    BIT,
    CATASTROPHE,
    EMPTY,
    EVERYWHERE,
    HOARD,
    LEADER,
    NEAR,
    RED,
    SIZE,
    STEP,
    TILE,
    TURNED,
    TURNED_HOARD,
    cells_of,
)

SEATS: Final = 4


def _table(codes: Iterable[int]) -> bytes:
    """A table that marks these codes, for `cells`."""
    wanted = frozenset(codes)
    return bytes(ord("1") if code in wanted else ord("0") for code in range(256))


IS_LEADER: Final = _table(range(LEADER, LEADER + 4 * SEATS))
IS_OCCUPIED: Final = _table((*range(TILE, TURNED_HOARD + 1), *range(LEADER, LEADER + 4 * SEATS)))
"""Marks cells that carry a tile, face up or face down, or a leader: those that form regions (TE-3.1)."""
IS_EMPTY: Final = _table((EMPTY,))
IS_BARE_TILE: Final = _table(range(TILE, TILE + 4))
"""Marks face-up tiles without a treasure, on which a catastrophe may be played (TE-4.8)."""
IS_TREASURE: Final = _table((HOARD, TURNED_HOARD))
IS_FACE_UP: Final = tuple(_table((TILE + colour, HOARD) if colour == RED else (TILE + colour,)) for colour in range(4))
"""By colour: marks its face-up tiles. Those under a monument count for nothing (TE-3.3)."""
IS_TEMPLE: Final = IS_FACE_UP[RED]
CONNECTS: Final = tuple(code != EMPTY and code != CATASTROPHE for code in range(256))
"""By code: whether the cell is part of a region."""
NO_COLOUR: Final = 255
COLOUR_OF: Final = bytes(
    RED if code == HOARD else code - TILE if TILE <= code < HOARD else NO_COLOUR for code in range(256)
)
"""By code: the colour of a face-up tile; NO_COLOUR for anything else."""
LOOTED: Final = bytes(
    TILE + RED if code == HOARD else TURNED + RED if code == TURNED_HOARD else code for code in range(256)
)
"""By code: the code of the same tile without its treasure (TE-8.5)."""
TURN_DOWN: Final = bytes(
    TURNED_HOARD if code == HOARD else code - TILE + TURNED if TILE <= code < HOARD else code for code in range(256)
)
"""By code: the code of the same tile turned face down (TE-7.5)."""


def cells(board: bytes, table: bytes) -> int:
    """The set of cells with a code that `table` marks."""
    return int(board.translate(table), 2)


def widen(mask: int) -> int:
    """The cells and all their neighbours; the result may contain padding."""
    return mask | mask << 1 | mask >> 1 | mask << STEP | mask >> STEP


_ASKEW: Final = STEP + 1


def flood(cell: int, within: int) -> int:
    """The cells of the set `within` that are connected with `cell`, which is one of them (TE-3.1).

    Each round adds the neighbours of the cells that were found last, until there are none.
    """
    found = NEAR[cell] & within
    rest = within ^ BIT[cell] ^ found
    while found:
        found |= found << _ASKEW
        # A cell and the one diagonally above it: their right and lower neighbours are the four neighbours of the cell.
        found = (found >> 1 | found >> STEP) & rest
        rest ^= found
    return within ^ rest


@lru_cache(64)  # the view of a decision and its legal actions ask for the same
def kingdoms(occupied: int, leaders: int) -> tuple[int, ...]:
    """All kingdoms: the regions of the occupied cells with at least one of the leaders (TE-3.2)."""
    found = []
    while leaders:
        region = flood(SIZE - (leaders & -leaders).bit_length(), occupied)
        leaders &= ~region
        found.append(region)
    return tuple(found)


def regions(occupied: int) -> tuple[int, ...]:
    """All regions of the occupied cells (TE-3.1)."""
    return kingdoms(occupied, occupied)


def beside(board: bytes, cell: int) -> list[int]:
    """The regions that a cell touches, each listed once even if it touches several sides (TE-4.2)."""
    found = []
    occupied = cells(board, IS_OCCUPIED)
    around = NEAR[cell] & occupied
    while around:
        region = flood(SIZE - around.bit_length(), occupied)
        around &= ~region
        found.append(region)
    return found


def kingdoms_over(most: int, board: bytes, cell: int) -> int:
    """The number of kingdoms that a cell touches if that is more than `most`; otherwise, 0."""
    around = AROUND[cell](board)
    sides = len(around) - around.count(EMPTY)
    if sides <= most:  # nearly always; every placement comes through here
        return 0
    for near, corner, next_near in BENDS[cell]:  # two sides that are connected around a corner are one region
        if CONNECTS[board[corner]] and CONNECTS[board[near]] and CONNECTS[board[next_near]]:
            sides -= 1
    if sides <= most:
        return 0
    leaders = cells(board, IS_LEADER)
    touched = sum(1 for region in beside(board, cell) if region & leaders)
    return touched if touched > most else 0


def temples_beside(board: bytes, cell: int) -> int:
    """The number of face-up temples adjacent to a cell (TE-3.4, TE-5.3)."""
    around = AROUND[cell](board)
    return around.count(TILE + RED) + around.count(HOARD)


def crew(board: bytes, leaders: int) -> list[int]:
    """The codes of the leaders on a set of cells, row by row."""
    return [board[cell] for cell in cells_of(leaders)]


def owner_in(crew: Sequence[int], colour: int) -> int | None:
    """The seat that owns the leader of this colour among the codes; None if there is no such leader."""
    for code in crew:
        if code & 3 == colour:
            return (code - LEADER) // 4
    return None


def region_of(board: bytes, cell: int) -> int:
    """The region of an occupied cell, as a set of cells."""
    return flood(cell, cells(board, IS_OCCUPIED))


def homeless(board: bytes) -> int:
    """The cells of the leaders that have no adjacent face-up temple (TE-3.7)."""
    return cells(board, IS_LEADER) & ~widen(cells(board, IS_TEMPLE)) & EVERYWHERE
