"""Lists of numbers, each stored as its changes from the list before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")


def index_of(table: dict[T, int], thing: T) -> int:
    """The index of a thing in a table, to which it is added if it is not there."""
    return table.setdefault(thing, len(table))


def splices(old: Sequence[int], new: Sequence[int]) -> Iterator[list[int]]:
    """The splices that turn the old list into the new one, from its end to its beginning. Common parts in order stay.

    A splice is `[at, removed, inserted…]`.
    """
    runs = []
    at = begin = 0
    kept = set(old) & set(new)
    for place, piece in enumerate(old):
        if piece not in kept:
            continue
        try:
            found = new.index(piece, begin)
        except ValueError:  # its order has changed
            continue
        if place > at or found > begin:
            runs.append([at, place - at, *compact_runs(new[begin:found])])
        at, begin = place + 1, found + 1
    if at < len(old) or begin < len(new):
        runs.append([at, len(old) - at, *compact_runs(new[begin:])])
    yield from reversed(runs)


def compact_runs(numbers: Sequence[int]) -> Iterator[int]:
    """The numbers, with -n in place of the n numbers that follow on the one before: 5 6 7 8 becomes 5 -3.

    New things get consecutive numbers, so such runs are frequent.
    """
    at = 0
    while at < len(numbers):
        end = at
        while end + 1 < len(numbers) and numbers[end + 1] == numbers[end] + 1:
            end += 1
        yield numbers[at]
        if end > at:
            yield at - end
        at = end + 1
