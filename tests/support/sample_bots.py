"""Bots for tests, named as anybody's are: MODULE:FUNCTION."""

from __future__ import annotations

import sys
from typing import Any

from kronika.core.basics.chance import Dice
from kronika.core.bots import Turn

NUMBER = 7


def clever(turn: Turn, dice: Dice) -> Any:
    """The last legal action.

    More is not needed.
    """
    return turn.actions[-1]


def silent(turn: Turn, dice: Dice) -> Any:
    """No move at all."""
    return None


def idle(turn: Turn, dice: Dice) -> Any:
    """Ends the turn where that can be done."""
    return next((do for do in turn.actions if type(do).__name__ == "EndTurn"), turn.actions[0])


def peeking(turn: Turn, dice: Dice) -> Any:
    """Looks at the true table, which stands in the frames that have called it."""
    frame: Any = sys._getframe()
    while "session" not in frame.f_locals:
        frame = frame.f_back
    seen = repr(frame.f_locals["session"].state)
    return turn.actions[sum(map(ord, seen)) % len(turn.actions)]


def wavering(turn: Turn, dice: Dice) -> Any:
    """Another move every time."""
    CALLS.append(None)
    return turn.actions[len(CALLS) % len(turn.actions)]


CALLS: list[None] = []


def boasting(turn: Turn, dice: Dice) -> Any:
    """Tells all that it holds, and dies."""
    raise RuntimeError(f"I hold {turn.view}")
