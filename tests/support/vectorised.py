"""Steps a second of the same number of games in one process and in two, in turns, with random legal actions.

`python tests/support/vectorised.py [GAME...]` prints a table. Measure while nothing else runs.

- one: all games in this process, as one batch.
- two: a batch in each of two processes. The policy waits for both.
- halves: two vectors of two processes each. While the policy acts for one, the other plays.
- apart: two processes that wait for nobody, each with its own policy: what two cores of this machine can give.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from statistics import median
from typing import Any

import numpy as np
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv

from kronika.core import game_names
from kronika.envs import BatchEnv, gym_env


def batch_of(name: str, games: int, core: int | None = None) -> BatchEnv:
    """Games of one seat against random play, on a core if it is given."""
    if core is not None:
        os.sched_setaffinity(0, {core})
    return BatchEnv([gym_env(name) for _ in range(games)])


def in_one(name: str, games: int) -> Any:
    """All games as a vector of this process."""
    return SyncVectorEnv([partial(batch_of, name, games)], copy=False)


def in_two(name: str, games: int, pinned: bool) -> Any:
    """A vector of two processes, each with half of the games, and on a core of its own if they are pinned."""
    batches = [partial(batch_of, name, games // 2, core if pinned else None) for core in range(2)]
    return AsyncVectorEnv(batches, shared_memory=True, copy=False)


class Policy:
    """Random legal actions."""

    def __init__(self) -> None:
        self._rng = np.random.default_rng(1)

    def act(self, seen: Any) -> Any:
        """An action for each game; made so that it takes little of the time that is measured."""
        mask = seen["action_mask"]
        games, actions = np.divmod(np.flatnonzero(mask.view(bool)), mask.shape[-1])
        counts = np.bincount(games)
        picked = np.cumsum(counts) - 1 - (self._rng.random(len(counts)) * counts).astype(int)
        return actions[picked].reshape(mask.shape[:-1])


def rate_of(vector: Any, games: int, seconds: float) -> float:
    """The steps of all games a second."""
    policy, seen = Policy(), vector.reset(seed=1)[0]
    steps, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        seen = vector.step(policy.act(seen))[0]
        steps += games
    return steps / (time.perf_counter() - start)


def rate_of_halves(vectors: Sequence[Any], games: int, seconds: float) -> float:
    """The same of several vectors, each of which plays while the policy acts for the others."""
    policy, first = Policy(), [vector.reset(seed=1)[0] for vector in vectors]
    steps, start = 0, time.perf_counter()
    for vector, seen in zip(vectors, first, strict=True):
        vector.step_async(policy.act(seen))
    while time.perf_counter() - start < seconds:
        for vector in vectors:
            vector.step_async(policy.act(vector.step_wait()[0]))
            steps += games // len(vectors)
    for vector in vectors:
        vector.step_wait()
        steps += games // len(vectors)
    return steps / (time.perf_counter() - start)


def rate_alone(name: str, games: int, seconds: float, begin: float) -> float:
    """The rate of a process with its own policy; it begins when the other one does."""
    vector = in_one(name, games)
    time.sleep(max(0.0, begin - time.time()))
    return rate_of(vector, games, seconds)


def rate_apart(pool: ProcessPoolExecutor, name: str, games: int, seconds: float) -> float:
    """The rates of two such processes together."""
    begin = time.time() + 2
    rates = [pool.submit(rate_alone, name, games // 2, seconds, begin) for _ in range(2)]
    return sum([rate.result() for rate in rates])


def measure(name: str, games: int, rounds: int, seconds: float, pinned: bool) -> list[float]:
    """The median rates of the four forms, measured in turns."""
    one, two = in_one(name, games), in_two(name, games, pinned)
    halves = [in_two(name, games // 2, pinned) for _ in range(2)]
    with ProcessPoolExecutor(2) as pool:
        forms: list[Callable[[], float]] = [
            partial(rate_of, one, games, seconds),
            partial(rate_of, two, games, seconds),
            partial(rate_of_halves, halves, games, seconds),
            partial(rate_apart, pool, name, games, seconds),
        ]
        found = [[form() for form in forms] for _ in range(rounds)]
    for vector in (one, two, *halves):
        vector.close()
    return [median(rates) for rates in zip(*found, strict=True)]


def main() -> None:
    """Measure and print each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--games", type=int, default=256, help="in all, divisible by 4 (256)")
    parser.add_argument("--rounds", type=int, default=5, help="of which the median counts (5)")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each form in each round (2)")
    parser.add_argument("--pin", action="store_true", help="each process on a core of its own (Linux)")
    given = parser.parse_args()
    print("| game | one | two | halves | apart |\n| --- | ---: | ---: | ---: | ---: |")
    for name in given.game or game_names():
        one, *others = measure(name, given.games, given.rounds, given.seconds, given.pin)
        times = " | ".join([f"{rate:,.0f} ({rate / one:.2f})" for rate in others])
        print(f"| `{name}` | {one:,.0f} | {times} |", flush=True)


if __name__ == "__main__":
    main()
