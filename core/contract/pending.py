"""Steps that wait on a stack in a state, the next one last: who answers each, how, and how it goes on to the next.

A step is plain data. What it asks for is a `StepKind`; `StepKinds` is the table of them that a game has, by type of
step. All of it works with the state and the table of any game: both have a `stack`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Generic, Protocol, TypeVar

from msgspec import Struct

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.game import CHANCE


class _WaitingTable(Protocol):
    @property
    def stack(self) -> Sequence[Any]: ...


class _ResumableTable(Protocol):
    @property
    def stack(self) -> list[Any]: ...


S = TypeVar("S", bound=_WaitingTable)
"""The state of a game."""
T = TypeVar("T", bound=_ResumableTable)
"""Its table: the working copy that one action changes."""

NO_ANSWER: Final[Mapping[type, Any]] = MappingProxyType({})


def owner_seat(state: Any, step: Any) -> tuple[int, ...]:
    """Whoever the step belongs to."""
    return (step.seat,)


def chance_seat(state: Any, step: Any) -> tuple[int, ...]:
    """Nature."""
    return (CHANCE,)


def no_options(state: Any, step: Any, seat: int) -> Sequence[Any]:
    """No list: chance, or a step that goes on by itself."""
    return ()


def accept_any(state: Any, step: Any, seat: int, do: Any) -> None:
    """A check that finds nothing wrong."""


def finish_step(table: Any, step: Any, seat: int, do: Any) -> None:
    """An answer after which the step is over, and no more."""


def keep_waiting(table: Any, step: Any) -> Any:
    """A step that waits in any case."""
    return step


class StepKind(Struct, Generic[S, T], frozen=True, gc=False):
    """What one kind of step asks for.

    `settle` is asked when the step comes to lie on top: it does what needs no decision, or gives the step back, perhaps
    changed: it waits. While it waits, `seats` may answer with one of the types in `takes`, each with its check and what
    it does. `options` lists what is legal; `pick` draws one of them where that is not a matter of equal chances;
    `sample` draws for nature. `rule` and `what` tell everybody else what is expected; `refuse` has better words for a
    seat that may not act. Whatever is done to a table is done with the step off its stack.
    """

    rule: str
    what: str
    settle: Callable[[T, Any], Any] = keep_waiting
    takes: Mapping[type, tuple[Callable[[S, Any, int, Any], None], Callable[[T, Any, int, Any], None]]] = NO_ANSWER
    options: Callable[[S, Any, int], Sequence[Any]] = no_options
    seats: Callable[[S, Any], tuple[int, ...]] = owner_seat
    pick: Callable[[S, Any, int, Dice], Any] | None = None
    sample: Callable[[S, Any, Dice], Any] | None = None
    refuse: Callable[[S, Any, int], IllegalAction | None] | None = None

    def check(self, state: S, step: Any, seat: int, do: Any) -> bool:
        """Is this an answer, from a seat that may give it? Raises IllegalAction for a wrong one."""
        taken, seats = self.takes.get(type(do)), self.seats
        # Mostly it is the owner's to answer: that is seen without a call.
        if taken is None or (seat != step.seat if seats is owner_seat else seat not in seats(state, step)):
            return False
        taken[0](state, step, seat, do)
        return True

    def choose(self, state: S, step: Any, seat: int, dice: Dice) -> Any:
        """A random one of the options."""
        return self.pick(state, step, seat, dice) if self.pick else dice.choice(self.options(state, step, seat))

    def draw(self, state: S, step: Any, dice: Dice) -> Any:
        """A random outcome of the chance that is due."""
        assert self.sample is not None
        return self.sample(state, step, dice)


class StepKinds(Generic[S, T]):
    """What every kind of step of a game asks for."""

    def __init__(self, dues: Mapping[type, StepKind[S, T]]) -> None:
        self.dues: Final = dues

    def due(self, step: Any) -> StepKind[S, T]:
        """What this step asks for."""
        return self.dues[type(step)]

    def answer(self, table: T, seat: int, do: Any) -> None:
        """Does what a checked answer to the step on top does."""
        step = table.stack.pop()
        self.dues[type(step)].takes[type(do)][1](table, step, seat, do)

    def settle(self, table: T) -> bool:
        """Goes on until a step waits; False when none is left."""
        stack, dues = table.stack, self.dues
        while stack:
            step = stack.pop()
            step = dues[type(step)].settle(table, step)
            if step is not None:
                stack.append(step)
                return True
        return False
