"""Bots: what a bot gets to know, the built-in bots, how bots are named, and how they play in a session."""

from __future__ import annotations

from kronika.core.bots.builtin import BOTS
from kronika.core.bots.turn import RESIGN, Bot, Budget, Turn

__all__ = ["BOTS", "RESIGN", "Bot", "Budget", "Turn"]
