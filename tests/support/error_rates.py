"""The error rates of the bots: what a decision costs them on average, as `analyse` judges it by default.

`python tests/support/error_rates.py` measures `random`, `greedy` and `mcts:50` in all games, and prints what is in
`core/analysis/error_rates.toml`; --bots are others. Players are rated by it. Each bot plays itself with two seats. Of
each game some decisions with a choice are judged, drawn at random. The error is that of the mean over games.

It also tells how good a rating of one whole game is: of 1,000 samples of the decisions of a bot, as many as a player
has in a game of it, how many get a rating that includes the bot's own, and how many get that one alone.

The figures depend on --seed alone. With the defaults it takes some minutes.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from kronika.core.analysis.decisions import SIGNIFICANCE_THRESHOLD, Decision, Delta, events_to_judge, judge_event
from kronika.core.analysis.judge import AnalysisConfig
from kronika.core.analysis.rating import rate_and_error
from kronika.core.basics.chance import Dice
from kronika.core.basics.statistics import mean_and_error
from kronika.core.bots.driver import play_out
from kronika.core.bots.lookup import find_bot
from kronika.core.contract.registry import game_names, get_game
from kronika.core.sessions.session import Session

BOTS = ["random", "greedy", "mcts:50"]
SAMPLES = 1_000
"""The number of samples that are rated."""


class Played(NamedTuple):
    """A game of a bot against itself: the losses of some decisions, and the choices that a player had on average."""

    losses: list[Delta]
    choices: float


def played(game: str, bot: str, number: int, asked: argparse.Namespace) -> Played:
    """Some decisions with a choice of a game, judged."""
    session = Session.new(game, ["Anna", "Bob"], seed=Dice("rates", asked.seed, game, bot, number).below(1 << 48))
    play_out(session, {seat: find_bot(bot) for seat in (0, 1)})
    both = [unit for seat in (0, 1) for unit in events_to_judge(session, AnalysisConfig(), seat)]
    open_to_choice = [unit for unit in both if len(get_game(game).actions(unit.before, unit.by)) > 1]
    drawn = Dice("drawn", asked.seed, number).draw(open_to_choice, min(asked.decisions, len(open_to_choice)))
    verdicts = [one for one in map(judge_event, drawn) if isinstance(one, Decision)]
    return Played([one.skill.loss for one in verdicts], len(open_to_choice) / 2)


def error_rate(games: Sequence[Played]) -> tuple[float, float]:
    """The mean loss of a decision in some games, and its error over the games."""
    rates = [[loss.win_rate for loss in one.losses] for one in games if one.losses]
    return mean_and_error([sum(one) / len(one) for one in rates])


def rated(found: Mapping[str, Sequence[Played]], seed: int) -> Iterator[str]:
    """For each bot, how many samples are rated as it is."""
    order = sorted(found, key=lambda bot: error_rate(found[bot])[0])
    bounds = [(error_rate(found[better])[0] + error_rate(found[worse])[0]) / 2 for better, worse in pairwise(order)]
    for bot, games in found.items():
        losses = [loss for one in games for loss in one.losses]
        size = round(sum(one.choices for one in games) / len(games))
        dice, includes, alone = Dice("rated", seed, bot), 0, 0
        for _ in range(SAMPLES):
            rate, error = rate_and_error([losses[dice.below(len(losses))] for _ in range(size)])
            low, high = (sum(rate + side * SIGNIFICANCE_THRESHOLD * error > one for one in bounds) for side in (-1, 1))
            includes += low <= order.index(bot) <= high
            alone += low == order.index(bot) == high
        yield f"# {bot}: {size} decisions: {includes} of {SAMPLES:,} include its own rating, {alone} are it alone"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=[*game_names()], metavar="GAME")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=8, help="for each bot and game")
    parser.add_argument("--decisions", type=int, default=12, help="for each game")
    parser.add_argument("--bots", nargs="+", default=BOTS, metavar="BOT")
    asked = parser.parse_args()
    for name in asked.names:
        print(f"[{name}]", flush=True)
        found: dict[str, list[Played]] = {}
        for bot in asked.bots:
            found[bot] = [played(name, bot, number, asked) for number in range(asked.games)]
            mean, error = error_rate(found[bot])
            print(f'"{bot}" = [{mean:.4f}, {error:.4f}]', flush=True)
        print("\n".join(rated(found, asked.seed)), flush=True)


if __name__ == "__main__":
    main()
