"""The routes of things: what can have come into each place of a record, and by which ways."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Sequence
from math import inf

from kronika.core.contract.twins import Thing
from kronika.core.contract.unseen import OPEN, Either, Move, Operation, Place, Supply, Trade
from kronika.core.unseen.labels import NO_WAYS, Label, Ways


class Impossible(Exception):
    """No game agrees with the record."""


class Routes:
    """The things that can have come into each place. Raises Impossible if there are too few in one, or of a kind.

    `at_end` has the number of things in each place at the end, as labels of which nothing is known.
    """

    def __init__(self, supply: Supply, operations: Sequence[Operation]) -> None:
        self.supply = supply
        self.operations = operations
        self.at_end: dict[Place, Counter[Label]] = {}
        self.may: dict[Place, set[Thing]] = {}
        """The kinds that can have been in a place at some time, by place."""
        self.ways: dict[int, Ways] = {}
        """The ways by which things came to where an operation takes them, by its number."""
        self.total: Counter[Thing] = Counter()
        for things in supply.values():
            self.total.update(things)
        self.known: Counter[Thing] = Counter()
        """The number of labels of each kind, with the things that lie open."""
        self._into: dict[tuple[Place, Thing | None], list[int]] = {}
        """The numbers of the operations that bring a kind to a place; None is an unseen one."""
        self._traded: set[Place] = set()
        self._follow()

    def _follow(self) -> None:
        """Count the things in each place at the end, and collect the ways by which they came there.

        Raises Impossible if a place would have less than nothing, or a kind more things than there are.
        """
        sizes = Counter({place: sum(things.values()) for place, things in self.supply.items()})
        ways = {place: NO_WAYS.mixed() for place in sizes if sizes[place]}
        self.may.update({place: {kind for kind, n in things.items() if n} for place, things in self.supply.items()})
        may = self.may
        fed: set[Place] = set()  # what came there, or was seen there, makes a difference to what leaves it
        for i, one in enumerate(self.operations):
            if isinstance(one, Move):
                sizes[one.source] -= 1
                sizes[one.goal] += 1
                if sizes[one.source] < 0 and one.source != OPEN:
                    raise Impossible
                if one.goal != OPEN:
                    fed.add(one.goal)
                    self._into.setdefault((one.goal, one.kind), []).append(i)
                    may.setdefault(one.goal, set()).update(self._can_leave(one))
                    ways[one.goal] = ways.get(one.goal, NO_WAYS).by(one, self.supply)
                if one.kind is None:
                    self.ways[i] = ways[one.goal].mixed() if one.source in fed else ways[one.goal]
                else:
                    self._count(one.kind, (one.goal == OPEN) - (one.source == OPEN))
            elif isinstance(one, Trade):
                sizes[one.one], sizes[one.other] = sizes[one.other], sizes[one.one]
                self._traded |= {one.one, one.other}
                may[one.one] = may[one.other] = may.get(one.one, set()) | may.get(one.other, set())
                mine, others = ways.get(one.one, NO_WAYS), ways.get(one.other, NO_WAYS)
                ways[one.one], ways[one.other] = others.mixed(), mine.mixed()
            elif isinstance(one, Either):
                for way in one.ways:
                    fed.add(way.place)
                    ways[way.place] = ways.get(way.place, NO_WAYS).mixed()
            else:
                fed.add(one.place)
                ways[one.place] = ways.get(one.place, NO_WAYS).bounded(one)
        self.at_end = {place: Counter({None: n}) for place, n in sizes.items() if n and place != OPEN}

    def _can_leave(self, one: Move) -> Collection[Thing]:
        """The kinds that a moving thing may have: those that can have come into its source."""
        return self.may.get(one.source, ()) if one.kind is None else (one.kind,)

    def _count(self, kind: Thing, n: int) -> None:
        self.known[kind] += n
        if self.known[kind] > self.total[kind]:
            raise Impossible

    def came_into(self, place: Place, kind: Thing, i: int) -> float:
        """The most things of a kind that can have come into a place before operation `i`, with those at the start."""
        if place in self._traded:
            return inf
        seen = bisect_left(self._into.get((place, kind), ()), i)
        unseen = self._into.get((place, None), ())
        sources = [self.operations[at].source for at in unseen[: bisect_left(unseen, i)]]  # type: ignore[union-attr]  # moves
        began: int = self.supply.get(place, {}).get(kind, 0)
        return began + seen + sum(kind in self.may.get(source, ()) for source in sources)
