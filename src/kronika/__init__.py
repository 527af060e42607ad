"""Referee, recorder and replay analyzer for board games.

>>> import kronika
>>> session = kronika.Session.new("tides", players=["Anna", "Bob"], seed=7)
>>> kronika.save("game.jsonl", session)
>>> kronika.validate("game.jsonl").ok
True

This package has the functions that most programs need. `kronika.core` has the engine and everything for the author of a
game, `kronika.logs` everything that works with logs, and `kronika.testing` the suite that a game must pass.
`python -m kronika` is the command line.
"""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    # Loaded on first use, so that `kronika --version` does not load the engine. `__init__.pyi` lists the names.
    from kronika.core.basics.lazy import load_attribute

    return load_attribute(__name__, name)


def __dir__() -> list[str]:
    return __getattr__("__all__")
