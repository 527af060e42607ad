"""Effects on technologies and their boards (AK-4)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from kronika.core.contract.annotations import NamedCard, Unordered


class Learned(Struct, frozen=True, gc=False, tag="learned"):
    """A technology joins a collection."""

    seat: int
    technology: NamedCard
    source: NamedCard
    rule: str = "AK-4.1"


class Eased(Struct, frozen=True, gc=False, tag="eased"):
    """A requirement is met only because `source` lowers one of its numbers by 1."""

    seat: int
    technology: NamedCard
    source: NamedCard
    rule: str = "R-14"


class BoardCleared(Struct, frozen=True, gc=False, tag="board_cleared"):
    """The technologies left on a board are discarded."""

    board: int
    technologies: Annotated[tuple[NamedCard, ...], Unordered]
    rule: str


class Laid(Struct, frozen=True, gc=False, tag="laid"):
    """Technologies known to lie at the bottom of the deck come to a board."""

    board: int
    technologies: Annotated[tuple[NamedCard, ...], Unordered]
    rule: str = "AK-4.4"


class BoardBoxed(Struct, frozen=True, gc=False, tag="board_boxed"):
    """A board that cannot be refilled leaves the game with what is left of its level."""

    board: int
    level: int
    technologies: Annotated[tuple[NamedCard, ...], Unordered]
    rule: str = "AK-4.5"


class BoardFlipped(Struct, frozen=True, gc=False, tag="board_flipped"):
    """Half of the game: a board shows level II from now on."""

    seat: int
    board: int
    rule: str = "AK-4.6"


class NothingToFlip(Struct, frozen=True, gc=False, tag="nothing_to_flip"):
    """Half of the game, but there is no board of level I."""

    seat: int
    rule: str = "AK-4.6"


class TechnologiesReshuffled(Struct, frozen=True, gc=False, tag="technologies_reshuffled"):
    """The technology discards of a level become its deck."""

    level: int
    cards: int
    rule: str = "AK-4.4"


class Buried(Struct, frozen=True, gc=False, tag="buried"):
    """Technologies of the display go under their decks."""

    seat: int
    technologies: tuple[NamedCard, ...]
    source: NamedCard
    rule: str = "AK-4.7"


class PutUnder(Struct, frozen=True, gc=False, tag="put_under"):
    """The technologies looked at go under the level II deck, the last one lowest."""

    seat: int
    technologies: tuple[NamedCard, ...]
    source: NamedCard
    rule: str = "AK-4.7"
