"""The horizon of the judge: how far the loss of a move is from that by playouts to the end, by number of events.

`python tests/support/horizons.py GAME --seed N` plays games of `greedy` and of `random` against themselves, with two
seats. At some decisions it compares two moves: the one that `greedy` prefers and another one, drawn at random. Both are
played out to the end in the same deals with the same dice, as the judge does. On the way each playout is judged at each
horizon, by the game's estimate and by its learned values. For each of these it prints

- `bias`: the root mean square difference of the loss from that by playouts to the end, without the noise of both,
- `spread`: the root mean square standard deviation of the loss of one playout,
- `cost`: the events of a playout, as a multiple of those at the default horizon before, 8,
- `error`: the root of bias² + spread² / n, where n playouts take as long as 400 at a horizon of 8,
- `square`: the mean square of the seat's win rate after the move of `greedy` less its result in the game, without the
  noise of playouts. A coin has 0.25. Only games of `greedy` count.

The best horizon has the least error. The figures depend on --seed alone; take a new seed for figures that you report.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Any, Final

from kronika.core.analysis.judge import AnalysisConfig, Judge
from kronika.core.basics.chance import Dice
from kronika.core.basics.statistics import mean_and_error
from kronika.core.bots.builtin import play_greedy
from kronika.core.bots.driver import play_out
from kronika.core.bots.learned import learned_values
from kronika.core.bots.lookup import find_bot
from kronika.core.bots.turn import Turn
from kronika.core.contract.game import CHANCE
from kronika.core.contract.registry import AnyGame, get_game
from kronika.core.sessions.session import Session

HORIZONS: Final = (0, 4, 8, 16, 32, 64, 128)
END: Final = 100_000
"""More events than any game has."""
PLAYOUTS: Final = 400
"""The default number of playouts of an analysis."""
JUDGES: Final = ("estimate", "learned")
BASE: Final = 8
"""The horizon whose time is the unit."""


class Decision:
    """A decision with a choice: its game and state, the seat, and the first seat's share of the win at the end."""

    def __init__(self, session: Session, at: int, share: float | None) -> None:
        self.state, self.seat, self.share = session.line.states[at], session.line.events[at].by, share


def decisions(game: AnyGame, asked: argparse.Namespace) -> Iterator[Decision]:
    """Half of them from games of `greedy`, half from games of `random`, drawn at random."""
    for number in range(asked.games):
        bot = ("greedy", "random")[number % 2]
        session = Session.new(game, ["Anna", "Bob"], seed=Dice("horizons", asked.seed, number).below(1 << 48))
        play_out(session, {seat: find_bot(bot) for seat in (0, 1)})
        result = session.result()
        winners = result.winners if result else ()
        share = (0 in winners) / max(1, len(winners)) if bot == "greedy" else None
        quiet = game.heuristic().is_quiet
        places = [
            at
            for at, (event, state) in enumerate(zip(session.line.events, session.line.states, strict=False))
            if event.by != CHANCE and quiet(state) and len(game.actions(state, event.by)) > 1
        ]
        for at in Dice("drawn", asked.seed, number).draw(places, min(asked.decisions, len(places))):
            yield Decision(session, at, share)


class Watched(Judge):
    """A judge that plays to the end, and judges on the way at each horizon."""

    def __init__(self, game: AnyGame, before: Any) -> None:
        super().__init__(game, before, AnalysisConfig())
        self._judges = judges_of(game, before)

    def shares(self, state: Any, seat: int, dice: Dice) -> tuple[list[list[float]], list[int]]:
        """The win rates of a seat, by horizon and judge, and the events that it took; the last horizon is the end."""
        found: list[list[float]] = []
        events: list[int] = []
        game, event = self.game, 0
        while True:
            actors = game.actors(state)
            ready = not actors or (actors[0] != CHANCE and self.heuristic.is_quiet(state))
            while ready and len(found) < len(HORIZONS) and (not actors or event >= HORIZONS[len(found)]):
                found.append([judge.worth(state)[seat] for judge in self._judges])
                events.append(event)
            if not actors:
                return [*found, [judge.worth(state)[seat] for judge in self._judges]], [*events, event]
            by = actors[0]
            do = game.sample(state, dice) if by == CHANCE else self.playout_policy(state, by, dice)
            state, event = game.apply(state, by, do)[0], event + 1


