"""The names at the table."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.errors import BadSetup
from kronika.core.registry import AnyGame
from kronika.core.words import fold

RESERVED = ("chance", "referee")


def check_players(game: AnyGame, names: Sequence[str]) -> None:
    """Raises BadSetup unless the game can be played by these players, told apart by their names."""
    fewest, most = game.seats
    if not fewest <= len(names) <= most:
        allowed = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        raise BadSetup(f"{game.title} is for {allowed} players, not {len(names)}.")
    folded = [fold(name) for name in names]
    for name, plain in zip(names, folded, strict=True):
        if not plain or not name.isprintable() or ":" in name or name != name.strip():
            raise BadSetup(f"{name!r} can't be a player's name: no colon, no line break, no space around it.")
        if name.isdecimal() or plain in RESERVED:
            raise BadSetup(f"{name!r} can't be a player's name: it already means something in a move.")
    if len(set(folded)) < len(folded):
        raise BadSetup("Two players have the same name.")
