"""Full games that agree with what a witness saw, drawn as shuffled tiles and cards would give them.

Each thing that chance draws is as likely as any other in the same place; unseen choices of players count for nothing. A
walk goes from one game that agrees to the next (Metropolis): it exchanges two kinds, in some places or everywhere that
they moved unseen, or changes several. A possible change is kept with the ratio of the likelihoods, new to old, as
probability, at most 1. Each change is as likely as the one back, and each game that agrees can be reached.
Independent parts of the record have their own walks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp, log
from typing import Any, Final

from msgspec import Struct

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.game import CHANCE
from kronika.core.contract.twins import Partial, Thing
from kronika.core.contract.unseen import OPEN, Holds, Lacks, Move, Operation, Place, Supply, Trade
from kronika.core.sessions.events import Seen
from kronika.core.unseen.completion import Completion
from kronika.core.unseen.parts import parts
from kronika.core.unseen.rows import is_same, is_unseen, unseen_in, ways_of

_FINE: Final = 10**9

STEPS: Final = 12
"""The steps of the walk from one game to the next, for each thing that moved unseen."""
LEAST: Final = 200
"""The fewest steps: where few things moved, bounds can leave few changes that are possible."""


TRIES: Final = 20
"""The most games that are drawn until the rules allow one."""


def sampled(completion: Completion, dice: Dice) -> tuple[Sequence[Any], Sequence[Any]]:
    """The actions and the states of another game that agrees with the record.

    A game that the rules do not allow is drawn again, which favours none of the others. After `TRIES` of them they are
    those of the current game.
    """
    moves = [one for row in completion.rows for one in row.moves]
    drawn = [row.by == CHANCE for row in completion.rows for _ in row.moves]
    things = iter([thing for row in completion.things for thing in row])
    kinds = {i: next(things) for i, one in enumerate(moves) if is_unseen(one)}
    walks = []
    for supply, numbers in parts(completion.supply, moves):
        walk = Walk(supply, [moves[i] for i in numbers], [drawn[i] for i in numbers], dice)
        walk.begin([kinds[i] for i in numbers if i in kinds])
        walks.append((numbers, walk))
    for _ in range(TRIES):
        for numbers, walk in walks:
            walk.run()
            kinds |= {numbers[i]: kind for i, kind in walk.kinds.items()}
        found = _played(completion, [kinds[i] for i in sorted(kinds)])
        if found is not None:
            return found
    return completion.dos, completion.states


class _Way(Struct, frozen=True):
    """A bound on a place: the things there at the start, and the moves that change them before it, each by 1 or -1."""

    bound: Holds | Lacks
    there: Mapping[Thing, int]
    changes: Sequence[tuple[int, int]]


class Walk:
    """The kinds of all things that move unseen in some operations; `drawn` says which are draws of chance.

    How likely a game is, and whether things can move so, is known for each kind apart. So a change is judged by the
    moves of its kinds alone, and by the bounds that name them.
    """

    def __init__(self, supply: Supply, moves: Sequence[Operation], drawn: Sequence[bool], dice: Dice) -> None:
        self.supply = supply
        self.moves = moves
        self.drawn = drawn
        self.dice = dice
        self.kinds: dict[int, Thing] = {}
        self.slots: list[int] = []
        self.choices: dict[int, Sequence[Thing]] = {}
        self._paths: dict[int, tuple[int, int, bool]] = {}
        """By move: the contents from which and to which it goes, -1 for OPEN, and whether it counts as a draw."""
        self._bounds: list[list[_Way]] = []
        self._start: dict[Thing, dict[int, int]] = {}
        """By kind: how many things are in each of the contents at the start."""
        self._moves_of: dict[Thing, set[int]] = {}
        self._bounds_of: dict[Thing, list[int]] = {}
        self._weights: dict[Thing, float] = {}
        self._follow()

    def _follow(self) -> None:
        """Give the contents of each place a number, and follow them through trades."""
        number: dict[Place, int] = {place: n for n, place in enumerate(self.supply)}
        changes: list[list[tuple[int, int]]] = [[] for _ in number]
        start: list[Mapping[Thing, int]] = [*self.supply.values()]

        def contents(place: Place) -> int:
            if place not in number:
                number[place] = len(changes)
                changes.append([])
                start.append({})
            return number[place]

        for i, one in enumerate(self.moves):
            if isinstance(one, Move):
                source, goal = (-1 if place == OPEN else contents(place) for place in (one.source, one.goal))
                self._paths[i] = source, goal, self.drawn[i] and one.source in self.supply
                for at, n in ((source, -1), (goal, 1)):
                    if at >= 0:
                        changes[at].append((i, n))
            elif isinstance(one, Trade):
                number[one.one], number[one.other] = contents(one.other), contents(one.one)
            else:
                places = [(way, contents(way.place)) for way in ways_of(one)]
                self._bounds.append([_Way(way, start[at], tuple(changes[at])) for way, at in places])
        for at, things in enumerate(start):
            for kind, n in things.items():
                self._start.setdefault(kind, {})[at] = n
        for at, ways in enumerate(self._bounds):
            for kind in frozenset[Thing]().union(*[way.bound.kinds for way in ways]):
                self._bounds_of.setdefault(kind, []).append(at)

    def begin(self, things: Sequence[Thing]) -> None:
        """Begin with the things that move unseen in a game that agrees."""
        self.kinds = dict(zip([i for i, one in enumerate(self.moves) if is_unseen(one)], things, strict=True))
        self.choices = self._choices()
        self.slots = [*self.choices]
        for i in self._paths:
            self._moves_of.setdefault(self._kind(i), set()).add(i)
        self._weights = {kind: self._weight(kind) or 0.0 for kind in self._moves_of}

    def _kind(self, i: int) -> Thing:
        one = self.moves[i]
        return self.kinds[i] if not isinstance(one, Move) or one.kind is None else one.kind

    def _choices(self) -> dict[int, Sequence[Thing]]:
        """The kinds that can be in the source of each unseen move; a lone thing that is later seen is excluded."""
        may: dict[Place, set[Thing]] = {at: {kind for kind, n in of.items() if n} for at, of in self.supply.items()}
        came: dict[Place, list[int]] = {at: [-1] * sum(of.values()) for at, of in self.supply.items()}
        found: dict[int, Sequence[Thing]] = {}
        for i, one in enumerate(self.moves):
            if isinstance(one, Trade):
                may[one.one], may[one.other] = may.get(one.other, set()), may.get(one.one, set())
                came[one.one], came[one.other] = came.get(one.other, []), came.get(one.one, [])
            if not isinstance(one, Move):
                continue
            kinds = may.get(one.source, set()) if one.kind is None else {one.kind}
            if one.kind is None:
                found[i] = sorted(kinds, key=str)
            if one.source != OPEN:
                lying = came[one.source]
                if len(lying) == 1 and one.kind is not None:
                    found.pop(lying[0], None)
                came[one.source] = [-1] * (len(lying) - 1)
            if one.goal != OPEN:
                may.setdefault(one.goal, set()).update(kinds)
                came.setdefault(one.goal, []).append(i)
        return found

    def run(self) -> None:
        """Take as many steps as it needs to forget where it began."""
        for _ in range(max(LEAST, STEPS * len(self.slots)) if self.slots else 0):
            self.step()

    def step(self) -> None:
        """Try one change, and keep it if things can move like that, as often as its weight allows."""
        ways: tuple[Callable[[], Mapping[int, Thing]], ...] = (
            self._around,
            self._several,
            self._wherever,
            self._along,
            self._some,
        )
        new = self.dice.choice(ways)()
        new = {i: kind for i, kind in new.items() if self.kinds[i] != kind}
        if not new:
            return
        old = {i: self.kinds[i] for i in new}
        touched = [*dict.fromkeys((*old.values(), *new.values()))]
        self._put(new)
        weights = {kind: self._weight(kind) for kind in touched}
        more = sum([(weight or 0.0) - self._weights.get(kind, 0.0) for kind, weight in weights.items()])
        is_possible = None not in weights.values() and self._are_met(touched)
        if not is_possible or self.dice.below(_FINE) >= exp(more) * _FINE:
            self._put(old)
        else:
            self._weights |= {kind: weight or 0.0 for kind, weight in weights.items()}

    def _put(self, new: Mapping[int, Thing]) -> None:
        for i, kind in new.items():
            self._moves_of[self.kinds[i]].remove(i)
            self._moves_of.setdefault(kind, set()).add(i)
            self.kinds[i] = kind

    # -- changes ------------------------------------------------------------------------------------------------

    def _around(self) -> Mapping[int, Thing]:
        """Exchange two things, or, half as often, pass three around, and so on."""
        slots = [self.dice.choice(self.slots), self.dice.choice(self.slots)]
        while self.dice.below(2):
            slots.append(self.dice.choice(self.slots))
        to = dict(zip(slots, [*slots[1:], slots[0]], strict=True))
        return {one: self.kinds[other] for one, other in to.items()} if len(to) == len(slots) else {}

    def _several(self) -> Mapping[int, Thing]:
        """Change one, half as often two, and so on: every game is some such change away, however it is bounded."""
        new: dict[int, Thing] = {}
        while not new or self.dice.below(2):
            one = self.dice.choice(self.slots)
            new[one] = self.dice.choice(self.choices[one])
        return new

    def _wherever(self) -> Mapping[int, Thing]:
        """Exchange two kinds everywhere."""
        return self._exchanged(self.dice.choice(self.slots), lambda: True)

    def _some(self) -> Mapping[int, Thing]:
        """Exchange two kinds in some of the places where they moved."""
        return self._exchanged(self.dice.choice(self.slots), lambda: self.dice.below(2) == 0)

    def _exchanged(self, slot: int, is_too: Callable[[], bool]) -> Mapping[int, Thing]:
        one, other = self.kinds[slot], self.dice.choice(self.choices[slot])
        to = {one: other, other: one}
        slots = sorted(i for kind in to for i in self._moves_of.get(kind, ()) if i in self.kinds)
        return {i: to[self.kinds[i]] for i in slots if i == slot or is_too()}

    def _along(self) -> Mapping[int, Thing]:
        """Change one thing into another, both where it came in and where it left."""
        one, other = self.dice.choice(self.slots), self.dice.choice(self.slots)
        kind = self.dice.choice(self.choices[one])
        return {one: kind, other: kind} if self.kinds[one] == self.kinds[other] else {}

    # -- what is possible, and how likely -------------------------------------------------------------------------

    def _weight(self, kind: Thing) -> float | None:
        """The logarithm of the likelihood of the draws of a kind, up to a constant; None if it can't move like that."""
        there, weight = dict(self._start.get(kind, {})), 0.0
        for i in sorted(self._moves_of.get(kind, ())):
            source, goal, counts = self._paths[i]
            n = there.get(source, 0)
            if counts:
                weight += log(max(1, n))
            if source >= 0:
                if n < 1:
                    return None
                there[source] = n - 1
            if goal >= 0:
                there[goal] = there.get(goal, 0) + 1
        return weight

    def _are_met(self, kinds: Sequence[Thing]) -> bool:
        """Whether all bounds that name one of these kinds are met."""
        bounds = dict.fromkeys(at for kind in kinds for at in self._bounds_of.get(kind, ()))
        return all(any(map(self._is_met, self._bounds[at])) for at in bounds)

    def _is_met(self, way: _Way) -> bool:
        bound = way.bound
        held = sum([way.there.get(kind, 0) for kind in bound.kinds])
        held += sum([n for i, n in way.changes if self._kind(i) in bound.kinds])
        return held >= bound.least if isinstance(bound, Holds) else held <= bound.most


def _played(completion: Completion, things: Sequence[Thing]) -> tuple[Sequence[Any], Sequence[Any]] | None:
    """The actions and states of the game with these things; None if the rules or the effects do not agree."""
    game, rest = completion.game, iter(things)
    dos: list[Any] = []
    states = [completion.states[0]]
    for row in completion.rows:
        moved = [next(rest) for _ in range(unseen_in(row))]
        do = completion.hidden.whole(row.do, moved) if isinstance(row.do, Partial) else row.do
        state = states[-1]
        if not isinstance(do, Seen):
            try:
                game.check(state, row.by, do)
            except IllegalAction:
                return None
            state, then = game.apply(state, row.by, do)
            if not is_same(row.then, completion.seen_effects(then)):
                return None
        dos.append(do)
        states.append(state)
    return dos, states
