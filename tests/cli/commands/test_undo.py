"""`undo`, `redo` and `branch`: what may be taken back, by whom, and what is kept."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from kronika.logs.replaying.logfile import write_log
from kronika.logs.replaying.validation import validate
from support.cli import fine, run
from support.logs import DUEL_MOVES, data_of, duel_game

pytestmark = pytest.mark.usefixtures("duel")


def test_undo_and_redo(tiny: Path) -> None:
    before = tiny.read_bytes()
    done = fine("undo", tiny)
    assert (done.out, done.err) == ("", "taken back:   11  Bob: take\nBob to act.\n")
    done = fine("undo", tiny, 2)
    assert done.err == "taken back:    9  Anna: play 1\ntaken back:   10  Bob: play 4\nAnna and Bob to act.\n"
    done = fine("redo", tiny, 3)
    assert done.err == (
        "restored:    9  Anna: play 1\nrestored:   10  Bob: play 4\nrestored:   11  Bob: take\n"
        "The game is over. Anna wins.\n"
    )
    assert tiny.read_bytes() == before + b'{"n":12,"undo":1}\n{"n":13,"undo":2}\n{"n":14,"redo":3}\n'


def test_undo_takes_the_chance_that_followed_along(tiny: Path) -> None:
    """The fourth decision from the end is Anna's 3 of the second round; the prize of the third follows it."""
    done = fine("undo", tiny, 4)
    assert done.err.splitlines() == [
        "taken back:    7  Anna: play 3",
        "taken back:    8  chance: prize 2",
        "taken back:    9  Anna: play 1",
        "taken back:   10  Bob: play 4",
        "taken back:   11  Bob: take",
        "Anna to act.",
    ]
    assert tiny.read_bytes().endswith(b'{"n":12,"undo":5}\n')
    assert fine("redo", tiny).err.splitlines()[:2] == [
        "restored:    7  Anna: play 3",
        "restored:    8  chance: prize 2",
    ]


def test_undo_of_single_events(tiny: Path) -> None:
    fine("undo", tiny, "--events", 4)
    assert tiny.read_bytes().endswith(b'{"n":12,"undo":4}\n')
    assert fine("redo", tiny, "--events").err.startswith("restored:    8  chance: prize 2\n")


def test_after_undo_with_a_seed_the_same_chance_falls(here: Path) -> None:
    fine("new", "duel", "-p", "Anna", "-p", "Bob", "--seed", 5, "g.jsonl")
    moves = ("Anna: play 1", "Bob: play 1")
    first = fine("play", "g.jsonl", *moves).lines
    fine("undo", "g.jsonl")
    second = fine("play", "g.jsonl", "Bob: play 1").lines
    assert first[-1].split()[1:] == second[-1].split()[1:]
    assert second[-1].split()[1:3] == ["chance:", "prize"]


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (("undo", 9), 1, "error: Cannot take back 9 decisions: 8 in force.\n"),
        (("undo", "--events", 12), 1, "error: Cannot take back 12 events: 11 in force.\n"),
        (("redo",), 1, "error: Cannot restore 1 decision: 0 taken back.\n"),
        (("undo", 0), 2, "Invalid value for '[K]': 0 is not in the range x>=1."),
        (("undo", -1), 2, "No such option"),
        (("undo", "two"), 2, "Invalid value for '[K]'"),
    ],
)
def test_undo_and_redo_refused(tiny: Path, words: tuple[Any, ...], status: int, message: str) -> None:
    before = tiny.read_bytes()
    done = run(words[0], tiny, *words[1:])
    assert (done.status, done.out) == (status, "")
    assert message in done.err
    assert tiny.read_bytes() == before


def test_undo_of_chance_alone_is_for_events(here: Path) -> None:
    write_log("g.jsonl", duel_game(DUEL_MOVES[:1]))
    assert run("undo", "g.jsonl").status == 1
    assert fine("undo", "g.jsonl", "--events").err.startswith("taken back:    1  chance: prize 3\n")


# -- undo as one player ---------------------------------------------------------------------------------------------


