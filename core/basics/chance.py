"""Explicit chance: the dice of a game, made anew for every event.

A generator is made from (seed, event number), so undo, redo and resuming give the same draws. Only
`random.Random(int).random()` is used: the one primitive whose sequence Python promises to keep.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from hashlib import blake2b
from random import Random
from typing import Final, TypeVar

T = TypeVar("T")

RANDOM_SEED_RANGE: Final = range(1 << 48, 1 << 53)
"""Seeds that are made up where nobody names one: 53 bits, as many as any reader of JSON keeps.

A seat's own first hand tells which of a thousand seeds dealt it; these are too many to be tried.
"""


def random_seed() -> int:
    """A seed that nobody has named, and nobody can guess."""
    seed = 0
    while seed not in RANDOM_SEED_RANGE:
        seed = int.from_bytes(os.urandom(7), "big") >> 3
    return seed


class Dice:
    """Uniform choices made of nothing but `random()`."""

    __slots__ = ("_random",)

    def __init__(self, seed: int | str, *path: int | str) -> None:
        """Different (seed, path) give unrelated sequences; `path` is the event number, for example."""
        key = "/".join(str(part) for part in (seed, *path)).encode()
        self._random = Random(int.from_bytes(blake2b(key, digest_size=8).digest(), "big")).random

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""
        return int(self._random() * n)

    def choice(self, items: Sequence[T]) -> T:
        """One of `items`, which must not be empty."""
        return items[int(self._random() * len(items))]

    def draw(self, items: Sequence[T], k: int) -> list[T]:
        """`k` of `items` without replacement, in the order drawn. Raises ValueError when there are fewer."""
        if k > len(items):
            raise ValueError(f"cannot draw {k} of {len(items)}")
        pool = list(items)
        return [pool.pop(int(self._random() * len(pool))) for _ in range(k)]

    def draw_counts(self, counts: Sequence[int], k: int) -> tuple[int, ...]:
        """`k` items out of a bag of `counts[i]` items of kind i; the number drawn of each kind."""
        drawn = [0] * len(counts)
        for kind in self.draw([kind for kind, n in enumerate(counts) for _ in range(n)], k):
            drawn[kind] += 1
        return tuple(drawn)
