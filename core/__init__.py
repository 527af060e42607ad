"""The rules core of Kronika: the engine contract, chance, sessions, outcomes. It knows no file and no terminal.

>>> from kronika.core import Session
>>> s = Session.new("tides", players=["Anna", "Bob"], seed=7)

What stands in `__all__` is what the author of a game needs; `Game` says what a game is.

What is neither a class nor a function:

AnyGame
    A game, whatever its types.
BYSTANDER
    The viewer who knows what is said and laid open before all eyes, and has no seat at the table.
CHANCE
    The seat of nature in `actors`, `check` and `apply`.
CardId
    The type of each field of a view that holds a card; the contract suite finds cards by it.
CardNumber
    A card that an effect names by number, 0 for none.
CardSet
    Cards whose order says nothing: a hand, a deck.
EMPTY
    A place for a card with no card on it.
EVERYONE
    The viewer who knows what every seat at the table may know, and nothing else.
HIDDEN
    A card, tile or move of which the viewer knows no more than that it is there.
NamedCard
    A card that an effect names by its id, empty for none.
SeatNumber
    A seat that an effect or a view names, -1 for nobody.
Unordered
    On a tuple: the rules call it a set, the order in which it is listed says nothing.
Viewer
    Who looks: a seat, EVERYONE, BYSTANDER, or the referee (None), who knows all.
"""

from __future__ import annotations

if __name__ != "kronika.core":
    raise ImportError("This folder is the package kronika.core: import that.")

from time import time_ns
from typing import Any

__version__ = "0.2.0"
"""The version of the package."""
_LOADED = time_ns()  # see `core/basics/import_times.py`


def __getattr__(name: str) -> Any:
    # Loaded on first use, so that `kronika --version` does not pay for the engine. `__init__.pyi` has the names.
    from kronika.core.basics.lazy import load_attribute

    return load_attribute(__name__, name)


def __dir__() -> list[str]:
    return __getattr__("__all__")
