"""What an event gives, and the stack of what it has begun and not finished."""

from __future__ import annotations

from msgspec.structs import replace

from kronika.core.games.imhotep.effects import Effect
from kronika.core.games.imhotep.state import State, Step

Applied = tuple[State, tuple[Effect, ...]]
"""The state after an event, and the effects."""
Stack = tuple[Step, ...]
Effects = list[Effect]
"""The effects so far: each rule adds its own."""


def push(state: State, kind: int, seat: int, number: int = 0) -> State:
    """Begins a step, to be finished before those already begun."""
    return replace(state, stack=(*state.stack, Step(kind, seat, number)))


def pop(state: State) -> State:
    """The last step is finished."""
    return replace(state, stack=state.stack[:-1])


def stone_done(stack: Stack) -> Stack:
    """The stone of the last step whose owner has chosen has left the ship."""
    *before, step = stack
    return (*before, replace(step, at=step.at + 1))


def space_done(stack: Stack) -> Stack:
    """The last step, the temple of side B, is at its next space."""
    *before, step = stack
    return (*before, replace(step, number=step.number + 1))
