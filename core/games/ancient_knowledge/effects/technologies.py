"""Effects on technologies and their boards (AK-4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from kronika.core.contract.annotations import NamedCard, Unordered
from kronika.core.contract.game import Viewer
from kronika.core.contract.view import HIDDEN, can_see
from kronika.core.games.ancient_knowledge.effects.base import CardEffect


class Learned(CardEffect, frozen=True, tag="learned"):
    """A technology joins a collection."""

    sentence = "{seat} learns {technology}{by}"
    seat: int
    technology: NamedCard
    source: NamedCard
    rule: str = "AK-4.1"


class Eased(CardEffect, frozen=True, tag="eased"):
    """A requirement is met only because `source` lowers one of its numbers by 1."""

    sentence = "a requirement of {technology} is eased{by}"
    seat: int
    technology: NamedCard
    source: NamedCard
    rule: str = "R-14"


class BoardCleared(CardEffect, frozen=True, tag="board_cleared"):
    """The technologies left on a board are discarded."""

    sentence = "{technologies} of board {board} is discarded"
    board: int
    technologies: Annotated[tuple[NamedCard, ...], Unordered]
    rule: str


class Laid(CardEffect, frozen=True, tag="laid"):
    """Technologies known to lie at the bottom of the deck come to a board."""

    sentence = "{technologies} from the bottom of the deck on board {board}"
    board: int
    technologies: Annotated[tuple[NamedCard, ...], Unordered]
    rule: str = "AK-4.4"


class BoardBoxed(CardEffect, frozen=True, tag="board_boxed"):
    """A board that cannot be refilled leaves the game with what is left of its level."""

    sentence = "board {board} cannot be refilled: it leaves the game with the rest of level {roman}"
    board: int
    level: int
    technologies: Annotated[tuple[NamedCard, ...], Unordered]
    rule: str = "AK-4.5"

    @property
    def roman(self) -> str:
        """The level as it is printed."""
        return "I" * self.level


class BoardFlipped(CardEffect, frozen=True, tag="board_flipped"):
    """Half of the game: a board shows level II from now on."""

    sentence = "half of the game: {seat} flips board {board} to level II"
    seat: int
    board: int
    rule: str = "AK-4.6"


class NothingToFlip(CardEffect, frozen=True, tag="nothing_to_flip"):
    """Half of the game, but there is no board of level I."""

    sentence = "half of the game, but no board of level I is left"
    seat: int
    rule: str = "AK-4.6"


class TechnologiesReshuffled(CardEffect, frozen=True, tag="technologies_reshuffled"):
    """The technology discards of a level become its deck."""

    sentence = "the technology discards, {cards:card}, become the deck of level {roman}"
    level: int
    cards: int
    rule: str = "AK-4.4"

    @property
    def roman(self) -> str:
        """The level as it is printed."""
        return "I" * self.level


class Buried(CardEffect, frozen=True, tag="buried"):
    """Technologies of the display go under their decks."""

    sentence = "{seat} puts {technologies} under the deck{by}"
    seat: int
    technologies: tuple[NamedCard, ...]
    source: NamedCard
    rule: str = "AK-4.7"


class PutUnder(CardEffect, frozen=True, tag="put_under"):
    """The technologies looked at go under the level II deck, the last one lowest."""

    seat: int
    technologies: tuple[NamedCard, ...]
    source: NamedCard
    rule: str = "AK-4.7"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """Only its player knows the technologies."""
        if can_see(viewer, self.seat) and HIDDEN not in self.technologies:
            return self.say("{seat} puts {technologies} under the deck of level II", names)
        return self.say("{seat} puts {technologies:technology|technologies} under the deck of level II", names)


Effect = (
    Learned
    | Eased
    | BoardCleared
    | Laid
    | BoardBoxed
    | BoardFlipped
    | NothingToFlip
    | TechnologiesReshuffled
    | Buried
    | PutUnder
)
