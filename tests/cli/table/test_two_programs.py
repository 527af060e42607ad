"""A table and another program at the same log; a log that is closed or gone."""

from __future__ import annotations

from pathlib import Path

import pytest

from kronika.core.sessions.events import Ending, Note
from kronika.logs.replaying.logfile import LogFile, write_log
from kronika.logs.replaying.replay import load
from support.logs import DUEL_MOVES, data_of, duel_game
from support.table import Open, new_duel

pytest.importorskip("pty")


def test_what_another_program_plays_is_taken_up(terminal: Open) -> None:
    """A move that was thought out for another position is not made; the next one is."""
    new_duel()
    at = terminal("play", "g.jsonl")
    at.expect("Anna> ")
    other = LogFile.open("g.jsonl")
    other.session.play("Bob: play 1")
    other.save()
    at.enter("play 4")
    at.expect("g.jsonl: another program has written to it meanwhile; `play 4` was not done.")
    at.expect("   2  Bob: play ?")
    at.expect("Anna> ")
    at.enter("play 4")
    at.expect("Anna shows 4, Bob shows 1")
    at.expect("Anna> ")
    assert Path("g.jsonl").read_bytes() == data_of(duel_game((*DUEL_MOVES[:1], "Bob: play 1", "Anna: play 4")))


def test_a_log_that_is_no_longer_there_ends_the_table(terminal: Open) -> None:
    new_duel()
    at = terminal("play", "g.jsonl")
    at.expect("Anna> ")
    Path("g.jsonl").unlink()
    at.enter("play 4")
    at.expect("error: g.jsonl: cannot read: No such file or directory.")
    assert at.end() == 3


def test_a_note_beside_the_table_does_not_hinder_the_next_move(terminal: Open) -> None:
    new_duel()
    at = terminal("play", "g.jsonl")
    at.expect("Anna> ")
    other = LogFile.open("g.jsonl")
    other.session.note("a long thought")
    other.save()
    at.enter("play 4")
    at.expect("   3  Anna: play ?")
    assert "was not done" not in at.text
    assert [type(entry) for entry in load("g.jsonl").history[1:2]] == [Note]


def test_a_closed_log_is_not_played(terminal: Open) -> None:
    session = duel_game(DUEL_MOVES[:2])
    session.set(ending=Ending("resigned", 1))
    write_log("g.jsonl", session)
    at = terminal("play", "g.jsonl")
    at.expect("error: The log says how the game ended: resigned (Bob).")
    assert at.end() == 1


def test_a_game_that_is_ended_meanwhile_ends_the_table_and_shows_nothing_hidden(terminal: Open) -> None:
    """It may be opened again: Anna's card is not for the screen."""
    new_duel(DUEL_MOVES[:2])
    at = terminal("play", "g.jsonl")
    at.expect("Bob> ")
    other = LogFile.open("g.jsonl")
    other.session.set(ending=Ending("agreed"))
    other.save()
    at.enter("play 2")
    at.expect("g.jsonl: another program has written to it meanwhile; `play 2` was not done.")
    at.expect("   3  set: ending: agreed")
    after = at.expect("The game is over. The log says how it ended: agreed.")
    assert "chosen" not in after
    assert at.end() == 0


def test_a_game_that_another_program_ends_while_the_table_waits(terminal: Open) -> None:
    new_duel(DUEL_MOVES[:10])
    at = terminal("play", "g.jsonl")
    at.expect("Bob> ")
    other = LogFile.open("g.jsonl")
    other.session.play("Bob: take")
    other.save()
    at.enter("moves")
    at.expect("The game is over. Anna wins.")
    assert at.end() == 0
