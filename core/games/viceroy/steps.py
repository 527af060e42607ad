"""Steps that wait on a stack in the state, the next one last.

They are decisions of one player, draws, and what follows by itself: plain data. What each does stands in the modules
of `rules`.
"""

from __future__ import annotations

from msgspec import Struct

from kronika.core.games.viceroy.cards import Part

# -- set-up -----------------------------------------------------------------------------------------------------


class FirstAuction(Struct, frozen=True, array_like=True, tag=1, gc=False):
    """The set-up is over: the first round begins."""


# -- auction ----------------------------------------------------------------------------------------------------


class AttackPick(Struct, frozen=True, array_like=True, tag=10, gc=False):
    """A player who bid an attack token takes any displayed card (VC-2.5.1)."""

    seat: int


class BidsReturn(Struct, frozen=True, array_like=True, tag=11, gc=False):
    """The gems bid go to the supply (VC-2.5.2)."""


class LaneResult(Struct, frozen=True, array_like=True, tag=12, gc=False):
    """The bids for one lane are resolved (VC-2.5.3, VC-6.4)."""

    lane: int


class LanePick(Struct, frozen=True, array_like=True, tag=13, gc=False):
    """The only bidder for a lane takes one of its two cards."""

    seat: int
    lane: int


class Split(Struct, frozen=True, array_like=True, tag=14, gc=False):
    """The two bidders for a lane with two cards say which they want (R-5); a claim is 0 until it is made."""

    lane: int
    first: int
    second: int
    first_claim: int = 0
    second_claim: int = 0


class Tie(Struct, frozen=True, array_like=True, tag=15, gc=False):
    """A player and a virtual opponent bid for a lane with two cards (VC-6.4)."""

    seat: int
    lane: int


class Strays(Struct, frozen=True, array_like=True, tag=16, gc=False):
    """The virtual opponents' unmatched gems are looked for (VC-6.5)."""


class Stray(Struct, frozen=True, array_like=True, tag=17, gc=False):
    """A displayed card goes for an unmatched gem; `seat` chooses it (R-35)."""

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
    """A player discards a selected card for gems (VC-6.8)."""

    seat: int
    card: int


class BuildingEnd(Struct, frozen=True, array_like=True, tag=32, gc=False):
    """A building round is over (VC-2.11)."""


class PhaseEnd(Struct, frozen=True, array_like=True, tag=33, gc=False):
    """The building phase is over, and whoever may tuck cards then has done so (R-27)."""


# -- rewards ----------------------------------------------------------------------------------------------------


class Gain(Struct, frozen=True, array_like=True, tag=40, gc=False):
    """One part of a reward, for a card of the pyramid (VC-3.12)."""

    seat: int
    card: int
    part: Part
    rule: str


class LevelFive(Struct, frozen=True, array_like=True, tag=41, gc=False):
    """A card on level 5 pays its three lower rows or 15 VP (VC-3.11)."""

    seat: int
    card: int


class GemsToTake(Struct, frozen=True, array_like=True, tag=42, gc=False):
    """A player takes gems from the supply: `must`, and up to `may` more."""

    seat: int
    must: int
    may: int
    rule: str


class CardToDraw(Struct, frozen=True, array_like=True, tag=43, gc=False):
    """A player draws a card from the deck of his choice."""

    seat: int


class CardFrom(Struct, frozen=True, array_like=True, tag=44, gc=False):
    """A player gets the next card of a deck: 0 the small deck, 1 the law deck."""

    seat: int
    deck: int


class GemToLay(Struct, frozen=True, array_like=True, tag=45, gc=False):
    """A gem from the supply, or else perhaps from the screen, is laid on a card; `token` is its code there."""

    seat: int
    card: int
    token: int
    rule: str


class TakenCard(Struct, frozen=True, array_like=True, tag=46, gc=False):
    """The owner of law 78 may tuck the card he has just taken (R-31); `hidden`: the others don't know it."""

    seat: int
    card: int
    hidden: bool


# -- laws -------------------------------------------------------------------------------------------------------


class LawChoice(Struct, frozen=True, array_like=True, tag=50, gc=False):
    """A law's option is chosen."""

    seat: int
    law: int


class SwapPartner(Struct, frozen=True, array_like=True, tag=51, gc=False):
    """Law 67: the opponent is chosen."""

    seat: int


class SwapPrice(Struct, frozen=True, array_like=True, tag=52, gc=False):
    """Law 67: three gems are paid to the opponent."""

    seat: int
    to: int


class SwapOwn(Struct, frozen=True, array_like=True, tag=53, gc=False):
    """Law 67: the own token is chosen; `paid` are the gems paid, which everybody has seen (R-42)."""

    seat: int
    to: int
    paid: bytes


class SwapOther(Struct, frozen=True, array_like=True, tag=54, gc=False):
    """Law 67: the opponent's token is chosen; `card` and `token` are the own one."""

    seat: int
    to: int
    paid: bytes
    card: int
    token: int


class DisplayPick(Struct, frozen=True, array_like=True, tag=55, gc=False):
    """Law 69: a displayed card is taken."""

    seat: int


class Refill(Struct, frozen=True, array_like=True, tag=56, gc=False):
    """Law 69: the small deck fills the slot."""

    slot: int


class LawsToReturn(Struct, frozen=True, array_like=True, tag=57, gc=False):
    """Law 70: so many laws still go back on top of the deck."""

    seat: int
    n: int


class HandTuck(Struct, frozen=True, array_like=True, tag=58, gc=False):
    """Law 72: hand cards are tucked."""

    seat: int


class FreeTuck(Struct, frozen=True, array_like=True, tag=59, gc=False):
    """Law 74: a free card is tucked."""

    seat: int


class GemsOnLaw(Struct, frozen=True, array_like=True, tag=60, gc=False):
    """Law 76: gems are laid on it."""

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
