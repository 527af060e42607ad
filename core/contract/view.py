"""What the views of all games have in common, so that one drawer, bot or page can begin with any of them.

In a view cards are strings: their ids as they are typed. What is there but not known has the sign HIDDEN, a place with
no card on it EMPTY. A number or a table that the viewer may not know is None.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

from msgspec import Meta, Struct

from kronika.core.contract.annotations import Unordered

HIDDEN: Final = "?"
"""A card, tile or move of which the viewer knows no more than that it is there."""

EMPTY: Final = ""
"""A place for a card with no card on it."""

CardId = Annotated[
    str,
    Meta(
        description="a card: its id as it is typed, `?` where it is hidden, empty where none is",
        extra={"card": True},
    ),
]
"""The type of each field of a view that holds a card; the contract suite finds cards by it."""

CardSet = Annotated[tuple[CardId, ...], Unordered]
"""Cards whose order says nothing: a hand, a deck."""


class View(Struct, frozen=True):
    """What a viewer may know of a state. Each game adds its table to these four.

    `viewer` is the seat that looks, None for the referee, EVERYONE for all at the table together. `actors` are the
    seats that may act now, as `Game.actors` has them: (CHANCE,) when nature is due, empty when the game is over.
    `due` is what has to happen next, a clause without names (`a card is drawn`), empty when the game is over; it is the
    same for all viewers. `totals` are the scores by seat as `Game.sheet` tells them: None for one not to be known.
    """

    viewer: int | None
    actors: tuple[int, ...]
    due: str
    totals: tuple[int | None, ...]

    def __repr__(self) -> str:
        who = "the referee" if self.viewer is None else f"seat {self.viewer}" if self.viewer >= 0 else "everyone"
        points = ", ".join("?" if total is None else str(total) for total in self.totals)
        return f"<View of {who}: {self.due or 'the game is over'}; points {points}>"


def can_see(viewer: int | None, owner: int) -> bool:
    """Does the viewer see what a seat keeps to itself? That seat does, and the referee."""
    return viewer is None or viewer == owner


def with_hidden(known: Sequence[str], size: int) -> tuple[str, ...]:
    """A pile of so many cards, of which some are known: these first, then the sign for each other one."""
    return (*known, *(HIDDEN,) * (size - len(known)))
