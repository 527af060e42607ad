"""What a race between moves saves, and what it changes: CPU, regret and signs, old method against new.

`python tests/support/search_cost.py mc GAME` compares `mc`, which lets moves race, with the same playouts spread evenly
over all moves. Regret is the value of the best move less that of the chosen one, by many common deals.

`python tests/support/search_cost.py analyse GAME` judges events with the defaults of `analyse`, and with a tree of 800
iterations and all playouts, with two seeds. It counts equal signs and CPU seconds. `before` is the same by the judge
that came before: the estimate, at the horizon of the heuristic.

A tournament lets both methods play each other: `PYTHONPATH=tests kronika tournament --game GAME --bot mc:100 --bot
support.search_cost:flat_mc:100 --seats 2 --games 400 --out DIR`.

Events are drawn from games of `random` and of `mcts:50`, half from each. Intervals are 95 %. The figures depend on
--seed alone, but for CPU times; take a new seed for each figure that you report.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from math import sqrt
from time import process_time
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from kronika.core.analysis.decisions import Decision, EventToJudge, Verdict, events_to_judge, judge_event
from kronika.core.analysis.judge import AnalysisConfig, Judge, Sample
from kronika.core.basics.chance import Dice
from kronika.core.basics.statistics import Z_95, mean_and_error, rate_of
from kronika.core.bots.builtin import play_mc
from kronika.core.bots.driver import play_out
from kronika.core.bots.lookup import find_bot
from kronika.core.bots.search import MAX_CANDIDATES, Search
from kronika.core.bots.turn import Budget, Turn
from kronika.core.contract.game import CHANCE
from kronika.core.contract.registry import AnyGame, get_game
from kronika.core.sessions.session import Session

BEFORE = Budget(iterations=200)
"""The default budget of `mc` before moves raced."""
FULL = AnalysisConfig(bot="mcts:800")
"""The search of an analysis before moves raced, by the judge of today."""
NEAR = 2
"""The horizon of shorter playouts."""
LEAST_HORIZON = 8
"""The least horizon of a judge before horizons were measured."""
GAMES = 8
"""The number of games that events are drawn from: half of `random`, half of `mcts:50`."""


# -- positions ---------------------------------------------------------------------------------------------------------


def events(game: AnyGame, seed: int, config: AnalysisConfig) -> list[EventToJudge]:
    """The events of all games in a random order; events of games by either bot alternate."""
    by_bot: list[list[EventToJudge]] = []
    for bot in ("random", "mcts:50"):
        found: list[EventToJudge] = []
        for number in range(GAMES // 2):
            session = Session.new(game, ["Anna", "Bob"], seed=Dice("cost", seed, bot, number).below(1 << 48))
            play_out(session, {seat: find_bot(bot) for seat in (0, 1)})
            found += events_to_judge(session, config, None)
        by_bot.append(Dice("order", seed, bot).draw(found, len(found)))
    return [unit for pair in zip(*by_bot, strict=False) for unit in pair]


# -- mc ----------------------------------------------------------------------------------------------------------------


def flat_mc(turn: Turn, dice: Dice) -> Any:
    """A bot: `mc` as it was before moves raced."""
    actions = turn.actions
    return actions[0] if len(actions) == 1 else flat(Search(turn, dice), actions, turn.budget or BEFORE)


def flat(search: Search, actions: Sequence[Any], budget: Budget) -> Any:
    """The move that `mc` chose before moves raced: each deal tries all moves, up to the horizon."""
    actions = search.shortlist(actions, MAX_CANDIDATES) if len(actions) > MAX_CANDIDATES else actions
    deals = -(-budget.iterations // len(actions))
    return search.best(actions, search.evaluate_actions(actions, deals, search.heuristic.horizon))


class Near(Search):
    """A search whose playouts end after `NEAR` events."""

    def __init__(self, turn: Turn, dice: Dice) -> None:
        super().__init__(turn, dice)
        self.heuristic = replace(self.heuristic, horizon=NEAR)


def near_mc(turn: Turn, dice: Dice) -> Any:
    """A bot: `mc` with shorter playouts."""
    return play_mc(turn, dice, Near)


def compare_mc(game: AnyGame, asked: argparse.Namespace) -> Iterator[str]:
    """The regret and the CPU time of each budget, by either method."""
    methods: dict[str, Callable[[Turn, Dice], Any]] = {
        "flat 100": lambda turn, dice: flat(Search(turn, dice), turn.actions, Budget(iterations=100)),
        "flat 200": lambda turn, dice: flat(Search(turn, dice), turn.actions, Budget(iterations=200)),
    }
    for budget in asked.budgets:
        methods[f"mc:{budget}"] = lambda turn, dice, n=budget: play_mc(with_budget(turn, n), dice)
    regrets: dict[str, list[float]] = {name: [] for name in methods}
    seconds: dict[str, list[float]] = {name: [] for name in methods}
    units = (unit for unit in events(game, asked.seed, FULL) if unit.by != CHANCE)
    for number, unit in enumerate(unit for unit in units if len(game.actions(unit.before, unit.by)) > 1):
        if number == asked.positions:
            break
        turn = Turn(game, unit.before, unit.by, Dice(asked.seed, "hidden", number))
        chosen = {}
        for name, play in methods.items():
            begun = process_time()
            chosen[name] = play(turn, Dice(asked.seed, name, number))
            seconds[name].append(process_time() - begun)
        truth = values(turn, [*chosen.values()], asked.truth, Dice(asked.seed, "truth", number))
        for name, do in chosen.items():
            regrets[name].append(max(truth.values()) - truth[do])
    yield f"{game.name}: {len(regrets['flat 100'])} decisions with a choice; values are from -1 to 1"
    base = regrets["flat 100"]
    for name, found in regrets.items():
        ratio = sum(seconds[name]) / sum(seconds["flat 100"])
        more = interval([one - other for one, other in zip(found, base, strict=True)])
        yield f"  {name:8}  regret {interval(found)}, more than flat 100 by {more}; CPU {ratio:.2f} of flat 100"


def with_budget(turn: Turn, iterations: int) -> Turn:
    """The turn, with a budget for the bot."""
    turn.budget = Budget(iterations=iterations)
    return turn


def values(turn: Turn, chosen: Sequence[Any], deals: int, dice: Dice) -> dict[Any, float]:
    """The values of the chosen moves and of the four that look best, by playouts in common deals."""
    search = Search(turn, dice)
    moves = [*dict.fromkeys((*chosen, *search.shortlist(turn.actions, 4)))]
    sums = search.evaluate_actions(moves, deals, search.heuristic.horizon)
    return {do: total / deals for do, total in zip(moves, sums, strict=True)}


def interval(numbers: Sequence[float]) -> str:
    """A mean with its 95 % interval."""
    mean, error = mean_and_error(numbers)
    return f"{mean:.4f} ({mean - Z_95 * error:.4f} to {mean + Z_95 * error:.4f})"


# -- analyse -----------------------------------------------------------------------------------------------------------


def all_playouts() -> AbstractContextManager[Any]:
    """Judges as before moves raced: with all playouts for every move."""
    samples = Judge.samples

    def full(judge: Judge, moves: Any, deal: Any, *path: Any, seat: Any = None, settled: Any = None) -> list[Sample]:
        return samples(judge, moves, deal, *path, seat=seat)

    def ranked(
        judge: Judge, moves: Any, deal: Any, *path: Any, seat: int, **race: Any
    ) -> tuple[list[int], list[Sample]]:
        found = samples(judge, moves, deal, *path, seat=seat)
        worth = [(one.win_rates[seat], one.leads[seat]) for one in (sample.figures() for sample in found)]
        return sorted(range(len(moves)), key=lambda at: worth[at], reverse=True), found

    both = ExitStack()
    both.enter_context(patch.object(Judge, "samples", full))
    both.enter_context(patch.object(Judge, "race", ranked))
    return both


def judge_before() -> AbstractContextManager[Any]:
    """Judges with all playouts, by the estimate."""
    both = ExitStack()
    both.enter_context(all_playouts())
    both.enter_context(patch("kronika.core.analysis.judge.by_learned_values", lambda game: False))
    return both


def compare_analyses(game: AnyGame, asked: argparse.Namespace) -> Iterator[str]:
    """Signs and CPU times of an analysis by either method, event by event."""
    ways: dict[str, tuple[AnalysisConfig, Callable[[], AbstractContextManager[Any]]]] = {
        "full": (FULL, all_playouts),
        "full, other seed": (replace(FULL, seed=2), all_playouts),
        "before": (replace(FULL, horizon=max(game.heuristic().horizon, LEAST_HORIZON)), judge_before),
        "default": (AnalysisConfig(), nullcontext),
        **{f"--bot {bot}": (AnalysisConfig(bot=bot), nullcontext) for bot in asked.bots},
    }
    found: dict[str, list[Verdict]] = {name: [] for name in ways}
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    for unit in events(game, asked.seed, FULL)[: asked.events]:
        for name, (config, judges) in ways.items():
            begun = process_time()
            with judges():
                found[name].append(judge_event(replace(unit, config=config)))
            seconds[name].append(process_time() - begun)
    yield f"{game.name}: {len(found['full'])} events; seconds of CPU for each and as a share of full"
    for name in ways:
        shares = f"{ratio(seconds[name], seconds['full'])}, of before {ratio(seconds[name], seconds['before'])}"
        yield f"  {name:16}  {mean_and_error(seconds[name])[0]:.3f} s, {shares}; " + (signs(found[name], found["full"]))


def ratio(some: Sequence[float], of: Sequence[float]) -> str:
    """The ratio of two sums with its 95 % interval, from the scatter of the pairs."""
    quotient = sum(some) / sum(of)
    error = mean_and_error([a - quotient * b for a, b in zip(some, of, strict=True)])[1] * len(of) / sum(of)
    return f"{quotient:.2f} ({quotient - Z_95 * error:.2f} to {quotient + Z_95 * error:.2f})"


def signs(some: Sequence[Verdict], full: Sequence[Verdict]) -> str:
    """The number of decisions with the sign of the full analysis, and what they lose."""
    pairs = [(a, b) for a, b in zip(some, full, strict=True) if isinstance(a, Decision) and isinstance(b, Decision)]
    same = sum(a.mark == b.mark for a, b in pairs)
    found = rate_of(same, len(pairs))
    marked = sum(bool(a.mark) for a, _ in pairs)
    off = [a.skill.loss.win_rate - b.skill.loss.win_rate for a, b in pairs]
    return (
        f"signs as full {same} of {len(pairs)} ({100 * found.low:.0f} to {100 * found.high:.0f} %), {marked} signs; "
        f"loss less that of full {interval(off)}, root mean square {sqrt(mean_and_error([x * x for x in off])[0]):.3f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("mc", "analyse"))
    parser.add_argument("game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--positions", type=int, default=200, help="decisions, for mc")
    parser.add_argument("--truth", type=int, default=400, help="deals that say which move is best, for mc")
    parser.add_argument("--budgets", type=int, nargs="*", default=[100, 200], help="of mc")
    parser.add_argument("--events", type=int, default=200, help="events, for analyse")
    parser.add_argument("--bots", nargs="*", default=[], help="other searches to try, for analyse")
    asked = parser.parse_args()
    compare = compare_mc if asked.what == "mc" else compare_analyses
    for line in compare(get_game(asked.game), asked):
        print(line, flush=True)


if __name__ == "__main__":
    main()
