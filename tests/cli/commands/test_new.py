"""`new`: a game is begun with its header and the chance that is due, or there is no log."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kronika.logs.replaying.replay import load
from support.cli import fine, run
from support.logs import DX1, data_of, tides_game

pytestmark = pytest.mark.usefixtures("duel")


def test_new_writes_the_header_and_the_chance_that_is_due(here: Path) -> None:
    done = fine("new", "tides", "-p", "Anna", "-p", "Bob", "--seed", 7, "--tag", "event=Final = last", "game.jsonl")
    assert done.out == ""
    assert done.err == "game.jsonl: Tides of Time, Anna, Bob, seed 7. Anna and Bob to act.\n"
    assert (here / "game.jsonl").read_bytes() == data_of(tides_game((), tags={"event": "Final = last"}))


def test_new_makes_a_seed_up_where_it_is_asked_to_and_says_so(here: Path) -> None:
    for name in ("a.jsonl", "b.jsonl"):
        done = fine("new", "tides", "-p", "Anna", "-p", "Bob", "--chance", "auto", name)
        seed = load(name).header.seed
        assert done.err == f"{name}: Tides of Time, Anna, Bob, seed {seed}, made up. Anna and Bob to act.\n"
        assert len(load(name).history) == 1
    assert load("a.jsonl").header.seed != load("b.jsonl").header.seed


def test_new_in_a_script_without_a_seed_leaves_chance_due(here: Path) -> None:
    """Nothing is invented for anyone who means to enter it."""
    fine("new", "tides", "-p", "Anna", "-p", "Bob", "game.jsonl")
    assert load("game.jsonl").header.seed is None
    assert load("game.jsonl").history == []
    fine("play", "game.jsonl", "chance: deal 17 13 14 18 1 / 2 6 9 3 7")
    assert len(load("game.jsonl").history) == 1


def test_new_for_a_real_table_has_no_seed_and_waits_for_chance(here: Path) -> None:
    done = fine("new", "tides", "-p", "Anna", "-p", "Bob", "--chance", "given", "game.jsonl")
    assert done.err == (
        "game.jsonl: Tides of Time, Anna, Bob. Chance is due: the first hands of Anna and Bob, 5 cards each, for "
        "example `deal 1 2 3 … / 4 5 6 …`; `deal` is optional.\n"
    )
    assert load("game.jsonl").header.seed is None
    assert load("game.jsonl").history == []


def test_new_asks_for_chance(here: Path) -> None:
    done = fine(
        "new", "tides", "-p", "A", "-p", "B", "--chance", "ask", "game.jsonl",
        stdin="deal 17 13 14 18 1 / 2 6 9 3 7\n",
    )  # fmt: skip
    assert "chance> " in done.err
    assert (here / "game.jsonl").read_bytes() == data_of(tides_game(DX1[:1], ("A", "B"), seed=None, chance="given"))


def test_new_asking_takes_the_word_chance_too(here: Path) -> None:
    words = ("new", "tides", "-p", "A", "-p", "B", "--chance", "ask", "game.jsonl")
    fine(*words, stdin="chance: deal 17 13 14 18 1 / 2 6 9 3 7\n")
    assert len(load("game.jsonl").history) == 1


@pytest.mark.parametrize(
    ("answer", "status", "message"),
    [
        ("deal 1 2 3\n", 2, "with a slash"),
        ("deal 17 17 14 18 1 / 2 6 9 3 7\n", 1, "A card is dealt twice: there is one of each. (TT-1.4)"),
        ("", 2, "standard input: it ended before every question was answered."),
    ],
)
def test_new_asking_for_chance_in_vain_keeps_the_log(here: Path, answer: str, status: int, message: str) -> None:
    """What was entered before stays: here the names and options alone."""
    words = ("new", "tides", "-p", "A", "-p", "B", "--chance", "ask", "game.jsonl")
    done = run(*words, stdin=answer)
    assert (done.status, done.out) == (status, "")
    assert message in done.err
    assert "game.jsonl: your entries are saved; run `kronika play game.jsonl --chance ask` to continue.\n" in done.err
    assert os.listdir(here) == ["game.jsonl"]
    assert load("game.jsonl").history == []


def test_new_asking_for_chance_keeps_each_outcome_as_it_is_entered(here: Path) -> None:
    """The third one never comes; the next command goes on with it."""
    words = ("new", "imhotep", "-p", "A", "-p", "B", "--chance", "ask", "game.jsonl")
    assert run(*words, stdin="start A\nround 4322\n").status == 2
    assert len(load("game.jsonl").history) == 2
    fine(
        "play", "game.jsonl", "--chance", "ask", "--script", os.devnull, stdin="fill paved_path statue statue statue\n"
    )
    assert len(load("game.jsonl").history) == 3


def test_new_with_options(here: Path) -> None:
    fine("new", "tides", "-p", "A", "-p", "B", "-o", "zero_tie=need_one", "-o", "sets_use_doubled=false", "game.jsonl")
    assert load("game.jsonl").header.options == {
        "zero_tie": "need_one",
        "singles_use_doubled": False,
        "sets_use_doubled": False,
    }


def test_new_to_standard_output(here: Path) -> None:
    done = fine("new", "tides", "-p", "Anna", "-p", "Bob", "--seed", 7, "-")
    assert done.out.encode() == data_of(tides_game(()))
    assert os.listdir(here) == []


AB = ("-p", "A", "-p", "B")


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (("tidse", *AB, "x.jsonl"), 2, "There is no game called 'tidse'. Did you mean tides?"),
        (("tides", "x.jsonl"), 2, "Tides of Time is for 2 players, not 0."),
        (("tides", "-p", "A", "x.jsonl"), 2, "Tides of Time is for 2 players, not 1."),
        (("duel", *AB, "-p", "C", "-p", "D", "x.jsonl"), 2, "Duel is for 2 to 3 players, not 4."),
        (("tides", "-p", "A", "-p", "a", "x.jsonl"), 2, "Two players have the same name."),
        (("tides", "-p", "A", "-p", "chance", "x.jsonl"), 2, "can't be a player's name"),
        (("tides", "-p", "A", "-p", "B:C", "x.jsonl"), 2, "can't be a player's name"),
        (("tides", *AB, "-o", "zero_ties=win", "x.jsonl"), 2, "has no option 'zero_ties'. Did you mean zero_tie?"),
        (("tides", *AB, "-o", "zero_tie=won", "x.jsonl"), 2, "Option zero_tie: 'won' is not possible, it can be"),
        (("tides", *AB, "-o", "zero_tie", "x.jsonl"), 2, "'zero_tie' is not of the form key=value."),
        (("tides", *AB, "--tag", "final", "x.jsonl"), 2, "'final' is not of the form key=value."),
        (("tides", *AB, "--seed", "x", "x.jsonl"), 2, "Invalid value for '--seed'"),
        (("tides", *AB, "--seed", 2**63, "x.jsonl"), 2, "A seed is a whole number of at most 64 bits."),
        (("tides", *AB, "--chance", "maybe", "x.jsonl"), 2, "Invalid value for '--chance'"),
        (("duel", *AB, "-p", "C", "-o", "joker=true", "x.jsonl"), 2, "The joker is for two players."),
        (
            ("tides", *AB),
            2,
            "Missing argument 'LOG'. For example: `kronika new tides -p Anna -p Bob --seed 7 game.jsonl`.",
        ),
        ((), 2, "Missing argument 'GAME'"),
        (("tides", *AB, "x.kpack"), 3, "only a plain text log can grow"),
        (("tides", *AB, "x.jsonl.gz"), 3, "only a plain text log can grow"),
        (("tides", *AB, "none/x.jsonl"), 3, "none/x.jsonl: cannot write: No such file or directory."),
        (("tides", *AB, "."), 3, "exists already"),
    ],
)
def test_new_refused(here: Path, words: tuple[object, ...], status: int, message: str) -> None:
    done = run("new", *words)
    assert (done.status, done.out) == (status, "")
    assert message in done.err
    assert os.listdir(here) == []


def test_new_does_not_overwrite(log: Path) -> None:
    before = log.read_bytes()
    done = run("new", "tides", *AB, "game.jsonl")
    assert (done.status, done.err) == (3, "error: game.jsonl: exists already; it is left as it is.\n")
    assert log.read_bytes() == before
