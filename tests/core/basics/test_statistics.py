"""Wilson's interval by hand: p + z²/2n ± z √(p(1 − p)/n + z²/4n²), all by 1 + z²/n; z² is 3.8415."""

from __future__ import annotations

import pytest

from kronika.core.basics.statistics import mean_and_error, mean_of, rate_of


def test_none_of_ten() -> None:
    """p is 0: both terms are z²/2n, so the interval begins at 0 and ends at z²/(n + z²), 3.8415/13.8415."""
    found = rate_of(0, 10)
    assert (found.rate, found.low) == (0, 0)
    assert found.high == pytest.approx(0.2775, abs=5e-5)


def test_one_of_two() -> None:
    """The middle is 1/2. √(1/8 + 3.8415/16) is 0.60422, by 1.95996 it is 1.18425, by 1 + 1.92073 it is 0.40546."""
    found = rate_of(1, 2)
    assert found.rate == 0.5
    assert (found.low, found.high) == (pytest.approx(0.0945, abs=5e-5), pytest.approx(0.9055, abs=5e-5))


def test_95_of_100() -> None:
    """(0.95 + 0.019207) / 1.038415 is 0.93335; √(0.000475 + 0.000096) · 1.95996 / 1.038415 is 0.04511."""
    found = rate_of(95, 100)
    assert (found.low, found.high) == (pytest.approx(0.8882, abs=1e-4), pytest.approx(0.9785, abs=1e-4))


@pytest.mark.parametrize("trials", [1, 2, 7, 1000])
def test_it_lies_between_0_and_1_and_is_the_same_from_both_ends(trials: int) -> None:
    for hits in range(trials + 1):
        found, mirrored = rate_of(hits, trials), rate_of(trials - hits, trials)
        assert 0 <= found.low <= found.rate <= found.high <= 1
        assert found.low == pytest.approx(1 - mirrored.high, abs=2e-4)


def test_a_mean() -> None:
    """Two 1s and two 3s: the variance is 1, that of the mean 1/4, so 1.95996 / 2 to either side of 2."""
    found = mean_of({1: 2, 3: 2})
    assert (found.mean, found.low, found.high) == (2, pytest.approx(1.02, abs=5e-5), pytest.approx(2.98, abs=5e-5))


def test_a_mean_of_one() -> None:
    found = mean_of({3: 1})
    assert (found.mean, found.low, found.high) == (3, 3, 3)


def test_a_trial_in_part() -> None:
    """One win and one that is shared by two are a share of 3/4."""
    assert rate_of(1.5, 2).rate == 0.75


def test_a_mean_of_places() -> None:
    """Places 1, 1, 2, 3: 1.75; the squares of what they are away from it are 2.75 in all: 1.96 * sqrt(2.75 / 4 / 4)."""
    found = mean_of({1: 2, 2: 1, 3: 1})
    assert (found.mean, found.low, found.high) == (1.75, pytest.approx(0.94, abs=0.005), pytest.approx(2.56, abs=0.005))


def test_shares_and_means_have_four_places() -> None:
    """1 of 3: (0.333333 + 0.640243) / 2.280486 is 0.426916, 0.833345 / 2.280486 is 0.365424.

    Of 0 and six times 1 the variance is 6/49, that of the mean 6/343: 1.959964 * 0.132260 is 0.259225.
    """
    share, mean = rate_of(1, 3), mean_of({0: 1, 1: 6})
    assert (share.rate, share.low, share.high) == (0.3333, 0.0615, 0.7923)
    assert (mean.mean, mean.low, mean.high) == (0.8571, 0.5979, 1.1164)


def test_a_mean_and_its_standard_error() -> None:
    """1, 2, 3: the variance is (1 + 0 + 1)/2, that of the mean 1/3. One number alone has no error."""
    assert mean_and_error([1, 2, 3]) == (2, pytest.approx(3**-0.5))
    assert mean_and_error([7]) == (7, 0)
