"""Effects of the set-up, of rounds, of discarding and of the end of the game (VC-1.6, VC-2.1, VC-5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from kronika.core.contract.annotations import CardNumber, Unordered
from kronika.core.contract.game import Viewer
from kronika.core.games.viceroy.cards import label
from kronika.core.games.viceroy.effects.base import Colour, Effect, each


class Started(Effect, frozen=True, tag="started"):
    """The players reveal their first cards and lay them in their pyramids; `cards` by seat."""

    cards: tuple[CardNumber, ...]
    rule: str = "VC-1.6.6"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """Return the sentence, with the first card of each player."""
        return self.say("first cards: {cards}", names, cards=each(names, [label(card) for card in self.cards]))


class RoundBegan(Effect, frozen=True, tag="round_began"):
    """A round begins with its auction phase."""

    sentence = "round {round} begins"
    round: int
    rule: str = "VC-2.1"


class Removed(Effect, frozen=True, tag="removed"):
    """Cards go to the discard pile."""

    sentence = "discarded: {cards:,}"
    cards: Annotated[tuple[CardNumber, ...], Unordered]
    rule: str


class Recoloured(Effect, frozen=True, tag="recoloured"):
    """A player pays gems to turn the circle below `card` into one colour at the end of the game."""

    sentence = "{seat} turns the circle below {card} {colour} for {gems:gem}"
    seat: int
    card: CardNumber
    colour: Colour
    gems: int
    rule: str = "VC-5.2"


class Ended(Effect, frozen=True, tag="ended"):
    """The game is over and scored; `totals` by seat."""

    totals: tuple[int, ...]
    rule: str = "VC-5.8"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """Return the sentence, with the total of each player."""
        return self.say("the game ends: {totals}", names, totals=each(names, [str(total) for total in self.totals]))
