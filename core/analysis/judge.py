"""The judge: estimates each seat's win rate and lead in a position by playouts with common random numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import tanh
from typing import Any, Final

from msgspec import Struct

from kronika.core import __version__
from kronika.core.analysis.horizons import Measured, by_learned_values, default_horizon, measured
from kronika.core.basics.chance import Dice
from kronika.core.basics.statistics import mean_and_error
from kronika.core.bots.learned import Values, values_of
from kronika.core.bots.playouts import LONGEST, Playouts
from kronika.core.bots.racing import MIN_DEALS, Race, halvings
from kronika.core.contract.registry import AnyGame

WIN_RATE: Final = 4
"""Number of decimals of a win rate."""
LEAD: Final = 2
"""Number of decimals of a lead in points."""
LEARNED: Final = ", learned values"
"""The part of the name of a judge that judges by learned values; the digest of their weights follows."""
EXACT: Final = 0.025
"""The greatest standard error of a win rate that is exact enough to be shown; smaller differences matter little."""
TIE_BREAK: Final = 1e-6
"""The win rate that a point of lead counts as in a race: so little that it only decides between equal win rates."""
CHECK_INTERVAL: Final = 50
"""Number of playouts after which a judge checks whether the figures are settled."""
MAX_CONTINUATIONS: Final = 8
"""Number of random ways to complete a move of several decisions; one alone could spoil a good beginning."""

Settled = Callable[[Sequence["Sample"]], bool]
"""A function that returns whether further playouts would change nothing that matters, given the samples so far."""
Move = Callable[[Any, Dice], Any]
"""A function (position, dice) that returns the position after the move or outcome to judge."""


def make_move(game: AnyGame, seat: int, do: Any) -> Move:
    """The move that plays an action of a seat, or an outcome of chance."""
    return lambda state, dice: game.apply(state, seat, do)[0]


def never_settled(samples: Sequence[Sample]) -> bool:
    """The default of a judge: all playouts are made."""
    return False


def are_exact(samples: Sequence[Sample]) -> bool:
    """Whether the standard errors of all win rates are at most `EXACT`."""
    return all(error <= EXACT for sample in samples for error in sample.figures().win_rate_errors)


class AnalysisConfig(Struct, frozen=True, kw_only=True):
    """The configuration of an analysis.

    `bot` is the bot that searches for the best move, `playouts` the greatest number of playouts for each move judged;
    fewer are made where they settle what is asked. `horizon` is the number of events after which a playout is judged;
    null is the horizon that was measured for the game. `seed` is the seed of the analysis only: the seed of
    the log would reveal future outcomes of chance to a seat.
    """

    bot: str = "mcts:200"
    playouts: int = 400
    horizon: int | None = None
    seed: int = 1


def horizon_of(game: AnyGame, config: AnalysisConfig) -> int:
    """The number of events after which a playout is judged: that of the configuration, or else of the game."""
    return default_horizon(game) if config.horizon is None else config.horizon


class JudgeTerms(Struct, frozen=True):
    """The horizon and the name of a judge: playouts are judged after `horizon` events, null if that is not known.

    `measured` says how the horizon was found; null if it is that of the configuration, or of the heuristic.
    """

    horizon: int | None
    judge: str = ""
    measured: Measured | None = None

    @property
    def learned(self) -> bool:
        """Whether learned values judge, and not the game's estimate."""
        return LEARNED in self.judge


def terms_for(game: AnyGame, state: Any, config: AnalysisConfig) -> JudgeTerms:
    """The terms on which positions of a game are judged."""
    judge, found = Judge(game, state, config), measured(game)
    as_measured = config.horizon is None and found is not None and found.learned == judge.learned
    return JudgeTerms(horizon_of(game, config), judge_name(game, judge.values), found if as_measured else None)


def judge_name(game: AnyGame, values: Values | None) -> str:
    """The name of a judge: its game and version, and which learned values judge, if they do."""
    learned = f"{LEARNED} {values.digest}" if values else ""
    return f"{game.name} {game.rules_version}, kronika {__version__}{learned}"


class Figures(Struct, frozen=True):
    """By seat, the win rate (0 to 1) and the lead in points, with their standard errors.

    The lead is over the best opponent; partners are not opponents. Without opponents, the lead is the points, and the
    win rate is the chance that they exceed the estimate for the position before.
    """

    win_rates: tuple[float, ...]
    win_rate_errors: tuple[float, ...]
    leads: tuple[float, ...]
    lead_errors: tuple[float, ...]


class Sample:
    """The results of playouts, one row for each: the win rates of all seats, then their leads."""

    def __init__(self, rows: Sequence[Sequence[float]]) -> None:
        self.rows = [*rows]

    def __sub__(self, other: Sample) -> Sample:
        """The difference, playout by playout; both use the same dice, so most of the chance in it cancels out."""
        pairs = zip(self.rows, other.rows, strict=True)
        return Sample([[a - b for a, b in zip(one, two, strict=True)] for one, two in pairs])

    def figures(self) -> Figures:
        """The means, each with its standard error."""
        found = [mean_and_error(column) for column in zip(*self.rows, strict=True)]
        seats = len(found) // 2
        win_rates, leads = found[:seats], found[seats:]
        return Figures(
            tuple(round(mean, WIN_RATE) for mean, _ in win_rates),
            tuple(round(error, WIN_RATE) for _, error in win_rates),
            tuple(round(mean, LEAD) for mean, _ in leads),
            tuple(round(error, LEAD) for _, error in leads),
        )


