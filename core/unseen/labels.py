"""Labels of things in a place, one for each thing, as a search backward knows them; and the ways by which they came.

A label is the kind of a thing if something later says so, a set of kinds that it may have, or None for any kind.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Any, Final

from msgspec import Struct

from kronika.core.contract.twins import Thing
from kronika.core.contract.unseen import OPEN, Holds, Lacks, Move, Place, Supply

Label = Any
"""A kind, a frozenset of kinds, or None for any kind."""


def is_kind(label: Label) -> bool:
    """Whether a label is one kind."""
    return label is not None and type(label) is not frozenset


def kinds_of(label: Label) -> frozenset[Thing]:
    """The kinds of a label that is not None."""
    return label if isinstance(label, frozenset) else frozenset((label,))


def is_within(label: Label, kinds: frozenset[Thing]) -> bool:
    """Whether a thing with this label is surely of one of these kinds."""
    return label is not None and kinds_of(label) <= kinds


def meets(label: Label, kinds: Set[Thing]) -> bool:
    """Whether a thing with this label may be of one of these kinds."""
    return label is None or bool(kinds_of(label) & kinds)


def may_be(label: Label, kind: Thing) -> bool:
    """Whether a thing with this label may be of this kind."""
    return label is None or kind in kinds_of(label)


def in_order(labels: Mapping[Label, int]) -> list[Label]:
    """The labels in order: kinds, then sets by size, then None."""
    return sorted((label for label, n in labels.items() if n > 0), key=_rank)


def _rank(label: Label) -> Any:
    if label is None:
        return 2, 0, ""
    if isinstance(label, frozenset):
        return 1, len(label), str(sorted(map(str, label)))
    return 0, 0, str(label)


def can_be(labels: Mapping[Label, int], things: Mapping[Thing, int]) -> bool:
    """Whether things of these kinds can have these labels, each label a different thing."""
    rest = dict(things)
    sets: list[frozenset[Thing]] = []
    for label, n in labels.items():
        if isinstance(label, frozenset):
            sets += [label] * n
        elif label is not None:
            rest[label] = rest.get(label, 0) - n
            if rest[label] < 0:
                return False
    if not sets:
        return sum(rest.values()) >= labels.get(None, 0)
    return matched(sets, rest) is not None and sum(rest.values()) - len(sets) >= labels.get(None, 0)


def matched(sets: Sequence[frozenset[Thing]], things: Mapping[Thing, int]) -> Mapping[Thing, list[int]] | None:
    """The sets by the kind that each gets, by Kuhn's augmenting paths; None if they can't all get one.

    No kind is given to more sets than it has things.
    """
    holders: dict[Thing, list[int]] = {kind: [] for kind in things}

    def give(one: int, visited: set[Thing]) -> bool:
        for kind in sorted(sets[one] & things.keys(), key=str):
            if kind in visited:
                continue
            visited.add(kind)
            if len(holders[kind]) < things[kind]:
                holders[kind].append(one)
                return True
            for at, holder in enumerate(holders[kind]):
                if give(holder, visited):
                    holders[kind][at] = one
                    return True
        return False

    return holders if all(give(one, set()) for one in range(len(sets))) else None


# -- ways ---


class Ways(Struct, frozen=True):
    """The ways by which things came into a place: unseen from one supply, with `kinds` that were seen, under bounds.

    `source` is None before anything came, and OPEN if things came by several ways or with a whole place.
    """

    source: Place | None = None
    kinds: frozenset[Thing] = frozenset()
    bounds: tuple[Holds | Lacks, ...] = ()

    def by(self, one: Move, supply: Supply) -> Ways:
        """The ways with one more move into the place."""
        if one.kind is not None:
            return Ways(self.source, self.kinds | {one.kind}, self.bounds)
        same = one.source in supply and self.source in (None, one.source)
        source = one.source if same else OPEN
        return self if source == self.source else Ways(source, self.kinds, self.bounds)

    def mixed(self) -> Ways:
        """The ways after something else came by another one."""
        return Ways(OPEN, self.kinds, self.bounds)

    def bounded(self, one: Holds | Lacks) -> Ways:
        """The ways with one more bound."""
        return Ways(self.source, self.kinds, (*self.bounds, one))

    @property
    def is_plain(self) -> bool:
        """Whether all things there came by the same way, so that their order makes no difference."""
        return self.source != OPEN and not self.kinds and not self.bounds

    @property
    def is_greedy(self) -> bool:
        """Whether there is only one bound, so that the labels which serve it best should stay longest."""
        return self.source != OPEN and not self.kinds and len(self.bounds) == 1

    def rank(self, label: Label) -> tuple[int, int]:
        """The rank of a label among those that may have come this way; the lowest is tried first.

        Labels that were not seen to come are before those that were, then labels that no bound asks for.
        """
        seen = is_kind(label) and label in self.kinds
        asked = 0
        for one in self.bounds:
            wanted = isinstance(one, Holds)
            asked += 1 if label is None else 2 * (is_within(label, one.kinds) == wanted)
        return 2 * seen + (label is None and not self.bounds), asked


NO_WAYS: Final = Ways()
