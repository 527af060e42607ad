"""Learned values of positions: weights of a game's features, and a search that values positions by them.

A weight changes evenly from the beginning of a game to its end, so each feature has two: one at progress 0, one at 1.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from hashlib import blake2b
from math import exp, isfinite, tanh
from typing import Any, Final

import msgspec
from msgspec import Struct

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import KronikaError
from kronika.core.basics.toml import read_facts
from kronika.core.bots.search import Search
from kronika.core.bots.turn import Turn
from kronika.core.contract.heuristic import Features
from kronika.core.contract.registry import AnyGame

FILE: Final = "weights.toml"
"""The file in the package of a game that has its learned weights."""
SEATS: Final = 2
"""The number of seats of the games that weights are learned from."""
MAX_LOGIT: Final = 30.0
"""The greatest logit of a share of the win, so that its exponential is finite."""
MAX_WEIGHT: Final = 1e6
"""The greatest weight, so that sums of weighted features and their squares are finite."""
MAX_SHARPNESS: Final = 20.0
"""The greatest sharpness: with the greatest logit its exponential is finite."""

Pair = tuple[float, float]
"""A weight at the beginning of a game and one at its end."""


class CalibrationBin(Struct, frozen=True):
    """A bin of a calibration: the number of positions, the mean predicted share of the win, and the mean result."""

    positions: int
    predicted: float
    result: float


class Fit(Struct, frozen=True):
    """How well shares of the win fit the results of games that were not learned from.

    `log_loss` and `square` (mean square error) are those of the learned values; the others those of the heuristic.
    """

    positions: int
    log_loss: float
    square: float
    heuristic_log_loss: float
    heuristic_square: float


class Provenance(Struct, frozen=True):
    """The origin of weights, and their fit by third of the game.

    `games` were learned from, `held_out` were not. `corpus` is a digest of the logs, `seed` that of the division into
    the two, `program` the digest of the program that learned.
    """

    games: int
    held_out: int
    positions: int
    corpus: str
    seed: int
    program: str
    thirds: tuple[Fit, Fit, Fit]
    calibration: tuple[CalibrationBin, ...]


class MoreSeats(Struct, frozen=True):
    """How shares of the win follow from the logits of the seats in games with this number of `seats`, above 2.

    A share is proportional to exp(sharpness * logit). `sharpness` is that at the beginning of a game and at its end. It
    fits `positions` of `games`, which were used for nothing else; `corpus` is a digest of their logs. `log_loss` is
    that of a position, and `before` the log loss of shares as two seats have them: each by its own logit, divided by
    their sum.
    """

    seats: int
    sharpness: Pair
    games: int
    positions: int
    corpus: str
    log_loss: float
    before: float


class Weights(Struct, frozen=True):
    """Learned weights by feature: of the logit of a seat's share of the win, and of its lead in points.

    The weights of `progress` are constants, since the other weights change with it already. They are learned from games
    with two seats; `more_seats` says how they hold with more.
    """

    game: str
    rules_version: int
    win: dict[str, Pair]
    lead: dict[str, Pair]
    learned: Provenance
    more_seats: tuple[MoreSeats, ...] = ()


class Values:
    """The learned values of a game: features with their weights.

    `digest` is one of the weights, in 8 hexadecimal digits: figures by values with another digest can't be compared.
    """

    def __init__(self, features: Features[Any], weights: Weights) -> None:
        self.digest = _digest(weights)
        self._numbers = features.numbers
        self._win = _lines(features.names, weights.win)
        self._lead = _lines(features.names, weights.lead)
        self._sharpness = {one.seats: one.sharpness for one in weights.more_seats}

    def of_seat(self, state: Any, seat: int) -> tuple[float, float]:
        """The logit of the share of the win, and the lead, that a seat can expect, by what it knows."""
        numbers = self._numbers(state, seat)
        return self.logit(numbers), _weighted(numbers, self._lead)

    def logit(self, numbers: Sequence[float]) -> float:
        """The logit of the share of the win by the numbers of a position."""
        return max(-MAX_LOGIT, min(MAX_LOGIT, _weighted(numbers, self._win)))

    def of_seats(self, state: Any, seats: int) -> tuple[list[float], list[float]]:
        """The shares of the win, which add up to 1, and the leads over the best rival, by seat.

        Those of two seats add up to 0.
        """
        logits, leads = zip(*[self.of_seat(state, seat) for seat in range(seats)], strict=True)
        if seats in self._sharpness:
            at_start, at_end = self._sharpness[seats]
            progress = self._numbers(state, 0)[0]
            sharpness = at_start + progress * (at_end - at_start)
            parts = [exp(sharpness * logit) for logit in logits]
        else:
            parts = [1 / (1 + exp(-logit)) for logit in logits]
        whole, over = sum(parts), sum(leads) / 2 if seats == 2 else 0.0
        return [part / whole for part in parts], [lead - over for lead in leads]


def _digest(weights: Weights) -> str:
    """A digest of all numbers that decide about a value; where they come from does not matter."""
    seats = {str(one.seats): one.sharpness for one in weights.more_seats}
    data = msgspec.json.encode([weights.win, weights.lead, seats], order="sorted")
    return blake2b(data, digest_size=4).hexdigest()


def _weighted(numbers: Sequence[float], lines: Sequence[Pair]) -> float:
    """The weighted sum of the numbers of a position; the first is the progress, which counts as 1."""
    progress = numbers[0]
    ones = [1.0, *numbers[1:]]
    return sum([x * (at_start + progress * more) for x, (at_start, more) in zip(ones, lines, strict=True)])


def _lines(names: Sequence[str], weights: dict[str, Pair]) -> list[Pair]:
    """For each feature the weight at the beginning, and how much it grows to the end."""
    return [(weights[name][0], weights[name][1] - weights[name][0]) for name in names]


@cache
def learned_values(game: AnyGame) -> Values | None:
    """The learned values of a game; None if it ships none.

    Raises KronikaError if they can't be read, are those of another game or other rules, or do not fit its features.
    """
    features = game.heuristic().features
    if features is None:
        return None
    try:
        weights = msgspec.convert(read_facts(features.package, FILE), Weights)
    except FileNotFoundError:
        return None
    except (msgspec.ValidationError, ValueError) as error:  # ValueError: no TOML, or not in UTF-8
        raise KronikaError(f"{FILE} of {game.name} can't be read: {error}. Train it again.") from None
    if why := _misfit(game, features, weights):
        raise KronikaError(f"{FILE} of {game.name} {why}: train it again.")
    return Values(features, weights)


def _misfit(game: AnyGame, features: Features[Any], weights: Weights) -> str:
    """The reason why weights are not those of a game, as the end of a sentence; empty if they are."""
    if (weights.game, weights.rules_version) != (game.name, game.rules_version):
        return (
            f"is for {weights.game} under rules {weights.rules_version}, not for rules {game.rules_version} of the game"
        )
    if not set(features.names) == set(weights.win) == set(weights.lead):
        return "has not the features of the game"
    pairs = [*weights.win.values(), *weights.lead.values()]
    if not all(isfinite(number) for pair in pairs for number in pair):
        return "has a weight that is not a finite number"
    if any(abs(number) > MAX_WEIGHT for pair in pairs for number in pair):
        return f"has a weight beyond {MAX_WEIGHT:,.0f}"
    if any(one.seats <= SEATS for one in weights.more_seats):
        return f"has a sharpness for {SEATS} seats or fewer"
    if not all(0 <= number <= MAX_SHARPNESS for one in weights.more_seats for number in one.sharpness):
        return f"has a sharpness that is not from 0 to {MAX_SHARPNESS:g}"
    return ""


def values_of(game: AnyGame, sides: Sequence[Collection[int]]) -> Values | None:
    """The learned values of a game for these sides, by seat; None alone, in teams, or if the game ships none."""
    alone = all(len(side) == 1 for side in sides) and len(sides) > 1
    return learned_values(game) if alone else None


class LearnedSearch(Search):
    """A search that values positions by learned values.

    Alone, in teams, and in games without learned values it is a search by the heuristic.
    """

    def __init__(self, turn: Turn, dice: Dice) -> None:
        super().__init__(turn, dice)
        self._values = values_of(self.game, self.sides)

    def worth(self, state: Any) -> list[float]:
        """The value of a position, by seat, from -1 to 1: half of it the win or loss, half the lead."""
        if self._values is None or not self.game.actors(state):
            return super().worth(state)
        shares, leads = self._values.of_seats(state, len(self.sides))
        scale = self.heuristic.scale
        return [(tanh(lead / scale) + 2 * share - 1) / 2 for share, lead in zip(shares, leads, strict=True)]
