"""A clean log for publishing: what is in force, under other names, and a tag that says so."""

from __future__ import annotations

import pytest

from kronika.core.basics.errors import BadSetup
from kronika.core.sessions.events import Ending, Event, Note, Set
from kronika.core.sessions.session import Session
from kronika.logs.files.sources import content_digest
from kronika.logs.replaying.logfile import packed_bytes
from kronika.logs.texts.cleaning import CLEANED, Cleaning, cleaned
from support.logs import DUEL_MOVES, duel_game, every_kind

pytestmark = pytest.mark.usefixtures("duel")


def noted() -> Session:
    """Four moves with notes on the second and the fourth; the last is taken back, restored and taken back again."""
    session = duel_game(DUEL_MOVES[:2], tags={"winner": "Anna", "place": "Club of Anna"})
    session.append(Note("on the second", author="Anna"))
    for move in DUEL_MOVES[2:4]:
        session.play(move)
    session.append(Note("on the last"))
    session.undo_events(1)
    session.redo_events(1)
    session.undo_events(1)
    return session


def test_what_was_taken_back_is_gone_with_its_notes() -> None:
    session = noted()
    clean = cleaned(session, Cleaning(in_force=True))
    events = [entry for entry in clean.history if isinstance(entry, Event)]
    assert events == session.line.events
    notes = [entry for entry in clean.history if isinstance(entry, Note)]
    assert [(note.text, note.on) for note in notes] == [("on the second", 2)]
    assert len(clean.history) == len(events) + 1
    assert clean.state == session.state


def test_notes_can_be_omitted_alone() -> None:
    session = noted()
    clean = cleaned(session, Cleaning(no_notes=True))
    assert not [entry for entry in clean.history if isinstance(entry, Note)]
    assert len(clean.history) == len(session.history) - 2


def test_names_are_changed_where_they_are_names() -> None:
    clean = cleaned(noted(), Cleaning(rename={"Anna": "A"}))
    assert clean.header.players == ("A", "Bob")
    assert clean.header.tags["winner"] == "A"
    assert clean.header.tags["place"] == "Club of Anna"  # a text, which stays
    assert [entry.author for entry in clean.history if isinstance(entry, Note)] == ["A", ""]


def test_the_tag_says_what_was_done_and_of_which_log() -> None:
    session = noted()
    clean = cleaned(session, Cleaning(in_force=True, no_notes=True, rename={"Anna": "A"}))
    origin = content_digest(packed_bytes(session)).hex()
    done = "events taken back are omitted, notes are omitted, 1 name changed"
    assert clean.header.tags[CLEANED] == f"{done}; from {origin}"


def test_later_names_and_tags_are_in_the_header_and_an_early_ending_stays() -> None:
    session = duel_game(DUEL_MOVES[:2])
    session.append(Set(players=("Eve", "Bob"), tags={"place": "Club"}))
    session.append(Set(ending=Ending("agreed", winners=(1,))))
    clean = cleaned(session, Cleaning(in_force=True))
    assert clean.header.players == ("Eve", "Bob")
    assert clean.header.tags["place"] == "Club"
    assert clean.history[2:] == [Set(ending=Ending("agreed", winners=(1,)))]
    assert clean.present.ending == session.present.ending


def test_every_kind_of_record_stays_with_its_notes() -> None:
    session = every_kind()
    clean = cleaned(session, Cleaning(rename={"Anna": "Zoe"}))
    assert len(clean.history) == len(session.history)
    assert clean.state == session.state


def test_two_players_do_not_get_one_name() -> None:
    with pytest.raises(BadSetup):
        cleaned(noted(), Cleaning(rename={"Anna": "Bob"}))
