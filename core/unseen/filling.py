"""The things that move unseen, from the labels that a search has found: all operations are done forward once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from kronika.core.contract.twins import Thing
from kronika.core.contract.unseen import OPEN, Move, Operation, Place, Supply, Trade
from kronika.core.unseen.labels import Label, can_be, is_kind, matched, may_be

Prefer = Callable[[int, Sequence[Thing]], Thing | None]
"""A function from the number of an operation and the options for its hole to the preferred one, or None."""

Taken = Mapping[int, tuple[Label, Counter[Label]]]
"""By operation: the label of the thing that moves unseen, and the labels that are left in its source then."""


def fill(supply: Supply, operations: Sequence[Operation], taken: Taken, prefer: Prefer) -> dict[int, Thing]:
    """The things that move unseen, by the number of the operation."""
    there = {place: Counter(things) for place, things in supply.items()}
    found: dict[int, Thing] = {}
    for i, one in enumerate(operations):
        if isinstance(one, Trade):
            there[one.one], there[one.other] = there.get(one.other, Counter()), there.get(one.one, Counter())
        if not isinstance(one, Move):
            continue
        kind = one.kind
        if kind is None:
            kind = found[i] = _thing(i, one, there, taken, prefer)
        if one.source != OPEN:
            there[one.source][kind] -= 1
        if one.goal != OPEN:
            there.setdefault(one.goal, Counter())[kind] += 1
    return found


def _thing(i: int, one: Move, there: Mapping[Place, Counter[Thing]], taken: Taken, prefer: Prefer) -> Thing:
    """The thing that moves unseen: the kind of its label, else a preferred one that its source can spare."""
    (label, left), source = taken[i], there[one.source]
    if is_kind(label):
        return label
    options = list(_spare(label, source, left))
    wanted = prefer(i, options)
    return plenty(options, source, there.get(one.goal, {})) if wanted is None else wanted


def _spare(label: Label, source: Mapping[Thing, int], left: Counter[Label]) -> Iterator[Thing]:
    """The things with this label that the source can spare, so that the labels left there still fit."""
    sets = [one for one, n in left.items() if isinstance(one, frozenset) for _ in range(n)]
    used = matched(sets, {kind: n - left[kind] for kind, n in source.items()}) if sets else None
    for kind, n in source.items():
        is_spare = n > left[kind] if used is None else n > left[kind] + len(used.get(kind, ()))
        if n > 0 and may_be(label, kind) and (is_spare or (sets and can_be(left, {**source, kind: n - 1}))):
            yield kind


def plenty(options: Iterable[Thing], source: Mapping[Thing, int], goal: Mapping[Thing, int]) -> Thing:
    """The thing with the most in the source for each in the goal (plus 1), which keeps draws as even as can be."""
    return max(options, key=lambda kind: source[kind] / (goal.get(kind, 0) + 1))
