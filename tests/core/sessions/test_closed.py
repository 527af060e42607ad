"""A game that was ended before its rules ended it: the log is closed, and can be opened again."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kronika.core.basics.errors import GameEnded
from kronika.core.examples.builder import draft_example
from kronika.core.examples.example import run_example
from kronika.core.sessions.events import Ending, Redo, Undo
from kronika.core.sessions.session import Session
from kronika.logs.texts.convert import first_records
from support import duel
from support.logs import DUEL_MOVES, duel_game

pytestmark = pytest.mark.usefixtures("duel")

RESIGNED = Ending("resigned", 1, (0,))

DEEDS: dict[str, Callable[[Session], object]] = {
    "play": lambda session: session.play("Anna: take"),
    "a move that is none": lambda session: session.play("jump"),
    "do": lambda session: session.do(0, duel.Take()),
    "undo": lambda session: session.undo(),
    "undo of events": lambda session: session.undo_events(1),
    "redo": lambda session: session.redo(),
    "redo of events": lambda session: session.redo_events(1),
}


def closed() -> Session:
    """Anna would take or spare; Bob resigns."""
    session = duel_game(DUEL_MOVES[:4])
    session.undo()
    session.set(ending=RESIGNED)
    return session


@pytest.mark.parametrize("deed", list(DEEDS))
def test_nothing_is_played_or_taken_back(deed: str) -> None:
    session = closed()
    before, line = list(session.history), list(session.line.events)
    with pytest.raises(GameEnded) as caught:
        DEEDS[deed](session)
    assert str(caught.value) == (
        "The log says how the game ended: resigned (Bob), won by Anna. `kronika end LOG --reopen` reopens it."
    )
    assert (session.history, session.line.events) == (before, line)


def test_nobody_is_to_act_and_the_score_stands() -> None:
    session = duel_game(DUEL_MOVES[:7])
    totals, state = session.totals(), session.state
    session.set(ending=RESIGNED)
    assert (session.actors, session.legal()) == ((), {})
    assert (session.totals(), session.state) == (totals, state)
    assert totals == {"Anna": 3, "Bob": 0}
    assert session.result() is None, "the rules have not ended it"


def test_chance_is_not_drawn_in_a_closed_log() -> None:
    session = Session.new(duel.GAME, ("Anna", "Bob"), seed=7)
    for move in ("Anna: play 4", "Bob: play 2"):
        session.play(move)
    session.chance = "given"
    session.play("Anna: take")
    session.chance = "auto"
    session.set(ending=RESIGNED)
    assert session.resolve_chance() == []
    session.set(ending=None)
    assert len(session.resolve_chance()) == 1


def test_what_is_said_can_still_be_said() -> None:
    session = closed()
    session.note("he had a train to catch")
    session.set(players=["Anna", "Bea"], tags={"Event": "Club"})
    assert session.ending == RESIGNED


def test_once_opened_it_goes_on() -> None:
    session = closed()
    session.set(ending=None)
    assert session.actors == (0,)
    session.redo()
    session.play("chance: prize 5")
    assert session.totals() == {"Anna": 3, "Bob": 0}


def test_a_log_of_before_may_go_on_behind_an_ending() -> None:
    """When endings closed nothing yet, moves could follow one: such a log says what it said."""
    old, session = closed(), duel_game(())
    old.set(ending=None)
    old.redo()
    old.undo_events(1)
    entries = [entry for entry in old.history if getattr(entry, "ending", "") is not None]
    assert len(entries) == len(old.history) - 1
    for entry in entries:
        session.append(entry)
    assert session.history[-2:] == [Redo(1), Undo(1)]
    assert (session.state, session.ending) == (old.state, RESIGNED)
    assert first_records(session, len(session.history)).history == session.history


def test_an_example_of_a_closed_game_says_whose_turn_it_was() -> None:
    """The ending is no part of an example."""
    found = draft_example(closed(), 2, "EX-1")
    assert found.expect.turn == ["Anna"]
    assert run_example(found).findings == ()
