"""Regions, kingdoms and sides (TE-3.1, TE-3.2, TE-6.2), worked out from the board whenever they are asked for.

A set of cells is a number with one bit a cell (`board.BIT`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from kronika.core.games.tigris.board import (
    BENDS,
    BIT,
    CATASTROPHE,
    EMPTY,
    EVERYWHERE,
    HOARD,
    LEADER,
    NEIGHBOURS,
    RED,
    STEP,
    TILE,
    TURNED,
    TURNED_HOARD,
    cells_of,
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


_ASKEW: Final = STEP + 1


def flood(seed: int, within: int) -> int:
    """What hangs together with `seed` inside `within`: always what is new beside the last, until nothing is."""
    rest = within ^ seed
    while seed:
        seed |= seed << _ASKEW
        seed = (seed >> 1 | seed >> STEP) & rest  # two shifts of a pair are the four neighbours
        rest ^= seed
    return within ^ rest


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


def beside(board: bytes, cell: int) -> list[int]:
    """The regions that a cell touches, each once however many sides it touches (TE-4.2)."""
    found = []
    joined = occupied = 0
    for near in NEIGHBOURS[cell]:
        if CONNECTS[board[near]] and not joined & BIT[near]:
            occupied = occupied or cells(board, IS_OCCUPIED)
            region = flood(BIT[near], occupied)
            joined |= region
            found.append(region)
    return found


def kingdoms_over(most: int, board: bytes, cell: int) -> int:
    """How many kingdoms a cell touches if that is more than `most`; else 0."""
    sides = 0
    for near in NEIGHBOURS[cell]:  # a plain loop: it is asked at the head of every placement
        if CONNECTS[board[near]]:
            sides += 1
    if sides <= most:
        return 0
    for near, corner, next_near in BENDS[cell]:  # two sides that hang together around a corner are of one region
        if CONNECTS[board[corner]] and CONNECTS[board[near]] and CONNECTS[board[next_near]]:
            sides -= 1
    if sides <= most:
        return 0
    leaders = cells(board, IS_LEADER)
    touched = sum(1 for region in beside(board, cell) if region & leaders)
    return touched if touched > most else 0


def temples_beside(board: bytes, cell: int) -> int:
    """How many face-up temples the cell touches (TE-3.4, TE-5.3)."""
    temples = 0
    for near in NEIGHBOURS[cell]:
        if COLOUR_OF[board[near]] == RED:
            temples += 1
    return temples


def crew(board: bytes, leaders: int) -> list[int]:
    """The codes of a set of leaders, row by row."""
    return [board[cell] for cell in cells_of(leaders)]


def owner_in(crew: Sequence[int], colour: int) -> int | None:
    """Whose leader of this colour is among them."""
    for code in crew:
        if code & 3 == colour:
            return (code - LEADER) // 4
    return None


def region_of(board: bytes, cell: int) -> int:
    """The region that a piece on the board is part of."""
    return flood(BIT[cell], cells(board, IS_OCCUPIED))


def homeless(board: bytes) -> int:
    """The leaders that have no face-up temple beside them (TE-3.7)."""
    return cells(board, IS_LEADER) & ~widen(cells(board, IS_TEMPLE)) & EVERYWHERE
