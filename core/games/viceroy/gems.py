"""Gems as numbers for the four colours: 4 bytes in the order blue, red, green, yellow (VC-1.4)."""

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
"""Number of gems of each colour in the box (VC-1.4)."""
NONE: Final = bytes(4)
_bytes: Final = struct.Struct("4B").pack
ONE: Final[tuple[Counts, ...]] = ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))
"""One gem of each colour, by colour index."""


# Payments and gains are tuples, for which `core.contract.zones` takes 50 % longer: 1 % of a validation.


def plus(a: Sequence[int], b: Sequence[int]) -> Gems:
    """Return the sum of two numbers of gems, colour by colour."""
    blue, red, green, yellow = a
    b0, b1, b2, b3 = b
    return _bytes(blue + b0, red + b1, green + b2, yellow + b3)


def minus(a: Sequence[int], b: Sequence[int]) -> Gems:
    """Return `a` minus `b`, colour by colour; `a` must have enough of each colour."""
    blue, red, green, yellow = a
    b0, b1, b2, b3 = b
    return _bytes(blue - b0, red - b1, green - b2, yellow - b3)


def counts(gems: Sequence[int]) -> Counts:
    """Return the gems as a tuple, as effects and actions store them."""
    return (gems[0], gems[1], gems[2], gems[3])


def covers(a: Sequence[int], b: Sequence[int]) -> bool:
    """Whether `a` has at least as many gems of each colour as `b`."""
    blue, red, green, yellow = a
    b0, b1, b2, b3 = b
    return blue >= b0 and red >= b1 and green >= b2 and yellow >= b3


def choices(stock: Sequence[int], fewest: int, most: int) -> Iterator[Counts]:
    """Yield every way to take `fewest` to `most` gems from a stock, fewer gems first, then by colour."""
    blue, red, green, yellow = stock
    for n in range(fewest, most + 1):
        for b in range(min(blue, n), -1, -1):
            for r in range(min(red, n - b), -1, -1):
                for g in range(min(green, n - b - r), -1, -1):
                    if n - b - r - g <= yellow:
                        yield (b, r, g, n - b - r - g)


def words(gems: Sequence[int]) -> str:
    """Return the gems in words, such as `2 blue, 1 red`; `no gems` for none."""
    return ", ".join(f"{n} {colour}" for n, colour in zip(gems, COLOURS, strict=True) if n) or "no gems"
