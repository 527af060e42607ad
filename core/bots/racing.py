"""A race between moves: finds the best of several with few trials.

All moves that still run are tried in the same deals (common random numbers), so most of the chance in the difference of
two moves cancels out. A move whose mean is two standard errors below that of the best drops out; the error is that of
the paired differences. If the number of deals is fixed, sequential halving also drops the worse half of the field at
set times, so that each part of the race costs about the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from math import inf
from typing import Final

from kronika.core.basics.statistics import mean_and_error

MARGIN: Final = 2.0
"""Number of standard errors below the best move at which a move drops out."""
MIN_DEALS: Final = 8
"""The least number of deals after which a move can drop out as worse; the error of fewer says little."""

Trial = Callable[[Sequence[int]], Sequence[float]]
"""A function that tries some moves, given by their indices, in one new deal, and returns their values in this order."""


def no_limit(trials: int) -> bool:
    """Whether a race without a limit continues after this number of trials."""
    return True


class Race:
    """A race between `moves` moves.

    `values` has by move its values so far, `running` the moves that have not dropped out, `dropped` the others, the
    last first, and `trials` counts all values. Every running move has a value from each deal.

    The error of a difference counts as at least that of one trial in all that differs by `whole`: a rare difference may
    not have been seen yet. When the field is halved, a move stays that may still be better than the best by `worth`,
    within two standard errors.
    """

    def __init__(self, moves: int, trial: Trial, whole: float = 0.0, worth: float = inf) -> None:
        self.values: list[list[float]] = [[] for _ in range(moves)]
        self.running = [*range(moves)]
        self.dropped: list[int] = []
        self.trials = 0
        self._trial = trial
        self._whole = whole
        self._worth = worth

    def run(
        self,
        deals: int | None,
        halvings: Sequence[int] = (),
        go_on: Callable[[int], bool] = no_limit,
        first_check: int = MIN_DEALS,
    ) -> Sequence[int]:
        """Race for at most this number of deals (None for no limit), and return the moves that are left.

        It ends early if one move is left, if nothing distinguishes those that are left, or if `go_on`, which gets the
        number of trials so far, returns False. `halvings` are numbers of deals after which the field is halved. Moves
        that are worse drop out after `first_check` deals, and whenever the number of deals has doubled.
        """
        check = first_check
        for done in count(1) if deals is None else range(1, deals + 1):
            if len(self.running) == 1 or not go_on(self.trials):
                break
            for move, value in zip(self.running, self._trial(self.running), strict=True):
                self.values[move].append(value)
            self.trials += len(self.running)
            if done == check:
                check *= 2
                if self._is_level():
                    break
                self._keep([move for move in self.running if not self._is_worse(move)])
            for _ in range(halvings.count(done)):
                half = self.order()[: (len(self.running) + 1) // 2]
                self._keep([move for move in self.running if move in half or self._may_be_better(move)])
        return self.running

    def mean(self, move: int) -> float:
        """The mean value of a move so far; 0 if it has none."""
        return sum(self.values[move]) / max(1, len(self.values[move]))

    def order(self) -> list[int]:
        """All moves, best first: the running ones by their mean, then those that dropped out, the last first.

        Equal moves stay in the order of their indices.
        """
        return [*sorted(self.running, key=self.mean, reverse=True), *self.dropped]

    def _keep(self, left: Sequence[int]) -> None:
        gone = sorted((move for move in self.running if move not in left), key=self.mean, reverse=True)
        self.running, self.dropped = [*left], [*gone, *self.dropped]

    def _is_level(self) -> bool:
        first = self.values[self.running[0]]
        return all(self.values[move] == first for move in self.running)

    def _is_worse(self, move: int) -> bool:
        mean, error = self._deficit(move)
        return mean > MARGIN * error

    def _may_be_better(self, move: int) -> bool:
        mean, error = self._deficit(move)
        return MARGIN * error - mean > self._worth

    def _deficit(self, move: int) -> tuple[float, float]:
        """The mean of what the best move brings more than this one, and its error."""
        best = self.values[max(self.running, key=self.mean)]
        mean, error = mean_and_error([a - b for a, b in zip(best, self.values[move], strict=True)])
        return mean, max(error, self._whole / len(best))


def rounds(moves: int) -> int:
    """The number of parts of a race in which the field is halved after each, until one move is left."""
    return max(1, (moves - 1).bit_length())


def halvings(moves: int, deals: int) -> list[int]:
    """The numbers of deals after which the field is halved in a race of `deals` deals, in order.

    Each part has twice the deals of the one before, as it has half the moves. A short race halves several times at
    once.
    """
    parts = rounds(moves)
    return [max(1, deals * ((1 << part) - 1) // ((1 << parts) - 1)) for part in range(1, parts)]


def deals_for(moves: int, trials: int) -> int:
    """The number of deals of a race with halvings that has about `trials` trials; at least 1."""
    parts = rounds(moves)
    return max(1, trials * ((1 << parts) - 1) // (parts * moves))
