"""Players made of programs: what they are told, those in the box, and how they are named."""

from __future__ import annotations

from kronika.core.bots.builtin import BOTS
from kronika.core.bots.turn import RESIGN, Bot, Budget, Turn

__all__ = ["BOTS", "RESIGN", "Bot", "Budget", "Turn"]
