"""What an event gives, and the stack of what it has begun and not finished."""

from __future__ import annotations

from msgspec.structs import replace

from kronika.core.games.imhotep.actions import Effect
from kronika.core.games.imhotep.state import State, Step

Result = tuple[State, tuple[Effect, ...]]
"""The state after an event, and the effects."""
Effects = list[Effect]
"""The effects so far: each rule adds its own."""


def push(state: State, kind: int, seat: int, number: int = 0, stones: bytes = b"") -> State:
    """Begins a step, to be finished before those already begun."""
    return replace(state, stack=(*state.stack, Step(kind, seat, number, 0, stones)))


def advance(state: State, number: int, at: int) -> State:
    """Moves the last step on."""
    *before, step = state.stack
    return replace(state, stack=(*before, Step(step.kind, step.seat, number, at, step.stones)))


def pop(state: State) -> State:
    """The last step is finished."""
    return replace(state, stack=state.stack[:-1])
