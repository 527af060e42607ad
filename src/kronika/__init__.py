"""Referee, recorder and replay analyzer for board games: the front door.

>>> import kronika
>>> session = kronika.Session.new("tides", players=["Anna", "Bob"], seed=7)
>>> kronika.save("game.jsonl", session)
>>> kronika.validate("game.jsonl").ok
True

`kronika.core` has what an author of a game needs, `kronika.logs` all that is done with logs, `kronika.testing` the
suite that a game must pass. `python -m kronika` is the command line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kronika.core import (
        BadSetup,
        CannotUndo,
        GameEnded,
        IllegalAction,
        KronikaError,
        NotationError,
        PositionError,
        Session,
        UnknownGame,
        __version__,
        game_names,
        get_game,
    )
    from kronika.logs import FileError, LogError, LogFile, diff, load, save, validate

_HOMES = {
    "BadSetup": "core",
    "CannotUndo": "core",
    "GameEnded": "core",
    "FileError": "logs",
    "IllegalAction": "core",
    "KronikaError": "core",
    "LogError": "logs",
    "LogFile": "logs",
    "NotationError": "core",
    "PositionError": "core",
    "Session": "core",
    "UnknownGame": "core",
    "__version__": "core",
    "diff": "logs",
    "game_names": "core",
    "get_game": "core",
    "load": "logs",
    "save": "logs",
    "validate": "logs",
}

__all__ = [
    "BadSetup",
    "CannotUndo",
    "FileError",
    "GameEnded",
    "IllegalAction",
    "KronikaError",
    "LogError",
    "LogFile",
    "NotationError",
    "PositionError",
    "Session",
    "UnknownGame",
    "__version__",
    "diff",
    "game_names",
    "get_game",
    "load",
    "save",
    "validate",
]

if not TYPE_CHECKING:  # a checker of types is to see a misspelt name

    def __getattr__(name: str) -> Any:
        from kronika.core.basics.lazy import load_attribute

        return load_attribute(__name__, _HOMES, name)


def __dir__() -> list[str]:
    return __all__
