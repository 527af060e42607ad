"""Independent parts of a record: groups of places between which no thing moves.

A thing that lies open is known, so a thing that goes through OPEN does not connect places.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from kronika.core.contract.unseen import OPEN, Either, Move, Operation, Place, Supply, Trade


def places_of(one: Operation) -> tuple[Place, ...]:
    """The places that an operation concerns, without OPEN."""
    if isinstance(one, Move):
        both = (one.source, one.goal)
        return both if OPEN not in both else tuple([place for place in both if place != OPEN])
    if isinstance(one, Either):
        return tuple([way.place for way in one.ways])
    return (one.one, one.other) if isinstance(one, Trade) else (one.place,)


def touched(operations: Sequence[Operation]) -> set[Place]:
    """All places that some operations concern."""
    return {place for one in operations for place in places_of(one)}


def parts(
    supply: Supply, operations: Sequence[Operation], only: Collection[Place] | None = None
) -> Iterator[tuple[Supply, Sequence[int]]]:
    """The supply of each part and the numbers of its operations; `only`: the parts with one of these places."""
    tied: dict[Place, Place] = {}
    for one in operations:
        first, *others = places_of(one) or (OPEN,)
        for other in others:
            a, b = _root(tied, first), _root(tied, other)
            if a != b:
                tied[a] = b
    wanted = None if only is None else {_root(tied, place) for place in only}
    numbers: dict[Place, list[int]] = {}
    for i, one in enumerate(operations):
        root = _root(tied, next(iter(places_of(one)), OPEN))
        if wanted is None or root in wanted:
            numbers.setdefault(root, []).append(i)
    for root, of in numbers.items():
        yield {place: things for place, things in supply.items() if _root(tied, place) == root}, of


def _root(tied: dict[Place, Place], place: Place) -> Place:
    while place in tied:
        place = tied[place]
    return place
