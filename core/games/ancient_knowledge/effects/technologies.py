"""Effects on technologies and their boards (AK-4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from kronika.core.contract.annotations import NamedCard, Unordered
from kronika.core.contract.game import Viewer
from kronika.core.contract.view import HIDDEN, can_see
from kronika.core.games.ancient_knowledge.effects.base import Effect


class Learned(Effect, frozen=True, tag="learned"):
    """A player learns a technology."""

    sentence = "{seat} learns {technology}{by}"
    seat: int
    technology: NamedCard
    source: NamedCard
    rule: str = "AK-4.1"


class Eased(Effect, frozen=True, tag="eased"):
    """A player meets a requirement only because `source` lowers one of its numbers by 1."""

    sentence = "a requirement of {technology} is eased{by}"
    seat: int
    technology: NamedCard
    source: NamedCard
    rule: str = "R-14"


class BoardCleared(Effect, frozen=True, tag="board_cleared"):
    """The technologies left on a board are discarded."""

    sentence = "the rest of board {board} is discarded: {technologies}"
    board: int
    technologies: Annotated[tuple[NamedCard, ...], Unordered]
    rule: str


class Laid(Effect, frozen=True, tag="laid"):
    """Technologies that are known to be at the bottom of the deck are laid on a board."""

    sentence = "board {board} gets {technologies} from the bottom of the deck"
    board: int
    technologies: Annotated[tuple[NamedCard, ...], Unordered]
    rule: str = "AK-4.4"


class BoardBoxed(Effect, frozen=True, tag="board_boxed"):
    """A board that cannot be refilled leaves the game, together with the `technologies` left of its level."""

    sentence = "board {board} cannot be refilled: it leaves the game with the rest of level {roman}"
    board: int
    level: int
    technologies: Annotated[tuple[NamedCard, ...], Unordered]
    rule: str = "AK-4.5"

    @property
    def roman(self) -> str:
        """The level in Roman numerals, as on the cards."""
        return "I" * self.level


class BoardFlipped(Effect, frozen=True, tag="board_flipped"):
    """A player who is first to have seven monuments in the Past flips a board to level II."""

    sentence = "half of the game is over: {seat} flips board {board} to level II"
    seat: int
    board: int
    rule: str = "AK-4.6"


class NothingToFlip(Effect, frozen=True, tag="nothing_to_flip"):
    """A player is first to have seven monuments in the Past, but no board of level I is left."""

    sentence = "half of the game is over, but no board of level I is left"
    seat: int
    rule: str = "AK-4.6"


class TechnologiesReshuffled(Effect, frozen=True, tag="technologies_reshuffled"):
    """The discarded technologies of a level are shuffled into a new deck."""

    sentence = "{cards:discarded technology becomes|discarded technologies become} the deck of level {roman}"
    level: int
    cards: int
    rule: str = "AK-4.4"

    @property
    def roman(self) -> str:
        """The level in Roman numerals, as on the cards."""
        return "I" * self.level


class Buried(Effect, frozen=True, tag="buried"):
    """A player puts technologies from the display under their decks."""

    sentence = "{seat} puts {technologies} under the deck{by}"
    seat: int
    technologies: tuple[NamedCard, ...]
    source: NamedCard
    rule: str = "AK-4.7"


class PutUnder(Effect, frozen=True, tag="put_under"):
    """A player puts the technologies looked at under the level II deck, the last one lowest."""

    seat: int
    technologies: tuple[NamedCard, ...]
    source: NamedCard
    rule: str = "AK-4.7"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """Return the sentence; only the player who looked at the technologies learns which they are."""
        if can_see(viewer, self.seat) and HIDDEN not in self.technologies:
            return self.say("{seat} puts {technologies} under the deck of level II", names)
        return self.say("{seat} puts {technologies:technology|technologies} under the deck of level II", names)
