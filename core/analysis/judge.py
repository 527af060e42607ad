"""How good a position is for each seat: its win rate and its lead, by playouts with common random numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt, tanh
from typing import Any, Final

from msgspec import Struct

from kronika.core.basics.chance import Dice
from kronika.core.bots.playouts import LONGEST, Playouts
from kronika.core.contract.registry import AnyGame

WIN_RATE: Final = 4
"""Places of a win rate."""
LEAD: Final = 2
"""Places of a lead in points."""
MIN_PLAYOUT_EVENTS: Final = 8
"""A playout goes on for so many events at least: what ends the game in this turn is seen, and something scatters."""
MAX_CONTINUATIONS: Final = 8
"""So many ways to end a move of several decisions are looked at: random ones would spoil the best of moves."""

Move = Callable[[Any, Dice], Any]
"""(position, dice) -> the position after what is judged."""


def make_move(game: AnyGame, seat: int, do: Any) -> Move:
    """An action of a seat, or an outcome."""
    return lambda state, dice: game.apply(state, seat, do)[0]


class AnalysisConfig(Struct, frozen=True, kw_only=True):
    """On which terms a game is judged: the bot that looks for the best move, playouts for each thing judged, a seed.

    `horizon`: after how many events a playout is judged by the game's estimate; null is what suits the game. The
    seed is that of the analysis alone: with the seed of a log a seat could learn what is to fall.
    """

    bot: str = "mcts:800"
    playouts: int = 400
    horizon: int | None = None
    seed: int = 1


class Figures(Struct, frozen=True):
    """By seat a win rate, 0 to 1, and a lead in points; with their standard errors.

    The lead is over the best of the others, partners left out. Who plays alone has points for a lead, and for a
    win rate how likely it is that they are more than they looked to be before.
    """

    win_rates: tuple[float, ...]
    win_rate_errors: tuple[float, ...]
    leads: tuple[float, ...]
    lead_errors: tuple[float, ...]


class Sample:
    """What playouts came to, one row each: the shares of all seats, then their leads."""

    def __init__(self, rows: Sequence[Sequence[float]]) -> None:
        self.rows = rows

    def __sub__(self, other: Sample) -> Sample:
        """Playout by playout: the same dice lead to both, so that most of what is chance cancels."""
        pairs = zip(self.rows, other.rows, strict=True)
        return Sample([[a - b for a, b in zip(one, two, strict=True)] for one, two in pairs])

    def figures(self) -> Figures:
        """Means, and the standard error of each."""
        found = [_mean_and_error(column) for column in zip(*self.rows, strict=True)]
        seats = len(found) // 2
        win_rates, leads = found[:seats], found[seats:]
        return Figures(
            tuple(round(mean, WIN_RATE) for mean, _ in win_rates),
            tuple(round(error, WIN_RATE) for _, error in win_rates),
            tuple(round(mean, LEAD) for mean, _ in leads),
            tuple(round(error, LEAD) for _, error in leads),
        )


def _mean_and_error(numbers: Sequence[float]) -> tuple[float, float]:
    mean = sum(numbers) / len(numbers)
    square = sum((number - mean) ** 2 for number in numbers)
    return mean, sqrt(square / (len(numbers) - 1) / len(numbers)) if len(numbers) > 1 else 0.0


class Judge(Playouts):
    """What playouts from one position come to. `before` is that position, to which who plays alone is compared.

    A playout goes on with the likely moves of the game's heuristic until its horizon, and until what has been begun is
    settled: then the heuristic's estimate stands for the rest. Played to the end instead it is as good or better at
    telling who wins, but takes up to fifty times as long and scatters much more (`docs/analyse.md`).
    """

    def __init__(self, game: AnyGame, before: Any, config: AnalysisConfig) -> None:
        super().__init__(game, before)
        self._playouts = config.playouts
        self._horizon = max(self.heuristic.horizon, MIN_PLAYOUT_EVENTS) if config.horizon is None else config.horizon
        self._begun = () if self.rivals[0] else tuple(self.heuristic.estimate(before))

    def samples(
        self, moves: Sequence[Move], deal: Callable[[Dice], Any], *path: int | str, seat: int | None = None
    ) -> list[Sample]:
        """By move what playouts behind it come to; each is tried in the same deals, and played on with the same dice.

        `path` is of what the dice are made. A `seat` ends the move that it has begun as looks best.
        """
        rows: list[list[list[float]]] = [[] for _ in moves]
        for number in range(self._playouts):
            state = deal(Dice("deal", *path, number))
            for move, found in zip(moves, rows, strict=True):
                after, dice = move(state, Dice("fall", *path, number)), Dice("playout", *path, number)
                found.append(self.worth(self.played_on(self._ended(after, seat, dice), self._horizon, dice)))
        return [Sample(found) for found in rows]

    def _ended(self, state: Any, seat: int | None, dice: Dice) -> Any:
        """The position when a seat has ended its move: of some ways to do it that which looks best."""
        if seat is None or not self._is_under_way(state, seat):
            return state
        return max(
            (self._way(state, seat, dice) for _ in range(MAX_CONTINUATIONS)), key=lambda after: self.worth(after)[seat]
        )

    def _way(self, state: Any, seat: int, dice: Dice) -> Any:
        for _ in range(LONGEST):
            if not self._is_under_way(state, seat):
                break
            state = self.game.apply(state, seat, self.playout_policy(state, seat, dice))[0]
        return state

    def _is_under_way(self, state: Any, seat: int) -> bool:
        """Is it for the seat to go on with a move of several decisions?"""
        return self.game.actors(state)[:1] == (seat,) and not self.heuristic.is_quiet(state)

    def worth(self, state: Any) -> list[float]:
        """The shares and then the leads of all seats, at the end of a game or as they are estimated."""
        result = None if self.game.actors(state) else self.game.result(state)
        points = result.totals if result else self.heuristic.estimate(state)
        leads = [self._lead(points, seat) for seat in range(len(points))]
        if result and self.rivals[0]:
            return [*self._won(result.winners), *leads]
        likely = [(1 + tanh(self._ahead(leads, seat) / self.heuristic.scale)) / 2 for seat in range(len(points))]
        if not self.rivals[0]:
            return [*likely, *leads]
        whole = sum(likely[seat] / len(side) for seat, side in enumerate(self.sides))
        return [*(win_rate / whole for win_rate in likely), *leads]

    def _lead(self, points: Sequence[float], seat: int) -> float:
        rivals = self.rivals[seat]
        return points[seat] - (max([points[other] for other in rivals]) if rivals else 0)

    def _ahead(self, leads: Sequence[float], seat: int) -> float:
        return leads[seat] - (self._begun[seat] if self._begun else 0)

    def _won(self, winners: Sequence[int]) -> list[float]:
        """A victory is shared by sides; partners have it together."""
        sides = {self.sides[seat] for seat in winners}
        return [1 / len(sides) if side in sides else 0.0 for side in self.sides]
