"""The beginning and the end of a table: `new` at a terminal, what is kept when it is left."""

from __future__ import annotations

import signal

import pytest

from kronika.core.sessions.session import Session
from kronika.logs.replaying.logfile import write_log
from kronika.logs.replaying.replay import load
from support.logs import tides_game
from support.table import ANNAS, Open, new_duel, screen, sit_down

pytest.importorskip("pty")


def test_new_at_a_terminal_asks_for_what_falls(terminal: Open) -> None:
    """Anyone who means to enter it never gets it invented."""
    at = terminal("new", "tides", "-p", "Anna", "-p", "Bob", "t.jsonl")
    at.expect("Enter the outcomes from your table here; `--chance auto` lets Kronika draw them.")
    assert "for example `deal 1 2 3 … / 4 5 6 …`; `deal` is optional." in " ".join(at.expect("chance> ").split())
    for words, answer in (("?", "Other words:"), ("board", "Anna"), ("moves", "Chance is due")):
        at.enter(words)
        assert answer in " ".join(at.expect("chance> ").split())
    at.enter("deal 6 8 9 14 16 / 2 10 11 13 15")
    at.expect("   1  chance: deal")
    at.expect("Anna> ")
    at.enter("quit")
    at.expect("t.jsonl: everything is saved; `kronika play t.jsonl` goes on.")
    assert at.end() == 0
    assert load("t.jsonl").header.seed is None
    assert len(load("t.jsonl").history) == 1


@pytest.mark.parametrize(("key", "status"), [("quit\r", 0), ("\x04", 0), ("\x03", 130)])
def test_new_that_is_left_keeps_what_was_entered(terminal: Open, key: str, status: int) -> None:
    at = terminal("new", "tigris", "-p", "Anna", "-p", "Bob", "t.jsonl")
    at.expect("chance> ")
    at.enter("red red red red red red")
    at.expect("chance> ")
    assert at.press_until_the_end(key) == status
    assert "t.jsonl: everything is saved; `kronika play t.jsonl` goes on." in " ".join(at.text.split())
    assert len(load("t.jsonl").history) == 1


def test_new_at_a_terminal_with_a_seed_asks_for_nothing(terminal: Open) -> None:
    for words in (("--seed", "7", "--quiet"), ("--chance", "auto", "--quiet"), ("--chance", "given")):
        at = terminal("new", "tides", "-p", "Anna", "-p", "Bob", *words, f"{words[1]}.jsonl")
        assert at.end() == 0
        assert "> " not in at.text
    at = terminal("new", "tides", "-p", "Anna", "-p", "Bob", "--seed", "7", "t.jsonl")
    sit_down(at, "Anna")
    at.expect("Anna> ")
    at.enter("quit")
    assert at.end() == 0
    assert "chance> " not in at.text


def test_outcomes_between_moves_are_asked_for_with_what_is_due(terminal: Open) -> None:
    write_log("t.jsonl", Session.new("tides", ["Anna", "Bob"], chance="given"))
    at = terminal("play", "t.jsonl", "--chance", "ask", "Anna: 9")
    assert "Chance is due: the first hands of Anna and Bob" in at.expect("chance> ")
    at.enter("help")
    assert "Chance is due: the first hands of Anna and Bob" in at.expect("chance> ")
    at.enter("6 8 9 14 16 / 2 10 11 13 15")
    at.expect("Anna: pick 9")
    assert at.end() == 0
    at = terminal("new", "tides", "-p", "Anna", "-p", "Bob", "-")
    at.expect("chance> ")
    at.enter("quit")
    assert at.end() == 130


@pytest.mark.parametrize(("key", "status"), [("\x04", 0), ("\x03", 130)])
def test_end_of_input_and_interrupt_leave_quietly(terminal: Open, key: str, status: int) -> None:
    new_duel()
    at = terminal("play", "g.jsonl")
    at.expect("Anna> ")
    assert at.press_until_the_end(key) == status
    assert "Traceback" not in at.text
    assert "Aborted" not in at.text


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_who_is_ended_from_outside_leaves_the_terminal_as_it_was_and_no_hand_on_it(
    terminal: Open, number: int, status: int
) -> None:
    write_log("t.jsonl", tides_game([]))
    at = terminal("play", "t.jsonl")
    found = at.modes()
    sit_down(at, "Anna")
    at.expect("Anna> ")
    assert at.modes() != found
    assert at.ended_by(number) == status
    assert at.modes() == found
    assert not any(card in screen(at) for card in ANNAS)
    assert "Traceback" not in at.text
