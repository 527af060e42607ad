"""Effects between partners and at the end of the game (AK-7, AK-8)."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.contract.annotations import NamedCard, SeatNumber
from kronika.core.contract.game import Viewer
from kronika.core.contract.view import HIDDEN
from kronika.core.games.ancient_knowledge.effects.base import Effect


class Exchanged(Effect, frozen=True, tag="exchanged"):
    """Partners exchange a card each: `seat` gives the first card, `partner` the second."""

    seat: int
    partner: SeatNumber
    cards: tuple[NamedCard, NamedCard]
    rule: str = "AK-8.2b"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """Return the sentence; only the two partners learn which cards they are."""
        if viewer in (None, self.seat, self.partner) and HIDDEN not in self.cards:
            return self.say("{seat} gives {cards[0]} for {partner}'s {cards[1]}", names)
        return self.say("{seat} and {partner} exchange a card", names)


class OfferLapsed(Effect, frozen=True, tag="offer_lapsed"):
    """An unanswered offer lapses."""

    sentence = "{seat}'s offer lapses"
    seat: int
    rule: str = "AK-8.2g"


class EndTriggered(Effect, frozen=True, tag="end_triggered"):
    """A player has fourteen or more monuments in the Past, which triggers the end; the round is finished."""

    sentence = "{seat} has {monuments:monument} in the Past: the end of the game is triggered"
    seat: int
    monuments: int
    rule: str = "AK-7.1"


class Ended(Effect, frozen=True, tag="ended"):
    """The game ends after all players have had the same number of turns; `points` by seat."""

    points: tuple[int, ...]
    rule: str = "AK-7.2"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """Return the sentence, with the points of each player."""
        points = ", ".join(f"{name} {points}" for name, points in zip(names, self.points, strict=True))
        return self.say("the game ends: {points}", names, points=points)
