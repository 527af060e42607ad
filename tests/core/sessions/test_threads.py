"""Games are shared by threads without a lock: what a game comes to does not depend on who else is playing."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from typing import Any

import pytest

from kronika.core.contract.registry import AnyGame
from kronika.logs.work.simulate import play_random
from support.playouts import games


def played(task: tuple[AnyGame, int]) -> Sequence[Any]:
    """A whole random game and its score sheet."""
    game, seed = task
    session = play_random(game, game.seats[1], {}, seed)
    return session.line.events, session.score(), session.result()


def check_threads(seeds: range) -> None:
    tasks = list(product(games(), seeds))
    alone = list(map(played, tasks))
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)  # so that threads meet in the middle of things
    try:
        with ThreadPoolExecutor(8) as threads:
            assert list(threads.map(played, tasks)) == alone
    finally:
        sys.setswitchinterval(before)


def test_games_on_threads_are_what_they_are_one_by_one() -> None:
    check_threads(range(1))


@pytest.mark.long
def test_many_games_on_threads_are_what_they_are_one_by_one() -> None:
    check_threads(range(100, 112))
