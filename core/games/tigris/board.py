"""The facts of the board and the pieces: cells and their names, river, starting temples (TE-1.1, TE-1.2).

A board in play is `bytes`: one code for each cell, and a padding column at the right. A set of cells is one big `int`
with one bit for each index; the first cell is the highest bit. A step to a neighbour is a shift of this number, and
because of the padding it cannot run over the edge into the next row.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import itemgetter
from typing import Any, Final, Literal, get_args

from msgspec import Struct

from kronika.core.basics.toml import read_facts

COLUMNS: Final = 16
ROWS: Final = 11
STEP: Final = COLUMNS + 1
"""Distance between the index of a cell and that of the cell below it: a row and its padding."""
SIZE: Final = ROWS * STEP
"""Length of a board in play, padding included."""
NOWHERE: Final = 255
"""Value of a cell that means: not on the board."""

Colour = Literal["red", "black", "blue", "green"]
Leader = Literal["priest", "king", "farmer", "trader"]
Dynasty = Literal["archer", "bull", "potter", "lion"]
Monument = Literal["black-green", "black-blue", "black-red", "red-blue", "red-green", "blue-green"]
BoardName = Literal["classic", "advanced"]
Cell = Literal[
    "A1", "B1", "C1", "D1", "E1", "F1", "G1", "H1", "I1", "J1", "K1", "L1", "M1", "N1", "O1", "P1",
    "A2", "B2", "C2", "D2", "E2", "F2", "G2", "H2", "I2", "J2", "K2", "L2", "M2", "N2", "O2", "P2",
    "A3", "B3", "C3", "D3", "E3", "F3", "G3", "H3", "I3", "J3", "K3", "L3", "M3", "N3", "O3", "P3",
    "A4", "B4", "C4", "D4", "E4", "F4", "G4", "H4", "I4", "J4", "K4", "L4", "M4", "N4", "O4", "P4",
    "A5", "B5", "C5", "D5", "E5", "F5", "G5", "H5", "I5", "J5", "K5", "L5", "M5", "N5", "O5", "P5",
    "A6", "B6", "C6", "D6", "E6", "F6", "G6", "H6", "I6", "J6", "K6", "L6", "M6", "N6", "O6", "P6",
    "A7", "B7", "C7", "D7", "E7", "F7", "G7", "H7", "I7", "J7", "K7", "L7", "M7", "N7", "O7", "P7",
    "A8", "B8", "C8", "D8", "E8", "F8", "G8", "H8", "I8", "J8", "K8", "L8", "M8", "N8", "O8", "P8",
    "A9", "B9", "C9", "D9", "E9", "F9", "G9", "H9", "I9", "J9", "K9", "L9", "M9", "N9", "O9", "P9",
    "A10", "B10", "C10", "D10", "E10", "F10", "G10", "H10", "I10", "J10", "K10", "L10", "M10", "N10", "O10", "P10",
    "A11", "B11", "C11", "D11", "E11", "F11", "G11", "H11", "I11", "J11", "K11", "L11", "M11", "N11", "O11", "P11",
]  # fmt: skip

# -- names and places -------------------------------------------------------------------------------------------

CELL_NAMES: Final[tuple[Cell, ...]] = get_args(Cell)
"""The names of the 176 cells, row by row."""
CELLS: Final = tuple(row * STEP + column for row in range(ROWS) for column in range(COLUMNS))
"""The indices of the 176 cells, row by row."""
INDEX: Final[dict[str, int]] = dict(zip(CELL_NAMES, CELLS, strict=True))
"""By cell name: its index."""
NAME: Final[dict[int, Cell]] = dict(zip(CELLS, CELL_NAMES, strict=True))
"""By index: the cell's name. The padding has none."""
BIT: Final = tuple(1 << (SIZE - 1 - index) for index in range(SIZE))
"""By index: the set that holds only this cell."""
NEIGHBOURS: Final = tuple(
    tuple(near for near in (cell - STEP, cell - 1, cell + 1, cell + STEP) if near in NAME) if cell in NAME else ()
    for cell in range(SIZE)
)
"""By index: the adjacent cells, those with a common side (TE-3.1)."""
NEAR: Final = tuple(sum(BIT[near] for near in around) for around in NEIGHBOURS)
"""By index: the adjacent cells as a set."""
AROUND: Final[tuple[Callable[[bytes], tuple[int, ...]], ...]] = tuple(
    itemgetter(*(around or (0, 0))) for around in NEIGHBOURS
)
"""By index: a function that returns the codes of all adjacent cells of a board. Its result for padding has no use."""
BENDS: Final = tuple(
    tuple(
        (cell + down, cell + down + across, cell + across)
        for down in (-STEP, STEP)
        for across in (-1, 1)
        if cell in NAME and cell + down in NAME and cell + across in NAME
    )
    for cell in range(SIZE)
)
"""By index: each two neighbours at a right angle, as (neighbour, diagonal cell that touches both, neighbour)."""
EVERYWHERE: Final = sum(BIT[cell] for cell in CELLS)
"""The set of all cells, without the padding."""
SQUARE: Final = (0, 1, STEP, STEP + 1)
"""Distances from the index of a square's top left cell to those of its four cells."""
CORNERS: Final = frozenset(cell for cell in CELLS if cell + 1 in NAME and cell + STEP in NAME)
"""The cells that can be the top left cell of a square."""


