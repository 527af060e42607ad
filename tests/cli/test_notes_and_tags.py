"""What is said beside a game, as the commands show it; and what they say when they raise a log of format 1."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kronika.core.sessions.events import Ending
from kronika.core.sessions.session import Session
from kronika.logs.replaying.replay import load
from kronika.logs.replaying.validation import validate
from kronika.logs.texts.convert import write_log
from kronika.testing.checks.compatibility import of_format_1
from support.cli import fine, run
from support.logs import TIDES_MOVES, data_of, tides_game

RAISED = "game.jsonl was of format 1 and is of format 2 now.\n"


def remarked() -> Session:
    """The beginning of a game of Tides of Time: Bob becomes Bea, and somebody says something."""
    session = tides_game(TIDES_MOVES[:2])
    session.set(players=["Anna", "Bea"], tags={"Event": "Club\x1b[31m"})
    session.note("I keep the Palace", on=2, author="Bea", mark="!", data={"clock": 31})
    session.note("two\nlines", on=0)
    session.set(ending=Ending("resigned", 1, (0,)))
    return session


@pytest.fixture
def log(here: Path) -> Path:
    write_log("game.jsonl", remarked())
    return here / "game.jsonl"


@pytest.fixture
def old(here: Path) -> Path:
    """The same beginning as format 1 had it, nothing said."""
    path = here / "game.jsonl"
    path.write_bytes(of_format_1(tides_game(TIDES_MOVES[:2])))
    return path


def test_replay_tells_them_as_records(log: Path) -> None:
    lines = fine("replay", "game.jsonl", "--from", 4).lines
    assert lines == [
        r"   4  set: players Anna, Bea; tag Event: Club\x1b[31m",
        '   5  note on 2 by Bea !: I keep the Palace {"clock":31}',
        "   6  note on the game: two lines",
        "   7  set: ending: resigned (Bea), won by Anna",
    ]


def test_who_is_not_the_author_does_not_get_the_text(log: Path) -> None:
    told = '   5  note on 2 by Bea !: ? {"clock":31}'
    for viewer in ("Anna", "everyone"):
        done = fine("replay", "game.jsonl", "--from", 4, "--as", viewer)
        assert told in done.lines
        assert "   6  note on the game: two lines" in done.lines
        assert "Palace" not in done.out + done.err
        assert "Palace" not in fine("replay", "game.jsonl", "--as", viewer, "--format", "json").out
    assert "I keep the Palace" in fine("replay", "game.jsonl", "--as", "Bea").out


def test_replay_as_json_has_them_as_stored(log: Path) -> None:
    entries = fine("replay", "game.jsonl", "--from", 4, "--format", "json").json
    assert entries[0] == {
        "n": 4,
        "text": r"set: players Anna, Bea; tag Event: Club\x1b[31m",
        "set": {"players": ["Anna", "Bea"], "tags": {"Event": "Club\x1b[31m"}},
    }
    assert entries[1]["note"] == {
        "text": "I keep the Palace",
        "on": 2,
        "author": "Bea",
        "mark": "!",
        "data": {"clock": 31},
    }
    assert entries[3]["set"] == {"ending": {"why": "resigned", "by": 1, "winners": [0]}}


def test_a_game_that_was_ended_does_not_go_on(log: Path) -> None:
    said = "The log says how it ended: resigned (Bea), won by Anna.\n"
    assert fine("score", "game.jsonl").err == said
    assert fine("score", "game.jsonl", "--at", 6).err == "The game is not over.\n"
    assert fine("show", "game.jsonl").err == said
    assert fine("show", "game.jsonl", "--at", 6).err == ""
    for words in (
        ("replay", "game.jsonl", "--from", 7),
        ("moves", "game.jsonl"),
        ("moves", "game.jsonl", "--as", "Bea"),
    ):
        assert fine(*words).err == f"The game is over. {said}"
    assert fine("score", "game.jsonl", "--format", "json").json["ending"] == {
        "why": "resigned",
        "by": 1,
        "winners": [0],
    }
    assert "ending" not in fine("score", "game.jsonl", "--at", 6, "--format", "json").json


def test_all_commands_print_the_names_in_force(log: Path) -> None:
    for words in (["show"], ["moves"], ["score"], ["replay"], ["stats"], ["show", "--as", "Bea"]):
        command, *rest = words
        done = run(command, "game.jsonl", *rest)
        assert done.status == 0, done.err
        assert "Bea" in done.out + done.err
        assert "Bob" not in done.out + done.err
    refused = run("show", "game.jsonl", "--as", "Bob")
    assert refused.status == 2
    assert refused.err == "error: There is no player 'Bob'. There are Anna and Bea.\n"


def test_moves_are_played_and_taken_back_under_the_new_name(log: Path) -> None:
    move = TIDES_MOVES[2].replace("Bob", "Bea")
    fine("end", "game.jsonl", "--reopen")
    assert "Bob" not in fine("play", "game.jsonl", move).out
    before = load("game.jsonl").history
    fine("undo", "game.jsonl")
    assert load("game.jsonl").history[: len(before)] == before
    assert run("play", "game.jsonl", TIDES_MOVES[2]).status != 0 or "Bob" not in TIDES_MOVES[2]
    assert validate("game.jsonl", strict=True).faults == ()


def test_diff_says_apart_what_is_said_alone(log: Path) -> None:
    write_log("plain.jsonl", tides_game(TIDES_MOVES[:2]))
    done = run("diff", "plain.jsonl", "game.jsonl")
    assert done.status == 1
    assert "The same moves, effects and states: 3 events." in done.out
    assert "players: - Anna, Bob  + Anna, Bea" in done.out
    assert "ending: - -  + resigned (Bea), won by Anna" in done.out
    notes = done.lines.index("notes on the game:")
    assert done.lines[notes : notes + 4] == [
        "notes on the game:",
        "+ note: two lines",
        "notes on event 2:",
        '+ note by Bea !: I keep the Palace {"clock":31}',
    ]
    assert "\x1b" not in done.out


# -- the first write to a log of format 1 -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [["play", "game.jsonl", TIDES_MOVES[2]], ["undo", "game.jsonl"], ["undo", "game.jsonl", "--events"]],
    ids=lambda words: words[0],
)
def test_commands_that_write_raise_it_and_say_so(old: Path, words: list[str]) -> None:
    done = fine(*words)
    assert done.err.count(RAISED) == 1
    assert old.read_bytes().startswith(b'{"kronika":2,')
    assert validate("game.jsonl", strict=True).faults == ()
    session = tides_game(TIDES_MOVES[:2])
    if words[0] == "play":
        session.play(TIDES_MOVES[2])
    else:
        session.undo()
    assert old.read_bytes() == data_of(session)
    assert RAISED not in fine("redo" if words[0] == "undo" else "undo", "game.jsonl").err


def test_a_redo_raises_it_too(old: Path) -> None:
    lines = old.read_bytes() + b'{"n":4,"undo":1}\n'
    old.write_bytes(lines)
    assert RAISED in fine("redo", "game.jsonl").err


def test_seal_raises_it_and_says_so(old: Path) -> None:
    assert fine("seal", "game.jsonl").err == "game.jsonl: 3 records sealed.\n" + RAISED
    assert fine("seal", "game.jsonl").err == "game.jsonl: 3 records sealed.\n"


def test_who_only_looks_leaves_it_alone(old: Path) -> None:
    before = old.read_bytes()
    for words in (["show"], ["replay"], ["score"], ["validate"], ["moves"]):
        done = run(words[0], "game.jsonl")
        assert (done.status, "format" in done.err) == (0, False)
    fine("branch", "game.jsonl", "--at", 2, "branch.jsonl")
    fine("convert", "game.jsonl", "game.kpack")
    assert run("play", "game.jsonl", "Anna: pick 99").status != 0
    assert old.read_bytes() == before
    for path in ("branch.jsonl", "game.kpack"):
        assert load(path).stored == 2


def test_standard_output_gets_the_present_format(old: Path) -> None:
    done = fine("play", "-", TIDES_MOVES[2], stdin=old.read_bytes())
    assert json.loads(done.lines[0])["kronika"] == 2
