"""Effects of the building phase: cards selected, paid for and laid, and their rewards (VC-2.11 to VC-3.12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from kronika.core.contract.annotations import CardNumber, Unordered
from kronika.core.contract.game import Viewer
from kronika.core.games.viceroy.cards import label
from kronika.core.games.viceroy.effects.base import Colour, Effect, each, known
from kronika.core.games.viceroy.gems import Counts, words
from kronika.core.games.viceroy.tokens import Token


class SelectionShown(Effect, frozen=True, tag="selection_shown"):
    """The selected cards are revealed; `cards` by seat, 0 for a player who plays none."""

    cards: tuple[CardNumber, ...]
    rule: str = "VC-2.12"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """Return the sentence, with the players who play a card."""
        cards = each(names, [label(card) if card else "" for card in self.cards])
        return self.say("shown: {cards}", names, cards=cards)


class Paid(Effect, frozen=True, tag="paid"):
    """A player pays the cost of a character.

    `gems` go to the supply and `infinite` counts the infinite gems used; both count blue, red, green, yellow.
    """

    seat: int
    gems: Counts
    infinite: Counts
    rule: str = "VC-3.8"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """Return the sentence, which mentions infinite gems only if the player uses some."""
        paid = self.say("{seat} pays {gems}", names, gems=words(self.gems))
        return f"{paid} and uses infinite gems: {words(self.infinite)}" if any(self.infinite) else paid


class Placed(Effect, frozen=True, tag="placed"):
    """A player lays a card in the pyramid."""

    sentence = "{seat} lays {card} at {level}.{column}"
    seat: int
    card: CardNumber
    level: int
    column: int
    rule: str = "VC-3.2"


class CircleClosed(Effect, frozen=True, tag="circle_closed"):
    """The circle with its top card at this place is now of one colour; `gem` is false if the supply has no such gem."""

    seat: int
    level: int
    column: int
    colour: Colour
    gem: bool
    rule: str = "VC-3.4"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """Return the sentence, which mentions the gem only if the supply has none."""
        if self.gem:
            return self.say("{seat} closes a {colour} circle at {level}.{column}", names)
        return self.say(
            "{seat} closes a {colour} circle at {level}.{column}, but there is no {colour} gem in the supply", names
        )


class GotGems(Effect, frozen=True, tag="got_gems"):
    """A player takes gems from the supply into the screen; `gems` counts blue, red, green, yellow."""

    sentence = "{seat} takes {gem_words}"
    seat: int
    gems: Counts
    rule: str

    @property
    def gem_words(self) -> str:
        """The gems in words, such as `2 blue, 1 red`."""
        return words(self.gems)


class GotTokens(Effect, frozen=True, tag="got_tokens"):
    """A player gets tokens or gems on a card of the pyramid."""

    sentence = "{seat} gets {tokens:,} on {card}"
    seat: int
    card: CardNumber
    tokens: Annotated[tuple[Token, ...], Unordered]
    rule: str


class GotAttack(Effect, frozen=True, tag="got_attack"):
    """A player gets attack tokens behind the screen."""

    sentence = "{seat} gets {n:attack token}"
    seat: int
    n: int
    rule: str


class Nothing(Effect, frozen=True, tag="nothing"):
    """A reward or law gives nothing; `why` is the reason as a clause."""

    sentence = "{seat} gets nothing: {why}"
    seat: int
    why: str
    rule: str


class KnownLawDrawn(Effect, frozen=True, tag="known_law_drawn"):
    """A player draws a law that law 70 has put on top of the law deck."""

    seat: int
    card: CardNumber
    rule: str = "R-26"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """Return the sentence, which names the law only to the player who draws it and to the referee."""
        law = known(self.seat, self.card, viewer)
        return self.say("{seat} draws {law} from the top of the law deck", names, law=law)
