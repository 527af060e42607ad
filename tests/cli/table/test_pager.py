"""`replay --step`: what its keys do, and that each page fits its screen."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from kronika.cli.printing.narration import Narration
from kronika.cli.table.pager import HELP, KEYS, Pager
from kronika.core.contract.game import Viewer
from kronika.core.contract.paper import INK, Paper
from kronika.core.sessions.session import Session
from kronika.logs.replaying.logfile import write_log
from kronika.logs.replaying.replay import load
from kronika.testing.playouts import spread
from support.cli import run
from support.logs import DUEL_MOVES, duel_game, tides_game
from support.playouts import ROOT
from support.terminal import Terminal

pytestmark = pytest.mark.usefixtures("duel")

GAMES = sorted((ROOT / "fixtures" / "games").glob("*/*.jsonl"))


def leafing(session: Session, viewer: Viewer = None, *, boards: bool = False, in_force: bool = False) -> Pager:
    numbers = range(1, len(session.history) + 1)
    return Pager(Narration(session, numbers, viewer, in_force=in_force), boards=boards)


def pressed(book: Pager, *keys: str) -> int:
    """The number of the record after these keys."""
    for key in keys:
        assert book.press(key)
    return book.tale.numbers[book.place]


RIGHT, LEFT, UP, DOWN = "\x1b[C", "\x1b[D", "\x1b[A", "\x1b[B"


@pytest.mark.parametrize(
    ("keys", "number"),
    [
        ((), 1),
        ((RIGHT,), 2),
        ((RIGHT, DOWN, "n", " ", "\r"), 6),
        ((RIGHT, RIGHT, LEFT), 2),
        ((LEFT, UP, "p"), 1),
        (("G",), 11),
        (("G", RIGHT), 11),
        (("G", "g"), 1),
        (("7", "\r"), 7),
        (("1", "0", "\n", "p"), 9),
        (("1", "0", "\x7f", "\r"), 1),
        (("9", "9", "9", "\r"), 11),
        (("0", "\r"), 1),
        (("7", RIGHT), 2),
        (("x", "\x1b[99~", "é"), 1),
    ],
)
def test_keys(keys: tuple[str, ...], number: int) -> None:
    """A number goes to its record with Enter; another key than that forgets it. What means nothing does nothing."""
    assert pressed(leafing(duel_game()), *keys) == number


def test_the_board_comes_and_goes() -> None:
    book = leafing(duel_game())
    assert "Prize 3" not in book.page(Paper(), 23)
    pressed(book, "b")
    assert "Prize 3" in book.page(Paper(), 23)
    pressed(book, "b")
    assert "Prize 3" not in book.page(Paper(), 23)


@pytest.mark.parametrize("key", [key for key, what in KEYS.items() if what == "quit"])
def test_quitting(key: str) -> None:
    assert not leafing(duel_game()).press(key)


def test_a_page_says_where_it_is_and_what_came_before() -> None:
    book = leafing(tides_game())
    pressed(book, "1", "3", "\r")
    lines = book.page(Paper(), 15)
    assert lines[0] == "Round 1 of 3 · the break · Anna 14, Bob 18"
    assert "  12  Anna: relic 2 discard 6" in lines
    assert lines.index("  12  Anna: relic 2 discard 6") < lines.index("  13  Bob: relic 10 discard 8")
    assert lines[-1] == f"13 of 39 · {HELP}"
    book.press("4")
    assert book.page(Paper(), 15)[-1] == f"to 4_ · {HELP}"


def test_to_a_record_that_is_not_told_goes_to_the_one_before() -> None:
    session = duel_game((*DUEL_MOVES[:7], "undo 2"))
    session.note("hm")
    assert pressed(leafing(session, in_force=True), "8", "\r") == 5
    assert pressed(leafing(session), "9", "\r") == 8  # the note stands below it


@pytest.mark.parametrize("path", GAMES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_page_fits_its_screen(path: Path) -> None:
    """80x24, with colours and without: a board that is too high is cut, and the page says so."""
    session = load(str(path))
    viewers: list[Viewer] = [None, 0]
    for viewer in viewers:
        for boards in (False, True):
            book = leafing(session, viewer, boards=boards)
            for place in spread(range(len(book.tale.numbers)), 4):
                book.place = place
                plain = book.page(Paper(80), 23)
                assert len(plain) == 23
                assert max(map(len, plain)) <= 80
                assert plain[-1].endswith(HELP)
                assert [INK.sub("", line) for line in book.page(Paper(80, colour=True), 23)] == plain


def test_a_low_window_is_no_trouble() -> None:
    for boards in (False, True):
        book = leafing(tides_game(), boards=boards)
        pressed(book, "1", "2", "\r")
        for rows in range(1, 9):
            book.page(Paper(40), rows)


@pytest.fixture
def log(here: Path) -> Path:
    write_log("g.jsonl", tides_game())
    return here


def test_leafing_at_a_terminal(log: Path) -> None:
    terminal = Terminal("replay", "g.jsonl", "--step", "--as", "Anna", env={"LINES": "24"}, cwd=log)
    terminal.expect("1 of 39")
    terminal.type(RIGHT)
    terminal.expect("2 of 39")
    terminal.type("13\r")  # the keys come together
    assert "Anna keeps 2 Ancient Divide" in terminal.expect("13 of 39")
    terminal.type("b")
    assert "Anna  14 points" in terminal.expect("13 of 39")
    terminal.type(LEFT + LEFT)
    terminal.expect("11 of 39")
    terminal.type("q")
    assert terminal.end() == 0


def test_ctrl_c_leaves(log: Path) -> None:
    terminal = Terminal("replay", "g.jsonl", "--step", cwd=log)
    terminal.expect("1 of 39")
    assert terminal.press_until_the_end("\x03") == 130
    assert "Traceback" not in terminal.text


def test_ctrl_c_leaves_though_other_keys_come_with_it(log: Path) -> None:
    terminal = Terminal("replay", "g.jsonl", "--step", cwd=log)
    terminal.expect("1 of 39")
    terminal.type("nn\x03")
    assert terminal.end() == 130


@pytest.mark.parametrize("key", ["\x04", "\x1b"])
def test_the_end_of_input_and_escape_leave_quietly(log: Path, key: str) -> None:
    terminal = Terminal("replay", "g.jsonl", "--step", cwd=log)
    terminal.expect("1 of 39")
    terminal.type(key)
    assert terminal.end() == 0
    assert "error" not in terminal.text


def test_a_key_that_is_held_down_is_not_torn(log: Path) -> None:
    """Many keys come at once, and a piece of what was typed ends within a key, which begins with Escape."""
    terminal = Terminal("replay", "g.jsonl", "--step", cwd=log)
    terminal.expect("1 of 39")
    terminal.type(RIGHT * 11)
    terminal.expect("12 of 39")
    terminal.type(RIGHT[:1])
    terminal.type(RIGHT[1:])
    terminal.expect("13 of 39")
    terminal.type("q")
    assert terminal.end() == 0


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)])
def test_the_terminal_is_left_as_it_was_found(log: Path, number: int, status: int) -> None:
    terminal = Terminal("replay", "g.jsonl", "--step", cwd=log)
    found = terminal.modes()
    terminal.expect("1 of 39")
    assert terminal.modes() != found
    assert terminal.ended_by(number) == status
    assert terminal.modes() == found


@pytest.mark.parametrize(
    ("words", "what"),
    [
        ((), "--step needs a terminal"),
        (("--delay", "1"), "omit --delay and --format json"),
        (("--format", "json"), "omit --delay and --format json"),
    ],
)
def test_without_a_terminal_it_is_refused_in_words(log: Path, words: tuple[str, ...], what: str) -> None:
    done = run("replay", "g.jsonl", "--step", *words)
    assert (done.status, done.out) == (2, "")
    assert what in done.err


@pytest.mark.parametrize("number", [17, 35, 195, 206])
def test_the_board_of_four_players_is_whole_beside_a_record(number: int) -> None:
    """At 80 by 24: eleven rows of cells, all players, and what was done, or a mark that more of it was."""
    session = load(str(ROOT / "fixtures" / "games" / "tigris" / "four-advanced.jsonl"))
    book = leafing(session, boards=True)
    book.place = number - 1
    page = book.page(Paper(80), 23)
    assert len(page) == 23
    assert max(map(len, page)) <= 80
    assert any(line.split()[:1] == ["11"] for line in page)
    for name in session.players:
        assert any(line.lstrip("> ").startswith(f"{name} (") for line in page), name
    assert any(line.split()[:1] == [f"{number}"] for line in page)
