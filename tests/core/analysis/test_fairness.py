"""Over many games: luck evens out, who plays worse has lost more, and how much of a result luck explains.

What is printed stands in `docs/analyse.md`: `pytest -m long -s tests/core/analysis/test_fairness.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from statistics import mean, stdev, variance
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from kronika.core.analysis.decisions import ChanceVerdict, Decision, events_to_judge, judge_event
from kronika.core.analysis.judge import AnalysisConfig
from kronika.core.basics.statistics import Z_95
from kronika.core.contract.game import CHANCE
from kronika.core.contract.registry import game_names, get_game
from kronika.logs.work.simulate import play_bots, play_random

GAMES = 200
ROUGH = AnalysisConfig(bot="mcts:60", playouts=20)
EVERY = 3
"""One decision in this many is judged."""
PLAYED = {"tides": 48, "ancient_knowledge": 18, "viceroy": 18}
"""Games for each search, where `RANKED_MOVES` are too few to tell a rough one from random moves."""
FEW = 6
STUDENT = {6: 2.571, 18: 2.110, 48: 2.012}
"""By the number of games: as many standard errors are the half of a 95 % interval (Student's t)."""
WORTH = 0.25
"""A corrected result would have to be worth this many of the games to be offered."""

pytestmark = pytest.mark.long


class Had(NamedTuple):
    """What the first seat of a game had: its share of the victory, luck, and the variance that is the judge's own."""

    result: float
    luck: float
    noise: float


@cache
def lucks(game: str) -> list[Had]:
    """Of many random games."""
    found = []
    for seed in range(GAMES):
        session = play_random(get_game(game), 2, {}, seed)
        config = replace(ROUGH, seed=seed)  # else all games would be held against the same deals
        actual = [judge_event(unit) for unit in events_to_judge(session, config, None) if unit.by == CHANCE]
        swings = [fall.luck[0] for fall in actual if isinstance(fall, ChanceVerdict)]
        winners = session.game.result(session.state).winners
        noise = sum(swing.win_rate_error**2 for swing in swings)
        found.append(Had((0 in winners) / len(winners), sum(swing.win_rate for swing in swings), noise))
    return found


def interval(numbers: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of a mean."""
    half = Z_95 * stdev(numbers) / len(numbers) ** 0.5
    return mean(numbers) - half, mean(numbers) + half


def taken_off(games: Sequence[Had], quiet: bool) -> float:
    """The part of the variance of results that goes with their luck; `quiet`: as if the judge had no noise."""
    left = variance([game.result - game.luck for game in games]) - quiet * mean(game.noise for game in games)
    return 1 - left / variance([game.result for game in games])


def taken_off_interval(games: Sequence[Had], quiet: bool) -> tuple[float, float]:
    """The 95 % interval of it, by the jackknife: every game is left out once."""
    without = [taken_off([*games[:at], *games[at + 1 :]], quiet) for at in range(len(games))]
    half = Z_95 * (len(games) - 1) / len(games) ** 0.5 * stdev(without)
    return taken_off(games, quiet) - half, taken_off(games, quiet) + half


def told(low: float, high: float) -> str:
    """An interval in hundredths, as the page has it."""
    return f"{50 * (low + high):.1f} ({100 * low:.1f} to {100 * high:.1f})"


def lost(game: str, search: str, seed: int) -> tuple[list[float], list[float]]:
    """What random moves cost in a game against a search, decision by decision, and what those of the search cost."""
    bots = ["random", search] if seed % 2 else [search, "random"]
    session = play_bots(get_game(game), bots, {}, seed)[0]
    losses: dict[str, list[float]] = {bot: [] for bot in bots}
    for unit in [unit for unit in events_to_judge(session, ROUGH, None) if unit.by != CHANCE][seed % EVERY :: EVERY]:
        found = judge_event(unit)
        assert isinstance(found, Decision)
        if found.legal > 1:
            losses[bots[found.seat]].append(found.skill.loss.win_rate)
    return losses["random"], losses[search]


@pytest.mark.parametrize("game", game_names())
def test_luck_sums_to_nothing_over_many_games(game: str) -> None:
    """What falls is drawn as it is judged, so a seat's luck is nothing on the average, whatever the judge is worth.

    One test in twenty would fail at 95 %, so it is the interval of 99.7 % that must hold nothing.
    """
    low, high = interval([had.luck for had in lucks(game)])
    print(f"\n{game}: luck {told(low, high)} % of the win")
    middle, half = (low + high) / 2, (high - low) / 2 * 3 / Z_95
    assert abs(middle) < half, f"{middle:.4f} ± {half / 3:.4f}"


@pytest.mark.parametrize("game", game_names())
def test_luck_taken_off_results_is_not_worth_a_quarter_of_the_games(game: str) -> None:
    """So no result is corrected for luck; a game where it is worth that would deserve a figure of its own."""
    low, high = taken_off_interval(lucks(game), quiet=False)
    quiet = taken_off_interval(lucks(game), quiet=True)
    print(f"\n{game}: luck takes off {told(low, high)} % of the variance; without the judge's noise {told(*quiet)}")
    assert high < WORTH, f"{low:.3f} to {high:.3f}"


@pytest.mark.parametrize("search", ["mc", "mcts:50"])
@pytest.mark.parametrize("game", game_names())
def test_random_moves_lose_more_skill_than_those_of_a_search(game: str, search: str) -> None:
    """Per decision: what random moves lose more in a game is above nothing, with its interval over the games.

    Two intervals of the bots may overlap where the difference is sure: what both lose in one game goes together.
    """
    games = [lost(game, search, seed) for seed in range(PLAYED.get(game, FEW))]
    more = [mean(random) - mean(other) for random, other in games]
    half = STUDENT[len(games)] * stdev(more) / len(games) ** 0.5
    low, high = mean(more) - half, mean(more) + half
    each = [told(*interval([loss for losses in side for loss in losses])) for side in zip(*games, strict=True)]
    print(f"\n{game}: lost a decision random {each[0]} %, {search} {each[1]} %; random more {told(low, high)}")
    assert low > 0, f"{low:.4f} to {high:.4f}"
