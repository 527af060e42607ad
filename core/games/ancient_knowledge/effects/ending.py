"""Effects between partners and at the end (AK-7, AK-8)."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.contract.annotations import NamedCard, SeatNumber
from kronika.core.contract.game import Viewer
from kronika.core.contract.view import HIDDEN
from kronika.core.games.ancient_knowledge.effects.base import CardEffect


class Exchanged(CardEffect, frozen=True, tag="exchanged"):
    """Partners have exchanged a card: `seat` gave the first, its partner the second."""

    seat: int
    partner: SeatNumber
    cards: tuple[NamedCard, NamedCard]
    rule: str = "AK-8.2b"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """Only the two know the cards."""
        if viewer in (None, self.seat, self.partner) and HIDDEN not in self.cards:
            return self.say("{seat} gives {cards[0]} for {partner}'s {cards[1]}", names)
        return self.say("{seat} and {partner} exchange a card", names)


class OfferLapsed(CardEffect, frozen=True, tag="offer_lapsed"):
    """An unanswered offer is void."""

    sentence = "{seat}'s offer lapses"
    seat: int
    rule: str = "AK-8.2g"


class EndTriggered(CardEffect, frozen=True, tag="end_triggered"):
    """A Past holds fourteen monuments or more: the round is played to its end."""

    sentence = "{seat} has {monuments:monument} in the Past: the end is triggered"
    seat: int
    monuments: int
    rule: str = "AK-7.1"


class Ended(CardEffect, frozen=True, tag="ended"):
    """Everybody has had the same number of turns; the points of each."""

    points: tuple[int, ...]
    rule: str = "AK-7.2"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """With the points of each player."""
        points = ", ".join(f"{name} {points}" for name, points in zip(names, self.points, strict=True))
        return self.say("the game ends: {points}", names, points=points)


Effect = Exchanged | OfferLapsed | EndTriggered | Ended
