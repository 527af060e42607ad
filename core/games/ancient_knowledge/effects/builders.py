"""Effects on builder cards: created, discarded, taken into a hand (AK-3, AK-5)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from kronika.core.contract.annotations import NamedCard, SeatNumber, Unordered


class Created(Struct, frozen=True, gc=False, tag="created"):
    """A monument stands on a slot with its knowledge, or an artifact lies on the board (slot 0)."""

    seat: int
    card: NamedCard
    slot: int
    knowledge: int
    rule: str


class EnteredWithLess(Struct, frozen=True, gc=False, tag="entered_with_less"):
    """A monument enters with less knowledge than printed, because of these cards."""

    seat: int
    card: NamedCard
    printed: int
    knowledge: int
    sources: Annotated[tuple[NamedCard, ...], Unordered]
    rule: str = "AK-3.4"


class Discarded(Struct, frozen=True, gc=False, tag="discarded"):
    """Hand cards go to the discard pile, the last one on top."""

    seat: int
    cards: tuple[NamedCard, ...]
    source: NamedCard
    rule: str


class LeftPlay(Struct, frozen=True, gc=False, tag="left_play"):
    """A card leaves the board or the timeline for the discard pile; its knowledge goes to the supply."""

    seat: int
    card: NamedCard
    source: NamedCard
    rule: str


class SetAsideDiscarded(Struct, frozen=True, gc=False, tag="set_aside_discarded"):
    """Cards set aside by an effect go to the discard pile, the last one on top."""

    seat: int
    cards: tuple[NamedCard, ...]
    source: NamedCard
    rule: str = "AK-5.4"


class Took(Struct, frozen=True, gc=False, tag="took"):
    """Cards that lay open go to the hand."""

    seat: int
    cards: Annotated[tuple[NamedCard, ...], Unordered]
    source: NamedCard
    rule: str = "AK-5.2"


class KeptOne(Struct, frozen=True, gc=False, tag="kept_one"):
    """One of the cards looked at in secret goes to the hand."""

    seat: int
    card: NamedCard
    source: NamedCard
    rule: str = "AK-5.2"


class Stolen(Struct, frozen=True, gc=False, tag="stolen"):
    """A card changes from the hand of `victim` to that of `seat` (M14)."""

    seat: int
    victim: SeatNumber
    card: NamedCard
    source: NamedCard
    rule: str = "AK-6.7"


class HandFull(Struct, frozen=True, gc=False, tag="hand_full"):
    """So many cards are not drawn, because a hand holds no more than ten."""

    seat: int
    missed: int
    rule: str = "AK-2.7"


class PileEmpty(Struct, frozen=True, gc=False, tag="pile_empty"):
    """So many cards are not drawn, because there are none left."""

    seat: int
    missed: int
    rule: str = "AK-5.1"


class Reshuffled(Struct, frozen=True, gc=False, tag="reshuffled"):
    """The builder discard pile becomes the draw pile."""

    cards: int
    rule: str = "AK-5.1"
