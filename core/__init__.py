"""The core of Kronika: the engine contract, chance, sessions and outcomes. It uses no files and no terminal.

>>> from kronika.core import Session
>>> s = Session.new("tides", players=["Anna", "Bob"], seed=7)

`__all__` lists the names that the author of a game needs; `Game` describes what a game must provide.

Names that are neither classes nor functions:

AnyGame
    The type of a game with any types of state, action, effect, view, options and position.
BYSTANDER
    The viewer without a seat: knows what is said aloud and shown openly at the table.
CHANCE
    The seat number of chance in `actors`, `check` and `apply`.
CardId
    The type of every field of a view that holds a card; the contract suite finds cards by it.
CardNumber
    The type of a field of an effect that holds the number of a card, 0 for none.
CardSet
    The type of a set of cards, such as a hand or a deck; their order has no meaning.
DECK
    The place of the cards that may still come.
EMPTY
    A place for a card that has no card on it.
EVERYONE
    The viewer who knows what every seat may know, and nothing else.
HIDDEN
    A card, tile or move that the viewer can't see; it is only known to be there.
NamedCard
    The type of a field of an effect that holds the id of a card, empty for none.
OPEN
    The place of all things that everybody sees.
Operation
    The type of one operation on places, to which an event of the record is translated.
Place
    A place of things: a word, and the seat it belongs to, -1 for nobody: `("hand", 0)`, `("bag", -1)`.
SeatNumber
    The type of a field of an effect or a view that holds a seat, -1 for none.
Unordered
    A mark on the type of a tuple: the rules treat it as a set, so its order has no meaning.
Viewer
    The type of a viewer: a seat, EVERYONE, BYSTANDER, or None for the referee, who knows all.
"""

from __future__ import annotations

if __name__ != "kronika.core":
    raise ImportError("This folder is the package kronika.core: import that.")

from time import time_ns
from typing import Any

__version__ = "0.2.0"
"""The version of Kronika."""
_LOADED = time_ns()  # see `core/basics/import_times.py`


def __getattr__(name: str) -> Any:
    # Loaded on first use, so that `kronika --version` does not pay for the engine. `__init__.pyi` has the names.
    from kronika.core.basics.lazy import load_attribute

    return load_attribute(__name__, name)


def __dir__() -> list[str]:
    return __getattr__("__all__")
