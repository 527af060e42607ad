"""The places in which each thing may lie, found by following all moves once.

It is for games with one thing of each kind. The places are bounds for each thing alone: two things may not both be
where each may be. A place that they exclude is excluded in every game, which answers most questions without a search.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from kronika.core.contract.twins import Thing
from kronika.core.contract.unseen import OPEN, Holds, Lacks, Move, Operation, Place, Supply, Trade
from kronika.core.unseen.rows import Row

May = Mapping[Thing, frozenset[Place]]


def whereabouts(supply: Supply, rows: Sequence[Row]) -> list[May]:
    """The possible places of each thing, at the start and after each row."""
    now = _Now(supply)
    found: list[May] = [dict(now.may)]
    for row in rows:
        for one in row.moves:
            now.follow(one)
        found.append(dict(now.may) if row.moves else found[-1])
    return found


class _Now:
    """The possible places of each thing, and the number of things in each place."""

    def __init__(self, supply: Supply) -> None:
        self.may = {kind: frozenset((place,)) for place, things in supply.items() for kind in things}
        self.size = Counter({place: sum(things.values()) for place, things in supply.items()})

    def follow(self, one: Operation) -> None:
        if isinstance(one, Move):
            self._move(one)
        elif isinstance(one, Trade):
            turned = {one.one: one.other, one.other: one.one}
            self.size[one.one], self.size[one.other] = self.size[one.other], self.size[one.one]
            for thing, places in self.may.items():
                if not places.isdisjoint(turned):
                    self.may[thing] = frozenset(turned.get(place, place) for place in places)
        elif isinstance(one, Holds) and len(one.kinds) == 1:
            self.may.update(dict.fromkeys(one.kinds, frozenset((one.place,))))
        elif isinstance(one, Lacks) and not one.most:
            self._leave(one.place, [thing for thing in one.kinds if one.place in self.may.get(thing, ())])

    def _move(self, one: Move) -> None:
        self.size[one.source] -= 1
        self.size[one.goal] += 1
        if one.kind is not None:
            self.may[one.kind] = frozenset((one.goal,))
            return
        there = [thing for thing, places in self.may.items() if one.source in places]
        for thing in there:
            self.may[thing] |= {one.goal}
        if not self.size[one.source] and one.source != OPEN:
            self._leave(one.source, there)

    def _leave(self, place: Place, things: Sequence[Thing]) -> None:
        for thing in things:
            self.may[thing] -= {place}
