"""Reproducible chance: a random number generator for each event of a game.

Each generator is made from the seed and the number of the event, so undo, redo and resuming give the same draws. Only
`random.Random(int).random()` is used, because it is the one function whose sequence Python promises not to change.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from hashlib import blake2b
from random import Random
from typing import Final, TypeVar

T = TypeVar("T")

RANDOM_SEED_RANGE: Final = range(1 << 48, 1 << 53)
"""The range of seeds that are drawn if none is given: 53 bits, which every reader of JSON keeps exactly.

A player could find a small seed by trying all of them against the first hand; this range is too large for that.
"""


def random_seed() -> int:
    """Return an unpredictable seed in RANDOM_SEED_RANGE, from the operating system's random source."""
    seed = 0
    while seed not in RANDOM_SEED_RANGE:
        seed = int.from_bytes(os.urandom(7), "big") >> 3
    return seed


def secret_token() -> str:
    """Return 43 random characters of a URL, 256 bits from the operating system, that nobody can guess."""
    from secrets import token_urlsafe  # not needed at the start

    return token_urlsafe(32)


class Dice:
    """A seeded random number generator with uniform choices, based on `random()` alone."""

    __slots__ = ("_random",)

    def __init__(self, seed: int | str, *path: int | str) -> None:
        """Each combination of seed and path, such as the number of an event, gives an unrelated sequence."""
        key = "/".join(str(part) for part in (seed, *path)).encode()
        self._random = Random(int.from_bytes(blake2b(key, digest_size=8).digest(), "big")).random

    def below(self, n: int) -> int:
        """Return a whole number from 0 to n - 1."""
        return int(self._random() * n)

    def choice(self, items: Sequence[T]) -> T:
        """Return one of `items`, which must not be empty."""
        return items[int(self._random() * len(items))]

    def draw(self, items: Sequence[T], k: int) -> list[T]:
        """Draw `k` of `items` without replacement, in the order drawn. Raises ValueError if there are fewer."""
        if k > len(items):
            raise ValueError(f"cannot draw {k} of {len(items)}")
        pool = list(items)
        return [pool.pop(int(self._random() * len(pool))) for _ in range(k)]

    def draw_counts(self, counts: Sequence[int], k: int) -> tuple[int, ...]:
        """Draw `k` items from a bag with `counts[i]` items of kind i. Returns the number drawn of each kind."""
        drawn = [0] * len(counts)
        for kind in self.draw([kind for kind, n in enumerate(counts) for _ in range(n)], k):
            drawn[kind] += 1
        return tuple(drawn)
