"""The places in which each thing may lie, found by following all moves once forward and once backward.

It is for games with one thing of each kind. The places are bounds for each thing alone: two things may not both be
where each may be. A place that they exclude is excluded in every game, which answers most questions without a search.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from kronika.core.contract.twins import Thing
from kronika.core.contract.unseen import OPEN, Bound, Holds, Lacks, Move, Operation, Place, Supply, Trade
from kronika.core.unseen.rows import Row

May = Mapping[Thing, frozenset[Place]]


def whereabouts(supply: Supply, rows: Sequence[Row]) -> list[May]:
    """The possible places of each thing, at the start and after each row, by what was seen before and later."""
    now = _Now(supply)
    found: list[May] = [dict(now.may)]
    emptied: list[list[bool]] = []
    for row in rows:
        emptied.append([now.follow(one) for one in row.moves])
        found.append(dict(now.may) if row.moves else found[-1])
    may = found[-1]
    for at in range(len(rows) - 1, -1, -1):
        if rows[at].moves:
            before = dict(may)
            for one, is_empty in zip(reversed(rows[at].moves), reversed(emptied[at]), strict=True):
                _back(before, one, is_empty)
            may = {thing: places & before[thing] for thing, places in found[at].items()}
        found[at] = may
    return found


def _back(may: dict[Thing, frozenset[Place]], one: Operation, is_empty: bool) -> None:
    """Change the possible places after an operation to those before it; `is_empty`: whether it empties its source."""
    if isinstance(one, Trade):
        _traded(may, one)
    elif not isinstance(one, Move):
        _bounded(may, one)
    elif one.kind is not None:
        may[one.kind] = frozenset((one.source,)) if one.goal in may[one.kind] else frozenset()
    else:
        for thing, places in may.items():
            if is_empty and one.source in places:
                may[thing] = places = places - {one.source}
            if one.goal in places:
                may[thing] = places | {one.source}


def _traded(may: dict[Thing, frozenset[Place]], one: Trade) -> None:
    turned = {one.one: one.other, one.other: one.one}
    for thing, places in may.items():
        if not places.isdisjoint(turned):
            may[thing] = frozenset([turned.get(place, place) for place in places])


def _bounded(may: dict[Thing, frozenset[Place]], one: Bound) -> None:
    if isinstance(one, Holds) and len(one.kinds) == 1:
        may.update(dict.fromkeys(one.kinds, frozenset((one.place,))))
    elif isinstance(one, Lacks) and not one.most:
        for thing in one.kinds:
            if one.place in may.get(thing, ()):
                may[thing] -= {one.place}


class _Now:
    """The possible places of each thing, and the number of things in each place."""

    def __init__(self, supply: Supply) -> None:
        self.may = {kind: frozenset((place,)) for place, things in supply.items() for kind in things}
        self.size = Counter({place: sum(things.values()) for place, things in supply.items()})

    def follow(self, one: Operation) -> bool:
        """Do an operation. Returns whether it is an unseen move that empties its source."""
        if isinstance(one, Move):
            return self._move(one)
        if isinstance(one, Trade):
            self.size[one.one], self.size[one.other] = self.size[one.other], self.size[one.one]
            _traded(self.may, one)
        else:
            _bounded(self.may, one)
        return False

    def _move(self, one: Move) -> bool:
        self.size[one.source] -= 1
        self.size[one.goal] += 1
        if one.kind is not None:
            self.may[one.kind] = frozenset((one.goal,))
            return False
        there = [thing for thing, places in self.may.items() if one.source in places]
        is_empty = not self.size[one.source] and one.source != OPEN
        for thing in there:
            self.may[thing] |= {one.goal}
            if is_empty:
                self.may[thing] -= {one.source}
        return is_empty
