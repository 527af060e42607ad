"""Colours and progress at a terminal."""

from __future__ import annotations

import pytest

from kronika.logs.replaying.logfile import write_log
from support.logs import tides_game

pytest.importorskip("pty")

from support.cli import ANSI
from support.table import Open


@pytest.mark.parametrize(
    ("env", "coloured"),
    [
        ({}, True),
        ({"NO_COLOR": "1"}, False),
        ({"NO_COLOR": ""}, True),
        ({"TERM": "dumb"}, False),
        ({"CLICOLOR": "0"}, False),
        ({"TERM": "dumb", "FORCE_COLOR": "1"}, True),
    ],
)
def test_colours_at_a_terminal_unless_they_are_not_wanted(terminal: Open, env: dict[str, str], coloured: bool) -> None:
    write_log("t.jsonl", tides_game())
    at = terminal("show", "t.jsonl", **env)
    assert at.end() == 0
    assert (ANSI in at.raw) == coloured
    at = terminal("show", "none.jsonl", **env)
    assert at.end() == 3
    assert (ANSI in at.raw) == coloured
    assert "error: none.jsonl: cannot read" in at.text


@pytest.mark.parametrize("words", [("replay", "t.jsonl"), ("rules", "tides", "TT-2.6"), ("demo",)])
def test_all_that_is_printed_has_colours_or_none(terminal: Open, words: tuple[str, ...]) -> None:
    write_log("t.jsonl", tides_game())
    for env, coloured in (({}, True), ({"NO_COLOR": "1"}, False)):
        at = terminal(*words, **env)
        assert at.end() == 0
        assert (ANSI in at.raw) == coloured


def test_progress_is_for_terminals(terminal: Open) -> None:
    at = terminal("simulate", "duel", "-n", "3", "--out", "games")
    assert at.end() == 0
    assert "playing" in at.text
    at = terminal("validate", "games")
    assert at.end() == 0
    assert "validating" in at.text
    assert "3 logs, " in at.text
