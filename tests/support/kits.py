"""The kits of games, each made once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from kronika.core.registry import get_game
from kronika.logs.kit.pack import kit_files


@cache
def files_of(name: str) -> Mapping[str, bytes]:
    """The files of a game's kit, by their names in it."""
    return kit_files(get_game(name))
