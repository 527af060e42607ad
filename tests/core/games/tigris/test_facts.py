"""A second table of the boards and pieces, typed from the sources in another form than the game's own.

The game has its boards as pictures; here each row of a board is a number and the columns where something is.
"""

from __future__ import annotations

import pytest

from kronika.core.games.tigris.board import (
    BUILDINGS,
    COLOURS,
    DYNASTIES,
    HOARD,
    LEADERS,
    MAPS,
    MONUMENT_COLOURS,
    MONUMENTS,
    NAME,
    TILE_COUNTS,
    TILES,
    BoardName,
    names_of,
)

# River, temples with a treasure, those of them on a framed cell (TE-1.1).
BOARDS: dict[BoardName, tuple[str, str, str]] = {
    "classic": (
        "1EFGHIM 2EM 3DEMN 4ABCDNOP 5OP 6O 7ABCDMNO 8DEFGM 9GHIJKLM",
        "1K 2BP 3F 5N 7I 8B 9O 10F 11K",
        "2BP 8B 9O",
    ),
    "advanced": (
        "1CDP 2CDP 3CDP 4CMNOP 5CM 6CM 7CDMN 8DEFN 9FGHN 10GHIJKLMN 11G",
        "1EJ 2O 3B 4GL 6DP 8AHM 10E 11JO",
        "3B 6P 8A 10E 11JO",
    ),
}
COUNTS: dict[BoardName, tuple[int, int, int]] = {"classic": (41, 10, 4), "advanced": (39, 14, 6)}


def cells(rows: str) -> set[str]:
    """`2BP` is B2 and P2."""
    found = set()
    for row in rows.split():
        columns = row.lstrip("0123456789")
        found |= {column + row.removesuffix(columns) for column in columns}
    return found


@pytest.mark.parametrize("board", BOARDS)
def test_a_board_is_what_the_second_table_says(board: BoardName) -> None:
    """TE-1.1: cell by cell; every cell is land or river."""
    river, temples, framed = map(cells, BOARDS[board])
    of = MAPS[board]
    assert (len(river), len(temples), len(framed)) == COUNTS[board]
    assert set(names_of(of.river)) == river
    assert set(names_of(of.priority)) == framed
    assert {NAME[cell] for cell, code in enumerate(of.start) if code == HOARD} == temples
    assert {NAME[cell] for cell, code in enumerate(of.start) if code} == temples, "nothing but temples"
    assert of.temples == len(temples)
    assert set(names_of(of.land)) == set(NAME.values()) - river
    assert len(NAME) == 176


def test_tiles_leaders_and_buildings() -> None:
    """TE-1.2; the colours of the buildings are OQ-2."""
    assert {
        tile: (colour, leader, building, count)
        for tile, colour, leader, building, count in zip(TILES, COLOURS, LEADERS, BUILDINGS, TILE_COUNTS, strict=True)
    } == {
        "settlement": ("black", "king", "palace", 30),
        "temple": ("red", "priest", "library", 57),
        "farm": ("blue", "farmer", "granary", 36),
        "market": ("green", "trader", "market hall", 30),
    }
    assert sum(TILE_COUNTS) == 153


def test_dynasties_and_monuments() -> None:
    """TE-1.2: one monument for each pair of colours."""
    assert sorted(DYNASTIES) == ["archer", "bull", "lion", "potter"]
    pairs = ["black green", "black blue", "black red", "red blue", "red green", "blue green"]
    assert {frozenset(COLOURS[colour] for colour in pair) for pair in MONUMENT_COLOURS} == {
        frozenset(pair.split()) for pair in pairs
    }
    assert [set(name.split("-")) for name in MONUMENTS] == [
        {COLOURS[colour] for colour in pair} for pair in MONUMENT_COLOURS
    ]
