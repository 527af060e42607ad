"""Full games that agree with what a witness saw, as shuffled tiles and cards would have given them.

Every order in which things may have lain in their bag or deck is as likely as any other; what players chose unseen says
nothing. A walk goes from one game that agrees to the next (Metropolis): two kinds are exchanged, in two places or
wherever they moved unseen. Where that is possible it is the next game, as often as its orders are to those of the last
one: there are as many as ways to order what was never drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from math import exp, lgamma
from typing import Any, Final

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.twins import Thing, agrees, filled
from kronika.core.contract.unseen import OPEN, Holds, Lacks, Move, Operation, Place, Trade
from kronika.core.sessions.events import Seen
from kronika.core.unseen.completion import Completion

_FINE: Final = 10**9

STEPS: Final = 12
"""Steps of the walk between two games, for each thing that moved unseen."""


def sampled(completion: Completion, dice: Dice) -> tuple[Sequence[Any], Sequence[Any]]:
    """What is done in another game that agrees, and its states."""
    walk = _Walk(completion, dice)
    for _ in range(STEPS * len(walk.slots)):
        walk.step()
    found = walk.played()
    return found or (completion.dos, completion.states)


class _Walk:
    """The kinds of all that moved unseen, and what was never drawn."""

    def __init__(self, completion: Completion, dice: Dice) -> None:
        self.completion = completion
        self.dice = dice
        self.moves = [one for row in completion.rows for one in row.moves]
        self.slots = [i for i, one in enumerate(self.moves) if isinstance(one, Move) and one.kind is None]
        things = [thing for row in completion.things for thing in row]
        self.kinds: dict[int, Thing] = dict(zip(self.slots, things, strict=True))
        self.choices = sorted({kind for of in completion.supply.values() for kind in of}, key=str)
        self.weight = self._weight() or 0.0

    def step(self) -> None:
        """Tries one change, and keeps it where the things could have moved so and the rules allow it."""
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
        self.kinds[self.dice.choice(self.slots)] = self.dice.choice(self.choices)

    def _wherever(self) -> None:
        one, other = self.dice.choice(self.choices), self.dice.choice(self.choices)
        turned = {one: other, other: one}
        self.kinds = {i: turned.get(kind, kind) for i, kind in self.kinds.items()}

    def _along(self) -> None:
        """One thing is another one from where it came in to where it went."""
        one, other = self.dice.choice(self.slots), self.dice.choice(self.slots)
        kind = self.dice.choice(self.choices)
        if self.kinds[one] == self.kinds[other]:
            self.kinds[one] = self.kinds[other] = kind

    def _weight(self) -> float | None:
        """How many orders there are of what was never drawn, a logarithm; None where things can't have moved so."""
        there: dict[Place, Counter[Thing]] = {
            place: Counter(things) for place, things in self.completion.supply.items()
        }
        if not all(_moved(there, one, self.kinds.get(i)) for i, one in enumerate(self.moves)):
            return None
        return -sum(lgamma(n + 1) for place in self.completion.supply for n in there[place].values())

    def played(self) -> tuple[Sequence[Any], Sequence[Any]] | None:
        """What is done in the game, and its states; None where the rules do not allow it after all."""
        game, rest = self.completion.game, iter([self.kinds[i] for i in self.slots])
        dos: list[Any] = []
        states = [self.completion.states[0]]
        for row in self.completion.rows:
            n = sum(isinstance(one, Move) and one.kind is None for one in row.moves)
            do = filled(row.do, [next(rest) for _ in range(n)])
            state = states[-1]
            if not isinstance(do, Seen):
                try:
                    game.check(state, row.by, do)
                except IllegalAction:
                    return None
                state, then = game.apply(state, row.by, do)
                if not all(map(agrees, row.then, self.completion.seen_effects(then))):
                    return None
            dos.append(do)
            states.append(state)
        return dos, states


def _moved(there: dict[Place, Counter[Thing]], one: Operation, kind: Thing | None) -> bool:
    """Does the operation, the possible one; False where it is none."""
    if isinstance(one, Trade):
        there[one.one], there[one.other] = there.get(one.other, Counter()), there.get(one.one, Counter())
        return True
    if isinstance(one, (Holds, Lacks)):
        held = sum(there.get(one.place, Counter())[kind] for kind in one.kinds)
        return held >= one.least if isinstance(one, Holds) else held <= one.most
    thing = kind if one.kind is None else one.kind
    if one.source != OPEN:
        source = there.get(one.source, Counter())
        source[thing] -= 1
        if source[thing] < 0:
            return False
    if one.goal != OPEN:
        there.setdefault(one.goal, Counter())[thing] += 1
    return True
