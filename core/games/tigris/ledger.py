"""What a player has been paid, source by source and colour by colour (TE-12.4).

A ledger is a flat tuple of places and points, `(place, points, place, points, …)` with rising places, that holds only
what has paid: most of it never does, and it is hashed with every state. A place is 4 x source + colour.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import Final

Ledger = tuple[int, ...]

EMPTY_LEDGER: Final[Ledger] = ()


def pay(ledger: Ledger, source: int, colour: int, points: int) -> Ledger:
    """The ledger with points added."""
    place = 4 * source + colour
    places = ledger[::2]
    at = bisect_left(places, place)
    entry = (place, points)
    if at < len(places) and places[at] == place:
        entry = (place, points + ledger[2 * at + 1])
        return ledger[: 2 * at] + entry + ledger[2 * at + 2 :]
    return ledger[: 2 * at] + entry + ledger[2 * at :]


def entries(ledger: Ledger) -> Iterator[tuple[int, int, int]]:
    """Source, colour and points of all that has paid."""
    for at in range(0, len(ledger), 2):
        source, colour = divmod(ledger[at], 4)
        yield source, colour, ledger[at + 1]


def by_colour(ledger: Ledger) -> list[int]:
    """What each colour has been paid in all."""
    points = [0, 0, 0, 0]
    for place, paid in zip(ledger[::2], ledger[1::2], strict=True):
        points[place & 3] += paid
    return points


def written(paid: Iterable[tuple[int, int, int]]) -> Ledger:
    """A ledger of these sources, colours and points."""
    ledger = EMPTY_LEDGER
    for source, colour, points in paid:
        if points:
            ledger = pay(ledger, source, colour, points)
    return ledger
