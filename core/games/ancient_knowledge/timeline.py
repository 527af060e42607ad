"""The geometry of a timeline (AK-1.2, AK-3.3, AK-3.6 to AK-3.8): places, neighbours, moves.

A timeline is twelve bytes, one card code for each place, and its knowledge twelve more. Place 2 x (slot - 1) is the
bottom half of a slot, the next place its top half. A set of places is bytes, too: the places in order.
"""

from __future__ import annotations

from itertools import compress
from typing import Final

from kronika.core.games.ancient_knowledge.state import PLACES

_ALL_PLACES: Final = range(PLACES)


NO_SLOT: Final = b"\0\0"
"""The two places of an empty slot."""


def slot_of(place: int) -> int:
    """Return the slot of a place, 1 to 6."""
    return (place >> 1) + 1


def _adjacent(place: int) -> bytes:
    """Return the adjacent places: the other half of the slot, and the same half of the next slots (AK-3.8)."""
    return bytes(sorted(near for near in (place - 2, place ^ 1, place + 2) if 0 <= near < PLACES))


ADJACENT: Final = tuple(_adjacent(place) for place in range(PLACES))
"""By place: the adjacent places."""


def free_slots(timeline: bytes) -> list[int]:
    """Return the slots with a free half; since the bottom is filled first, they are those with a free top (AK-3.3)."""
    return [slot for slot, top in enumerate(timeline[1::2], 1) if not top]


def free_place(timeline: bytes, slot: int) -> int:
    """Return the lowest free half of a slot that has one."""
    bottom = 2 * (slot - 1)
    return bottom + 1 if timeline[bottom] else bottom


def filled(cells: bytes) -> bytes:
    """Return the places of a timeline that have a monument or, for its knowledge, those that have a token."""
    return bytes(compress(_ALL_PLACES, cells))


def dropped(cells: bytes, bottom: int) -> bytes:
    """Return a timeline or its knowledge after the bottom half of a slot is vacated and the top half drops (AK-3.6)."""
    return cells[:bottom] + cells[bottom + 1 : bottom + 2] + b"\0" + cells[bottom + 2 :]


def swapped(cells: bytes, a: int, b: int) -> bytes:
    """Return a timeline or its knowledge with the values of two places exchanged."""
    other = bytearray(cells)
    other[a], other[b] = cells[b], cells[a]
    return bytes(other)
