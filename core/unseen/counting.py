"""Bounds on the contents of places, by counting alone: a quick proof that some operations are impossible.

It follows the least and the greatest number of things of each kind in each place. It proves less than a search, and
takes time only in proportion to the record.
"""

from __future__ import annotations

from collections.abc import Iterable

from kronika.core.contract.twins import Thing
from kronika.core.contract.unseen import OPEN, Either, Holds, Lacks, Move, Operation, Place, Supply, Trade


def is_excluded(supply: Supply, operations: Iterable[Operation]) -> bool:
    """Whether counting alone proves that things can't move like this."""
    counts = _Counts(supply)
    return not all(counts.follow(one) for one in operations)


class _Counts:
    """The least and the greatest number of each kind in each place, and the number of all things there."""

    def __init__(self, supply: Supply) -> None:
        self.least: dict[Place, dict[Thing, int]] = {place: dict(of) for place, of in supply.items()}
        self.most: dict[Place, dict[Thing, int]] = {place: dict(of) for place, of in supply.items()}
        self.size = {place: sum(of.values()) for place, of in supply.items()}

    def follow(self, one: Operation) -> bool:
        """Do an operation; False if it is not possible."""
        if isinstance(one, Trade):
            for of in (self.least, self.most):
                of[one.one], of[one.other] = of.get(one.other, {}), of.get(one.one, {})
            self.size[one.one], self.size[one.other] = self.size.get(one.other, 0), self.size.get(one.one, 0)
            return True
        if isinstance(one, Move):
            return self._moved(one)
        return isinstance(one, Either) or self._bounded(one.place, one)

    def _moved(self, one: Move) -> bool:
        kinds = (one.kind,) if one.kind is not None else tuple(self.most.get(one.source, ()))
        kinds = tuple([kind for kind in kinds if one.source == OPEN or self.most.get(one.source, {}).get(kind, 0) > 0])
        if not kinds:
            return False
        sure = len(kinds) == 1
        if one.source != OPEN:
            least, most = self.least[one.source], self.most[one.source]
            for kind in kinds:
                least[kind] = max(0, least.get(kind, 0) - 1)
                most[kind] -= sure
            self.size[one.source] -= 1
            if not self._settled(one.source):
                return False
        if one.goal != OPEN:
            least, most = self.least.setdefault(one.goal, {}), self.most.setdefault(one.goal, {})
            for kind in kinds:
                least[kind] = least.get(kind, 0) + sure
                most[kind] = most.get(kind, 0) + 1
            self.size[one.goal] = self.size.get(one.goal, 0) + 1
            return self._settled(one.goal)
        return True

    def _bounded(self, place: Place, one: Holds | Lacks) -> bool:
        least, most = self.least.setdefault(place, {}), self.most.setdefault(place, {})
        self.size.setdefault(place, 0)
        inside = [kind for kind in most if kind in one.kinds]
        if isinstance(one, Lacks):
            left = one.most - sum(least.get(kind, 0) for kind in inside)
            for kind in inside:
                most[kind] = min(most[kind], least.get(kind, 0) + left)
            return left >= 0 and self._settled(place)
        spare = sum(most[kind] for kind in inside) - one.least
        for kind in inside:
            least[kind] = max(least.get(kind, 0), most[kind] - spare)
        return spare >= 0 and self._settled(place)

    def _settled(self, place: Place) -> bool:
        """Narrow the bounds of a place by the number of all things there; False if they contradict it."""
        least, most, size = self.least[place], self.most[place], self.size[place]
        below, above = sum(least.values()), sum(most.values())
        if not below <= size <= above:
            return False
        for kind, n in most.items():
            has = least.get(kind, 0)
            most[kind] = min(n, has + size - below)
            least[kind] = max(has, n - (above - size))
        return True