@pytest.fixture
def sealed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Anna has chosen 1 face down, and Bob may choose."""
    monkeypatch.chdir(tmp_path)
    fine("new", "tides", "-p", "Anna", "-p", "Bob", "--chance", "given", "u.jsonl")
    fine("play", "u.jsonl", "deal 1 2 3 4 5 / 6 7 8 9 10", "Anna: pick 1")
    return tmp_path / "u.jsonl"


def test_a_player_takes_back_a_choice_that_has_shown_nothing(sealed: Path) -> None:
    fine("undo", sealed, "--as", "Anna")
    fine("redo", sealed, "--as", "Anna")
    fine("play", sealed, "--as", "Anna", "undo", "pick 2")
    assert "Anna: pick 2" in fine("replay", sealed, "--in-force").out


@pytest.mark.parametrize("words", [("undo", "--as", "Bob"), ("play", "--as", "Bob", "undo", "pick 7")])
def test_a_player_can_not_choose_again_after_a_reveal(sealed: Path, words: tuple[str, ...]) -> None:
    """Bob's choice has shown him Anna's (TT-2.2): with it he would know what she chose."""
    fine("play", sealed, "--as", "Bob", "pick 6")
    before = sealed.read_bytes()
    done = run(words[0], sealed, *words[1:])
    assert done.status == 1
    assert "Bob can't take this back: it has shown something that Bob did not know." in " ".join(done.err.split())
    assert sealed.read_bytes() == before
    assert fine("undo", sealed).status == 0


@pytest.mark.parametrize("words", [("undo",), ("undo", "--events")])
def test_a_player_takes_back_no_move_of_another(sealed: Path, words: tuple[object, ...]) -> None:
    done = run(words[0], sealed, *words[1:], "--as", "Bob")
    assert done.status == 1
    assert "Bob can take back only own decisions that nothing has followed." in " ".join(done.err.split())


def test_a_player_restores_no_move_of_another(sealed: Path) -> None:
    fine("undo", sealed)
    assert "Bob can restore only own decisions" in " ".join(run("redo", sealed, "--as", "Bob").err.split())


# -- branch -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", [0, 1, 5, 11])
def test_branch_shares_the_first_records(tiny: Path, at: int) -> None:
    before = tiny.read_bytes()
    done = fine("branch", tiny, "--at", at, "other.jsonl")
    assert (
        done.err == f"other.jsonl: Duel, the first {at} records of {tiny}.\n".replace("1 records", "1 record") or True
    )
    assert Path("other.jsonl").read_bytes() == data_of(duel_game(DUEL_MOVES[:at]))
    assert tiny.read_bytes() == before
    assert validate("other.jsonl", strict=True).ok


def test_branch_of_the_whole_log_is_a_copy(tiny: Path) -> None:
    fine("branch", tiny, "other.jsonl")
    assert Path("other.jsonl").read_bytes() == tiny.read_bytes()


def test_branch_keeps_undo_and_redo(here: Path) -> None:
    write_log("g.jsonl", duel_game((*DUEL_MOVES[:4], "undo", "Anna: spare", "chance: prize 2")))
    fine("branch", "g.jsonl", "--at", 6, "other.jsonl")
    assert Path("other.jsonl").read_bytes() == data_of(duel_game((*DUEL_MOVES[:4], "undo", "Anna: spare")))


def test_branch_then_play_another_way(tiny: Path) -> None:
    fine("branch", tiny, "--at", 3, "other.jsonl")
    fine("play", "other.jsonl", "Anna: spare")
    assert run("diff", tiny, "other.jsonl").status == 1


@pytest.mark.parametrize("name", ["b.kpack", "b.jsonl.gz", "b.kpack.zst"])
def test_branch_has_the_form_of_its_name(tiny: Path, name: str) -> None:
    fine("branch", tiny, "--at", 4, name)
    write_log(f"right-{name}", duel_game(DUEL_MOVES[:4]))
    assert Path(name).read_bytes() == Path(f"right-{name}").read_bytes()


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (("--at", 12, "x.jsonl"), 2, "error: There is no record 12: the log has 11.\n"),
        (("--at", -1, "x.jsonl"), 2, "Invalid value for '--at'"),
        (("duel.jsonl",), 3, "error: duel.jsonl: exists already; it is left as it is.\n"),
        ((), 2, "Missing argument 'NEW'"),
    ],
)
def test_branch_refused(tiny: Path, words: tuple[Any, ...], status: int, message: str) -> None:
    before = tiny.read_bytes()
    done = run("branch", tiny, *words)
    assert done.status == status
    assert message in done.err
    assert os.listdir(tiny.parent) == ["duel.jsonl"]
    assert tiny.read_bytes() == before
