"""Signs of an analysis against playouts of `greedy` to the end, and its totals over several seeds.

`python tests/support/signs.py blunders GAME` looks for blunders: moves of `random` that lose more than 0.15 of the win
and four standard errors against the move of `greedy`, by playouts of `greedy` to the end in the same deals. It counts
those that get a sign by default. The evaluator shares no code with the judge of an analysis.

`python tests/support/signs.py best GAME` looks for moves of `greedy` that the same evaluator calls best of the four
moves that look best at once, and counts those that get a sign.

`python tests/support/signs.py totals GAME` judges a game of `greedy` with several seeds. It compares the standard
deviation of a player's total with the standard error that the analysis states.

Counts have 95 % intervals. The figures depend on --seed alone; take a new seed for figures that you report.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import islice
from statistics import mean, stdev
from typing import Any, Final, NamedTuple

from kronika.core.analysis.decisions import Decision, EventToJudge, events_to_judge, judge_event
from kronika.core.analysis.judge import AnalysisConfig
from kronika.core.analysis.summary import summarize
from kronika.core.basics.chance import Dice
from kronika.core.basics.statistics import mean_and_error, rate_of
from kronika.core.bots.builtin import play_greedy
from kronika.core.bots.driver import play_out
from kronika.core.bots.lookup import find_bot
from kronika.core.bots.search import Search
from kronika.core.bots.turn import Turn
from kronika.core.contract.game import CHANCE
from kronika.core.contract.registry import AnyGame, get_game
from kronika.core.sessions.session import Session

COSTLY: Final = 0.15
"""The least loss of a blunder, as a part of the win."""
ERRORS: Final = 4.0
"""The number of standard errors that a loss must exceed."""
FIRST: Final = 20
"""The number of deals after which a move that has not lost half of `COSTLY` is given up."""
RIVALS: Final = 4
"""The number of moves that a best move is compared with."""


class Spot(NamedTuple):
    """A decision with a choice that a bot has made."""

    unit: EventToJudge
    number: int


def spots(game: AnyGame, bot: str, seed: int) -> Iterator[Spot]:
    """Decisions of games of a bot against itself, two of each game."""
    for number in range(10_000):
        session = Session.new(game, ["Anna", "Bob"], seed=Dice("signs", seed, bot, number).below(1 << 48))
        play_out(session, {seat: find_bot(bot) for seat in (0, 1)})
        units = [unit for seat in (0, 1) for unit in events_to_judge(session, AnalysisConfig(seed=seed), seat)]
        open_to_choice = [unit for unit in units if len(game.actions(unit.before, unit.by)) > 1]
        for unit in Dice("spots", seed, number).draw(open_to_choice, min(2, len(open_to_choice))):
            yield Spot(unit, number)


def won(game: AnyGame, state: Any, seat: int, dice: Dice) -> float:
    """The share of the win that a seat gets if `greedy` plays all seats to the end."""
    while actors := game.actors(state):
        by = actors[0]
        do = game.sample(state, dice) if by == CHANCE else play_greedy(Turn(game, state, by, dice), dice)
        state = game.apply(state, by, do)[0]
    result = game.result(state)
    assert result is not None
    return (seat in result.winners) / len(result.winners)


def losses(game: AnyGame, spot: Spot, best: Any, played: Any, deals: range, seed: int) -> list[float]:
    """The share of the win lost by the played move, deal by deal."""
    unit, found = spot.unit, []
    for deal in deals:
        path = (seed, spot.number, unit.number, deal)
        state = game.redeal(unit.before, unit.by, Dice("deal", *path))
        ends = [won(game, game.apply(state, unit.by, do)[0], unit.by, Dice("greedy", *path)) for do in (best, played)]
        found.append(ends[0] - ends[1])
    return found


def turn_of(game: AnyGame, spot: Spot, seed: int) -> Turn:
    """The turn in which the decision was made."""
    return Turn(game, spot.unit.before, spot.unit.by, Dice("hidden", seed, spot.unit.number))


def blunders(game: AnyGame, asked: argparse.Namespace) -> Iterator[Spot]:
    """The blunders among moves of `random`."""
    for spot in spots(game, "random", asked.seed):
        best = play_greedy(turn_of(game, spot, asked.seed), Dice("best", asked.seed, spot.unit.number))
        if best == spot.unit.do:
            continue
        found: list[float] = []
        for end in (FIRST, 100, asked.deals):
            found += losses(game, spot, best, spot.unit.do, range(len(found), end), asked.seed)
            loss, error = mean_and_error(found)
            if loss < COSTLY / 2:
                break
        if len(found) == asked.deals and loss > max(COSTLY, ERRORS * error):
            yield spot


def best_moves(game: AnyGame, asked: argparse.Namespace) -> Iterator[Spot]:
    """The moves of `greedy` that no move of those that look best at once exceeds."""
    for spot in spots(game, "greedy", asked.seed):
        turn = turn_of(game, spot, asked.seed)
        others = Search(turn, Dice("others", asked.seed, spot.unit.number)).shortlist(turn.actions, RIVALS + 1)
        rivals = [do for do in others if do != spot.unit.do][:RIVALS]
        deals = range(asked.deals // 4)
        if all(sum(losses(game, spot, do, spot.unit.do, deals, asked.seed)) <= 0 for do in rivals):
            yield spot


def count_signs(game: AnyGame, found: Iterator[Spot], asked: argparse.Namespace, what: str) -> None:
    """Print how many of some decisions get a sign."""
    signs, number = 0, 0
    for number, spot in enumerate(islice(found, asked.number), 1):
        verdict = judge_event(spot.unit)
        assert isinstance(verdict, Decision)
        signs += bool(verdict.mark)
        rate = rate_of(signs, number)
        print(
            f"{game.name}, seed {asked.seed}: of {number} {what} {signs} have a sign "
            f"({100 * rate.low:.0f} to {100 * rate.high:.0f} %)",
            flush=True,
        )


def totals(game: AnyGame, asked: argparse.Namespace) -> Iterator[tuple[float, float]]:
    """For each player of some games the standard deviation of the total over seeds, and the stated error."""
    for number in range(asked.number):
        session = Session.new(game, ["Anna", "Bob"], seed=Dice("totals", asked.seed, number).below(1 << 48))
        play_out(session, {seat: find_bot("greedy") for seat in (0, 1)})
        for seat in (0, 1):
            found = [total(session, seat, AnalysisConfig(seed=asked.seed + n), asked.every) for n in range(asked.seeds)]
            yield stdev(one for one, _ in found), mean(error for _, error in found)


def total(session: Session, seat: int, config: AnalysisConfig, every: int) -> tuple[float, float]:
    """The total loss of a seat in each decision of `every`, and its stated error."""
    units = events_to_judge(session, config, seat)[::every]
    loss = summarize(session, config, seat, [judge_event(unit) for unit in units]).tallies[0].skill
    return loss.win_rate, loss.win_rate_error


def print_totals(game: AnyGame, found: Sequence[tuple[float, float]], asked: argparse.Namespace) -> None:
    """Print the root mean square of both, and their ratio."""
    scatter, stated = (mean(one[at] ** 2 for one in found) ** 0.5 for at in (0, 1))
    print(
        f"{game.name}, seed {asked.seed}: {len(found)} players, {asked.seeds} seeds: totals scatter by "
        f"{100 * scatter:.2f} % of the win, {scatter / stated:.2f} of the stated {100 * stated:.2f} %"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("blunders", "best", "totals"))
    parser.add_argument("game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--number", type=int, default=30, help="blunders, best moves, or games")
    parser.add_argument("--deals", type=int, default=400, help="of a blunder; a quarter for a best move")
    parser.add_argument("--seeds", type=int, default=7, help="for totals")
    parser.add_argument("--every", type=int, default=1, help="judge each decision of this many, for totals")
    asked = parser.parse_args()
    game = get_game(asked.game)
    if asked.what == "totals":
        print_totals(game, list(totals(game, asked)), asked)
    else:
        find = blunders if asked.what == "blunders" else best_moves
        count_signs(game, find(game, asked), asked, "blunders" if asked.what == "blunders" else "best moves")


if __name__ == "__main__":
    main()