class Judge(Playouts):
    """The judge of one position, `before`, by playouts. A player without opponents is compared with it.

    A playout continues with likely moves of the heuristic up to the horizon, and to the next quiet position. There
    it is judged by learned values or by the heuristic's estimate, as it was measured for the game (`horizons`); alone
    and in teams by the estimate. `learned` chooses one of them; `values` are the learned values, None for the estimate.
    """

    def __init__(self, game: AnyGame, before: Any, config: AnalysisConfig, *, learned: bool | None = None) -> None:
        super().__init__(game, before)
        self._playouts = config.playouts
        self._horizon = horizon_of(game, config)
        learned = by_learned_values(game) if learned is None else learned
        self.values = values_of(game, self.sides) if learned else None
        self._begun = () if self.rivals[0] else tuple(self.heuristic.estimate(before))

    @property
    def learned(self) -> bool:
        """Whether it judges by learned values."""
        return self.values is not None

    def samples(
        self,
        moves: Sequence[Move],
        deal: Callable[[Dice], Any],
        *path: int | str,
        seat: int | None = None,
        settled: Settled = never_settled,
    ) -> list[Sample]:
        """The results of the playouts after each move, in the order of the moves.

        `deal` returns the position to begin with. All moves are tried in the same deals, and played out with the same
        dice, which are seeded with `path`. If `seat` is given, it first completes a move of several decisions in the
        way that looks best. The playouts end early if `settled`, asked at intervals, returns True.
        """
        samples = [Sample([]) for _ in moves]
        for number in range(self._playouts):
            self._add(samples, moves, deal, *path, number, seat=seat)
            if (number + 1) % CHECK_INTERVAL == 0 and settled(samples):
                break
        return samples

    def race(
        self,
        moves: Sequence[Move],
        deal: Callable[[Dice], Any],
        *path: int | str,
        seat: int,
        halving: bool = False,
        first_check: int = MIN_DEALS,
    ) -> tuple[list[int], list[Sample]]:
        """The moves as indices, best first, and the results of their playouts as in `samples`.

        The moves race for the best win rate of `seat`; those that drop out get fewer playouts. With `halving`, the
        worse half drops out at set times. No move drops out as worse before `first_check` playouts, or because of a
        difference that one win in all would make up for. Equal win rates are compared by lead; equal moves keep their
        order. A move without rivals is played out until it is exact.
        """
        if len(moves) == 1:
            return [0], self.samples(moves, deal, *path, seat=seat, settled=are_exact)
        samples = [Sample([]) for _ in moves]

        def trial(running: Sequence[int]) -> list[float]:
            tried = [samples[move] for move in running]
            number = len(tried[0].rows)
            self._add(tried, [moves[move] for move in running], deal, *path, number, seat=seat)
            lead = len(self.sides) + seat
            return [sample.rows[-1][seat] + TIE_BREAK * sample.rows[-1][lead] for sample in tried]

        race = Race(len(moves), trial, whole=1.0, worth=EXACT)
        stops = halvings(len(moves), self._playouts) if halving else ()
        race.run(self._playouts, stops, first_check=first_check)
        return race.order(), samples

    def _add(
        self,
        samples: Sequence[Sample],
        moves: Sequence[Move],
        deal: Callable[[Dice], Any],
        *path: int | str,
        seat: int | None,
    ) -> None:
        """Add the result of one playout after each move to its sample; all are in the same deal."""
        state = deal(Dice("deal", *path))
        for move, sample in zip(moves, samples, strict=True):
            after, dice = move(state, Dice("fall", *path)), Dice("playout", *path)
            sample.rows.append(self.worth(self.played_on(self._ended(after, seat, dice), self._horizon, dice)))

    def _ended(self, state: Any, seat: int | None, dice: Dice) -> Any:
        """The position after a seat has completed its move, in the best of some random ways."""
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
        """Whether the seat must continue a move of several decisions."""
        return self.game.actors(state)[:1] == (seat,) and not self.heuristic.is_quiet(state)

    def worth(self, state: Any) -> list[float]:
        """The win rates of all seats and then their leads: the real ones at the end of a game, or estimates."""
        result = None if self.game.actors(state) else self.game.result(state)
        if self.values is not None and result is None:
            shares, leads = self.values.of_seats(state, len(self.sides))
            return [*shares, *leads]
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
        """The win rates of all seats at the end of a game: sides share a win equally, partners win together."""
        sides = {self.sides[seat] for seat in winners}
        return [1 / len(sides) if side in sides else 0.0 for side in self.sides]
