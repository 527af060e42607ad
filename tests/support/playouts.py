"""The games that are tried in all tests over games, and where the project stands."""

from __future__ import annotations

from pathlib import Path

from kronika.core.contract.registry import AnyGame, game_names, get_game
from support import duel

ROOT = Path(__file__).parents[2]


def games() -> list[AnyGame]:
    """Every installed game and the tiny one of the tests."""
    return [*map(get_game, game_names()), duel.GAME]
