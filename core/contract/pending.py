"""Pending steps of a game: a stack of steps in the state, the next one last, each waiting for an answer.

A step is plain data. Its `StepKind` says who answers it, with what, and what an answer does; `StepKinds` is the table
of these by type of step. It works with any game whose state and table (a working copy of the state) have a `stack`.
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
"""The type of the immutable state of a game."""
T = TypeVar("T", bound=_ResumableTable)
"""The type of its table: the mutable working copy of a state that one action changes."""

NO_ANSWER: Final[Mapping[type, Any]] = MappingProxyType({})
"""The empty `takes` of a step that nobody answers."""


def owner_seat(state: Any, step: Any) -> tuple[int, ...]:
    """The default of `seats`: the seat to which the step belongs."""
    return (step.seat,)


def chance_seat(state: Any, step: Any) -> tuple[int, ...]:
    """For `seats`: chance answers the step."""
    return (CHANCE,)


def no_options(state: Any, step: Any, seat: int) -> Sequence[Any]:
    """The default of `options`: none, for a step that chance or nobody answers."""
    return ()


def accept_any(state: Any, step: Any, seat: int, do: Any) -> None:
    """For a check in `takes`: every answer of this type is legal."""


def finish_step(table: Any, step: Any, seat: int, do: Any) -> None:
    """For an action in `takes`: the answer ends the step, and does nothing else."""


def keep_waiting(table: Any, step: Any) -> Any:
    """The default of `settle`: the step always waits for an answer."""
    return step


class StepKind(Struct, Generic[S, T], frozen=True, gc=False):
    """A kind of step: who answers it, with what, and what an answer does.

    - `rule` and `what`: the number of its rule, and what to do, as an imperative (`draw a card`).
    - `settle(table, step)`: called when the step is on top of the stack. It does what needs no decision and returns
      None, or returns the step, perhaps changed, to wait for an answer.
    - `takes`: the types of possible answers, each with a function that checks it and one that carries it out.
    - `options(state, step, seat)`: the legal answers of a seat.
    - `seats(state, step)`: the seats that may answer.
    - `pick(state, step, seat, dice)`: a random legal answer; by default each of the options is equally likely.
    - `sample(state, step, dice)`: a random outcome, for a step that chance answers.
    - `refuse(state, step, seat)`: a better error for a seat that may not answer, or None.

    Functions that change a table are called after the step was taken off its stack.
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
        """Whether this is an answer to the step, from a seat that may give it. Raises IllegalAction for a wrong one."""
        taken, seats = self.takes.get(type(do)), self.seats
        # Usually the owner answers: that case is decided without a call.
        if taken is None or (seat != step.seat if seats is owner_seat else seat not in seats(state, step)):
            return False
        taken[0](state, step, seat, do)
        return True

    def choose(self, state: S, step: Any, seat: int, dice: Dice) -> Any:
        """Return a random legal answer of a seat."""
        return self.pick(state, step, seat, dice) if self.pick else dice.choice(self.options(state, step, seat))

    def draw(self, state: S, step: Any, dice: Dice) -> Any:
        """Return a random outcome for a step that chance answers."""
        assert self.sample is not None
        return self.sample(state, step, dice)


class StepKinds(Generic[S, T]):
    """The kinds of steps of a game, by the type of a step."""

    def __init__(self, dues: Mapping[type, StepKind[S, T]]) -> None:
        self.dues: Final = dues

    def due(self, step: Any) -> StepKind[S, T]:
        """The kind of this step."""
        return self.dues[type(step)]

    def answer(self, table: T, seat: int, do: Any) -> None:
        """Take the step on top off the stack, and carry out an answer to it that was checked."""
        step = table.stack.pop()
        self.dues[type(step)].takes[type(do)][1](table, step, seat, do)

    def settle(self, table: T) -> bool:
        """Settle steps until one waits for an answer. Returns False if none is left."""
        stack, dues = table.stack, self.dues
        while stack:
            step = stack.pop()
            step = dues[type(step)].settle(table, step)
            if step is not None:
                stack.append(step)
                return True
        return False
