"""What stands on a screen: the board in the rows that are left, and above the prompt what happened."""

from __future__ import annotations

from kronika.cli.table.screen import AGAIN, composed, news_of, papers_of
from kronika.core.contract.game import EVERYONE
from kronika.core.contract.paper import Paper
from support.logs import TIDES_MOVES, tides_game

PAPERS = papers_of(Paper(80), 0, 2)


def board(paper: Paper) -> str:
    """A table of 12 lines, or as many less as its level says, and of 20 with all boards whole."""
    return "\n".join("x" * (20 if paper.whole is None else 12 - (paper.level or 0)))


def test_both_are_whole_if_there_is_room() -> None:
    news = [["a"] * 8, ["b"]]
    assert composed(lambda paper: board(paper), news, PAPERS, 28) == (PAPERS[0], ["a"] * 8)


def test_the_board_gives_way_to_what_happened() -> None:
    """15 rows, of which five are a third: five lines and ten of the board, which is that of level 2."""
    paper, lines = composed(board, [["a"] * 5, ["b"]], PAPERS, 15)
    assert (paper.whole, paper.level, lines) == ((0,), 2, ["a"] * 5)


def test_what_takes_more_than_a_third_is_reported_in_short() -> None:
    paper, lines = composed(board, [["a"] * 6, ["b"] * 3], PAPERS, 15)
    assert (paper.level, lines) == (0, ["b"] * 3)


def test_if_nothing_fits_the_last_lines_stand_above_the_prompt() -> None:
    """Ten rows: of 30 lines the last four and a word on the others have half of them."""
    news = [[f"{n}" for n in range(30)]]
    paper, lines = composed(lambda _: "\n".join("x" * 12), news, PAPERS, 10)
    assert paper == PAPERS[-1]
    assert lines == [f"… 26 lines before: {AGAIN}", "26", "27", "28", "29"]


def test_versions_of_what_happened() -> None:
    """TT-4.14: the last picks of a round with all scores; with the result; the moves alone; side by side."""
    session = tides_game(TIDES_MOVES[:10])
    whole, *short = news_of(session, (10, 11), Paper(80), EVERYONE)
    assert [line.split()[0] for line in whole[:2]] == ["10", "11"]
    assert "round 1: Anna " in " ".join(whole)
    result, moves, side_by_side = short
    assert [line.split("(")[1] for line in result[2:-1]] == ["TT-4.14)", "TT-2.5)"]
    assert [line.split() for line in moves[:-1]] == [["10", "Anna:", "pick", "?"], ["11", "Bob:", "pick", "?"]]
    assert side_by_side[:-1] == ["Anna: pick ?", "Bob: pick ?"]
    assert {lines[-1] for lines in short} == {AGAIN}


def test_nothing_that_happened_is_no_line() -> None:
    assert news_of(tides_game([]), range(0), Paper(80), EVERYONE) == [[]]
