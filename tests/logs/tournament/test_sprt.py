"""The test, against values that are worked out without it."""

from __future__ import annotations

import math

import pytest

from kronika.core.basics.chance import Dice
from kronika.logs.tournament.plan import Sprt
from kronika.logs.tournament.sprt import SCORES, elo_of, expected, likeliest, ratio

SIXTY = 400 * math.log10(0.6 / 0.4)
"""The strength of who scores 60 of 100: 70.4."""


def test_scores_and_strength() -> None:
    assert expected(0) == 0.5
    assert expected(SIXTY) == pytest.approx(0.6)
    assert elo_of(0.6) == pytest.approx(70.437, abs=0.001)
    assert elo_of(0.5) == 0
    assert (elo_of(0), elo_of(1)) == (-math.inf, math.inf)


def test_the_bounds_are_those_of_wald() -> None:
    found = ratio(Sprt(0, SIXTY, 0.05, 0.1), [0, 0, 0, 0, 0])
    assert (found.pairs, found.llr, found.accepted) == (0, 0, "")
    assert found.lower == pytest.approx(math.log(0.1 / 0.95))
    assert found.upper == pytest.approx(math.log(0.9 / 0.05))


def test_the_likeliest_shares_have_the_mean() -> None:
    shares = likeliest([3, 1, 4, 1, 5], 0.6)
    assert sum(shares) == pytest.approx(1)
    assert sum(share * score for share, score in zip(shares, SCORES, strict=True)) == pytest.approx(0.6)


def test_two_scores_alone_leave_no_choice() -> None:
    """With deals won or lost alone and a mean of 0.6, six of ten are won: the classical test of a coin."""
    found = ratio(Sprt(0, SIXTY), [100_000, 0, 0, 0, 100_000])
    assert found.llr == pytest.approx(100_000 * (math.log(0.4 / 0.5) + math.log(0.6 / 0.5)), rel=1e-3)
    assert found.accepted == "elo0"


def test_one_deal_decides_nothing() -> None:
    assert ratio(Sprt(0, SIXTY), [0, 0, 0, 0, 1]).llr == pytest.approx(math.log(0.6 / 0.5), abs=0.01)


@pytest.mark.parametrize(("tests", "most"), [(60, 9), pytest.param(1000, 72, marks=pytest.mark.long)])
@pytest.mark.parametrize(("share", "wrong"), [(0.5, "elo1"), (0.6, "elo0")])
def test_wrong_answers_are_as_rare_as_was_asked(share: float, wrong: str, tests: int, most: int) -> None:
    """Of games that are won with this share: 1 test of 20 is wrong, three deviations more hardly ever."""
    dice, answers = Dice(1, str(share)), []
    for _ in range(tests):
        counts, found = [0] * 5, None
        while found is None or not found.accepted:
            counts[2 * ((dice.below(1000) < 1000 * share) + (dice.below(1000) < 1000 * share))] += 1
            found = ratio(Sprt(0, SIXTY), counts)
        answers.append(found.accepted)
    assert answers.count(wrong) < most