def cells_of(mask: int) -> list[int]:
    """The indices of the cells in a set, row by row."""
    found = []
    while mask:
        cell = SIZE - mask.bit_length()
        found.append(cell)
        mask ^= BIT[cell]
    return found


@lru_cache(4096)  # from one decision to the next most sets stay as they are
def names_of(mask: int) -> tuple[Cell, ...]:
    """The names of the cells in a set, row by row."""
    return tuple([NAME[cell] for cell in cells_of(mask)])


# -- the codes of a cell ----------------------------------------------------------------------------------------

EMPTY: Final = 0
TILE: Final = 1
"""Code of a face-up civilization tile without a treasure, plus its colour (0 to 3)."""
HOARD: Final = 5
"""Code of a face-up temple with a treasure."""
TURNED: Final = 6
"""Code of a face-down tile without a treasure, under a monument, plus its colour (0 to 3)."""
TURNED_HOARD: Final = 10
"""Code of a face-down temple with a treasure, under a monument."""
CATASTROPHE: Final = 11
LEADER: Final = 16
"""Code of a leader, plus 4 x seat, plus its colour (0 to 3)."""

RED: Final = 0
BLACK: Final = 1
BLUE: Final = 2
GREEN: Final = 3


# -- the tables -------------------------------------------------------------------------------------------------


class ColourFacts(Struct, frozen=True, forbid_unknown_fields=True):
    """A colour, with the names of its tile, leader and building, and the number of tiles in the box (TE-1.2)."""

    name: Colour
    tile: str
    leader: Leader
    building: str
    tiles: int


class Map(Struct, frozen=True):
    """One of the two boards (TE-1.1).

    `river`, `land` and `priority` (the framed cells) are sets of cells. `start` is the board in play with the starting
    temples and treasures on it, and `temples` their number.
    """

    river: int
    land: int
    priority: int
    start: bytes
    temples: int


def _map(picture: str) -> Map:
    at = dict(zip(CELLS, picture.replace("\n", ""), strict=True))

    def where(signs: str) -> int:
        return sum(BIT[cell] for cell, sign in at.items() if sign in signs)

    start = bytes(HOARD if at.get(cell, ".") in "TP" else EMPTY for cell in range(SIZE))
    return Map(where("~"), where(".TP"), where("P"), start, start.count(HOARD))


_TABLE: Final[dict[str, Any]] = read_facts(__package__, "boards.toml")
MAPS: Final[dict[BoardName, Map]] = {name: _map(picture) for name, picture in _TABLE["boards"].items()}
KINDS: Final = tuple(ColourFacts(**row) for row in _TABLE["colour"])
"""The four colours, in the order of the numbers 0 to 3."""
COLOURS: Final[tuple[Colour, ...]] = tuple(kind.name for kind in KINDS)
TILES: Final = tuple(kind.tile for kind in KINDS)
LEADERS: Final[tuple[Leader, ...]] = tuple(kind.leader for kind in KINDS)
BUILDINGS: Final = tuple(kind.building for kind in KINDS)
TILE_COUNTS: Final = bytes(kind.tiles for kind in KINDS)
DYNASTIES: Final[tuple[Dynasty, ...]] = tuple(_TABLE["pieces"]["dynasties"])
MONUMENTS: Final[tuple[Monument, ...]] = tuple(_TABLE["pieces"]["monuments"])
COLOUR_INDEX: Final[dict[str, int]] = {name: index for index, name in enumerate(COLOURS)}
LEADER_INDEX: Final[dict[str, int]] = {name: index for index, name in enumerate(LEADERS)}
MONUMENT_INDEX: Final[dict[str, int]] = {name: index for index, name in enumerate(MONUMENTS)}
MONUMENT_COLOURS: Final = tuple(tuple(COLOUR_INDEX[half] for half in name.split("-")) for name in MONUMENTS)


def occupant(code: int) -> str:
    """The contents of a cell in words, by its code: `an empty cell`, `a temple with a treasure`, `a king`."""
    if code >= LEADER:
        return f"a {LEADERS[code & 3]}"
    if code == EMPTY:
        return "an empty cell"
    if code == CATASTROPHE:
        return "a catastrophe"
    if code in (HOARD, TURNED_HOARD):
        return "a temple with a treasure" if code == HOARD else "a monument"
    return "a monument" if code >= TURNED else f"a {TILES[code - TILE]}"
