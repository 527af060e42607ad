"""What all effects of the game have in common: cards are written with id and name, and what caused it in brackets."""

from __future__ import annotations

from kronika.core.contract.effects import BaseEffect
from kronika.core.contract.view import HIDDEN
from kronika.core.games.ancient_knowledge.cards import label
from kronika.core.games.ancient_knowledge.ids import CODES


class CardEffect(BaseEffect, frozen=True):
    """An effect, whose `source`, if it has one, is the card that caused it."""

    @staticmethod
    def card_name(card: str) -> str:
        """Id and name; of one that nobody has seen its sign."""
        return HIDDEN if card == HIDDEN else label(CODES[card])

    @property
    def by(self) -> str:
        """The card that caused it, in brackets; nothing for an action or a rule."""
        source: str = getattr(self, "source", "")
        return f" ({self.card_name(source)})" if source else ""
