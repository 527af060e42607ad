"""A rate of trials, a mean of numbers, and how sure they are."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Final

from msgspec import Struct

Z_95: Final = 1.959964
"""Of 20 intervals this wide 19 hold the true rate: the 97.5 % quantile of the normal distribution."""


class Rate(Struct, frozen=True):
    """A rate between 0 and 1, and the ends of its 95 % interval."""

    rate: float
    low: float
    high: float


class Mean(Struct, frozen=True):
    """A mean, and the ends of its 95 % interval."""

    mean: float
    low: float
    high: float


def rate_of(hits: float, trials: int) -> Rate:
    """The rate at which at least one trial hit, with Wilson's interval, which holds for few trials too; to four places.

    A trial may count in part, as a win that is shared: the interval is then rather too wide than too narrow.
    """
    rate, square = hits / trials, Z_95 * Z_95 / trials
    middle = (rate + square / 2) / (1 + square)
    half = sqrt(rate * (1 - rate) * square + square * square / 4) / (1 + square)
    return Rate(round(rate, 4), round(max(middle - half, 0.0), 4), round(min(middle + half, 1.0), 4))


def mean_of(counts: Mapping[int, int]) -> Mean:
    """The mean of at least one number, each as often as it was counted, by the normal distribution; to four places."""
    number = sum(counts.values())
    mean = sum(value * times for value, times in counts.items()) / number
    variance = sum(times * (value - mean) ** 2 for value, times in counts.items()) / number
    wide = Z_95 * sqrt(variance / number)
    return Mean(round(mean, 4), round(mean - wide, 4), round(mean + wide, 4))
