"""Effects on builder cards: created, discarded, taken into a hand (AK-3, AK-5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from kronika.core.contract.annotations import NamedCard, SeatNumber, Unordered
from kronika.core.contract.game import Viewer
from kronika.core.contract.view import HIDDEN, can_see
from kronika.core.games.ancient_knowledge.cards import PUBLIC_DRAWS
from kronika.core.games.ancient_knowledge.effects.base import Effect
from kronika.core.games.ancient_knowledge.ids import CODES


class Created(Effect, frozen=True, tag="created"):
    """A player creates a monument on a slot with its knowledge, or an artifact on the board (slot 0)."""

    seat: int
    card: NamedCard
    slot: int
    knowledge: int
    rule: str

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """Return the sentence; only monuments have a slot and knowledge."""
        if not self.slot:
            return self.say("{seat} creates {card}", names)
        return self.say("{seat} creates {card} on slot {slot} with {knowledge} knowledge", names)


class EnteredWithLess(Effect, frozen=True, tag="entered_with_less"):
    """A monument enters with less than its printed knowledge, because of the cards in `sources`."""

    sentence = "{card} enters with {knowledge} instead of {printed} knowledge because of {sources}"
    seat: int
    card: NamedCard
    printed: int
    knowledge: int
    sources: Annotated[tuple[NamedCard, ...], Unordered]
    rule: str = "AK-3.4"


class Discarded(Effect, frozen=True, tag="discarded"):
    """A player discards hand cards, in the order in which they lie in the discard pile."""

    seat: int
    cards: tuple[NamedCard, ...]
    source: NamedCard
    rule: str

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """Return the sentence; other players learn only the number of cards (AK-1.5)."""
        if can_see(viewer, self.seat) and HIDDEN not in self.cards:
            return self.say("{seat} discards {cards}{by}", names)
        return self.say("{seat} discards {cards:card}{by}", names)


class LeftPlay(Effect, frozen=True, tag="left_play"):
    """A card leaves the board or the timeline for the discard pile; its knowledge goes to the supply."""

    sentence = "{seat}'s {card} goes to the discard pile"
    seat: int
    card: NamedCard
    source: NamedCard
    rule: str


class SetAsideDiscarded(Effect, frozen=True, tag="set_aside_discarded"):
    """Cards set aside by an effect go to the discard pile, in the order in which they lie there."""

    seat: int
    cards: tuple[NamedCard, ...]
    source: NamedCard
    rule: str = "AK-5.4"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """Return the sentence; other players learn only the number of cards that were set aside unseen (AK-1.5)."""
        known = (can_see(viewer, self.seat) and HIDDEN not in self.cards) or CODES[self.source] in PUBLIC_DRAWS
        cards = "{cards}" if known else "{cards:card}"
        return self.say(f"{{seat}} discards {cards} from the cards set aside", names)


class Took(Effect, frozen=True, tag="took"):
    """A player takes face-up cards into hand."""

    sentence = "{seat} takes {cards}{by}"
    seat: int
    cards: Annotated[tuple[NamedCard, ...], Unordered]
    source: NamedCard
    rule: str = "AK-5.2"


class KeptOne(Effect, frozen=True, tag="kept_one"):
    """A player keeps one of the cards looked at in secret."""

    seat: int
    card: NamedCard
    source: NamedCard
    rule: str = "AK-5.2"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """Return the sentence; only the player who keeps the card learns which it is."""
        if can_see(viewer, self.seat) and self.card != HIDDEN:
            return self.say("{seat} keeps {card}{by}", names)
        return self.say("{seat} keeps one of the cards{by}", names)


class Stolen(Effect, frozen=True, tag="stolen"):
    """A player takes a card from the hand of `victim` (M14)."""

    seat: int
    victim: SeatNumber
    card: NamedCard
    source: NamedCard
    rule: str = "AK-6.7"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """Return the sentence; only the two players learn which card it is."""
        if viewer in (None, self.seat, self.victim) and self.card != HIDDEN:
            return self.say("{seat} takes {card} from {victim}", names)
        return self.say("{seat} takes a card from {victim}", names)


class HandFull(Effect, frozen=True, tag="hand_full"):
    """A player does not draw `missed` cards, because a hand holds at most ten."""

    sentence = "{seat}'s hand is full: {missed:card is|cards are} not drawn"
    seat: int
    missed: int
    rule: str = "AK-2.7"


class PileEmpty(Effect, frozen=True, tag="pile_empty"):
    """A player does not draw `missed` cards, because none is left."""

    sentence = "no card is left: {seat} draws {missed:card} fewer"
    seat: int
    missed: int
    rule: str = "AK-5.1"


class Reshuffled(Effect, frozen=True, tag="reshuffled"):
    """The builder discard pile is shuffled into a new draw pile."""

    sentence = "the discard pile of {cards:card} becomes the draw pile"
    cards: int
    rule: str = "AK-5.1"
