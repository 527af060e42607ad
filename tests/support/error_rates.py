"""The error rates of the bots: what a decision costs them on average, as `analyse` judges it by default.

`python tests/support/error_rates.py` measures `random`, `greedy` and `mcts:50` in all games, and prints what is in
`core/analysis/error_rates.toml`; --bots are others. Players are rated by it. Each bot plays itself with two seats. Of
each game some decisions with a choice are judged, drawn at random. The error is that of the mean over games.

The figures depend on --seed alone. With the defaults it takes some minutes.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from kronika.core.analysis.decisions import Decision, EventToJudge, events_to_judge, judge_event
from kronika.core.analysis.judge import AnalysisConfig
from kronika.core.basics.chance import Dice
from kronika.core.basics.statistics import mean_and_error
from kronika.core.bots.driver import play_out
from kronika.core.bots.lookup import find_bot
from kronika.core.contract.registry import game_names, get_game
from kronika.core.sessions.session import Session

BOTS = ["random", "greedy", "mcts:50"]


def units(game: str, bot: str, seed: int, number: int, decisions: int) -> list[EventToJudge]:
    """Some decisions with a choice of a game of a bot against itself."""
    session = Session.new(game, ["Anna", "Bob"], seed=Dice("rates", seed, game, bot, number).below(1 << 48))
    play_out(session, {seat: find_bot(bot) for seat in (0, 1)})
    both = [unit for seat in (0, 1) for unit in events_to_judge(session, AnalysisConfig(), seat)]
    open_to_choice = [unit for unit in both if len(get_game(game).actions(unit.before, unit.by)) > 1]
    return Dice("drawn", seed, number).draw(open_to_choice, min(decisions, len(open_to_choice)))


def losses(game: str, bot: str, asked: argparse.Namespace) -> Iterator[float]:
    """The mean loss of a decision, game by game."""
    for number in range(asked.games):
        found = [judge_event(unit) for unit in units(game, bot, asked.seed, number, asked.decisions)]
        rates = [one.skill.loss.win_rate for one in found if isinstance(one, Decision)]
        if rates:
            yield sum(rates) / len(rates)


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
        for bot in asked.bots:
            mean, error = mean_and_error([*losses(name, bot, asked)])
            print(f'"{bot}" = [{mean:.4f}, {error:.4f}]', flush=True)
        print(flush=True)


if __name__ == "__main__":
    main()
