"""Bots for tests, named as anybody's are: MODULE:FUNCTION."""

from __future__ import annotations

from typing import Any

from kronika.core.bots import Turn
from kronika.core.chance import Dice

NUMBER = 7


def clever(turn: Turn, dice: Dice) -> Any:
    """The last legal action.

    More is not needed.
    """
    return turn.actions[-1]


def silent(turn: Turn, dice: Dice) -> Any:
    """No move at all."""
    return None
