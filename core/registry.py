"""Which games there are: the entry-point group `kronika.games`."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from typing import Any

from kronika.core.errors import UnknownGame
from kronika.core.game import Game
from kronika.core.words import closest, quoted

AnyGame = Game[Any, Any, Any, Any, Any, Any]
"""A game, whatever its types."""

GROUP = "kronika.games"


@cache
def _entry_points() -> dict[str, Any]:
    return {point.name: point for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)}


def game_names() -> list[str]:
    """The names of all installed games, sorted."""
    return list(_entry_points())


@cache
def get_game(name: str) -> AnyGame:
    """The game of that name. Raises UnknownGame, with a guess at what was meant."""
    point = _entry_points().get(name)
    if point is None:
        guess = closest(name, game_names())
        hint = f" Did you mean {guess[0]}?" if guess else ""
        raise UnknownGame(f"There is no game called {quoted(name)}.{hint} Installed: {', '.join(game_names())}.")
    game: AnyGame = point.load()
    return game
