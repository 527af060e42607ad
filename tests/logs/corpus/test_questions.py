"""Open questions that can have changed a game, in games that begin with their set-up and in those placed."""

from __future__ import annotations

import pytest

from kronika.core.rulebook.spec import RulingEffect
from kronika.core.sessions.session import Session
from kronika.logs.corpus import questions
from kronika.logs.corpus.questions import decisive
from kronika.logs.corpus.whatif import judge_session
from support import tides, tigris
from support.playing import after

NEST = {"kingdoms": {"Anna": [1, 2, 4, 14], "Bob": [5, 6, 7, 13]}, "hands": {"Anna": [3], "Bob": [15]}}
"""Before the last picks of a round of Tides of Time.

Nobody has a stronghold, so Ancient Divide (2) is 0:0: with King's Nest (1) Anna has 7 by it if a tie of nothing is one.
She has 3 by card 3 in any case, for one library. Bob has 3 by card 6, for one garden, and 7 by card 13, 1 garden to 0.
"""


def placed() -> Session:
    return after(tides.place(**NEST), "Anna: pick 3", "Bob: pick 15")


def test_a_placed_position_stays_as_it_is_under_another_reading() -> None:
    """OQ-1: Anna has 10, or 3; the position itself gives no points and refuses no move."""
    found = judge_session("", placed(), {"zero_tie": "need_one"})
    assert found.change is not None
    assert found.change.code == "points"
    assert "Anna 3, not 10" in found.change.text
    assert judge_session("", placed(), {"sets_use_doubled": False}).kind == "same"


def test_of_a_placed_position_the_questions_that_matter_are_known() -> None:
    """OQ-2 and OQ-3 are about Molehill and Roof of the World, which nobody has."""
    assert decisive(placed(), ["OQ-1", "OQ-2", "OQ-3"]) == {"OQ-1": True, "OQ-2": False, "OQ-3": False}


def test_points_that_were_placed_are_kept() -> None:
    """TE-9.4: nine points in each colour are 9, however buildings are read."""
    nine = dict.fromkeys(("red", "black", "blue", "green"), 9)
    session = tigris.place(players=2, options={"buildings": True}, points={"Lion": nine}, phase="end")
    assert session.totals() == {"Lion": 9, "Archer": 0}
    for given in ({"building_point": "placer"}, {"building_catastrophe": False}):
        assert judge_session("", session, given).kind == "same"
    assert decisive(session, ["OQ-5", "OQ-11"]) == {"OQ-5": False, "OQ-11": False}


def test_a_question_that_no_game_can_show_has_no_verdict() -> None:
    """OQ-4 of Tides of Time is about names."""
    assert decisive(placed(), ["OQ-4"]) == {}


def test_a_placed_position_has_no_other_set_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """TE-1.1: on the advanced board the position would be another one, so nobody can say what would have changed."""
    reading = RulingEffect(other={"board": "advanced"})
    monkeypatch.setattr(questions, "ruling_effects", lambda game: {"OQ-1": reading})
    assert decisive(tigris.place(players=2), ["OQ-1"]) == {}
    change = judge_session("", tigris.place(players=2), {"board": "advanced"}).change
    assert change is not None
    assert change.code == "setup"
    assert "begins with a position" in change.text
