"""What is said of a game beside its moves: names, tags, an ending, notes. The game stays what it is."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.basics import limits
from kronika.core.basics.errors import BadSetup, GameEnded, KronikaError
from kronika.core.contract.game import EVERYONE
from kronika.core.sessions.events import Ending, Note, Set
from kronika.core.sessions.metadata import Metadata, ending_text, note_text, set_text
from kronika.core.sessions.session import Session
from kronika.core.sessions.visibility import redact_ending, redact_note, redact_set
from support import duel
from support.logs import DUEL_MOVES, duel_game

NAMES = ("Anna", "Bob")


# -- names, tags, endings ---------------------------------------------------------------------------------------


def test_a_later_value_wins_and_the_header_stays() -> None:
    session = duel_game(tags={"Event": "Club", "Site": "Brno"})
    assert session.set(players=["Anna", "Bea"], tags={"Event": "Final"}) == Set(("Anna", "Bea"), {"Event": "Final"})
    session.set(tags={"Site": None, "Round": "3"})
    assert session.players == ("Anna", "Bea")
    assert session.tags == {"Event": "Final", "Round": "3"}
    assert session.header.players == NAMES
    assert session.header.tags == {"Event": "Club", "Site": "Brno"}
    session.set(players=NAMES)
    assert session.players == NAMES, "so a set is taken back by another"


def test_the_names_in_force_are_those_of_moves() -> None:
    session = duel_game(())
    session.set(players=["Cyril", "Dana"])
    session.play("chance: prize 3")
    session.play("Dana: play 4")
    assert list(session.legal()) == ["Cyril"]
    assert session.totals() == {"Cyril": 0, "Dana": 0}
    with pytest.raises(KronikaError):
        session.play("Anna: play 1")


def test_an_ending_is_in_force_until_it_is_taken_back() -> None:
    session = duel_game(DUEL_MOVES[:3])
    assert session.ending is None
    session.set(ending=Ending("resigned", 1, (0,)))
    session.set(tags={"Event": "Club"})
    assert session.ending == Ending("resigned", 1, (0,)), "what is not named stays"
    session.set(ending=None)
    assert session.ending is None


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({}, "A `set` changes something: names, tags, or an ending."),
        ({"players": ["Anna"]}, "The game has 2 players, not 1."),
        ({"players": ["Anna", "Bob", "Eva"]}, "The game has 2 players, not 3."),
        ({"players": ["Anna", "anna"]}, "Two players have the same name."),
        ({"players": ["Anna", "chance"]}, "'chance' can't be a player's name: it already means something in a move."),
        ({"players": ["Anna", "#1 Bob"]}, "'#1 Bob' can't be a player's name: `#` at the beginning of a word"),
        ({"players": ["Anna", "B" * 201]}, "it has 201 characters; at most 200 are allowed"),
        ({"tags": {"Event": "x" * 1001}}, "has a value of 1,001 characters; at most 1,000 are allowed"),
        ({"ending": Ending("time", 2)}, "The ending names seat 2; the seats are 0 to 1."),
        ({"ending": Ending("agreed", winners=(0, 7))}, "The ending names seat 7; the seats are 0 to 1."),
        ({"ending": Ending("agreed", winners=(0, 0))}, "The ending names a winner twice."),
        ({"ending": Ending("agreed", text="x" * 10_001)}, "The text of an ending has 10,001 characters"),
    ],
)
def test_what_can_not_be_said(change: dict[str, Any], message: str) -> None:
    session = duel_game(DUEL_MOVES[:3])
    before = (list(session.history), session.present)
    with pytest.raises(KronikaError) as caught:
        session.set(**change)
    assert message in str(caught.value)
    assert (session.history, session.present) == before, "what fails is not recorded"


def test_words_of_a_set() -> None:
    change = Set(("Anna", "Bea"), {"Event": "Club", "Site": None}, Ending("resigned", 1, (0,), "late"))
    assert set_text(change, ("Anna", "Bea")) == (
        "set: players Anna, Bea; tag Event: Club; no tag Site; ending: resigned (Bea), won by Anna: late"
    )
    assert set_text(Set(ending=None), NAMES) == "set: no ending"
    assert ending_text(Ending("agreed", winners=(0, 1)), (*NAMES, "Eva")) == "agreed, won by Anna and Bob"
    assert ending_text(Ending("agreed", winners=(0, 1)), NAMES) == "agreed, a draw"
    assert ending_text(Ending("agreed", winners=(0,)), ("Anna",)) == "agreed, won by Anna", "of one nobody draws"
    assert set_text(Set(tags={"a\x1b[31m": "b\nc"}), NAMES) == "set: tag a\\x1b[31m: b c", "nothing acts in it"


# -- notes ------------------------------------------------------------------------------------------------------


def test_notes_are_kept_in_their_place() -> None:
    session = duel_game(DUEL_MOVES[:3])
    session.note("well begun", on=0, author="Anna")
    session.note(mark="?!", on=2)
    session.note(data={"clock": [31, 0.5, None, {"stopped": True}]})
    assert session.history[3:] == [
        Note("well begun", 0, "Anna"),
        Note(mark="?!", on=2),
        Note(data={"clock": [31, 0.5, None, {"stopped": True}]}),
    ]
    assert session.at(6) == session.at(3)


@pytest.mark.parametrize(
    ("note", "message"),
    [
        ({}, "A note has a text, a mark, or data for programs."),
        ({"author": "Anna"}, "A note has a text, a mark, or data for programs."),
        ({"text": "x" * (limits.NOTE + 1)}, "A note has 10,001 characters; at most 10,000 are allowed."),
        ({"text": "x", "author": "A" * 201}, "The author of a note has 201 characters; at most 200 are allowed."),
        ({"mark": "?" * 21}, "The mark of a note has 21 characters; at most 20 are allowed."),
        ({"data": {"x": "y" * (64 << 10)}}, "The data of a note have 65,544 bytes; at most 65,536 are allowed."),
        ({"data": {"x": 2**64}}, "The data of a note are plain JSON"),
        ({"data": {"x": float("nan")}}, "The data of a note are plain JSON"),
        ({"data": {"x": (1, 2)}}, "The data of a note are plain JSON"),
        ({"data": {"x": b"y"}}, "The data of a note are plain JSON"),
        ({"data": {"x": object()}}, "The data of a note are plain JSON"),
        ({"data": {1: "y"}}, "The data of a note are plain JSON"),
        ({"text": "x", "on": 4}, "Record 4 can't be a note on record 4, which does not come before it."),
        ({"text": "x", "on": 99}, "Record 4 can't be a note on record 99, which does not come before it."),
    ],
)
def test_what_can_not_be_noted(note: dict[str, Any], message: str) -> None:
    session = duel_game(DUEL_MOVES[:3])
    with pytest.raises(KronikaError) as caught:
        session.note(**note)
    assert message in str(caught.value)
    assert len(session.history) == 3


@pytest.mark.parametrize(
    "note",
    [
        {"text": "x" * 10_000},
        {"mark": "?" * 20, "author": "A" * 200},
        {"data": {"x": "y" * (65_536 - len('{"x":""}'))}},
        {"data": {"x": [2**64 - 1, -(2**63), 0.5]}},
        {"mark": "!", "on": 3},
    ],
)
def test_a_note_may_be_as_long_as_that(note: dict[str, Any]) -> None:
    session = duel_game(DUEL_MOVES[:3])
    session.note(**note)
    assert session.history[3:] == [Note(**note)]


def test_words_of_a_note() -> None:
    assert note_text(Note("so")) == "note: so"
    assert note_text(Note("so", 0)) == "note on the game: so"
    assert note_text(Note("so", 6, "Anna", "?!", {"clock": 31})) == 'note on 6 by Anna ?!: so {"clock":31}'
    assert note_text(Note(mark="!")) == "note !"
    assert note_text(Note("two\nlines\x1b[31m")) == "note: two lines\\x1b[31m"


def test_a_note_by_somebody_is_for_the_author_and_the_referee() -> None:
    """Anna may have written what she holds. That there is a note, whose it is, its mark and its data are for all."""
    note = Note("I keep the 5", 3, "anna", "!", {"clock": 31})
    assert redact_note(note, NAMES, None) == redact_note(note, NAMES, 0) == note
    for viewer in (1, EVERYONE):
        assert redact_note(note, NAMES, viewer) == Note("?", 3, "anna", "!", {"clock": 31})
    commentator = Note("Anna keeps the 5", author="Eva")
    assert redact_note(commentator, NAMES, 0) == Note("?", author="Eva")
    for viewer in (None, 0, 1, EVERYONE):
        assert redact_note(Note("so"), NAMES, viewer) == Note("so"), "a note by nobody is for all"


def test_why_a_bot_has_lost_is_the_referees() -> None:
    """A refusal names the hand, and a crash may: all learn that there was a fault, of which kind, and whose."""
    session = duel_game(DUEL_MOVES[:3])
    whole = Ending("adjudicated", 1, (0,), "The bot 'x' of Bob made an illegal move: your hand is 1, 3.")
    change = session.set(ending=whole, tags={"fault": "illegal"})
    assert redact_set(change, None) == change
    assert redact_ending(session.present, None) == whole
    for viewer in (0, 1, EVERYONE):
        assert redact_ending(session.present, viewer) == Ending("adjudicated", 1, (0,))
        assert redact_set(change, viewer) == Set(tags={"fault": "illegal"}, ending=Ending("adjudicated", 1, (0,)))
    with pytest.raises(GameEnded) as closed:
        session.play("Anna: take")
    assert "your hand" not in str(closed.value), "the one who tries to continue may be a seat"


def test_what_people_say_of_an_ending_is_for_all() -> None:
    session = duel_game(DUEL_MOVES[:3])
    change = session.set(ending=Ending("agreed", text="it is late"), tags={"Event": "Club"})
    assert redact_set(change, 0) == change
    assert redact_ending(session.present, 0) == change.ending


# -- the game is the same ---------------------------------------------------------------------------------------


def test_take_backs_count_events_alone() -> None:
    session = duel_game(DUEL_MOVES[:4])
    session.note("one")
    session.set(tags={"Event": "Club"})
    session.undo(2)
    assert [event.do for event in session.line.events] == [event.do for event in duel_game(DUEL_MOVES[:2]).line.events]
    session.note("between")
    session.redo(2)
    assert session.state == duel_game(DUEL_MOVES[:4]).state
    assert session.tags == {"Event": "Club"}, "taking moves back takes nothing back that was said"


def test_chance_falls_the_same() -> None:
    plain = Session.new(duel.GAME, NAMES, seed=7)
    other = Session.new(duel.GAME, NAMES, seed=7)
    for session in (plain, other):
        for move in ("Anna: play 4", "Bob: play 2", "Anna: take"):
            if session is other:
                session.note("between")
            session.play(move)
    assert other.line.events == plain.line.events


def test_a_full_log_takes_no_note(monkeypatch: pytest.MonkeyPatch) -> None:
    session = duel_game()
    monkeypatch.setattr(limits, "RECORDS", len(session.history))
    for say in (lambda: session.note("x"), lambda: session.set(tags={"a": "b"})):
        with pytest.raises(KronikaError, match="no more can be added"):
            say()


def test_an_entry_of_another_log_is_done_again() -> None:
    session, other = duel_game(DUEL_MOVES[:5]), duel_game(())
    session.undo()
    session.set(players=["Anna", "Bea"])
    session.note("so", on=1)
    session.redo()
    for entry in session.history:
        assert other.append(entry) == entry
    assert (other.history, other.present, other.state) == (session.history, session.present, session.state)


def test_an_entry_that_can_not_be_is_refused() -> None:
    session = duel_game(DUEL_MOVES[:2])
    with pytest.raises(BadSetup):
        session.append(Set(("Anna",)))
    with pytest.raises(KronikaError):
        session.append(Note("x", 3))
    assert len(session.history) == 2


def test_n_tags_and_no_more() -> None:
    """Else a log of nothing but tags would take minutes: by the square of them."""
    begun = Metadata(NAMES, {f"{n}": "x" for n in range(999)})
    full = begun.after(duel.GAME, Set(tags={"one more": "x"}))
    assert full.after(duel.GAME, Set(tags={"one more": None, "instead": "x"})).tags == {**begun.tags, "instead": "x"}
    assert full.after(duel.GAME, Set(ending=Ending("agreed"))).tags == full.tags
    with pytest.raises(BadSetup, match="The game would have 1,001 tags; at most 1,000 are allowed"):
        full.after(duel.GAME, Set(tags={"another": "x"}))


@pytest.mark.parametrize(
    ("note", "why"),
    [
        ({"text": "so", "on": -1}, "on: a whole number from 0 to 2147483648 is needed, not -1."),
        ({"text": "so", "on": True}, "on: a whole number from 0 to 2147483648 is needed, not true."),
        ({"text": 5}, "text: a text is needed, not 5."),
        ({"text": "\ud800"}, "it contains half a character"),
    ],
)
def test_a_note_that_no_log_can_hold(note: dict[str, Any], why: str) -> None:
    """It would be written, and the log not be read again."""
    session = duel_game(())
    with pytest.raises(KronikaError, match="A note can't be stored: ") as refused:
        session.note(**note)
    assert why in str(refused.value)
    assert session.history == []


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"ending": Ending("bored")}, "ending.why: 'bored' is not possible: it can be"),
        ({"ending": Ending("agreed", by=-1)}, "ending.by: a whole number from 0 to 99 is needed, not -1."),
        (
            {"ending": Ending("agreed", winners=(-1,))},
            "ending.winners.1: a whole number from 0 to 99 is needed, not -1.",
        ),
        ({"tags": {"\ud800": "x"}}, "it contains half a character"),
    ],
)
def test_a_set_that_no_log_can_hold(change: dict[str, Any], why: str) -> None:
    session = duel_game(())
    with pytest.raises(KronikaError, match="A `set` can't be stored: ") as refused:
        session.set(**change)
    assert why in str(refused.value)
    assert (session.history, session.ending, session.tags) == ([], None, {})
