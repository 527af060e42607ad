"""The steps that wait on a stack in the state, the next one last.

A step is a decision of one player, a draw, or something that happens by itself. Steps are plain data; the modules of
`rules` say what each one does.
"""

from __future__ import annotations

from msgspec import Struct

from kronika.core.games.viceroy.cards import Part

# -- set-up -----------------------------------------------------------------------------------------------------


class FirstAuction(Struct, frozen=True, array_like=True, tag=1, gc=False):
    """The set-up is over and the first round begins."""


# -- auction ----------------------------------------------------------------------------------------------------


class AttackPick(Struct, frozen=True, array_like=True, tag=10, gc=False):
    """A player who bid an attack token takes any displayed card (VC-2.5.1)."""

    seat: int


class BidsReturn(Struct, frozen=True, array_like=True, tag=11, gc=False):
    """The gems bid return to the supply (VC-2.5.2)."""


class LaneResult(Struct, frozen=True, array_like=True, tag=12, gc=False):
    """The bids for one lane are resolved (VC-2.5.3, VC-6.4)."""

    lane: int


class LanePick(Struct, frozen=True, array_like=True, tag=13, gc=False):
    """The only bidder for a lane takes one of its two cards (VC-2.5.3)."""

    seat: int
    lane: int


class Split(Struct, frozen=True, array_like=True, tag=14, gc=False):
    """The two bidders for a lane with two cards claim one each (R-5).

    A claim is an index into `lanes.CLAIMS`, 0 until the player has made it.
    """

    lane: int
    first: int
    second: int
    first_claim: int = 0
    second_claim: int = 0


class Tie(Struct, frozen=True, array_like=True, tag=15, gc=False):
    """A player and a virtual opponent have bid for a lane with two cards (VC-6.4)."""

    seat: int
    lane: int


class Strays(Struct, frozen=True, array_like=True, tag=16, gc=False):
    """The unmatched bids of the virtual opponents are collected (VC-6.5)."""


class Stray(Struct, frozen=True, array_like=True, tag=17, gc=False):
    """A displayed card, which `seat` chooses, is discarded for an unmatched bid (VC-6.5, R-35)."""

    seat: int


class Passing(Struct, frozen=True, array_like=True, tag=18, gc=False):
    """A player passes and takes gems (VC-2.7)."""

    seat: int


class BiddingEnd(Struct, frozen=True, array_like=True, tag=19, gc=False):
    """A bidding round is over (VC-2.6)."""


# -- building ---------------------------------------------------------------------------------------------------


class Play(Struct, frozen=True, array_like=True, tag=30, gc=False):
    """A player plays a selected card (VC-2.12)."""

    seat: int
    card: int


class Sale(Struct, frozen=True, array_like=True, tag=31, gc=False):
    """A player discards a selected card for 2 gems (VC-6.8)."""

    seat: int
    card: int


class BuildingEnd(Struct, frozen=True, array_like=True, tag=32, gc=False):
    """A building round is over (VC-2.11)."""


class PhaseEnd(Struct, frozen=True, array_like=True, tag=33, gc=False):
    """The building phase is over, and all who may tuck cards then have done so (R-27)."""


# -- rewards ----------------------------------------------------------------------------------------------------


class Gain(Struct, frozen=True, array_like=True, tag=40, gc=False):
    """A player receives one part of a reward for a card of the pyramid (VC-3.12)."""

    seat: int
    card: int
    part: Part
    rule: str


class LevelFive(Struct, frozen=True, array_like=True, tag=41, gc=False):
    """A player chooses the reward of a card on level 5: its three lower rows or 15 VP (VC-3.11)."""

    seat: int
    card: int


class GemsToTake(Struct, frozen=True, array_like=True, tag=42, gc=False):
    """A player takes `must` gems from the supply, and up to `may` more (VC-2.7, VC-3.12)."""

    seat: int
    must: int
    may: int
    rule: str


class CardToDraw(Struct, frozen=True, array_like=True, tag=43, gc=False):
    """A player draws a card from the small deck or the law deck (VC-3.12)."""

    seat: int


class CardFrom(Struct, frozen=True, array_like=True, tag=44, gc=False):
    """A player draws the next card of a deck: 0 is the small deck, 1 the law deck."""

    seat: int
    deck: int


class GemToLay(Struct, frozen=True, array_like=True, tag=45, gc=False):
    """A gem is laid on a card, from the supply or, if that has none, perhaps from the screen (R-16).

    `token` is the code of the gem on the card.
    """

    seat: int
    card: int
    token: int
    rule: str


class TakenCard(Struct, frozen=True, array_like=True, tag=46, gc=False):
    """The owner of law 78 may tuck the card just taken (R-31).

    The card is `hidden` if the other players do not know it.
    """

    seat: int
    card: int
    hidden: bool


# -- laws -------------------------------------------------------------------------------------------------------


class LawChoice(Struct, frozen=True, array_like=True, tag=50, gc=False):
    """A player chooses an option of a law (VC-4.0)."""

    seat: int
    law: int


class SwapPartner(Struct, frozen=True, array_like=True, tag=51, gc=False):
    """Law 67: the player chooses an opponent."""

    seat: int


class SwapPrice(Struct, frozen=True, array_like=True, tag=52, gc=False):
    """Law 67: the player pays three gems to the opponent."""

    seat: int
    to: int


class SwapOwn(Struct, frozen=True, array_like=True, tag=53, gc=False):
    """Law 67: the player chooses a token to give; `paid` are the gems paid, which everybody has seen (R-42)."""

    seat: int
    to: int
    paid: bytes


class SwapOther(Struct, frozen=True, array_like=True, tag=54, gc=False):
    """Law 67: the player chooses a token of the opponent; `card` and `token` are what the player gives for it."""

    seat: int
    to: int
    paid: bytes
    card: int
    token: int


class DisplayPick(Struct, frozen=True, array_like=True, tag=55, gc=False):
    """Law 69: the player takes a displayed card."""

    seat: int


class Refill(Struct, frozen=True, array_like=True, tag=56, gc=False):
    """Law 69: the top card of the small deck fills the slot."""

    slot: int


class LawsToReturn(Struct, frozen=True, array_like=True, tag=57, gc=False):
    """Law 70: the player puts `n` more laws on top of the law deck."""

    seat: int
    n: int


class HandTuck(Struct, frozen=True, array_like=True, tag=58, gc=False):
    """Law 72: the player tucks hand cards."""

    seat: int


class FreeTuck(Struct, frozen=True, array_like=True, tag=59, gc=False):
    """Law 74: the player tucks a free card of the pyramid."""

    seat: int


class GemsOnLaw(Struct, frozen=True, array_like=True, tag=60, gc=False):
    """Law 76: the player lays gems on it."""

    seat: int


Step = (
    FirstAuction
    | AttackPick
    | BidsReturn
    | LaneResult
    | LanePick
    | Split
    | Tie
    | Strays
    | Stray
    | Passing
    | BiddingEnd
    | Play
    | Sale
    | BuildingEnd
    | PhaseEnd
    | Gain
    | LevelFive
    | GemsToTake
    | CardToDraw
    | CardFrom
    | GemToLay
    | TakenCard
    | LawChoice
    | SwapPartner
    | SwapPrice
    | SwapOwn
    | SwapOther
    | DisplayPick
    | Refill
    | LawsToReturn
    | HandTuck
    | FreeTuck
    | GemsOnLaw
)
