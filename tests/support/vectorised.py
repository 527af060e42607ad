"""Steps a second of `batch_env` in this process and in two others, in turns.

`python tests/support/vectorised.py [GAME...]` prints the table of the page for researchers.
"""

from __future__ import annotations

import argparse
import time
from functools import partial
from statistics import median
from typing import Any

import numpy as np
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv

from kronika.core import game_names
from kronika.envs import batch_env

GAMES = 32
"""The number of games in a process."""
ROUNDS = 5
"""How often each number of processes is measured; the median counts."""


def rate_of(vector: Any, processes: int, seconds: float) -> float:
    """The steps of all games a second, with random legal actions."""
    rng = np.random.default_rng(1)
    seen, _ = vector.reset(seed=1)
    steps, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        odds = rng.random(seen["action_mask"].shape, np.float32) * seen["action_mask"]
        seen = vector.step(odds.argmax(-1))[0]
        steps += processes * GAMES
    return steps / (time.perf_counter() - start)


def measure(name: str, seconds: float = 2.0) -> tuple[float, float]:
    """The rates of one process and of two."""
    found: dict[int, list[float]] = {1: [], 2: []}
    make = partial(batch_env, name, GAMES)
    vectors = {
        1: SyncVectorEnv([make], copy=False),
        2: AsyncVectorEnv([make] * 2, shared_memory=True, copy=False),
    }
    for _ in range(ROUNDS):
        for number, vector in vectors.items():
            found[number].append(rate_of(vector, number, seconds))
    for vector in vectors.values():
        vector.close()
    return median(found[1]), median(found[2])


def main() -> None:
    """Measure and print each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*")
    names = parser.parse_args().game or game_names()
    print("| game | one process | two | times |\n| --- | ---: | ---: | ---: |")
    for name in names:
        one, two = measure(name)
        print(f"| `{name}` | {one:,.0f} | {two:,.0f} | {two / one:.2f} |", flush=True)


if __name__ == "__main__":
    main()
