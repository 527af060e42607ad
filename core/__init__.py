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
    from kronika.core.chance import Dice
    from kronika.core.errors import (
        BadSetup,
        CannotUndo,
        Closed,
        IllegalAction,
        KronikaError,
        NotationError,
        PositionError,
        UnknownGame,
    )
    from kronika.core.game import CHANCE, EVERYONE, Card, Caveat, Game, Prompt, Verb, Viewer
    from kronika.core.given import Players, cards_of, entries, named_once, one_of, player_of, under, within
    from kronika.core.heuristic import Heuristic
    from kronika.core.marks import AnyOrder, CardNumber, NamedCard, SeatNumber, can_be, since
    from kronika.core.moves import find_player, find_seat, seat_name
    from kronika.core.notation import Notation, Scene, Words, bare, numbers
    from kronika.core.notebook import Shown
    from kronika.core.options import chosen_options as options_of_new_game
    from kronika.core.options import read_options as options_of_log
    from kronika.core.outcome import BestEnding, Outcome, ScoreItem, Sheet, rank
    from kronika.core.paper import Paper
    from kronika.core.picture import Block, Piece
    from kronika.core.registry import AnyGame, game_names, get_game
    from kronika.core.session import Session
    from kronika.core.toml import read_facts
    from kronika.core.view import EMPTY, HIDDEN, CardId, CardSet, View, sees, with_hidden
    from kronika.core.words import closest, count, fold, listing, lookup, quoted

__version__ = "0.2.0"
"""The version of the package."""
_LOADED = time_ns()  # see `core/loaded.py`

_HOMES = {
    "AnyGame": "registry",
    "AnyOrder": "marks",
    "BadSetup": "errors",
    "BestEnding": "outcome",
    "Block": "picture",
    "CHANCE": "game",
    "CannotUndo": "errors",
    "Card": "game",
    "CardId": "view",
    "CardNumber": "marks",
    "CardSet": "view",
    "Caveat": "game",
    "Closed": "errors",
    "Dice": "chance",
    "EMPTY": "view",
    "EVERYONE": "game",
    "Game": "game",
    "HIDDEN": "view",
    "Heuristic": "heuristic",
    "IllegalAction": "errors",
    "KronikaError": "errors",
    "NamedCard": "marks",
    "Notation": "notation",
    "NotationError": "errors",
    "Outcome": "outcome",
    "Paper": "paper",
    "Piece": "picture",
    "Players": "given",
    "PositionError": "errors",
    "Prompt": "game",
    "Scene": "notation",
    "ScoreItem": "outcome",
    "SeatNumber": "marks",
    "Session": "session",
    "Sheet": "outcome",
    "Shown": "notebook",
    "UnknownGame": "errors",
    "Verb": "game",
    "View": "view",
    "Viewer": "game",
    "Words": "notation",
    "bare": "notation",
    "can_be": "marks",
    "cards_of": "given",
    "closest": "words",
    "count": "words",
    "entries": "given",
    "find_player": "moves",
    "find_seat": "moves",
    "fold": "words",
    "game_names": "registry",
    "get_game": "registry",
    "listing": "words",
    "lookup": "words",
    "named_once": "given",
    "options_of_log": "options:read_options",
    "options_of_new_game": "options:chosen_options",
    "numbers": "notation",
    "one_of": "given",
    "player_of": "given",
    "quoted": "words",
    "rank": "outcome",
    "read_facts": "toml",
    "seat_name": "moves",
    "sees": "view",
    "since": "marks",
    "under": "given",
    "with_hidden": "view",
    "within": "given",
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
    "Outcome",
    "Paper",
    "Piece",
    "Players",
    "PositionError",
    "Prompt",
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
        from kronika.core.lazy import found

        return found(__name__, _HOMES, name)


def __dir__() -> list[str]:
    return __all__
