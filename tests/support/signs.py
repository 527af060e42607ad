"""Signs of an analysis against playouts of `greedy` to the end, and its totals over several seeds.

`python tests/support/signs.py blunders GAME` looks for blunders in games of `greedy` that plays one move in ten at
random: random moves that lose more than 0.15 of the win and four standard errors against the move of `greedy`, by
playouts of `greedy` to the end in the same deals. It counts those that get a sign by default, and those that are among
the three costliest of up to --others more decisions of the same player. The evaluator shares no code with the judge of
an analysis.

`python tests/support/signs.py best GAME` looks for moves of `greedy` that the same evaluator calls best of the four
moves that look best at once, and counts those that get a sign.

`python tests/support/signs.py losses GAME` compares losses by the judge of an analysis with those by playouts of
another bot to the end (`--by`), for the move of `greedy` and a random other one. It prints the root mean square
difference, without the noise of both. It shows how much the weak players of playouts falsify a loss.

`python tests/support/signs.py totals GAME` judges a game of `greedy` with several seeds. It compares the standard
deviation of a player's total with the standard error that the analysis states.

Counts have 95 % intervals. The figures depend on --seed alone; take a new seed for figures that you report.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import islice
from math import sqrt
from statistics import mean, variance
from typing import Any, Final, NamedTuple

from kronika.core.analysis.decisions import (
    Decision,
    Delta,
    EventToJudge,
    deltas,
    events_to_judge,
    judge_event,
    total_skill,
)
from kronika.core.analysis.judge import AnalysisConfig, Judge, make_move
from kronika.core.analysis.summary import summarize
from kronika.core.basics.chance import Dice
from kronika.core.basics.statistics import mean_and_error, rate_of
from kronika.core.bots.builtin import play_greedy, play_random
from kronika.core.bots.driver import play_out
from kronika.core.bots.lookup import Player, find_bot
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
"""The number of deals after which a move is given up: as a blunder, if it has not lost `COSTLY` less one standard
error; as a best move, if another exceeds it by one.
"""
SLIPS: Final = 10
"""The number of moves of which a player with slips plays one at random."""
RIVALS: Final = 4
"""The number of moves that a best move is compared with."""
GREEDY: Final = find_bot("greedy")
"""The bot that evaluates blunders and best moves."""


class Spot(NamedTuple):
    """A decision with a choice, all such decisions of the same player, and their game with its number."""

    unit: EventToJudge
    own: Sequence[EventToJudge]
    session: Session
    number: int


class Slips:
    """A bot that plays as `greedy`, but one move in ten at random; `made` has their numbers among its decisions."""

    def __init__(self) -> None:
        self.decisions = 0
        self.made: list[int] = []

    def __call__(self, turn: Turn, dice: Dice) -> Any:
        self.decisions += 1
        if dice.below(SLIPS):
            return play_greedy(turn, dice)
        self.made.append(self.decisions - 1)
        return play_random(turn, dice)


def played(game: AnyGame, kind: str, seed: int, number: int, bots: Sequence[Player]) -> Session:
    """A game of these bots, by seat."""
    session = Session.new(game, ["Anna", "Bob"], seed=Dice("signs", seed, kind, number).below(1 << 48))
    play_out(session, dict(enumerate(bots)))
    return session


def with_choice(game: AnyGame, units: Sequence[EventToJudge]) -> list[EventToJudge]:
    """The decisions that have more than one legal move."""
    return [unit for unit in units if len(game.actions(unit.before, unit.by)) > 1]


def slips(game: AnyGame, seed: int) -> Iterator[Spot]:
    """The random moves of games of `greedy` with slips."""
    for number in range(10_000):
        bots = [Slips(), Slips()]
        session = played(game, "slips", seed, number, [Player("slips", bot) for bot in bots])
        for seat, bot in enumerate(bots):
            units = events_to_judge(session, AnalysisConfig(seed=seed), seat)
            assert len(units) == bot.decisions
            own = with_choice(game, units)
            yield from (Spot(units[at], own, session, number) for at in bot.made if units[at] in own)


def spots(game: AnyGame, seed: int) -> Iterator[Spot]:
    """Decisions of games of `greedy` against itself, two of each game."""
    for number in range(10_000):
        session = played(game, "greedy", seed, number, [find_bot("greedy")] * 2)
        units = [unit for seat in (0, 1) for unit in events_to_judge(session, AnalysisConfig(seed=seed), seat)]
        own = with_choice(game, units)
        for unit in Dice("spots", seed, number).draw(own, min(2, len(own))):
            yield Spot(unit, own, session, number)


def won(game: AnyGame, state: Any, seat: int, dice: Dice, bot: Player = GREEDY) -> float:
    """The share of the win that a seat gets if a bot plays all seats to the end."""
    while actors := game.actors(state):
        by = actors[0]
        if by == CHANCE:
            do = game.sample(state, dice)
        else:
            do = bot.play(Turn(game, state, by, dice, budget=bot.budget), dice)
        state = game.apply(state, by, do)[0]
    result = game.result(state)
    assert result is not None
    return (seat in result.winners) / len(result.winners)


def ends(
    game: AnyGame, spot: Spot, moves: Sequence[Any], deals: range, seed: int, bot: Player = GREEDY
) -> list[list[float]]:
    """By deal, the share of the win after each of some moves; all are tried in the same deals."""
    unit, found = spot.unit, []
    for deal in deals:
        path = (seed, spot.number, unit.number, deal)
        state = game.redeal(unit.before, unit.by, Dice("deal", *path))
        found.append(
            [won(game, game.apply(state, unit.by, do)[0], unit.by, Dice("greedy", *path), bot) for do in moves]
        )
    return found


def turn_of(game: AnyGame, spot: Spot, seed: int) -> Turn:
    """The turn in which the decision was made."""
    return Turn(game, spot.unit.before, spot.unit.by, Dice("hidden", seed, spot.unit.number))


def blunders(game: AnyGame, asked: argparse.Namespace) -> Iterator[Spot]:
    """The slips that are blunders."""
    for spot in slips(game, asked.seed):
        best = play_greedy(turn_of(game, spot, asked.seed), Dice("best", asked.seed, spot.unit.number))
        if best == spot.unit.do:
            continue
        found: list[list[float]] = []
        for end in (FIRST, 100, asked.deals):
            found += ends(game, spot, [best, spot.unit.do], range(len(found), end), asked.seed)
            loss, error = mean_and_error([a - b for a, b in found])
            if loss + error < COSTLY:
                break
        if len(found) == asked.deals and loss > max(COSTLY, ERRORS * error):
            print(f"  game {spot.number}, event {spot.unit.n}: costs {100 * loss:.0f} ± {100 * error:.0f} %", end="")
            yield spot


def best_moves(game: AnyGame, asked: argparse.Namespace) -> Iterator[Spot]:
    """The moves of `greedy` that no move of those that look best at once exceeds."""
    for spot in spots(game, asked.seed):
        turn = turn_of(game, spot, asked.seed)
        others = Search(turn, Dice("others", asked.seed, spot.unit.number)).shortlist(turn.actions, RIVALS + 1)
        moves = [spot.unit.do, *[do for do in others if do != spot.unit.do][:RIVALS]]
        found: list[list[float]] = []
        for end, errors in ((FIRST, 1.0), (asked.deals // 4, 1.0), (asked.deals, 0.0)):
            found += ends(game, spot, moves, range(len(found), end), asked.seed)
            if not is_best(found, errors):
                break
        else:
            yield spot


def is_best(found: Sequence[Sequence[float]], errors: float) -> bool:
    """Whether no other move exceeds the first one by more than some standard errors; `found` has values by deal."""
    others = [mean_and_error([row[at] - row[0] for row in found]) for at in range(1, len(found[0]))]
    return all(mean <= errors * error for mean, error in others)


def share(hits: int, number: int) -> str:
    """A count with its 95 % interval."""
    rate = rate_of(hits, number)
    return f"{hits} of {number} ({100 * rate.low:.0f} to {100 * rate.high:.0f} %)"


def judged(unit: EventToJudge) -> Decision:
    """The verdict on a decision."""
    verdict = judge_event(unit)
    assert isinstance(verdict, Decision)
    return verdict


def is_costliest(spot: Spot, mine: Decision, others: int) -> bool:
    """Whether a decision is among the three costliest of some decisions of its player, drawn at random."""
    rest = [unit for unit in spot.own if unit != spot.unit]
    drawn = Dice("rest", spot.number, spot.unit.number).draw(rest, min(others, len(rest)))
    verdicts = [mine, *map(judged, drawn)]
    return mine.record in summarize(spot.session, spot.unit.config, spot.unit.by, verdicts).tallies[0].costliest


def count_blunders(game: AnyGame, asked: argparse.Namespace) -> None:
    """Print how many blunders get a sign, and how many are among the costliest decisions."""
    signs = costliest = 0
    for number, spot in enumerate(islice(blunders(game, asked), asked.number), 1):
        mine = judged(spot.unit)
        signs += bool(mine.mark)
        costliest += is_costliest(spot, mine, asked.others)
        loss = mine.skill.loss
        print(f", judged as {100 * loss.win_rate:.0f} ± {100 * loss.win_rate_error:.0f} % {mine.mark}")
        print(
            f"{game.name}, seed {asked.seed}: blunders with a sign {share(signs, number)}, among the costliest "
            f"{share(costliest, number)}",
            flush=True,
        )


def count_best(game: AnyGame, asked: argparse.Namespace) -> None:
    """Print how many of the best moves get a sign."""
    signs = 0
    for number, spot in enumerate(islice(best_moves(game, asked), asked.number), 1):
        signs += bool(judged(spot.unit).mark)
        print(f"{game.name}, seed {asked.seed}: best moves with a sign {share(signs, number)}", flush=True)


def count_losses(game: AnyGame, asked: argparse.Namespace) -> None:
    """Print how much losses by the judge differ from those by playouts of another bot."""
    squares: list[float] = []
    for spot in islice(spots(game, asked.seed), asked.number):
        unit, dice = spot.unit, Dice("other", asked.seed, spot.number, spot.unit.number)
        best = play_greedy(turn_of(game, spot, asked.seed), dice)
        other = dice.choice([do for do in game.actions(unit.before, unit.by) if do != best])
        found = ends(game, spot, [best, other], range(asked.deals), asked.seed, find_bot(asked.by))
        loss, error = mean_and_error([a - b for a, b in found])
        mine = judged_loss(game, unit, [best, other])
        squares.append((mine.win_rate - loss) ** 2 - error**2 - mine.win_rate_error**2)
        print(f"  {100 * loss:.0f} ± {100 * error:.0f} %, judged {100 * mine.win_rate:.0f} %")
        square, of_square = mean_and_error(squares)
        print(
            f"{game.name}, seed {asked.seed}, {len(squares)} decisions: losses differ from those of {asked.by} by "
            f"{100 * sqrt(max(square, 0)):.1f} % (square {square:.4f} ± {of_square:.4f})",
            flush=True,
        )


def judged_loss(game: AnyGame, unit: EventToJudge, moves: Sequence[Any]) -> Delta:
    """The difference between two moves by all playouts of the default judge."""
    better, worse = Judge(game, unit.before, unit.config).samples(
        [make_move(game, unit.by, do) for do in moves],
        lambda dice: game.redeal(unit.before, unit.by, dice),
        "losses",
        unit.number,
        seat=unit.by,
    )
    return deltas(better - worse)[unit.by]


def totals(game: AnyGame, asked: argparse.Namespace) -> Iterator[list[list[tuple[float, float]]]]:
    """For each player of some games, by seed of the analysis, the loss of each decision of `every` and its error."""
    for number in range(asked.number):
        session = Session.new(game, ["Anna", "Bob"], seed=Dice("totals", asked.seed, number).below(1 << 48))
        play_out(session, {seat: find_bot("greedy") for seat in (0, 1)})
        for seat in (0, 1):
            yield [
                [loss_of(unit) for unit in events_to_judge(session, config, seat)[:: asked.every]]
                for config in (AnalysisConfig(seed=asked.seed + n) for n in range(asked.seeds))
            ]


def loss_of(unit: EventToJudge) -> tuple[float, float]:
    """The loss of a decision, and its error as totals have it."""
    total = total_skill([judged(unit)])
    return total.win_rate, total.win_rate_error


def print_totals(game: AnyGame, found: Sequence[list[list[tuple[float, float]]]], asked: argparse.Namespace) -> None:
    """Print the root mean square of the standard deviation of a total, of its stated error, and their ratio.

    Decisions are judged with independent dice, so the variance of a total is the sum of theirs. That says more than the
    few totals, whose own ratio comes after it.
    """
    by_decision = [[*zip(*one, strict=True)] for one in found]
    scatter = mean(sum(variance(loss for loss, _ in seeds) for seeds in one) for one in by_decision) ** 0.5
    stated = mean(sum(mean(error**2 for _, error in seeds) for seeds in one) for one in by_decision) ** 0.5
    alone = mean(variance(sum(loss for loss, _ in seed) for seed in one) for one in found) ** 0.5
    print(
        f"{game.name}, seed {asked.seed}: {len(found)} players, {sum(map(len, by_decision))} decisions, {asked.seeds} "
        f"seeds: totals scatter by {100 * scatter:.2f} % of the win, {scatter / stated:.2f} of the stated "
        f"{100 * stated:.2f} %; by the totals alone {alone / stated:.2f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("blunders", "best", "losses", "totals"))
    parser.add_argument("game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--number", type=int, default=30, help="blunders, best moves, decisions, or games")
    parser.add_argument("--deals", type=int, default=400, help="for each decision")
    parser.add_argument("--by", default="greedy", help="the bot that plays to the end, for losses")
    parser.add_argument("--others", type=int, default=12, help="decisions that a blunder is compared with")
    parser.add_argument("--seeds", type=int, default=7, help="for totals")
    parser.add_argument("--every", type=int, default=1, help="judge each decision of this many, for totals")
    asked = parser.parse_args()
    game = get_game(asked.game)
    if asked.what == "totals":
        print_totals(game, list(totals(game, asked)), asked)
    elif asked.what == "blunders":
        count_blunders(game, asked)
    elif asked.what == "losses":
        count_losses(game, asked)
    else:
        count_best(game, asked)


if __name__ == "__main__":
    main()
