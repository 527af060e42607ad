"""Effects of the set-up and of turns (AK-1, AK-2)."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.basics.text import join_words
from kronika.core.contract.annotations import NamedCard
from kronika.core.contract.game import Viewer
from kronika.core.contract.view import HIDDEN, can_see
from kronika.core.games.ancient_knowledge.effects.base import Effect


class FirstPlayerSet(Effect, frozen=True, tag="first_player_set"):
    """The first player is drawn; the others follow clockwise."""

    sentence = "{seat} is the first player"
    seat: int
    rule: str = "AK-1.3"


class StarterSetsDealt(Effect, frozen=True, tag="starter_sets_dealt"):
    """Each player gets a starter set; `sets` are their numbers by seat."""

    sets: tuple[int, ...]
    rule: str = "AK-1.4"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """Return the sentence; players learn only the number of their own set."""
        known = [str(number) if can_see(viewer, owner) else HIDDEN for owner, number in enumerate(self.sets)]
        return self.say("the starter sets, by seat, are {known}", names, known=join_words(known))


class HandsKept(Effect, frozen=True, tag="hands_kept"):
    """All players have chosen: each keeps `cards` cards and discards the others."""

    sentence = "everybody keeps {cards:card} and discards the others"
    cards: int
    rule: str = "AK-2.2"


class TurnBegan(Effect, frozen=True, tag="turn_began"):
    """A player's turn begins."""

    sentence = "{seat}'s turn begins"
    seat: int
    rule: str = "AK-2.1"


class TurnEnded(Effect, frozen=True, tag="turn_ended"):
    """A player's turn is over."""

    sentence = "{seat}'s turn is over"
    seat: int
    rule: str = "AK-2.9"


class Activated(Effect, frozen=True, tag="activated"):
    """A card's rule takes effect, since its conditions hold."""

    sentence = "{seat}'s {card} takes effect"
    seat: int
    card: NamedCard
    rule: str


class Spent(Effect, frozen=True, tag="spent"):
    """A card's rule does nothing, because a condition in its text does not hold."""

    sentence = "{seat}'s {card} has no effect: its condition does not hold"
    seat: int
    card: NamedCard
    rule: str


class Skipped(Effect, frozen=True, tag="skipped"):
    """A triggered card is skipped, because it is no longer in play."""

    sentence = "{seat}'s {card} is skipped: it is no longer in play"
    seat: int
    card: NamedCard
    rule: str = "AK-6.12"


class DeclineCancelled(Effect, frozen=True, tag="decline_cancelled"):
    """C30 cancels the decline phase of this turn."""

    sentence = "{seat} will skip the decline phase{by}"
    seat: int
    source: NamedCard
    rule: str = "AK-2.9"


class DeclineSkipped(Effect, frozen=True, tag="decline_skipped"):
    """A player skips the cancelled decline phase."""

    sentence = "{seat} skips the decline phase"
    seat: int
    rule: str = "AK-2.9"
