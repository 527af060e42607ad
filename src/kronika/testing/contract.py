"""The suite that every game must pass: it checks the engine contract over random games at every number of seats.

`pytest --kronika-game NAME` runs these tests for an installed game. To run them among your own, write a test module::

    from kronika.testing.contract import *
    from tides_of_yours import GAME

    GAMES = [GAME]

With `MORE = pytest.mark.NAME` in the module, it also runs five more random games of each case, and more cases; these
tests have this mark.

The checks are in `kronika.testing.checks`, one module for each theme. To add one, write a function `test_...` with a
parameter `game` or `table` in the module of its theme; nothing else has to be changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from kronika.core.contract.registry import AnyGame, get_game
from kronika.testing.checks import (
    compatibility,
    declared,
    guided,
    hidden_information,
    marks,
    notation,
    pictures,
    pipe,
    play,
    positions,
    readback,
    searching,
    text,
    unseen,
    values,
    views,
    written,
)
from kronika.testing.playouts import Table, all_cases, cases, spread

THEMES = (
    *(
        declared,
        play,
        values,
        text,
        notation,
        readback,
        hidden_information,
        unseen,
        views,
        marks,
        compatibility,
        positions,
        written,
    ),
    *(pictures, searching, pipe, guided),
)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrize the tests with the games of their module or of `--kronika-game`, and with tables of these games."""
    games = getattr(metafunc.module, "GAMES", None)
    if games is None:
        games = [get_game(name) for name in metafunc.config.getoption("kronika_game") or ()]
    if "table" in metafunc.fixturenames:
        metafunc.parametrize("table", _tables(games, getattr(metafunc.module, "MORE", None)))
    elif "game" in metafunc.fixturenames:
        metafunc.parametrize("game", games, ids=[game.name for game in games])


def _tables(games: Sequence[AnyGame], more: pytest.MarkDecorator | None) -> list[Any]:
    tables = []
    for game in games:
        chosen = cases(game)
        assert chosen, f"no combination of options can be set up for {game.name}"
        tables += [pytest.param(Table(case, 0), id=str(case)) for case in chosen]
        if more:
            for case in dict.fromkeys((*chosen, *spread(all_cases(game), 40))):
                tables += [pytest.param(Table(case, n), id=f"{case}-{n}", marks=more) for n in range(1, 6)]
    return tables


globals().update({name: check for theme in THEMES for name, check in vars(theme).items() if name.startswith("test_")})
__all__ = [name for name in globals() if name.startswith(("test_", "pytest_"))]
