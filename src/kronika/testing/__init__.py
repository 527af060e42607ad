"""Tests for the author of a game: the suite that every game must pass (`contract`), and random games.

>>> from kronika.core import get_game
>>> from kronika.testing import Table, cases
>>> table = Table(cases(get_game("tides"))[0], number=1)
>>> table.steps[0].number, table.game.actors(table.end)
(1, ())

pytest is required. `contract` explains how to run the suite. The names of this package are stable; the modules that
define them, and the checks, may change.
"""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    # Loaded on first use, so that `kronika --version` does not load the engine. `__init__.pyi` lists the names.
    from kronika.core.basics.lazy import load_attribute

    return load_attribute(__name__, name)


def __dir__() -> list[str]:
    return __getattr__("__all__")
