"""The stack of steps that have begun and are not finished, and the result of applying an event."""

from __future__ import annotations

from msgspec.structs import replace

from kronika.core.games.imhotep.effects import Effect
from kronika.core.games.imhotep.state import State, Step

Applied = tuple[State, tuple[Effect, ...]]
"""The state after an event, and its effects."""
Stack = tuple[Step, ...]
"""The steps in progress; the last one is resolved first."""
Effects = list[Effect]
"""The effects of an event so far; each rule appends its own."""


def push(state: State, kind: int, seat: int, number: int = 0) -> State:
    """Return the state with a new step, which is resolved before all others."""
    return replace(state, stack=(*state.stack, Step(kind, seat, number)))


def pop(state: State) -> State:
    """Return the state without the last step."""
    return replace(state, stack=state.stack[:-1])


def stone_done(stack: Stack) -> Stack:
    """Return the stack after the next stone of the last step is done, because its owner has chosen."""
    *before, step = stack
    return (*before, replace(step, at=step.at + 1))


def space_done(stack: Stack) -> Stack:
    """Return the stack with the last step, the temple of side B, moved on to its next space."""
    *before, step = stack
    return (*before, replace(step, number=step.number + 1))
