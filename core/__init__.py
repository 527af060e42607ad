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
        Closed,
        IllegalAction,
        KronikaError,
        NotationError,
        PositionError,
        UnknownGame,
    )
    from kronika.core.basics.text import closest, count, fold, listing, lookup, quoted
    from kronika.core.basics.toml import read_facts
    from kronika.core.contract.game import CHANCE, EVERYONE, Card, Caveat, Game, Prompt, Verb, Viewer
    from kronika.core.contract.heuristic import Heuristic
    from kronika.core.contract.marks import AnyOrder, CardNumber, NamedCard, SeatNumber, can_be, since
    from kronika.core.contract.moves import find_player, find_seat, seat_name
    from kronika.core.contract.notation import Notation, Scene, Words, bare, numbers
    from kronika.core.contract.options import chosen_options as options_of_new_game
    from kronika.core.contract.options import read_options as options_of_log
    from kronika.core.contract.paper import Paper
    from kronika.core.contract.positions import Players, cards_of, entries, named_once, one_of, player_of, under, within
    from kronika.core.contract.registry import AnyGame, game_names, get_game
    from kronika.core.contract.result import BestEnding, Result, ScoreItem, Sheet, rank
    from kronika.core.contract.view import EMPTY, HIDDEN, CardId, CardSet, View, sees, with_hidden
    from kronika.core.drawing.picture import Block, Piece
    from kronika.core.sessions.notebook import Shown
    from kronika.core.sessions.session import Session

__version__ = "0.2.0"
"""The version of the package."""
_LOADED = time_ns()  # see `core/basics/loaded.py`

_HOMES = {
    "AnyGame": "contract.registry",
    "AnyOrder": "contract.marks",
    "BadSetup": "basics.errors",
    "BestEnding": "contract.result",
    "Block": "drawing.picture",
    "CHANCE": "contract.game",
    "CannotUndo": "basics.errors",
    "Card": "contract.game",
    "CardId": "contract.view",
    "CardNumber": "contract.marks",
    "CardSet": "contract.view",
    "Caveat": "contract.game",
    "Closed": "basics.errors",
    "Dice": "basics.chance",
    "EMPTY": "contract.view",
    "EVERYONE": "contract.game",
    "Game": "contract.game",
    "HIDDEN": "contract.view",
    "Heuristic": "contract.heuristic",
    "IllegalAction": "basics.errors",
    "KronikaError": "basics.errors",
    "NamedCard": "contract.marks",
    "Notation": "contract.notation",
    "NotationError": "basics.errors",
    "Paper": "contract.paper",
    "Piece": "drawing.picture",
    "Players": "contract.positions",
    "PositionError": "basics.errors",
    "Prompt": "contract.game",
    "Result": "contract.result",
    "Scene": "contract.notation",
    "ScoreItem": "contract.result",
    "SeatNumber": "contract.marks",
    "Session": "sessions.session",
    "Sheet": "contract.result",
    "Shown": "sessions.notebook",
    "UnknownGame": "basics.errors",
    "Verb": "contract.game",
    "View": "contract.view",
    "Viewer": "contract.game",
    "Words": "contract.notation",
    "bare": "contract.notation",
    "can_be": "contract.marks",
    "cards_of": "contract.positions",
    "closest": "basics.text",
    "count": "basics.text",
    "entries": "contract.positions",
    "find_player": "contract.moves",
    "find_seat": "contract.moves",
    "fold": "basics.text",
    "game_names": "contract.registry",
    "get_game": "contract.registry",
    "listing": "basics.text",
    "lookup": "basics.text",
    "named_once": "contract.positions",
    "options_of_log": "contract.options:read_options",
    "options_of_new_game": "contract.options:chosen_options",
    "numbers": "contract.notation",
    "one_of": "contract.positions",
    "player_of": "contract.positions",
    "quoted": "basics.text",
    "rank": "contract.result",
    "read_facts": "basics.toml",
    "seat_name": "contract.moves",
    "sees": "contract.view",
    "since": "contract.marks",
    "under": "contract.positions",
    "with_hidden": "contract.view",
    "within": "contract.positions",
}

__all__ = [
    "CHANCE",
    "EMPTY",
    "EVERYONE",
    "HIDDEN",
    "AnyGame",
    "AnyOrder",
    "BadSetup",
    "BestEnding",
    "Block",
    "CannotUndo",
    "Card",
    "CardId",
    "CardNumber",
    "CardSet",
    "Caveat",
    "Closed",
    "Dice",
    "Game",
    "Heuristic",
    "IllegalAction",
    "KronikaError",
    "NamedCard",
    "Notation",
    "NotationError",
    "Paper",
    "Piece",
    "Players",
    "PositionError",
    "Prompt",
    "Result",
    "Scene",
    "ScoreItem",
    "SeatNumber",
    "Session",
    "Sheet",
    "Shown",
    "UnknownGame",
    "Verb",
    "View",
    "Viewer",
    "Words",
    "__version__",
    "bare",
    "can_be",
    "cards_of",
    "closest",
    "count",
    "entries",
    "find_player",
    "find_seat",
    "fold",
    "game_names",
    "get_game",
    "listing",
    "lookup",
    "named_once",
    "numbers",
    "one_of",
    "options_of_log",
    "options_of_new_game",
    "player_of",
    "quoted",
    "rank",
    "read_facts",
    "seat_name",
    "sees",
    "since",
    "under",
    "with_hidden",
    "within",
]

if not TYPE_CHECKING:  # a checker of types is to see a misspelt name

    def __getattr__(name: str) -> Any:
        # Loaded on first use, so that `kronika --version` does not pay for the engine.
        from kronika.core.basics.lazy import found

        return found(__name__, _HOMES, name)


def __dir__() -> list[str]:
    return __all__
