"""Over many games: luck evens out, and who plays worse has lost more."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean, stdev

import pytest
from msgspec.structs import replace

from kronika.core.analysis.decisions import Decision, Fall, judged, units
from kronika.core.analysis.judge import Terms
from kronika.core.game import CHANCE
from kronika.core.registry import game_names, get_game
from kronika.core.shares import Z
from kronika.logs.simulate import play_bots, play_random

GAMES = 200
ROUGH = Terms(bot="mcts:60", playouts=20)
EVERY = 3
"""Of so many decisions one is judged."""

pytestmark = pytest.mark.long


def interval(numbers: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of a mean."""
    half = Z * stdev(numbers) / len(numbers) ** 0.5
    return mean(numbers) - half, mean(numbers) + half


@pytest.mark.parametrize("game", game_names())
def test_luck_sums_to_nothing_over_many_games(game: str) -> None:
    """What falls is drawn as it is judged, so a seat's luck is nothing on the average, whatever the judge is worth.

    One test in twenty would fail at 95 %, so it is the interval of 99.7 % that must hold nothing.
    """
    sums = []
    for seed in range(GAMES):
        session = play_random(get_game(game), 2, {}, seed)
        terms = replace(ROUGH, seed=seed)  # else all games would be held against the same deals
        fallen = [judged(unit) for unit in units(session, terms, None) if unit.by == CHANCE]
        sums.append(sum(fall.luck[0].share for fall in fallen if isinstance(fall, Fall)))
    low, high = interval(sums)
    middle, half = (low + high) / 2, (high - low) / 2 * 3 / Z
    assert abs(middle) < half, f"{middle:.4f} ± {half / 3:.4f}"


@pytest.mark.parametrize("game", game_names())
def test_random_moves_lose_more_skill_than_those_of_a_search(game: str) -> None:
    """Per decision, in the same games: the intervals lie apart."""
    lost: dict[str, list[float]] = {"random": [], "mc": []}
    for seed in range(6):
        bots = ["random", "mc"] if seed % 2 else ["mc", "random"]
        session = play_bots(get_game(game), bots, {}, seed)[0]
        for unit in [unit for unit in units(session, ROUGH, None) if unit.by != CHANCE][seed % EVERY :: EVERY]:
            found = judged(unit)
            assert isinstance(found, Decision)
            if found.legal > 1:
                lost[bots[found.seat]].append(found.skill.loss.share)
    assert interval(lost["mc"])[1] < interval(lost["random"])[0], {name: interval(all) for name, all in lost.items()}
