"""A search for the things in the holes of a record, backward in time and exact within a limit.

Each place is a multiset of labels, one for each thing in it: its kind if something later says so, a set of kinds that
it may have, or None if nothing is known of it. The search goes from the last operation to the first. A thing that was
seen gets its label; one that moved unseen takes one of the labels back to its source. At the start the labels must fit
the things there. Then all operations are done forward once, and things without a label get what is left.

The answer depends on the operations and the preferences alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence, Set
from typing import Any, Final

from msgspec import Struct

from kronika.core.contract.twins import Thing
from kronika.core.contract.unseen import OPEN, Either, Holds, Lacks, Move, Operation, Place, Supply, Trade
from kronika.core.unseen.filling import Prefer, fill
from kronika.core.unseen.labels import (
    Label,
    can_be,
    in_order,
    is_kind,
    is_within,
    kinds_of,
    may_be,
    meets,
)
from kronika.core.unseen.parts import parts
from kronika.core.unseen.routes import Impossible, Routes

STEPS: Final = 20_000
"""The most choices that are tried; beyond them nothing is proved."""


class Unproved(Exception):
    """The search has reached its limit without an answer."""


class _Choice(Struct):
    """A choice between labels: at which operation, the labels left to try, and the length of the trail before it."""

    at: int
    options: list[Label]
    trail: int


def solve(
    supply: Supply,
    operations: Sequence[Operation],
    prefer: Prefer | None = None,
    only: Collection[Place] | None = None,
    steps: int = STEPS,
) -> dict[int, Thing]:
    """The things that move unseen, by the number of the operation, in a game that makes the whole record possible.

    Independent parts are searched separately; `only` limits the search to the parts with these places.

    Raises Impossible if no game agrees, and Unproved after more than `steps` choices in a part.
    """
    found: dict[int, Thing] = {}
    prefers = prefer or (lambda i, things: None)
    for things, numbers in parts(supply, operations, only):
        part = [operations[i] for i in numbers]
        search = _Search(things, part, steps)
        search.run()
        taken = {i: (label, search.left[i]) for i, label in search.taken.items()}
        filled = fill(things, part, taken, lambda i, options, of=numbers: prefers(of[i], options))  # type: ignore[misc]  # bound at once
        found |= {numbers[i]: thing for i, thing in filled.items()}
    return found


class _Search:
    """The search backward. `taken` has the label of each unseen move, `left` the labels then in its source."""

    def __init__(self, supply: Supply, operations: Sequence[Operation], steps: int) -> None:
        routes = Routes(supply, operations)
        self.supply = supply
        self.steps = steps
        self.operations = operations
        self.there: dict[Place, Counter[Label]] = routes.at_end
        self.may = routes.may
        self.ways = routes.ways
        self.total = routes.total
        self.known = routes.known
        self.kinds: frozenset[Thing] = frozenset(self.known).union(self.total)
        """All kinds, including those that come openly from elsewhere."""
        self.taken: dict[int, Label] = {}
        self.left: dict[int, Counter[Label]] = {}
        self._came_into = routes.came_into
        self._way: Counter[int] = Counter()
        """The way of an `Either` that is taken, from 1, by the number of the operation."""
        self._trail: list[tuple[Counter[Any], Any, int]] = []
        self._choices: list[_Choice] = []
        self._failed: set[Any] = set()
        self._tried = 0
        self._again = False

    # -- backward -----------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Search back to the start. Raises Impossible or Unproved."""
        at = len(self.operations) - 1
        while True:
            went = True
            while at >= 0 and went:
                went = self._back(at)
                at = self._next(at)
            if went and self._starts():
                return
            at = self._retry()

    def _retry(self) -> int:
        """Try the next label at the last choice, and return the number of the operation to continue with.

        Raises Impossible if no label is left, and Unproved beyond the limit.
        """
        while self._choices:
            choice = self._choices[-1]
            self._rewind(choice.trail)
            if choice.options:
                self._tried += 1
                if self._tried > self.steps:
                    raise Unproved
                if self._take(choice.at, choice.options.pop(0)):
                    return self._next(choice.at)
                continue
            self._failed.add(self._key(choice.at))
            self._choices.pop()
        raise Impossible

    def _back(self, i: int) -> bool:
        one = self.operations[i]
        if isinstance(one, Trade):
            self._trade(one)
            return True
        if isinstance(one, Either):
            return self._either(i, one)
        if isinstance(one, (Holds, Lacks)):
            return self._bounded(i, one)
        return self._known(i, one) if one.kind is not None else self._unseen(i, one)

    def _at(self, place: Place) -> Counter[Label]:
        found = self.there.get(place)
        if found is None:
            found = self.there[place] = Counter()
        return found

    def _trade(self, one: Trade) -> None:
        there = self.there
        there[one.one], there[one.other] = self._at(one.other), self._at(one.one)
        self._trail.append((there, one, 0))  # type: ignore[arg-type]  # it is traded back

    def _known(self, i: int, one: Move) -> bool:
        if one.goal == OPEN:
            self._add(self.known, one.kind, -1)
        else:
            labels = self._at(one.goal)
            options = (
                [one.kind] if labels[one.kind] else [label for label in in_order(labels) if may_be(label, one.kind)]
            )
            if len(options) > 1:
                return self._choose(i, options)
            if not options:
                return False
            return self._carry(i, options[0])
        return self._arrive(one.source, one.kind)

    def _unseen(self, i: int, one: Move) -> bool:
        labels, ways = self._at(one.goal), self.ways[i]
        may: Set[Thing] = self.may.get(one.source, frozenset())
        options = [label for label in in_order(labels) if meets(label, may)]
        if len(options) > 1:
            options = self._with_room(i, one, options)
        if not options:
            return False
        if len(options) == 1 or ways.is_plain:
            return self._carry(i, options[0])
        options.sort(key=ways.rank)
        if ways.is_greedy and not any(isinstance(label, frozenset) for label in options):
            return self._carry(i, options[0])
        return self._choose(i, options)

    def _with_room(self, i: int, one: Move, options: list[Label]) -> list[Label]:
        """The labels for which there is room in the source of a move.

        If one label can't stay in the goal, only that one is possible; if several can't, none is.
        """
        there, here = self._at(one.source), self._at(one.goal)
        must = [
            label for label, n in here.items() if n > 0 and is_kind(label) and n > self._came_into(one.goal, label, i)
        ]
        if must:
            options = must if len(must) == 1 else []
        return [
            label for label in options if not is_kind(label) or there[label] < self._came_into(one.source, label, i)
        ]

    def _choose(self, i: int, options: list[Label]) -> bool:
        if self._failed and self._key(i) in self._failed:
            return False
        self._choices.append(_Choice(i, options[1:], len(self._trail)))
        return self._take(i, options[0])

    def _take(self, i: int, label: Label) -> bool:
        """Apply one of the labels of a choice; False if that can't be."""
        one = self.operations[i]
        if isinstance(one, Either):
            if not self._way[i]:
                self._add(self._way, i, label)
                self._again = True
                return True
            one = one.ways[self._way[i] - 1]
        return self._carry(i, label) if isinstance(one, Move) else self._narrow(one, label)

    def _next(self, i: int) -> int:
        """The number of the operation to continue with: the same one while its bound still has to be narrowed."""
        again, self._again = self._again, False
        return i if again else i - 1

    def _key(self, i: int) -> Any:
        """The key of a search position: all that the rest of the search depends on."""
        return i, self._way[i], frozenset((place, frozenset((+of).items())) for place, of in self.there.items())

    def _carry(self, i: int, label: Label) -> bool:
        """Move a thing with this label back to its source; False if it can't have been there."""
        one: Any = self.operations[i]
        self._drop(self._at(one.goal), label)
        if one.kind is not None:
            return self._arrive(one.source, one.kind)
        self.taken[i] = label
        self.left[i] = self._at(one.source).copy()
        return self._arrive(one.source, label)

    def _arrive(self, place: Place, label: Label) -> bool:
        if place == OPEN:
            self._add(self.known, label, 1)
        elif is_kind(label) and label not in self.may.get(place, ()):
            return False
        else:
            self._put(self._at(place), label)
        return not is_kind(label) or self.known[label] <= self.total[label]

    def _put(self, labels: Counter[Label], label: Label) -> None:
        self._add(labels, label, 1)
        if is_kind(label):
            self._add(self.known, label, 1)

    def _drop(self, labels: Counter[Label], label: Label) -> None:
        self._add(labels, label, -1)
        if is_kind(label):
            self._add(self.known, label, -1)

    def _either(self, i: int, one: Either) -> bool:
        """Take one of the ways, and narrow labels for it; False if none can be met."""
        if self._way[i]:
            return self._bounded(i, one.ways[self._way[i] - 1])
        if any(self._is_met(way) for way in one.ways):
            return self._fits()
        options: list[Label] = [n for n, way in enumerate(one.ways, 1) if self._can_be_met(way)]
        if len(options) != 1:
            return bool(options) and self._choose(i, options)
        self._add(self._way, i, options[0])
        return self._bounded(i, one.ways[options[0] - 1])

    def _can_be_met(self, one: Holds | Lacks) -> bool:
        """Whether labels can be narrowed so that the bound is met."""
        labels = self._at(one.place)
        if isinstance(one, Holds):
            return sum(n for label, n in labels.items() if meets(label, one.kinds)) >= one.least
        return sum(n for label, n in labels.items() if is_within(label, one.kinds)) <= one.most

    def _is_met(self, one: Holds | Lacks) -> bool:
        """Whether the bound is met for every choice that the labels allow."""
        labels = self._at(one.place)
        if isinstance(one, Holds):
            return sum(n for label, n in labels.items() if is_within(label, one.kinds)) >= one.least
        return sum(n for label, n in labels.items() if meets(label, one.kinds)) <= one.most

    def _bounded(self, i: int, one: Holds | Lacks) -> bool:
        """Narrow one of the possible labels if the bound needs it; False if it can't be met."""
        labels = self._at(one.place)
        sure = sum(n for label, n in labels.items() if is_within(label, one.kinds))
        may = [label for label in in_order(labels) if not is_within(label, one.kinds) and meets(label, one.kinds)]
        if isinstance(one, Holds):
            missing = one.least - sure
        else:
            missing = sure + sum(labels[label] for label in may) - one.most
            if sure > one.most:
                return False
        if missing <= 0:
            return self._fits()
        if not may:
            return False
        return self._choose(i, may) if len(may) > 1 else self._narrow(one, may[0])

    def _narrow(self, one: Any, label: Label) -> bool:
        """Narrow a label to the kinds of a `Holds`, or to all kinds but those of a `Lacks`; False if none is left."""
        labels = self._at(one.place)
        inside = isinstance(one, Holds)
        kinds = one.kinds if inside else self.kinds - one.kinds
        narrowed = kinds if label is None else kinds_of(label) & kinds
        if not narrowed:
            return False
        self._relabel(labels, label, narrowed)
        self._again = self._fits()
        return self._again

    def _relabel(self, labels: Counter[Label], old: Label, kinds: frozenset[Thing]) -> None:
        self._drop(labels, old)
        self._put(labels, next(iter(kinds)) if len(kinds) == 1 else kinds)

    def _fits(self) -> bool:
        return all(n <= self.total[kind] for kind, n in self.known.items())

    def _starts(self) -> bool:
        """Whether the labels fit the things at the start."""
        return all(can_be(labels, self.supply.get(place, {})) for place, labels in self.there.items())

    # -- taking back --------------------------------------------------------------------------------------------

    def _add(self, counter: Counter[Any], key: Any, n: int) -> None:
        counter[key] += n
        self._trail.append((counter, key, n))

    def _rewind(self, length: int) -> None:
        while len(self._trail) > length:
            counter, key, n = self._trail.pop()
            if isinstance(key, Trade):
                there = self.there
                there[key.one], there[key.other] = there[key.other], there[key.one]
                continue
            counter[key] -= n
