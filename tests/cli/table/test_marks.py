"""Marks on what is new on a table."""

from __future__ import annotations

from kronika.cli.table.marks import with_marks
from kronika.core.contract.paper import Paper

RED = Paper(colour=True).ink("T", "red")
MARK = "\x1b[7m{}\x1b[0m"


def test_a_new_word_is_marked_and_nothing_else() -> None:
    before = "Anna  3 points\nBob   4 points"
    now = "Anna  5 points\nBob   4 points"
    assert with_marks(before, now, now) == f"Anna  {MARK.format(5)} points\nBob   4 points"


def test_a_mark_keeps_the_colour_of_the_word() -> None:
    """A cell of a grid: the tile is new, the number of its kingdom is not."""
    before, now = " 1.  1S  2F", " 1T  1S  2F"
    assert with_marks(before, now, f" 1{RED}  1S  2F") == f" 1\x1b[38;5;160m{MARK.format('T')}  1S  2F"


def test_lines_that_move_are_not_new() -> None:
    before = "hand  C1\nhand  C2\nhand  C3\nlearned  none"
    now = "hand  C1\nhand  C3\nlearned  none"
    assert with_marks(before, now, now) == now


def test_a_line_that_grows_is_marked_where_it_is_new() -> None:
    before, now = "At sea  4 . .\ntemple  A", "At sea  4 . .\ntemple  A B"
    assert with_marks(before, now, now) == f"At sea  4 . .\ntemple  A {MARK.format('B')}"


def test_a_table_that_is_new_has_no_marks() -> None:
    assert with_marks("Round 1", "Set-up of all things", "Set-up of all things") == "Set-up of all things"
