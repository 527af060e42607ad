"""The base of all effects of the game: how they write cards and the card that causes them."""

from __future__ import annotations

from kronika.core.contract.effects import BaseEffect
from kronika.core.contract.view import HIDDEN
from kronika.core.games.ancient_knowledge.cards import label
from kronika.core.games.ancient_knowledge.ids import CODES


class Effect(BaseEffect, frozen=True):
    """An effect of this game; its `source`, if it has one, is the card that causes it."""

    @staticmethod
    def card_name(card: str) -> str:
        """Return the id and name of a card."""
        return HIDDEN if card == HIDDEN else label(CODES[card])

    @property
    def by(self) -> str:
        """The card that causes the effect, in brackets; empty for an action or a rule."""
        source: str = getattr(self, "source", "")
        return f" ({self.card_name(source)})" if source else ""
