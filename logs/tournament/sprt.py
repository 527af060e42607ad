"""The sequential probability ratio test, on pairs of games: the same deal from both seats.

The first bot's score of a pair is 0, a quarter, a half, three quarters or 1. The distribution of scores is not known,
only its mean under `elo0` and `elo1`. So each hypothesis gets the likeliest distribution with its mean, and the ratio
is that of the two likelihoods (the generalised test of engine testing).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from kronika.logs.tournament.plan import Sprt

SCORES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
PRIOR: Final = 1e-3
"""The number of pairs of each score that are assumed: with a single score, no other mean would be possible."""
HALVINGS: Final = 60
"""The number of halvings: the binary digits of a float, and some more."""

Accepted = Literal["elo1", "elo0", ""]


class Ratio(Struct, frozen=True):
    """The state of the test after a number of pairs: the log-likelihood ratio, its bounds, and the accepted
    hypothesis, if any.
    """

    pairs: int
    llr: float
    lower: float
    upper: float
    accepted: Accepted


def expected(elo: float) -> float:
    """The expected score of a bot that is stronger by `elo`: 0.5 for 0, 0.6 for 70.4."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """The Elo difference for an expected score, the inverse of `expected`; infinite for 0 and 1."""
    if not 0 < score < 1:
        return math.copysign(math.inf, score - 0.5)
    return -400 * math.log10(1 / score - 1)


def ratio(test: Sprt, counts: Sequence[int]) -> Ratio:
    """The test after `counts` pairs of each score, the least score first."""
    lower, upper = math.log(test.beta / (1 - test.alpha)), math.log((1 - test.beta) / test.alpha)
    weights = [number + PRIOR for number in counts]
    under0, under1 = (likeliest(weights, expected(elo)) for elo in (test.elo0, test.elo1))
    llr = sum(number * math.log(b / a) for number, a, b in zip(counts, under0, under1, strict=True))
    accepted: Accepted = "elo1" if llr >= upper else "elo0" if llr <= lower else ""
    return Ratio(sum(counts), llr, lower, upper, accepted)


def likeliest(weights: Sequence[float], mean: float) -> list[float]:
    """The distribution of the scores that has this mean and makes the observations likeliest; each weight is positive.

    The shares are `seen / (1 + t * (score - mean))`, where t is the number with which they add up to 1 (Lagrange).
    """
    shares = [weight / sum(weights) for weight in weights]
    away = [score - mean for score in SCORES]
    low, high, t = -1 / away[-1], -1 / away[0], 0.0
    for _ in range(HALVINGS):
        t = (low + high) / 2
        if sum(share * a / (1 + t * a) for share, a in zip(shares, away, strict=True)) > 0:
            low = t
        else:
            high = t
    return [share / (1 + t * a) for share, a in zip(shares, away, strict=True)]
