"""The judge: shares of the win and leads by hand, where the game is over, and what playouts add."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.analysis.judge import AnalysisConfig, Judge, Sample
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


def test_a_horizon_beyond_the_end_knows_winners_alone() -> None:
    session = Session.new("tides", ["Anna", "Bob"], seed=4)
    judge = Judge(session.game, session.state, AnalysisConfig(playouts=10, horizon=1000))
    (sample,) = judge.samples([lambda state, dice: state], lambda dice: session.state, 1)
    assert {row[0] for row in sample.rows} <= {0, 0.5, 1}
