"""The rules core of Kronika: the engine contract, chance, sessions, outcomes. It knows no file and no terminal.

>>> from kronika.core import Session
>>> s = Session.new("tides", players=["Anna", "Bob"], seed=7)

What stands in `__all__` is what the author of a game needs; `Game` says what a game is.
"""

from __future__ import annotations

if __name__ != "kronika.core":
    raise ImportError("This folder is the package kronika.core: import that.")

from time import time_ns
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kronika.core.basics.chance import Dice
    from kronika.core.basics.errors import (
        BadSetup,
        CannotUndo,
        GameEnded,
        IllegalAction,
        KronikaError,
        NotationError,
        PositionError,
        UnknownGame,
    )
    from kronika.core.basics.text import close_matches, join_words, lookup, normalize, pluralize, quoted
    from kronika.core.basics.toml import read_facts
    from kronika.core.contract.annotations import CardNumber, NamedCard, SeatNumber, Unordered, choices, since
    from kronika.core.contract.effects import BaseEffect
    from kronika.core.contract.game import CHANCE, EVERYONE, Card, Caveat, Game, Prompt, Verb, Viewer
    from kronika.core.contract.heuristic import Heuristic
    from kronika.core.contract.moves import find_player, find_seat, seat_name
    from kronika.core.contract.notation import MoveContext, MoveTokens, Notation, numeric_verb, simple_verb
    from kronika.core.contract.options import new_game_options as options_of_new_game
    from kronika.core.contract.options import read_options as options_of_log
    from kronika.core.contract.paper import Paper
    from kronika.core.contract.positions import (
        Players,
        at_key,
        check_range,
        check_unique,
        read_cards,
        read_choice,
        read_entries,
        seat_at_key,
    )
    from kronika.core.contract.registry import AnyGame, game_names, get_game
    from kronika.core.contract.result import BestEnding, Result, ScoreItem, ScoreSheet, rank
    from kronika.core.contract.view import EMPTY, HIDDEN, CardId, CardSet, View, can_see, with_hidden
    from kronika.core.drawing.picture import Block, Piece
    from kronika.core.sessions.notebook import Drawing
    from kronika.core.sessions.session import Session

__version__ = "0.2.0"
"""The version of the package."""
_LOADED = time_ns()  # see `core/basics/import_times.py`

_HOMES = {
    "AnyGame": "contract.registry",
    "Unordered": "contract.annotations",
    "BadSetup": "basics.errors",
    "BaseEffect": "contract.effects",
    "BestEnding": "contract.result",
    "Block": "drawing.picture",
    "CHANCE": "contract.game",
    "CannotUndo": "basics.errors",
    "Card": "contract.game",
    "CardId": "contract.view",
    "CardNumber": "contract.annotations",
    "CardSet": "contract.view",
    "Caveat": "contract.game",
    "GameEnded": "basics.errors",
    "Dice": "basics.chance",
    "EMPTY": "contract.view",
    "EVERYONE": "contract.game",
    "Game": "contract.game",
    "HIDDEN": "contract.view",
    "Heuristic": "contract.heuristic",
    "IllegalAction": "basics.errors",
    "KronikaError": "basics.errors",
    "NamedCard": "contract.annotations",
    "Notation": "contract.notation",
    "NotationError": "basics.errors",
    "Paper": "contract.paper",
    "Piece": "drawing.picture",
    "Players": "contract.positions",
    "PositionError": "basics.errors",
    "Prompt": "contract.game",
    "Result": "contract.result",
    "MoveContext": "contract.notation",
    "ScoreItem": "contract.result",
    "SeatNumber": "contract.annotations",
    "Session": "sessions.session",
    "ScoreSheet": "contract.result",
    "Drawing": "sessions.notebook",
    "UnknownGame": "basics.errors",
    "Verb": "contract.game",
    "View": "contract.view",
    "Viewer": "contract.game",
    "MoveTokens": "contract.notation",
    "simple_verb": "contract.notation",
    "choices": "contract.annotations",
    "read_cards": "contract.positions",
    "close_matches": "basics.text",
    "pluralize": "basics.text",
    "read_entries": "contract.positions",
    "find_player": "contract.moves",
    "find_seat": "contract.moves",
    "normalize": "basics.text",
    "game_names": "contract.registry",
    "get_game": "contract.registry",
    "join_words": "basics.text",
    "lookup": "basics.text",
    "check_unique": "contract.positions",
    "options_of_log": "contract.options:read_options",
    "options_of_new_game": "contract.options:new_game_options",
    "numeric_verb": "contract.notation",
    "read_choice": "contract.positions",
    "seat_at_key": "contract.positions",
    "quoted": "basics.text",
    "rank": "contract.result",
    "read_facts": "basics.toml",
    "seat_name": "contract.moves",
    "can_see": "contract.view",
    "since": "contract.annotations",
    "at_key": "contract.positions",
    "with_hidden": "contract.view",
    "check_range": "contract.positions",
}

__all__ = [
    "CHANCE",
    "EMPTY",
    "EVERYONE",
    "HIDDEN",
    "AnyGame",
    "BadSetup",
    "BaseEffect",
    "BestEnding",
    "Block",
    "CannotUndo",
    "Card",
    "CardId",
    "CardNumber",
    "CardSet",
    "Caveat",
    "Dice",
    "Drawing",
    "Game",
    "GameEnded",
    "Heuristic",
    "IllegalAction",
    "KronikaError",
    "MoveContext",
    "MoveTokens",
    "NamedCard",
    "Notation",
    "NotationError",
    "Paper",
    "Piece",
    "Players",
    "PositionError",
    "Prompt",
    "Result",
    "ScoreItem",
    "ScoreSheet",
    "SeatNumber",
    "Session",
    "UnknownGame",
    "Unordered",
    "Verb",
    "View",
    "Viewer",
    "__version__",
    "at_key",
    "can_see",
    "check_range",
    "check_unique",
    "choices",
    "close_matches",
    "find_player",
    "find_seat",
    "game_names",
    "get_game",
    "join_words",
    "lookup",
    "normalize",
    "numeric_verb",
    "options_of_log",
    "options_of_new_game",
    "pluralize",
    "quoted",
    "rank",
    "read_cards",
    "read_choice",
    "read_entries",
    "read_facts",
    "seat_at_key",
    "seat_name",
    "simple_verb",
    "since",
    "with_hidden",
]

if not TYPE_CHECKING:  # a checker of types is to see a misspelt name

    def __getattr__(name: str) -> Any:
        # Loaded on first use, so that `kronika --version` does not pay for the engine.
        from kronika.core.basics.lazy import load_attribute

        return load_attribute(__name__, _HOMES, name)


def __dir__() -> list[str]:
    return __all__
