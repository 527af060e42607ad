"""A table at which bots play."""

from __future__ import annotations

from pathlib import Path

import pytest

from kronika.core.sessions.events import Note
from kronika.logs.replaying.logfile import LogFile, write_log
from kronika.logs.replaying.replay import load
from support.logs import tides_game
from support.table import Open

pytest.importorskip("pty")


def test_who_plays_with_bots_has_the_table_to_oneself(terminal: Open) -> None:
    """No seats are changed; the bot's card stays hidden until both lie open; it chooses before Anna does."""
    write_log("g.jsonl", tides_game(()))
    at = terminal("play", "g.jsonl", "--bot", "Bob=first")
    at.expect("Anna must choose")
    at.expect("Bob: pick ?")
    at.expect("Anna> ")
    card = min(load("g.jsonl").state.hands[0])
    at.enter(f"pick {card}")
    at.expect("Anna must choose")
    at.expect(f"Anna shows {card} ")
    at.expect("Bob: pick ?")
    at.expect("Anna> ")
    at.enter("quit")
    assert at.end() == 0
    assert "press Enter" not in at.text
    assert [event.by for event in load("g.jsonl").line.events][-3:] == [1, 0, 1]


def test_beside_bots_people_take_back_their_own_decisions(terminal: Open) -> None:
    write_log("g.jsonl", tides_game(()))
    at = terminal("play", "g.jsonl", "--bot", "Bob=first")
    at.expect("Anna> ")
    before = load("g.jsonl").state
    card = min(before.hands[0])
    at.enter(f"pick {card}")
    at.expect("pick 2 of 5")
    at.expect("Anna> ")
    after = load("g.jsonl").state
    at.enter("undo")
    at.expect("undo 2 events")
    at.expect("Anna> ")
    assert load("g.jsonl").state == before
    at.enter("redo")
    at.expect("redo 2 events")
    at.expect("Anna> ")
    assert load("g.jsonl").state == after
    at.enter("undo 2")
    at.expect("Cannot take back 2 decisions: people made 1 of those in force.")
    at.enter("help")
    at.expect("take back K decisions, with what bots did since")
    at.enter("undo 1 event")
    at.expect("undo 1 event")
    at.expect("Bob: pick ?")
    at.enter("quit")
    assert at.end() == 0


def test_with_a_seat_named_a_bot_s_answer_ends_what_can_be_taken_back(terminal: Open) -> None:
    """Both cards of a round are shown together: who took back their own one then would know the other."""
    write_log("g.jsonl", tides_game(()))
    at = terminal("play", "g.jsonl", "--as", "Anna", "--bot", "Bob=first")
    at.expect("Anna> ")
    card = min(load("g.jsonl").state.hands[0])
    at.enter(f"pick {card}")
    at.expect("Anna> ")
    played = Path("g.jsonl").read_bytes()
    for word in ("undo", "undo 2 events"):
        at.enter(word)
        assert "Anna can take back only own decisions" in " ".join(at.expect("Anna> ").split())
    at.enter("help")
    at.expect("take back your last K moves that showed you nothing")
    at.enter("quit")
    assert at.end() == 0
    assert Path("g.jsonl").read_bytes() == played


def test_a_bot_that_fails_at_the_table_tells_nobody_s_cards(terminal: Open) -> None:
    write_log("g.jsonl", tides_game(()))
    at = terminal("play", "g.jsonl", "--bot", "Bob=support.sample_bots:boasting")
    at.expect("The bot 'support.sample_bots:boasting' of Bob failed. From now on people move")
    at.expect("Anna> ")
    at.enter("quit")
    assert at.end() == 0
    assert "I hold" not in at.text


def test_a_table_of_bots_plays_to_the_end(terminal: Open) -> None:
    write_log("g.jsonl", tides_game(()))
    at = terminal("play", "g.jsonl", "--bot", "Bob=first", "--bot", "Anna=random", "--clock")
    at.expect("The game is over")
    assert at.end() == 0
    session = load("g.jsonl")
    assert session.result() is not None
    stamped = {entry.on for entry in session.history if isinstance(entry, Note)}
    decisions = {n for n, entry in enumerate(session.history, 1) if getattr(entry, "by", -1) >= 0}
    assert stamped == decisions


def test_a_bot_answers_what_another_program_has_played(terminal: Open) -> None:
    write_log("g.jsonl", tides_game(()))
    at = terminal("play", "g.jsonl", "--bot", "Bob=first")
    at.expect("Anna> ")
    card = min(load("g.jsonl").state.hands[0])
    with LogFile.open("g.jsonl") as file:
        file.session.play(f"Anna: pick {card}")
        file.save()
    at.enter("score")
    at.expect(f"Anna: pick {card}")
    at.expect("Bob: pick ?")
    at.expect("Anna> ")
    assert "Bob> " not in at.text
    at.enter("quit")
    assert at.end() == 0
