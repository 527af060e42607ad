"""Effects of laws (section 4), except their rewards, which are in `building`."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.contract.annotations import CardNumber, SeatNumber
from kronika.core.contract.game import Viewer
from kronika.core.games.viceroy.cards import label
from kronika.core.games.viceroy.effects.base import Claim, Colour, Effect, known
from kronika.core.games.viceroy.gems import Counts, words
from kronika.core.games.viceroy.tokens import Token


class Tucked(Effect, frozen=True, tag="tucked"):
    """A player tucks a card under another; if it is `hidden`, the other players do not see which card it is."""

    seat: int
    card: CardNumber
    under: CardNumber
    hidden: bool
    rule: str

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """Return the sentence, which names a hidden card only to its owner and to the referee."""
        card = known(self.seat, self.card, viewer) if self.hidden else label(self.card)
        return self.say("{seat} tucks {known} under {under}", names, known=card)


class Replaced(Effect, frozen=True, tag="replaced"):
    """Law 65 takes the place of a card of the pyramid, which goes to its owner's hand."""

    sentence = "law 65 replaces {seat}'s {card} at {level}.{column}, which returns to hand"
    seat: int
    card: CardNumber
    level: int
    column: int
    rule: str = "VC-4.65"


class GemsGiven(Effect, frozen=True, tag="gems_given"):
    """A player pays gems for law 67 to the opponent `to`; `gems` counts blue, red, green, yellow."""

    sentence = "{seat} gives {to} {gem_words}"
    seat: int
    to: SeatNumber
    gems: Counts
    rule: str = "VC-4.67"

    @property
    def gem_words(self) -> str:
        """The gems in words, such as `2 blue, 1 red`."""
        return words(self.gems)


class Swapped(Effect, frozen=True, tag="swapped"):
    """Law 67 swaps a `token` of one pyramid with the `other_token` of another; each lands where the other lay."""

    sentence = "{seat}'s {token} on {card} and {other}'s {other_token} on {other_card} change places"
    seat: int
    card: CardNumber
    token: Token
    other: SeatNumber
    other_card: CardNumber
    other_token: Token
    rule: str = "VC-4.67"


class WillSkip(Effect, frozen=True, tag="will_skip"):
    """A player will skip the next auction because of law 69."""

    sentence = "{seat} will skip the next auction"
    seat: int
    rule: str = "VC-4.69"


class Refilled(Effect, frozen=True, tag="refilled"):
    """The top card of the small deck fills the slot that law 69 emptied; `card` is 0 if the deck is empty."""

    lane: Colour
    slot: Claim
    card: CardNumber
    rule: str = "VC-4.69"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """Return the sentence, with the card or with the reason why there is none."""
        if self.card:
            return self.say("{card} fills the slot {slot} the {lane} auction card", names)
        return self.say("the slot {slot} the {lane} auction card stays empty, like the small deck", names)


class ReturnedLaw(Effect, frozen=True, tag="returned_law"):
    """A player puts a law from hand on top of the law deck because of law 70."""

    seat: int
    card: CardNumber
    rule: str = "VC-4.70"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """Return the sentence, which names the law only to the player who returns it and to the referee."""
        return self.say("{seat} puts {known} on top of the law deck", names, known=known(self.seat, self.card, viewer))
