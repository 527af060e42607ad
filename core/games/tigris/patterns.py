"""Squares and lines of face-up tiles of one colour (TE-7.1, TE-10.2)."""

from __future__ import annotations

from typing import Final

from kronika.core.games.tigris.board import AROUND, CORNERS, MONUMENT_COLOURS, NOWHERE, RED, SIZE, SQUARE, STEP, TILE
from kronika.core.games.tigris.kingdoms import COLOUR_OF, NO_COLOUR, temples_beside

MONUMENTS_OF: Final = tuple(
    tuple(monument for monument, colours in enumerate(MONUMENT_COLOURS) if colour in colours) for colour in range(4)
)
"""By colour: the numbers of the monuments that have it."""
LINE_NEEDS: Final = 1
"""The least number of adjacent tiles of its colour that a tile in a line has."""
SQUARE_NEEDS: Final = 2
"""The least number of adjacent tiles of its colour that a tile in a square has."""


def square_at(corner: int) -> tuple[int, int, int, int]:
    """The four cells of the square with this top left cell."""
    return corner, corner + 1, corner + STEP, corner + STEP + 1


def squares(board: bytes, cell: int) -> list[int]:
    """The top left cells of all squares of face-up tiles of one colour that contain the cell."""
    if same_beside(board, cell) < SQUARE_NEEDS:
        return []
    corners = (cell - offset for offset in reversed(SQUARE))
    return [corner for corner in corners if corner in CORNERS and _is_of_one_colour(board, corner)]


def _is_of_one_colour(board: bytes, corner: int) -> bool:
    a, b, c, d = square_at(corner)
    return COLOUR_OF[board[a]] == COLOUR_OF[board[b]] == COLOUR_OF[board[c]] == COLOUR_OF[board[d]]


def same_beside(board: bytes, cell: int) -> int:
    """The number of face-up tiles of its own colour adjacent to a tile; 0 for a face-down one."""
    colour = COLOUR_OF[board[cell]]
    if colour == RED:
        return temples_beside(board, cell)
    if colour == NO_COLOUR:  # face down, under the monument that it made possible
        return 0
    return AROUND[cell](board).count(TILE + colour)


def in_stock(monuments: bytes, colour: int) -> list[int]:
    """The numbers of the monuments that have the colour and are not built yet (TE-7.2)."""
    return [monument for monument in MONUMENTS_OF[colour] if monuments[monument] == NOWHERE]


def run(board: bytes, cell: int, step: int) -> tuple[int, ...]:
    """The unbroken row (`step` 1) or column (`step` STEP) of face-up tiles of one colour through a face-up tile.

    Returns its cells from left to right or from top to bottom.
    """
    colour = COLOUR_OF[board[cell]]
    first = last = cell
    while first >= step and COLOUR_OF[board[first - step]] == colour:
        first -= step
    while last + step < SIZE and COLOUR_OF[board[last + step]] == colour:
        last += step
    return tuple(range(first, last + 1, step))
