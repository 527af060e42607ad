"""What a game is drawn on."""

from __future__ import annotations

import pytest

from kronika.core.contract.paper import Paper, side_by_side


def test_plain_paper_is_80_wide() -> None:
    assert (Paper().width, Paper().colour, Paper().whole) == (80, False, None)


@pytest.mark.parametrize(("whole", "shown"), [(None, [0, 1, 2]), ((), []), ((1,), [1])])
def test_whose_boards_are_whole(whole: tuple[int, ...] | None, shown: list[int]) -> None:
    assert [seat for seat in range(3) if Paper(whole=whole).shows(seat)] == shown


def test_ink() -> None:
    """The codes of ECMA-48: 1 is bold, 38;5;N one of 256 colours, 160 a red, 0 ends both."""
    assert Paper().ink("Anna", "bold", "red") == "Anna"
    assert Paper(colour=True).ink("Anna", "bold", "red") == "\x1b[1;38;5;160mAnna\x1b[0m"
    assert Paper(colour=True).ink("", "red") == ""


def test_text_beside_a_head_stands_in_the_columns_that_are_left() -> None:
    """40 columns, 6 of them the head's: 34 are left, and colour takes none of them."""
    words = "one two three four five six seven eight nine"
    lines = ["Anna: one two three four five six seven", "      eight nine"]
    assert Paper(40).beside("Anna: ", words) == "\n".join(lines)
    head = Paper(40, colour=True).ink("Anna: ", "bold")
    assert Paper(40, colour=True).beside(head, words) == "\n".join([lines[0].replace("Anna: ", head), lines[1]])


def test_wide_letters_take_two_columns() -> None:
    assert Paper(24).beside("花子: ", "one two three four five") == "花子: one two three four\n      five"
    assert Paper(24).beside("", "一二三四五 六七八九十 百千 万") == "一二三四五 六七八九十\n百千 万"
    assert side_by_side(["花子", "Anna"], ["x", "y"], 6) == ["花子  x", "Anna  y"]
    assert Paper(5).cut("花子花") == "花子…"


def test_what_signs_mean_stands_in_a_column_right_of_the_longest() -> None:
    """Two columns behind `board`, which has five; further lines stand below the first."""
    legend = Paper(30).explained({"T": "a temple, red as it was of old", "board": "of level I"})
    assert legend == "T      a temple, red as it was\n       of old\nboard  of level I"
