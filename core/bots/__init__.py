"""Players made of programs: what they are told, those in the box, and how they are named."""

from __future__ import annotations

from kronika.core.bots.box import BOTS
from kronika.core.bots.turn import Bot, Budget, Turn

__all__ = ["BOTS", "Bot", "Budget", "Turn"]
