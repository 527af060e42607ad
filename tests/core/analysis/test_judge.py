"""The judge: shares of the win and leads by hand, where the game is over, and what playouts add."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from kronika.core.analysis.judge import AnalysisConfig, Judge, Sample, are_exact
from kronika.core.basics.chance import Dice
from kronika.core.sessions.session import Session
from support import ancient, tides

TERMS = AnalysisConfig(bot="mcts:40", playouts=20)


def worth(session: Session) -> list[float]:
    return Judge(session.game, session.state, TERMS).worth(session.state)


def ended(anna: list[int], bob: list[int]) -> Session:
    """A game of Tides of which the last round alone is scored."""
    return tides.place(kingdoms={"Anna": anna, "Bob": bob})


def test_who_has_won_has_the_whole_of_it() -> None:
    """3 for one library (TT-4.6), 0 for Bob: Anna leads by 3."""
    assert worth(ended([3, 4], [1])) == [1, 0, 3, -3]


def test_a_victory_is_shared() -> None:
    """Nobody has a point and nobody a King's Nest: the victory is shared (TT-5.3)."""
    assert worth(ended([17], [8])) == [0.5, 0.5, 0, 0]


def test_partners_have_a_victory_together_and_are_no_rivals() -> None:
    session = ancient.place(players=4, options={"teams": True})
    found = worth(session)
    assert found[0] == found[2]
    assert found[1] == found[3]
    assert found[0] + found[1] == pytest.approx(1)


def test_the_shares_of_all_come_to_one() -> None:
    for players in (2, 3, 4):
        session = Session.new("imhotep", [f"P{n}" for n in range(players)], seed=1)
        assert sum(worth(session)[:players]) == pytest.approx(1)


def test_a_difference_is_taken_playout_by_playout() -> None:
    """Means 2 and 1; the differences are 1, 1, 1, which scatter nowhere, though both columns do."""
    one, two = Sample([[1, 0], [2, 0], [3, 0]]), Sample([[0, 0], [1, 0], [2, 0]])
    assert one.figures().win_rates == (2,)
    assert one.figures().win_rate_errors == (0.5774,)  # sqrt(((1+0+1) / 2) / 3)
    assert ((one - two).figures().win_rates, (one - two).figures().win_rate_errors) == ((1,), (0,))


def test_moves_are_tried_in_the_same_deals_with_the_same_dice() -> None:
    """A move tried twice comes to the same each time."""
    session = Session.new("tides", ["Anna", "Bob"], seed=4)
    judge = Judge(session.game, session.state, TERMS)
    first = session.game.actions(session.state, 0)[0]

    def move(state: Any, dice: Dice) -> Any:
        return session.game.apply(state, 0, first)[0]

    one, two = judge.samples([move, move], lambda dice: session.game.redeal(session.state, 0, dice), 1)
    assert one.rows == two.rows
    assert len({tuple(row) for row in one.rows}) > 1


def step(points: float) -> Any:
    """A move that brings points to the first of two players."""
    return lambda state, dice: points


class Points(Judge):
    """A judge whose playouts bring as many points as their move, and as many of ten of the win."""

    def __init__(self, playouts: int) -> None:
        session = Session.new("tides", ["Anna", "Bob"], seed=4)
        super().__init__(session.game, session.state, AnalysisConfig(playouts=playouts))

    def played_on(self, state: Any, events: int, dice: Dice) -> Any:
        return state

    def worth(self, state: Any) -> list[float]:
        return [state // 10 / 10, 1 - state // 10 / 10, state, -state]

    def _is_under_way(self, state: Any, seat: int) -> bool:
        return False


class Percents(Points):
    """A judge whose playouts win as many in a hundred as their move has points."""

    def worth(self, state: Any) -> list[float]:
        return [state / 100, 1 - state / 100, 0, 0]


def test_playouts_end_when_the_figures_are_settled() -> None:
    """The judge asks after 50 playouts, 100, and so on, and not after the last."""
    asked: list[int] = []

    def settled(samples: Sequence[Sample]) -> bool:
        asked.append(len(samples[0].rows))
        return len(samples[0].rows) == 100

    samples = Points(400).samples([step(3), step(4)], lambda dice: None, 1, settled=settled)
    assert asked == [50, 100]
    assert [len(sample.rows) for sample in samples] == [100, 100]


def test_moves_race_for_the_win_and_then_for_the_lead() -> None:
    """30 and 31 points are as good for the win, and stay. One win in n playouts is 1/n, and two errors are 2/n.

    10 points are 0.2 behind, more than 2/16; 20 points are 0.1 behind, more than 2/32. For the other seat 10 points are
    best, and 0.1 and 0.2 are more than 2/24.
    """
    moves = [step(10), step(30), step(31), step(20)]
    order, samples = Points(400).race(moves, lambda dice: None, 1, seat=0)
    assert order == [2, 1, 3, 0]
    assert [len(sample.rows) for sample in samples] == [16, 400, 400, 32]
    order, samples = Points(400).race(moves, lambda dice: None, 1, seat=1, first_check=24)
    assert order == [0, 3, 1, 2]
    assert [len(sample.rows) for sample in samples] == [24, 24, 24, 24]


def test_a_race_with_halvings_costs_less() -> None:
    """The field of four is halved after a third of 120 playouts. Two errors are 0.05 there, at one win in all.

    Of the worse half 46 % is 4 points behind and cannot be 2.5 better; 48 % is 2 behind, can be, and stays.
    """
    _, samples = Percents(120).race([step(n) for n in (46, 50, 49.5, 48)], lambda dice: None, 1, seat=0, halving=True)
    assert [len(sample.rows) for sample in samples] == [40, 120, 120, 120]


def test_a_move_without_rivals_is_played_out_until_its_error_is_small() -> None:
    order, (sample,) = Points(400).race([step(10)], lambda dice: None, 1, seat=0)
    assert (order, len(sample.rows)) == ([0], 50)


@pytest.mark.parametrize(("scatter", "exact"), [(0.24, True), (0.26, False)])
def test_figures_are_exact_with_an_error_of_a_fortieth(scatter: float, exact: bool) -> None:
    """100 win rates, half higher and half lower: the error is a tenth of the distance, nearly."""
    sample = Sample([[0.5 + scatter, 1.0], [0.5 - scatter, 1.0]] * 50)
    assert are_exact([sample]) == exact


def test_a_horizon_beyond_the_end_knows_winners_alone() -> None:
    session = Session.new("tides", ["Anna", "Bob"], seed=4)
    judge = Judge(session.game, session.state, AnalysisConfig(playouts=10, horizon=1000))
    (sample,) = judge.samples([lambda state, dice: state], lambda dice: session.state, 1)
    assert {row[0] for row in sample.rows} <= {0, 0.5, 1}
