"""The table of an arbiter: everything is shown, looked up and noted."""

from __future__ import annotations

import pytest

from kronika.core.sessions.events import Note
from kronika.logs.replaying.logfile import write_log
from kronika.logs.replaying.replay import load
from support.logs import DUEL_MOVES, tides_game
from support.table import Open, new_duel

pytest.importorskip("pty")


def test_the_referees_table_tells_all(terminal: Open) -> None:
    """A screen that no player reads: what was entered is read back, and told when it is taken back."""
    new_duel()
    at = terminal("play", "g.jsonl", "--as", "referee")
    at.expect("Anna> ")
    at.enter("play 4")
    at.expect("   2  Anna: play 4")
    at.expect("Bob> ")
    at.enter("undo")
    at.expect("taken back:    2  Anna: play 4")
    at.enter("quit")
    assert at.end() == 0


def test_at_the_table_of_players_what_is_taken_back_stays_hidden(terminal: Open) -> None:
    new_duel()
    at = terminal("play", "g.jsonl")
    at.expect("Anna> ")
    at.enter("play 4")
    at.expect("Bob> ")
    at.enter("undo")
    at.expect("taken back:    2  Anna: play ?")
    assert "Anna: play 4" not in at.text


def test_rules_and_cards_are_looked_up_and_notes_made_at_the_table(terminal: Open) -> None:
    write_log("t.jsonl", tides_game(()))
    at = terminal("play", "t.jsonl", "--as", "Anna")
    at.expect("Anna> ")
    at.enter("rules tt-2.6")
    at.expect("TT-2.6  ")
    at.enter("rules tt-99")
    at.expect("No rule of Tides of Time has 'tt-99'")
    at.enter("cards roof")
    at.expect("Roof of the World")
    at.enter("cards xyzzy")
    at.expect("Tides of Time has no card with 'xyzzy' in it.")
    at.enter("cards")
    at.expect("Write `cards WORD`, with a number or a word")
    at.enter("note")
    at.expect("Write `note TEXT`")
    at.enter("note a good hand")
    at.expect("note by Anna: a good hand")
    at.enter("quit")
    assert at.end() == 0
    assert load("t.jsonl").history[-1] == Note("a good hand", author="Anna")


def test_the_clock_is_noted_at_the_table(terminal: Open) -> None:
    new_duel(DUEL_MOVES[:1])
    at = terminal("play", "g.jsonl", "--clock")
    at.expect("Anna> ")
    at.enter("play 4")
    at.expect("Bob> ")
    at.enter("undo")
    at.expect("Anna> ")
    at.enter("quit")
    assert at.end() == 0
    _, _, stamp, _ = load("g.jsonl").history
    assert isinstance(stamp, Note)
    assert (stamp.on, list(stamp.data)) == (2, ["clock"])
