"""Effects of the set-up, of turns, between partners and at the end (AK-1, AK-2, AK-7, AK-8)."""

from __future__ import annotations

from msgspec import Struct

from kronika.core.contract.annotations import NamedCard, SeatNumber

# -- set-up and turns ---------------------------------------------------------------------------------------------


class FirstPlayerSet(Struct, frozen=True, gc=False, tag="first_player_set"):
    """A player begins, and the others follow clockwise."""

    seat: int
    rule: str = "AK-1.3"


class StarterSetsDealt(Struct, frozen=True, gc=False, tag="starter_sets_dealt"):
    """The numbers of the starter sets, by seat."""

    sets: tuple[int, ...]
    rule: str = "AK-1.4"


class HandsKept(Struct, frozen=True, gc=False, tag="hands_kept"):
    """Everybody has chosen: so many cards stay with each, the others are discarded."""

    cards: int
    rule: str = "AK-2.2"


class TurnBegan(Struct, frozen=True, gc=False, tag="turn_began"):
    """A player's turn begins."""

    seat: int
    rule: str = "AK-2.1"


class TurnEnded(Struct, frozen=True, gc=False, tag="turn_ended"):
    """A player's turn is over."""

    seat: int
    rule: str = "AK-2.9"


class Activated(Struct, frozen=True, gc=False, tag="activated"):
    """A card's rule is carried out: its conditions hold."""

    seat: int
    card: NamedCard
    rule: str


class Spent(Struct, frozen=True, gc=False, tag="spent"):
    """A card's rule does nothing, because a condition on its text does not hold."""

    seat: int
    card: NamedCard
    rule: str


class Skipped(Struct, frozen=True, gc=False, tag="skipped"):
    """A card that should have answered is no longer in play."""

    seat: int
    card: NamedCard
    rule: str = "AK-6.12"


class DeclineCancelled(Struct, frozen=True, gc=False, tag="decline_cancelled"):
    """The decline phase of this turn will not take place (C30)."""

    seat: int
    source: NamedCard
    rule: str = "AK-2.9"


class DeclineSkipped(Struct, frozen=True, gc=False, tag="decline_skipped"):
    """The cancelled decline phase is passed over."""

    seat: int
    rule: str = "AK-2.9"


# -- partners and the end -----------------------------------------------------------------------------------------


class Exchanged(Struct, frozen=True, gc=False, tag="exchanged"):
    """Partners have exchanged a card: `seat` gave the first, its partner the second."""

    seat: int
    partner: SeatNumber
    cards: tuple[NamedCard, NamedCard]
    rule: str = "AK-8.2b"


class OfferLapsed(Struct, frozen=True, gc=False, tag="offer_lapsed"):
    """An unanswered offer is void."""

    seat: int
    rule: str = "AK-8.2g"


class EndTriggered(Struct, frozen=True, gc=False, tag="end_triggered"):
    """A Past holds fourteen monuments or more: the round is played to its end."""

    seat: int
    monuments: int
    rule: str = "AK-7.1"


class Ended(Struct, frozen=True, gc=False, tag="ended"):
    """Everybody has had the same number of turns; the points of each."""

    points: tuple[int, ...]
    rule: str = "AK-7.2"
