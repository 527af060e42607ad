"""Full games that agree with what a witness saw, drawn as shuffled tiles and cards would give them.

Each thing that chance draws is as likely as any other in the same place; unseen choices of players count for nothing. A
walk goes from one game that agrees to the next (Metropolis): it exchanges two kinds, in two places or everywhere that
they moved unseen. A possible change is kept with the ratio of the likelihoods, new to old, as probability, at most 1.
Independent parts of the record have their own walks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from math import exp, log
from typing import Any, Final

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.game import CHANCE
from kronika.core.contract.twins import Partial, Thing
from kronika.core.contract.unseen import OPEN, Move, Operation, Place, Supply, Trade
from kronika.core.sessions.events import Seen
from kronika.core.unseen.completion import Completion
from kronika.core.unseen.parts import parts
from kronika.core.unseen.rows import is_met, is_same, is_unseen, unseen_in

_FINE: Final = 10**9

STEPS: Final = 12
"""The steps of the walk from one game to the next, for each thing that moved unseen."""


def sampled(completion: Completion, dice: Dice) -> tuple[Sequence[Any], Sequence[Any]]:
    """The actions and the states of another game that agrees with the record.

    They are those of the current game if the rules do not allow the one that was drawn.
    """
    moves = [one for row in completion.rows for one in row.moves]
    drawn = [row.by == CHANCE for row in completion.rows for _ in row.moves]
    things = iter([thing for row in completion.things for thing in row])
    kinds = {i: next(things) for i, one in enumerate(moves) if is_unseen(one)}
    for supply, numbers in parts(completion.supply, moves):
        walk = _Walk(supply, [moves[i] for i in numbers], [drawn[i] for i in numbers], dice)
        walk.begin([kinds[i] for i in numbers if i in kinds])
        for _ in range(STEPS * len(walk.slots)):
            walk.step()
        kinds |= {numbers[i]: kind for i, kind in walk.kinds.items()}
    return _played(completion, [kinds[i] for i in sorted(kinds)]) or (completion.dos, completion.states)


class _Walk:
    """The kinds of all things that move unseen in some operations; `drawn` says which are draws of chance."""

    def __init__(self, supply: Supply, moves: Sequence[Operation], drawn: Sequence[bool], dice: Dice) -> None:
        self.supply = supply
        self.moves = moves
        self.drawn = drawn
        self.dice = dice
        self.kinds: dict[int, Thing] = {}
        self.slots: list[int] = []
        self.choices: dict[int, Sequence[Thing]] = {}
        self.weight = 0.0

    def begin(self, things: Sequence[Thing]) -> None:
        """Begin with the things that move unseen in a game that agrees."""
        self.kinds = dict(zip([i for i, one in enumerate(self.moves) if is_unseen(one)], things, strict=True))
        self.choices = self._choices()
        self.slots = [*self.choices]
        self.weight = self._weight() or 0.0

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

    def step(self) -> None:
        """Try one change, and keep it if things can move like that, as often as its weight allows."""
        before = dict(self.kinds)
        ways: tuple[Callable[[], None], ...] = (self._two, self._other, self._wherever, self._along)
        self.dice.choice(ways)()
        if self.kinds == before:
            return
        weight = self._weight()
        if weight is None or self.dice.below(_FINE) >= exp(weight - self.weight) * _FINE:
            self.kinds = before
        else:
            self.weight = weight

    def _two(self) -> None:
        one, other = self.dice.choice(self.slots), self.dice.choice(self.slots)
        self.kinds[one], self.kinds[other] = self.kinds[other], self.kinds[one]

    def _other(self) -> None:
        one = self.dice.choice(self.slots)
        self.kinds[one] = self.dice.choice(self.choices[one])

    def _wherever(self) -> None:
        slot = self.dice.choice(self.slots)
        one, other = self.kinds[slot], self.dice.choice(self.choices[slot])
        turned = {one: other, other: one}
        self.kinds = {i: turned.get(kind, kind) for i, kind in self.kinds.items()}

    def _along(self) -> None:
        """Change one thing into another, both where it came in and where it left."""
        one, other = self.dice.choice(self.slots), self.dice.choice(self.slots)
        kind = self.dice.choice(self.choices[one])
        if self.kinds[one] == self.kinds[other]:
            self.kinds[one] = self.kinds[other] = kind

    def _weight(self) -> float | None:
        """The logarithm of the likelihood of these draws, up to a constant; None if things can't move like that."""
        there: dict[Place, Counter[Thing]] = {place: Counter(things) for place, things in self.supply.items()}
        weight = 0.0
        for i, one in enumerate(self.moves):
            kind = self.kinds.get(i)
            if self.drawn[i] and isinstance(one, Move) and one.source in self.supply:
                weight += log(max(1, there[one.source][one.kind if kind is None else kind]))
            if not _moved(there, one, kind):
                return None
        return weight


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


def _moved(there: dict[Place, Counter[Thing]], one: Operation, kind: Thing | None) -> bool:
    """Apply an operation to the contents of places; False if it is not possible."""
    if isinstance(one, Trade):
        there[one.one], there[one.other] = there.get(one.other, Counter()), there.get(one.one, Counter())
        return True
    if not isinstance(one, Move):
        return is_met(one, there)
    thing = kind if one.kind is None else one.kind
    if one.source != OPEN:
        source = there.get(one.source, Counter())
        source[thing] -= 1
        if source[thing] < 0:
            return False
    if one.goal != OPEN:
        there.setdefault(one.goal, Counter())[thing] += 1
    return True
