"""`example new | from`, `example show --toml`, and what is unconfirmed in `example check`."""

from __future__ import annotations

from pathlib import Path

import pytest

from kronika.core.examples.example import read_examples, run_example
from support.cli import fine, run

UNCONFIRMED = (
    "the expected values are those that the program computed: compare them with the book, then remove `unconfirmed`"
)

# Four cards each are left after the first picks; Anna's second pick is taken back and made again.
MOVES = """\
chance: deal 1 2 3 4 5 / 6 7 8 9 10
Anna: pick 1
Bob: pick 6
Anna: pick 7
Bob: pick 2
undo
undo
Anna: pick 8
Bob: pick 3
"""


@pytest.fixture
def log(here: Path) -> str:
    """A log in which two moves were taken back."""
    Path("moves.txt").write_text(MOVES)
    fine("new", "tides", "-p", "Anna", "-p", "Bob", "--chance", "given", "game.jsonl")
    fine("play", "game.jsonl", "--script", "moves.txt", "--quiet")
    return "game.jsonl"


# -- from -----------------------------------------------------------------------------------------------------------


def test_the_next_decision(log: str) -> None:
    done = fine("example", "from", log, "--at", "2")
    assert done.out == (
        '[[example]]\nid = "2-3"\ngame = "tides"\nsource = "game.jsonl, record 3"\nplayers = ["Anna", "Bob"]\n'
        'options = { singles_use_doubled = false }\nbefore = ["Anna: pick 1"]\nwhen = ["Bob: pick 6"]\n'
        "unconfirmed = true\n"
        "\n[example.given]\nhands = { Anna = [1, 2, 3, 4, 5], Bob = [6, 7, 8, 9, 10] }\n"
        '\n[example.expect]\neffects = [{ type = "revealed", cards = [1, 6], rule = "TT-2.2" }, '
        '{ type = "swapped", rule = "TT-2.3" }]\n'
        'totals = { Anna = 0, Bob = 0 }\nturn = ["Anna", "Bob"]\n'
    )
    assert done.err == (
        "2-3: 1 move, 1 move after the position. Compare it with the book, then remove `unconfirmed`.\n"
    )


def test_several_moves_to_a_new_file(log: str) -> None:
    done = fine("example", "from", log, "--at", "1", "--until", "9", "--id", "EX-7", "--out", "mine.toml")
    assert (done.out, done.err.split(":")[0]) == ("", "EX-7")
    (made,) = read_examples(Path("mine.toml").read_text())
    assert made.when == ["Anna: pick 1", "Bob: pick 6", "Anna: pick 8", "Bob: pick 3"]
    assert (made.before, made.source) == ([], "game.jsonl, records 2 to 9")
    assert run_example(made).findings == ()


def test_chance_comes_with_the_decision_before_it(here: Path) -> None:
    fine("new", "tigris", "-p", "Anna", "-p", "Bob", "--seed", "4", "game.jsonl")
    for _ in range(2):
        fine("play", "game.jsonl", "swap red", "--quiet")
    # Records: 1 and 2 the first hands, 3 who begins, 4 and 5 a swap and its draw, 6 and 7 the second one.
    (made,) = read_examples(fine("example", "from", "game.jsonl", "--at", "3").out)
    assert [move.split()[1] for move in map(str, made.when)] == ["swap", "draw"]


def test_the_end_of_a_log_has_nothing_after_it(log: str) -> None:
    done = fine("example", "from", log, "--at", "9")
    assert "when = " not in done.out
    assert 'source = "game.jsonl, after record 9"' in done.out


def test_a_file_that_is_there_is_left_alone(log: str) -> None:
    Path("mine.toml").write_text("mine\n")
    done = run("example", "from", log, "--at", "2", "--out", "mine.toml")
    assert (done.status, Path("mine.toml").read_text()) == (3, "mine\n")
    assert "exists already" in done.err


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--at", "5", "--until", "3"), "Record 3 does not follow record 5, but comes before it."),
        (("--at", "5", "--until", "9"), "Record 9 does not follow record 5: moves were taken back between them"),
        (("--at", "3", "--until", "2"), "Record 2 does not follow record 3"),
        (("--at", "12"), "There is no record 12: the log has 9"),
        (("--at", "2", "--until", "12"), "There is no record 12: the log has 9"),
        ((), "Missing option '--at'"),
    ],
)
def test_what_can_be_no_example(log: str, options: tuple[str, ...], says: str) -> None:
    done = run("example", "from", log, *options)
    assert (done.status, done.out) == (2, "")
    assert says in done.err


# -- new ------------------------------------------------------------------------------------------------------------


def test_a_skeleton_runs_once_it_is_filled_in(here: Path) -> None:
    fine("example", "new", "tides", "--out", "mine.toml")
    text = Path("mine.toml").read_text()
    assert fine("example", "new", "tides").out == text
    assert "#   pick CARD: " in text
    assert "#   chance: deal CARDS / CARDS: " in text
    filled = text.replace("when = []", 'when = ["chance: deal 1 2 3 4 5 / 6 7 8 9 10"]')
    Path("mine.toml").write_text(filled + 'turn = ["Anna", "Bob"]\n')
    assert fine("example", "check", "mine.toml").err == "1 example: all as the book says.\n"


def test_a_skeleton_of_no_game() -> None:
    done = run("example", "new", "tide")
    assert done.status == 2
    assert "There is no game called 'tide'" in done.err


# -- show -----------------------------------------------------------------------------------------------------------


def test_an_example_as_toml() -> None:
    text = fine("example", "show", "tides/EX-1", "--toml").out
    (shown,) = read_examples(text)
    assert (shown.game, shown.id) == ("tides", "EX-1")
    assert run_example(shown).findings == ()


# -- check ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def made(log: str) -> str:
    """A file with an unconfirmed example; its mark stands in line 8."""
    fine("example", "from", log, "--at", "2", "--out", "made.toml")
    return "made.toml"


def test_unconfirmed_passes_with_a_remark(made: str) -> None:
    done = fine("example", "check", made)
    assert (done.out, done.err) == ("", "1 example: all as they say, 1 unconfirmed.\n")
    assert fine("example", "check", made, "--format", "json").json[0]["unconfirmed"] is True
    github = fine("example", "check", made, "--format", "github")
    assert github.out.startswith(f"::notice file={made},line=9,title=tides/2-3::{UNCONFIRMED}")


def test_unconfirmed_fails_when_strict(made: str) -> None:
    done = run("example", "check", "--strict", made)
    assert (done.status, done.out) == (1, f"{made}:9: tides 2-3: {UNCONFIRMED}\n")
    github = run("example", "check", "--strict", made, "--format", "github")
    assert github.status == 1
    assert github.out.startswith(f"::error file={made},line=9,title=tides/2-3::{UNCONFIRMED}")


def test_without_the_mark_it_is_like_every_other(made: str) -> None:
    text = Path(made).read_text().replace("unconfirmed = true\n", "")
    Path(made).write_text(text)
    assert fine("example", "check", "--strict", made).err == "1 example: all as the book says.\n"
    Path(made).write_text(text.replace("cards = [1, 6]", "cards = [1, 7]"))
    assert run("example", "check", made).status == 1


def test_unconfirmed_and_wrong_fails(made: str) -> None:
    Path(made).write_text(Path(made).read_text().replace("cards = [1, 6]", "cards = [1, 7]"))
    done = run("example", "check", made)
    assert (done.status, done.err) == (1, "1 example: 1 failed, 1 unconfirmed.\n")