class Sums:
    """What was found at one horizon by one judge."""

    def __init__(self) -> None:
        self.biases: list[float] = []
        self.variances: list[float] = []
        self.squares: list[float] = []
        self.events: list[float] = []


def measure(game: AnyGame, asked: argparse.Namespace) -> list[list[Sums]]:
    """The sums by horizon (the last one is the end) and judge."""
    sums = [[Sums() for _ in JUDGES[: 1 + (learned_values(game) is not None)]] for _ in (*HORIZONS, END)]
    for number, one in enumerate(decisions(game, asked)):
        watched = Watched(game, one.state)
        turn = Turn(game, one.state, one.seat, Dice(asked.seed, "hidden", number))
        best = play_greedy(turn, Dice(asked.seed, "best", number))
        other = Dice(asked.seed, "other", number).choice([do for do in turn.actions if do != best])
        rows = []
        for playout in range(asked.playouts):
            path = (asked.seed, number, playout)
            deal = game.redeal(one.state, one.seat, Dice("deal", *path))
            rows.append(
                [
                    watched.shares(game.apply(deal, one.seat, do)[0], one.seat, Dice("playout", *path))
                    for do in (best, other)
                ]
            )
        for at, by_judge in enumerate(sums):
            for judge, found in enumerate(by_judge):
                rows_at = [[(win[at][judge], win[-1][judge], events[at]) for win, events in row] for row in rows]
                add(found, one, rows_at)
    return sums


def add(found: Sums, one: Decision, rows: Sequence[Sequence[tuple[float, float, int]]]) -> None:
    """Add the results of a decision: for each playout and move the win rate, that at the end, and the events."""
    losses = [best[0] - other[0] for best, other in rows]
    off = [loss - (best[1] - other[1]) for loss, (best, other) in zip(losses, rows, strict=True)]
    bias, error = mean_and_error(off)
    found.biases.append(bias**2 - error**2)
    found.variances.append(mean_and_error(losses)[1] ** 2 * len(losses))
    found.events += [events for row in rows for _, _, events in row]
    if one.share is not None:
        share = one.share if one.seat == 0 else 1 - one.share
        mean, noise = mean_and_error([best[0] for best, _ in rows])
        found.squares.append((mean - share) ** 2 - noise**2)


def judges_of(game: AnyGame, before: Any) -> list[Judge]:
    """The judges by the estimate and, if the game has them, by learned values."""
    known = (False, True) if learned_values(game) else (False,)
    return [Judge(game, before, AnalysisConfig(), learned=learned) for learned in known]


def lines(sums: Sequence[Sequence[Sums]]) -> Iterator[str]:
    """The table, a line for each horizon and judge."""
    base = sum(sums[HORIZONS.index(BASE)][0].events)
    for horizon, by_judge in zip((*HORIZONS, END), sums, strict=True):
        for name, one in zip(JUDGES, by_judge, strict=False):
            squares, spread = mean_and_error(one.biases), mean_and_error(one.variances)[0]
            cost = sum(one.events) / base
            error = sqrt(max(0.0, squares[0]) + spread * max(cost, 0.1) / PLAYOUTS)
            result = mean_and_error(one.squares)
            yield (
                f"  {'end' if horizon == END else horizon:>4} {name:9} bias {100 * sqrt(max(0, squares[0])):5.2f} % "
                f"(square {1e4 * squares[0]:6.2f} ± {1e4 * squares[1]:.2f}), spread {100 * sqrt(spread):5.1f} %, "
                f"cost {cost:5.2f}, error {100 * error:5.2f} %, square {result[0]:.3f} ± {result[1]:.3f}"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--decisions", type=int, default=6, help="of each game")
    parser.add_argument("--playouts", type=int, default=50, help="of each move")
    asked = parser.parse_args()
    game = get_game(asked.game)
    sums = measure(game, asked)
    number = len(sums[0][0].biases)
    print(f"{game.name}: {number} decisions, {asked.playouts} playouts of each move, seed {asked.seed}")
    print("\n".join(lines(sums)))


if __name__ == "__main__":
    main()
