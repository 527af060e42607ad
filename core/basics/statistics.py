"""Rates and means with their 95 % confidence intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Final

from msgspec import Struct

Z_95: Final = 1.959964
"""The 97.5 % quantile of the normal distribution: 95 % intervals extend this many standard errors to each side."""


class Rate(Struct, frozen=True):
    """A rate between 0 and 1, and the ends of its 95 % confidence interval."""

    rate: float
    low: float
    high: float


class Mean(Struct, frozen=True):
    """A mean, and the ends of its 95 % confidence interval."""

    mean: float
    low: float
    high: float


def rate_of(hits: float, trials: int) -> Rate:
    """The rate of `hits` among `trials` (at least 1) with Wilson's score interval, rounded to four decimal places.

    The interval is valid for few trials, too. A trial may count in part, as a shared win does: then the interval is too
    wide rather than too narrow.
    """
    rate, square = hits / trials, Z_95 * Z_95 / trials
    middle = (rate + square / 2) / (1 + square)
    half = sqrt(rate * (1 - rate) * square + square * square / 4) / (1 + square)
    return Rate(round(rate, 4), round(max(middle - half, 0.0), 4), round(min(middle + half, 1.0), 4))


def mean_of(counts: Mapping[int, int]) -> Mean:
    """The mean of numbers, given as how often each occurs (at least one in all), rounded to four decimal places.

    The interval is that of the normal distribution.
    """
    number = sum(counts.values())
    mean = sum(value * times for value, times in counts.items()) / number
    variance = sum(times * (value - mean) ** 2 for value, times in counts.items()) / number
    wide = Z_95 * sqrt(variance / number)
    return Mean(round(mean, 4), round(mean - wide, 4), round(mean + wide, 4))


def mean_and_error(numbers: Sequence[float]) -> tuple[float, float]:
    """The mean of at least one number, and its standard error; the error of one number alone is 0."""
    mean = sum(numbers) / len(numbers)
    square = sum([(number - mean) ** 2 for number in numbers])
    return mean, sqrt(square / (len(numbers) - 1) / len(numbers)) if len(numbers) > 1 else 0.0
