"""The board as text: reads a grid of cells that a person has drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kronika.core.basics.errors import PositionError
from kronika.core.basics.text import lines_of
from kronika.core.games.tigris.board import COLUMNS, INDEX, ROWS

NOTHING = frozenset((".", "~", "-"))
"""The signs of an empty cell."""


def read_grid(text: str, key: str) -> Iterator[tuple[int, str]]:
    """The indices of the cells that are not empty, with their words. Raises PositionError.

    Each line is a row: its number, then one word for each cell. A first line of letters names the columns that are
    drawn; without it all sixteen are. Rows and columns that are not drawn are empty.
    """
    lines = [line.split() for line in lines_of(text) if line.strip()]
    columns = [chr(ord("A") + column) for column in range(COLUMNS)]
    if lines and all(re.fullmatch("[A-Pa-p]", word) for word in lines[0]):
        columns = [word.upper() for word in lines.pop(0)]
    seen: set[int] = set()
    for number, *words in lines:
        row = int(number) if number.isascii() and number.isdecimal() and len(number) < 3 else 0
        if not 1 <= row <= ROWS:
            raise PositionError(f"{key}: a line begins with the number of its row, 1 to {ROWS}, not {number!r}.")
        if row in seen:
            raise PositionError(f"{key}: row {row} is drawn twice.")
        seen.add(row)
        if len(words) != len(columns):
            raise PositionError(f"{key}: row {row} has {len(words)} cells for {len(columns)} columns.")
        for column, word in zip(columns, words, strict=True):
            if word not in NOTHING:
                yield INDEX[f"{column}{row}"], word
