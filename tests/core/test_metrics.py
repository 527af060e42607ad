"""The numbers of one game, against a match whose score sheet is reckoned by hand."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from kronika.core import Session
from kronika.core.metrics import Lead, Metrics, Point, metrics
from kronika.logs.replay import load

MATCH = Path(__file__).parents[2] / "fixtures" / "games" / "tides" / "shared-victory.jsonl"


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


def test_choice(found: Metrics) -> None:
    """Each player picks from 5, 4, 3, 2, 1 cards three times, and twice chooses one of 20 pairs."""
    pick, relic = found.branching
    assert (pick.kind, pick.decisions, pick.least, pick.median, pick.mean, pick.most) == ("pick", 30, 1, 3, 3, 5)
    assert (relic.kind, relic.decisions, relic.least, relic.most) == ("relic", 4, 20, 20)
    assert found.choice == round(6 * math.log10(120) + 4 * math.log10(20), 1)


def test_kinds_and_tempo(found: Metrics) -> None:
    assert found.kinds == ({"pick": 15, "relic": 2}, {"pick": 15, "relic": 2})
    assert found.decisions == 34
    assert sum(sum(quarter.decisions) for quarter in found.tempo) == 34
    assert [sum(quarter.points[seat] for quarter in found.tempo) for seat in (0, 1)] == [60, 60]


def test_a_game_that_has_hardly_begun() -> None:
    session = Session.new("tides", ["Anna", "Bob"], seed=7)
    found = metrics(session)
    assert (found.decisions, found.tempo, found.branching, found.choice) == (0, (), (), 0)
    assert found.leads == (Lead(0, (0, 1)),)
