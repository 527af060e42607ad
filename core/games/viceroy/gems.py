"""Gems as counts of the four colours: 4 bytes in the order blue, red, green, yellow (VC-1.4)."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from typing import Final, Literal

Colour = Literal["blue", "red", "green", "yellow"]
COLOURS: Final[tuple[Colour, ...]] = ("blue", "red", "green", "yellow")
INDEX: Final[dict[str, int]] = {colour: index for index, colour in enumerate(COLOURS)}

Gems = bytes
Counts = tuple[int, int, int, int]

PER_COLOUR: Final = 16
"""Gems of one colour in the game (VC-1.4)."""
NONE: Final = bytes(4)
_bytes: Final = struct.Struct("4B").pack
ONE: Final[tuple[Counts, ...]] = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))
"""One gem of each colour, by colour index."""


# What is paid and got comes as tuples: with those `core.zones` takes half as long again, 1 % of a validation.


def plus(a: Sequence[int], b: Sequence[int]) -> Gems:
    """Both together."""
    blue, red, green, yellow = a
    b0, b1, b2, b3 = b
    return _bytes(blue + b0, red + b1, green + b2, yellow + b3)


def minus(a: Sequence[int], b: Sequence[int]) -> Gems:
    """What is left of `a` without `b`, of which `a` has enough."""
    blue, red, green, yellow = a
    b0, b1, b2, b3 = b
    return _bytes(blue - b0, red - b1, green - b2, yellow - b3)


def counts(gems: Sequence[int]) -> Counts:
    """As a tuple, for records."""
    return (gems[0], gems[1], gems[2], gems[3])


def covers(a: Sequence[int], b: Sequence[int]) -> bool:
    """Are all of `b` in `a`?"""
    blue, red, green, yellow = a
    b0, b1, b2, b3 = b
    return blue >= b0 and red >= b1 and green >= b2 and yellow >= b3


def choices(stock: Sequence[int], fewest: int, most: int) -> Iterator[Counts]:
    """Every way to take `fewest` to `most` gems out of a stock, small takings first, then by colour."""
    blue, red, green, yellow = stock
    for n in range(fewest, most + 1):
        for b in range(min(blue, n), -1, -1):
            for r in range(min(red, n - b), -1, -1):
                for g in range(min(green, n - b - r), -1, -1):
                    if n - b - r - g <= yellow:
                        yield (b, r, g, n - b - r - g)


def words(gems: Sequence[int]) -> str:
    """`2 blue, 1 red`; `no gems` for none."""
    return ", ".join(f"{n} {colour}" for n, colour in zip(gems, COLOURS, strict=True) if n) or "no gems"
