"""Many moves in few lines."""

from __future__ import annotations

from kronika.cli.table.candidates import compact_list, starting_with
from kronika.core.contract.paper import Paper

TILES = [f"red {column}{row}" for row in range(1, 10) for column in "ABCDEFGHIJ"]
MOVES = [*TILES, "king A1", "king B1", "end"]
PAPER = Paper(width=40)


def test_few_moves_are_one_a_line() -> None:
    assert list(compact_list(["king A1", "end"], PAPER, 2)) == ["  king A1", "  end"]


def test_more_are_in_columns() -> None:
    """Four columns of 9 from the third on are 38 wide, the last one's gap left out: 36."""
    assert list(compact_list(MOVES[-8:], PAPER, 7)) == [
        "  red F9   red G9   red H9   red I9",
        "  red J9   king A1  king B1  end",
    ]
    assert list(compact_list(["a " * 25 + "a", "a b"], PAPER, 1)) == [
        "  " + "a " * 25 + "a",
        "  a b",
    ]  # wider than the paper


def test_too_many_are_reported_by_what_they_begin_with() -> None:
    assert list(compact_list(MOVES, PAPER, 20)) == [
        "  red   90 moves, such as red A1",
        "  king  2 moves, such as king A1",
        "  end",
        "`moves red` lists those that begin so.",
    ]


def test_those_that_begin_alike_are_all_listed() -> None:
    """90 in five columns of 8 are 18 rows, the widest of 2 + 4 x 8 + 6."""
    lines = list(compact_list(TILES, PAPER, 2))
    assert len(lines) == 18
    assert {len(line) for line in lines} == {40}
    assert starting_with(MOVES, "KING") == ["king A1", "king B1"]
    assert starting_with(MOVES, "red a") == [f"red A{row}" for row in range(1, 10)]
    assert starting_with(MOVES, "") == MOVES
