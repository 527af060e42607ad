"""The common part of the views of all games, so that a renderer, a bot or a page can work with any of them.

In a view, cards are strings: their ids as typed. A card that is there but not known is HIDDEN, a place without a card
is EMPTY. A number or a table that the viewer may not know is None.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Final

from msgspec import Meta, Struct

from kronika.core.contract.annotations import Unordered

HIDDEN: Final = "?"
"""A card, tile or move that the viewer can't see; it is only known to be there."""

EMPTY: Final = ""
"""A place for a card that has no card on it."""

CardId = Annotated[
    str,
    Meta(
        description="a card: its id as it is typed, `?` where it is hidden, empty where none is",
        extra={"card": True},
    ),
]
"""The type of every field of a view that holds a card; the contract suite finds cards by it."""

CardSet = Annotated[tuple[CardId, ...], Unordered]
"""The type of a set of cards, such as a hand or a deck; their order has no meaning."""


_NO_SEAT: Final = {None: "the referee", -2: "everyone", -3: "a bystander"}
"""The viewers without a seat, by their numbers in `game`, which imports this module."""


class View(Struct, frozen=True):
    """The part of a state that a viewer may know. Each game adds its own fields to these four.

    `viewer` is a seat, EVERYONE, BYSTANDER, or None for the referee. `actors` are the seats that may act now, as in
    `Game.actors`: (CHANCE,) if an outcome is due, empty when the game is over. `due` says what to do next, as an
    imperative without names (`draw a card`); it is the same for all viewers, and empty when the game is over. `totals`
    are the points by seat as in `Game.sheet`, None if the viewer may not know them.
    """

    viewer: int | None
    actors: tuple[int, ...]
    due: str
    totals: tuple[int | None, ...]

    def __repr__(self) -> str:
        who = _NO_SEAT.get(self.viewer, f"seat {self.viewer}")
        points = ", ".join("?" if total is None else str(total) for total in self.totals)
        return f"<View of {who}: {self.due or 'the game is over'}; points {points}>"


def can_see(viewer: int | None, owner: int) -> bool:
    """Whether the viewer sees what the seat `owner` keeps secret: that seat and the referee do."""
    return viewer is None or viewer == owner


def shown_card(card: int, known: bool = True) -> str:
    """A card of a state as a view has it: its number, HIDDEN if it is not known, EMPTY for 0."""
    if not card:
        return EMPTY
    return str(card) if known else HIDDEN


def shown_cards(cards: Iterable[int], known: bool = True) -> tuple[str, ...]:
    """The cards of a pile or a hand as a view has them: their numbers, or HIDDEN for each."""
    return tuple([str(card) if known else HIDDEN for card in cards])


def with_hidden(known: Sequence[str], size: int) -> tuple[str, ...]:
    """A pile of `size` cards: the known ones first, then HIDDEN for each other card."""
    return (*known, *(HIDDEN,) * (size - len(known)))
