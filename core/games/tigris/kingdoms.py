"""Regions, kingdoms and sides (TE-3.1, TE-3.2, TE-6.2), worked out from the board whenever they are asked for.

A set of cells is a number with one bit a cell (`board.BIT`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from kronika.core.games.tigris.board import (
    BIT,
    CATASTROPHE,
    EMPTY,
    EVERYWHERE,
    HOARD,
    LEADER,
    NEAR,
    NEIGHBOURS,
    RED,
    SIZE,
    STEP,
    TILE,
    TURNED,
    TURNED_HOARD,
)

SEATS: Final = 4


def _table(codes: Iterable[int]) -> bytes:
    wanted = frozenset(codes)
    return bytes(ord("1") if code in wanted else ord("0") for code in range(256))


IS_LEADER: Final = _table(range(LEADER, LEADER + 4 * SEATS))
IS_OCCUPIED: Final = _table((*range(TILE, TURNED_HOARD + 1), *range(LEADER, LEADER + 4 * SEATS)))
"""Carries a tile, face up or down, or a leader: a catastrophe belongs to nothing (TE-3.1)."""
IS_EMPTY: Final = _table((EMPTY,))
IS_BARE_TILE: Final = _table(range(TILE, TILE + 4))
"""A face-up tile without a treasure: a catastrophe may go there (TE-4.8)."""
IS_TREASURE: Final = _table((HOARD, TURNED_HOARD))
IS_FACE_UP: Final = tuple(_table((TILE + colour, HOARD) if colour == RED else (TILE + colour,)) for colour in range(4))
"""By colour: a tile that counts, so not under a monument (TE-3.3)."""
IS_TEMPLE: Final = IS_FACE_UP[RED]
_LEADERS_OF: Final = tuple(tuple(range(LEADER + colour, LEADER + 4 * SEATS, 4)) for colour in range(4))
"""By colour: the codes of its leaders, by seat."""
CONNECTS: Final = tuple(code != EMPTY and code != CATASTROPHE for code in range(256))
NO_COLOUR: Final = 255
COLOUR_OF: Final = bytes(
    RED if code == HOARD else code - TILE if TILE <= code < HOARD else NO_COLOUR for code in range(256)
)
"""By code: the colour of a face-up tile, NO_COLOUR for anything else."""
LOOTED: Final = bytes(
    TILE + RED if code == HOARD else TURNED + RED if code == TURNED_HOARD else code for code in range(256)
)
"""By code: what is left when the treasure is taken (TE-8.5)."""
TURN_DOWN: Final = bytes(
    TURNED_HOARD if code == HOARD else code - TILE + TURNED if TILE <= code < HOARD else code for code in range(256)
)
"""By code: the tile turned face down (TE-7.5)."""


def cells(board: bytes, table: bytes) -> int:
    """The cells whose code `table` marks."""
    return int(board.translate(table), 2)


def widen(mask: int) -> int:
    """The cells and all their neighbours; may run into the padding."""
    return mask | mask << 1 | mask >> 1 | mask << STEP | mask >> STEP


def flood(seed: int, within: int) -> int:
    """What hangs together with `seed` inside `within`: along the rows, then along the columns, until nothing is new."""
    while True:
        wider = (seed | seed << 1 | seed >> 1) & within
        wider = (wider | wider << STEP | wider >> STEP) & within
        if wider == seed:
            return seed
        seed = wider


def kingdoms(occupied: int, leaders: int) -> list[int]:
    """All regions with at least one leader (TE-3.2)."""
    found = []
    while leaders:
        region = flood(leaders & -leaders, occupied)
        leaders &= ~region
        found.append(region)
    return found


def regions(occupied: int) -> list[int]:
    """All regions of these cells (TE-3.1)."""
    return kingdoms(occupied, occupied)


def beside(occupied: int, leaders: int, cell: int) -> tuple[list[int], int]:
    """The kingdoms that a cell touches, each once however many sides it touches (TE-4.2).

    And the region that a piece on the cell is part of: all it touches, leaderless regions too, and itself.
    """
    found = []
    joined = BIT[cell]
    around = NEAR[cell] & occupied
    while around:
        region = flood(around & -around, occupied)
        around &= ~region
        joined |= region
        if region & leaders:
            found.append(region)
    return found, joined


def contacts(board: bytes, cell: int) -> int:
    """On how many sides the cell touches a tile or a leader."""
    sides = 0
    for near in NEIGHBOURS[cell]:  # a plain loop: it is asked at the head of every placement
        if CONNECTS[board[near]]:
            sides += 1
    return sides


def temples_beside(board: bytes, cell: int) -> int:
    """How many face-up temples the cell touches (TE-3.4, TE-5.3)."""
    temples = 0
    for near in NEIGHBOURS[cell]:
        if COLOUR_OF[board[near]] == RED:
            temples += 1
    return temples


def owner_in(board: bytes, region: int, colour: int) -> int | None:
    """Whose leader of this colour is in the region."""
    for code in _LEADERS_OF[colour]:
        cell = board.find(code)
        if cell >= 0 and region & BIT[cell]:
            return (code - LEADER) // 4
    return None


def region_of(board: bytes, cell: int) -> int:
    """The region that a piece on the board is part of."""
    return flood(BIT[cell], cells(board, IS_OCCUPIED))


def leaders_in(board: bytes, region: int) -> list[int]:
    """The cells of the leaders of a region, row by row."""
    found = []
    rest = cells(board, IS_LEADER) & region
    while rest:
        cell = SIZE - rest.bit_length()
        found.append(cell)
        rest ^= BIT[cell]
    return found


def homeless(board: bytes) -> int:
    """The leaders that have no face-up temple beside them (TE-3.7)."""
    return cells(board, IS_LEADER) & ~widen(cells(board, IS_TEMPLE)) & EVERYWHERE
