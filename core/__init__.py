"""The rules core of Kronika: the engine contract, chance, sessions, outcomes. It knows no file and no terminal.

>>> from kronika.core import Session
>>> s = Session.new("tides", players=["Anna", "Bob"], seed=7)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kronika.core.errors import IllegalAction, KronikaError, NotationError
    from kronika.core.game import CHANCE, Game
    from kronika.core.registry import game_names, get_game
    from kronika.core.session import Session

__version__ = "0.1.0"

_HOMES = {
    "CHANCE": "game",
    "Game": "game",
    "IllegalAction": "errors",
    "KronikaError": "errors",
    "NotationError": "errors",
    "Session": "session",
    "game_names": "registry",
    "get_game": "registry",
}

__all__ = ["CHANCE", "Game", "IllegalAction", "KronikaError", "NotationError", "Session", "game_names", "get_game"]


def __getattr__(name: str) -> Any:
    # Loaded on first use, so that `kronika --version` does not pay for the engine.
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
