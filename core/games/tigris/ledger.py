"""The points of a player by source and colour (TE-12.4).

A ledger is a flat tuple `(place, points, place, points, …)` with rising places; a place is 4 x source + colour. It has
only the places with points: most never get any, and the ledger is hashed with every state.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import Final

Ledger = tuple[int, ...]

EMPTY_LEDGER: Final[Ledger] = ()


def pay(ledger: Ledger, source: int, colour: int, points: int) -> Ledger:
    """The ledger with points added for a source and a colour."""
    place = 4 * source + colour
    places = ledger[::2]
    at = bisect_left(places, place)
    entry = (place, points)
    if at < len(places) and places[at] == place:
        entry = (place, points + ledger[2 * at + 1])
        return ledger[: 2 * at] + entry + ledger[2 * at + 2 :]
    return ledger[: 2 * at] + entry + ledger[2 * at :]


def entries(ledger: Ledger) -> Iterator[tuple[int, int, int]]:
    """The entries of a ledger as (source, colour, points), in rising order of places."""
    for at in range(0, len(ledger), 2):
        source, colour = divmod(ledger[at], 4)
        yield source, colour, ledger[at + 1]


def by_colour(ledger: Ledger) -> list[int]:
    """The sum of the points of each colour."""
    points = [0, 0, 0, 0]
    for place, paid in zip(ledger[::2], ledger[1::2], strict=True):
        points[place & 3] += paid
    return points


def written(paid: Iterable[tuple[int, int, int]]) -> Ledger:
    """The ledger of these entries (source, colour, points); those with 0 points are dropped."""
    ledger = EMPTY_LEDGER
    for source, colour, points in paid:
        if points:
            ledger = pay(ledger, source, colour, points)
    return ledger
