"""Steps a second of the environments, beside those of PettingZoo's own games in the same run.

A step is `last` and `step` of a random legal action. Nothing here asserts a time.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from kronika.core import game_names, get_game

pytestmark = pytest.mark.bench
pytest.importorskip("pettingzoo")

STEPS = 1000


def kronika_env(name: str) -> Any:
    from kronika.envs import aec_env

    return aec_env(name, max(2, get_game(name).seats[0]))


def classic_env(name: str) -> Any:
    pytest.importorskip("pygame")
    return import_module(f"pettingzoo.classic.{name}").env()


MAKERS: dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(game_names(), kronika_env),
    **dict.fromkeys(("tictactoe_v3", "connect_four_v3"), classic_env),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.benchmark(group="environments")
@pytest.mark.parametrize("name", MAKERS)
def test_steps(benchmark: Any, name: str) -> None:
    env, rng = MAKERS[name](name), np.random.default_rng(0)

    def walk() -> None:
        seed = steps = 0
        while steps < STEPS:
            env.reset(seed=(seed := seed + 1))
            for _ in env.agent_iter():
                observation, _, over, cut, _ = env.last()
                legal = np.flatnonzero(observation["action_mask"])
                env.step(None if over or cut else int(legal[int(rng.random() * len(legal))]))
                steps += 1

    walk()
    benchmark.pedantic(walk, rounds=3)
    if benchmark.stats is not None:
        print(f"\n{name}: about {STEPS / benchmark.stats.stats.min:,.0f} steps a second")
