"""The numbers of one game, against a match whose score sheet is reckoned by hand."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from kronika.core import Session
from kronika.core.contract.game import EVERYONE
from kronika.core.sessions.metrics import Choice, Lead, LeadMargin, Metrics, Point, Turn, leads_of, metrics, turns_of
from kronika.logs.replaying.replay import load

MATCH = Path(__file__).parents[3] / "fixtures" / "games" / "tides" / "shared-victory.jsonl"


@pytest.fixture(scope="module")
def found() -> Metrics:
    return metrics(load(str(MATCH)))


def test_points_over_time(found: Metrics) -> None:
    """Rounds are scored by the 11th, 25th, 39th event: deal, 10 picks; 2 relics, 2 draws, 10 picks; the same again."""
    assert found.points == (Point(0, (0, 0)), Point(11, (14, 18)), Point(25, (38, 37)), Point(39, (60, 60)))


def test_points_by_source(found: Metrics) -> None:
    """Molehill (TT-4.9) pays Anna 8 in every round."""
    mine = [(p.event, p.points) for p in found.sources if (p.seat, p.rule) == (0, "TT-4.9")]
    assert mine == [(11, 8), (25, 16), (39, 24)]


def test_the_lead(found: Metrics) -> None:
    assert found.leads == (Lead(0, (0, 1)), Lead(11, (1,)), Lead(25, (0,)), Lead(39, (0, 1)))


def test_how_far_each_is_ahead(found: Metrics) -> None:
    assert found.ahead == (
        LeadMargin(0, (0, 0)),
        LeadMargin(11, (-4, 4)),
        LeadMargin(25, (1, -1)),
        LeadMargin(39, (0, 0)),
    )


def test_points_by_part_of_the_sheet(found: Metrics) -> None:
    """The parts are the rounds: Anna has 14, 24 and 22 in them, Bob 18, 19 and 23."""
    assert [(p.event, p.part, p.points) for p in found.parts if p.seat == 0] == [
        (11, "round 1", 14),
        (25, "round 2", 24),
        (39, "round 3", 22),
    ]
    assert [p.points for p in found.parts if p.seat == 1] == [18, 19, 23]


def test_the_game_turns_once(found: Metrics) -> None:
    """From Bob's hands to Anna's with the second round; that Bob draws level in the third is no turn."""
    assert found.turns == (Turn(25, (0,), (1,)),)


def test_turning_points_of_three() -> None:
    """A alone; A and B; B alone: a turn. Then B and C; C and A, without B: a turn; A, who held it with C: none."""
    rows = [(0, 0, 0), (3, 0, 0), (3, 3, 0), (3, 5, 0), (3, 5, 5), (6, 5, 6), (8, 5, 6)]
    leads = leads_of([Point(event, totals) for event, totals in enumerate(rows)])
    assert [lead.seats for lead in leads] == [(0, 1, 2), (0,), (0, 1), (1,), (1, 2), (0, 2), (0,)]
    assert turns_of(leads) == (Turn(3, (1,), (0,)), Turn(5, (0, 2), (1,)))


def test_partners_are_no_others() -> None:
    """Their score is one (AK-8.2e), so nobody is ahead of a partner: by what both are ahead of the other two."""
    names = ["Anna", "Bob", "Cyril", "Dana"]
    session = Session.new("ancient_knowledge", names, seed=7, options={"teams": True})
    while len(session.history) < 150 and session.actors:
        seat = session.actors[0]
        session.do(seat, session.game.actions(session.state, seat)[0])
        session.resolve_chance()
    found = metrics(session)
    for ahead in found.ahead:
        assert ahead.margins[0] == ahead.margins[1] == -ahead.margins[2] == -ahead.margins[3]
    assert {lead.seats for lead in found.leads} <= {(0, 1), (2, 3), (0, 1, 2, 3)}
    assert len(found.ahead) > 1


def test_alone_at_the_table_nobody_is_ahead() -> None:
    session = Session.new("viceroy", ["Anna"], seed=7)
    assert metrics(session).ahead == ()
    assert metrics(session, 0).players == ("Anna",)


def test_no_lead_is_reported_where_totals_are_hidden() -> None:
    assert leads_of([Point(0, (0, None)), Point(4, (2, 5))]) == (Lead(4, (1,)),)
    assert turns_of(()) == ()


def test_a_seat_knows_of_its_own_choices_alone() -> None:
    """How many cards another holds may be known; what else there is to choose from tells of them."""
    session = load(str(MATCH))
    bob, everyone = metrics(session, 1), metrics(session, EVERYONE)
    assert {choice.seat for choice in bob.choices} == {1}
    assert [choice.moves for choice in bob.choices if choice.kind == "pick"] == [5, 4, 3, 2, 1] * 3
    assert bob.kinds == ({}, {"pick": 15, "relic": 2})
    assert bob.decisions == 34
    assert (everyone.choices, everyone.choice_log10, everyone.branching) == ((), 0, ())
    assert everyone.points == bob.points == metrics(session).points


def test_points_behind_a_screen_are_reported_to_nobody_else() -> None:
    """All points lie behind screens (TE-1.5): with one total hidden nobody is known to lead."""
    session = Session.new("tigris", ["Anna", "Bob"], seed=3)
    seat = session.actors[0]
    other = 1 - seat
    hidden = metrics(session, other).points[-1].totals
    assert (hidden[seat], hidden[other]) == (None, 0)
    assert metrics(session, other).ahead == (LeadMargin(0, (None, None)),)
    assert metrics(session, other).leads == ()


def test_choice(found: Metrics) -> None:
    """Each player picks from 5, 4, 3, 2, 1 cards three times, and twice chooses one of 20 pairs."""
    pick, relic = found.branching
    assert (pick.kind, pick.decisions, pick.min, pick.median, pick.mean, pick.max) == ("pick", 30, 1, 3, 3, 5)
    assert (relic.kind, relic.decisions, relic.min, relic.max) == ("relic", 4, 20, 20)
    assert found.choices[:2] == (Choice(2, 0, "pick", 5), Choice(3, 1, "pick", 5))
    assert found.choice_log10 == round(6 * math.log10(120) + 4 * math.log10(20), 1)


def test_kinds_and_tempo(found: Metrics) -> None:
    assert found.kinds == ({"pick": 15, "relic": 2}, {"pick": 15, "relic": 2})
    assert found.decisions == 34
    assert sum(sum(quarter.decisions) for quarter in found.tempo) == 34
    assert [sum(quarter.points[seat] for quarter in found.tempo) for seat in (0, 1)] == [60, 60]


def test_a_game_that_has_hardly_begun() -> None:
    session = Session.new("tides", ["Anna", "Bob"], seed=7)
    found = metrics(session)
    assert (found.decisions, found.tempo, found.branching, found.choice_log10) == (0, (), (), 0)
    assert found.leads == (Lead(0, (0, 1)),)
