"""What can happen in Imhotep: actions, chance outcomes and effects."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from kronika.core.games.imhotep.board import PyramidName, RoundCardName, SiteName
from kronika.core.games.imhotep.cards import CardName

Seat = Annotated[int, Meta(ge=0, le=3)]
Ship = Annotated[int, Meta(ge=1, le=4)]
"""Ships are numbered as the round card names them, the largest first."""
Slot = Annotated[int, Meta(ge=1, le=4)]
"""Slot 1 is the bow (IM-1.2)."""
Order = Annotated[tuple[Slot, ...], Meta(min_length=1, max_length=4)]

# -- actions ----------------------------------------------------------------------------------------------------


class Take(Struct, frozen=True, gc=False, tag="take", forbid_unknown_fields=True):
    """Takes stones from the quarry to the sled (IM-2.4)."""


class Load(Struct, frozen=True, gc=False, tag="load", forbid_unknown_fields=True):
    """Places a stone of the sled on a ship (IM-2.5)."""

    ship: Ship
    slot: Slot


class Sail(Struct, frozen=True, gc=False, tag="sail", forbid_unknown_fields=True):
    """Sails a ship to a site (IM-2.6)."""

    ship: Ship
    site: SiteName


class Lever(Struct, frozen=True, gc=False, tag="lever", forbid_unknown_fields=True):
    """Plays a lever: sails a ship and unloads its slots in this order (IM-2.7)."""

    ship: Ship
    site: SiteName
    order: Order


class Hammer(Struct, frozen=True, gc=False, tag="hammer", forbid_unknown_fields=True):
    """Plays a hammer: takes stones, then places one (IM-2.7)."""

    ship: Ship
    slot: Slot


class SailCard(Struct, frozen=True, gc=False, tag="sailcard", forbid_unknown_fields=True):
    """Plays a sail: places a stone, then sails that ship (IM-2.7)."""

    ship: Ship
    slot: Slot
    site: SiteName


class Chisel(Struct, frozen=True, gc=False, tag="chisel", forbid_unknown_fields=True):
    """Plays a chisel: places two stones, each as (ship, slot) (IM-2.7)."""

    spots: tuple[tuple[Ship, Slot], tuple[Ship, Slot]]


class Pass(Struct, frozen=True, gc=False, tag="pass", forbid_unknown_fields=True):
    """Does nothing, because nothing can be done (IM-2.9)."""


class TakeCard(Struct, frozen=True, gc=False, tag="market", forbid_unknown_fields=True):
    """Takes a card of the row, or the pair, for a delivered stone (IM-3.1, IM-3.5)."""

    card: CardName | Literal["pair"]


class Keep(Struct, frozen=True, gc=False, tag="keep", forbid_unknown_fields=True):
    """Keeps this card of the pair and discards the other (IM-3.5)."""

    card: CardName


class Pyramid(Struct, frozen=True, gc=False, tag="pyramid", forbid_unknown_fields=True):
    """Chooses the pyramid for a stone, side B (IM-3.8)."""

    pyramid: PyramidName


class BonusCard(Struct, frozen=True, gc=False, tag="bonus_card", forbid_unknown_fields=True):
    """Uses a pyramid's bonus: takes the top card of the deck (IM-3.8)."""


class BonusStones(Struct, frozen=True, gc=False, tag="bonus_stones", forbid_unknown_fields=True):
    """Uses a pyramid's bonus: takes stones to the sled (IM-3.8)."""


class BonusPlace(Struct, frozen=True, gc=False, tag="bonus_place", forbid_unknown_fields=True):
    """Uses a pyramid's bonus: places a stone of the sled on a ship (IM-3.8)."""

    ship: Ship
    slot: Slot


class Skip(Struct, frozen=True, gc=False, tag="skip", forbid_unknown_fields=True):
    """Leaves a pyramid's bonus unused (IM-3.8)."""


class Choose(Struct, frozen=True, gc=False, tag="choose", forbid_unknown_fields=True):
    """Chooses between a point and stones for a visible stone, temple B (IM-3.11)."""

    what: Literal["points", "stones"]


TAKE: Final = Take()
PASS: Final = Pass()
SKIP: Final = Skip()
BONUS_CARD: Final = BonusCard()
BONUS_STONES: Final = BonusStones()

# -- chance -----------------------------------------------------------------------------------------------------


class Start(Struct, frozen=True, gc=False, tag="start", forbid_unknown_fields=True):
    """Chance: the start player of the game (IM-1.6)."""

    seat: Seat


class TurnUp(Struct, frozen=True, gc=False, tag="round_card", forbid_unknown_fields=True):
    """Chance: the round card that is turned up (IM-2.1)."""

    ships: RoundCardName


class Fill(Struct, frozen=True, gc=False, tag="fill", forbid_unknown_fields=True):
    """Chance: the cards turned up for the market row (IM-2.2); their order means nothing."""

    cards: Annotated[tuple[CardName, ...], Meta(min_length=1, max_length=4)]


class Draw(Struct, frozen=True, gc=False, tag="draw", forbid_unknown_fields=True):
    """Chance: the top card of the deck (IM-3.8, IM-3.11)."""

    card: CardName


class Pair(Struct, frozen=True, gc=False, tag="pair", forbid_unknown_fields=True):
    """Chance: what the face-down pair turns out to be (IM-3.5, IM-2.16)."""

    cards: Annotated[tuple[CardName, ...], Meta(min_length=1, max_length=2)]


# -- effects ----------------------------------------------------------------------------------------------------


class Started(Struct, frozen=True, gc=False, tag="started"):
    """The sleds are filled, clockwise from the start player; `sleds` by seat."""

    seat: int
    sleds: tuple[int, ...]
    rule: str = "IM-1.6"


class RoundBegan(Struct, frozen=True, gc=False, tag="round_began"):
    """A round's ships are laid out; `first` begins."""

    round: int
    first: int
    rule: str = "IM-2.1"


class Reshuffled(Struct, frozen=True, gc=False, tag="reshuffled"):
    """The discard pile, so many cards, becomes the deck."""

    cards: int
    rule: str = "IM-2.2"


class PairLaid(Struct, frozen=True, gc=False, tag="pair_laid"):
    """So many cards lie face down as the pair."""

    cards: int
    rule: str = "IM-2.2"


class RowShort(Struct, frozen=True, gc=False, tag="row_short"):
    """Deck and discard pile are empty: so many cards are missing in the row and the pair."""

    missing: int
    rule: str = "IM-2.2"


class GotStones(Struct, frozen=True, gc=False, tag="got_stones"):
    """Stones go from a quarry to the sled."""

    seat: int
    stones: int
    rule: str


class Loaded(Struct, frozen=True, gc=False, tag="loaded"):
    """A stone is placed on a ship, which then carries `load`."""

    seat: int
    ship: int
    load: int
    rule: str


class Sailed(Struct, frozen=True, gc=False, tag="sailed"):
    """A ship comes to a site; `cargo` are the owners of its stones as they will leave it."""

    seat: int
    ship: int
    site: str
    cargo: tuple[int, ...]
    rule: str


class PyramidStone(Struct, frozen=True, gc=False, tag="pyramid_stone"):
    """A stone is laid on a place (from 1; 0 beside the board) of a pyramid (none on side A) and gives points."""

    seat: int
    pyramid: str
    place: int
    points: int
    rule: str


class TempleStone(Struct, frozen=True, gc=False, tag="temple_stone"):
    """A stone is laid on a space of the temple, on this level; both from 1."""

    seat: int
    space: int
    level: int
    rule: str = "IM-3.9"


class ChamberStone(Struct, frozen=True, gc=False, tag="chamber_stone"):
    """A stone is laid in the burial chamber; row and column from 1."""

    seat: int
    row: int
    column: int
    rule: str = "IM-3.12"


class ObeliskStone(Struct, frozen=True, gc=False, tag="obelisk_stone"):
    """A stone comes to the obelisks: the height of the owner's obelisk, or on side B the owner's single stones."""

    seat: int
    stones: int
    rule: str


class Tower(Struct, frozen=True, gc=False, tag="tower"):
    """Three single stones become a tower, which gives points at once."""

    seat: int
    points: int
    rule: str = "IM-3.17"


class CardTaken(Struct, frozen=True, gc=False, tag="card_taken"):
    """A player gains a market card."""

    seat: int
    card: str
    rule: str


class CardDiscarded(Struct, frozen=True, gc=False, tag="card_discarded"):
    """A card goes to the discard pile."""

    card: str
    rule: str


class NoCard(Struct, frozen=True, gc=False, tag="no_card"):
    """There is no card to take."""

    seat: int
    rule: str


class NoStone(Struct, frozen=True, gc=False, tag="no_stone"):
    """A red card does nothing: the quarry is empty."""

    seat: int
    card: str
    rule: str = "IM-3.6"


class BonusLost(Struct, frozen=True, gc=False, tag="bonus_lost"):
    """A pyramid's bonus cannot be used."""

    seat: int
    bonus: str
    rule: str = "IM-3.8"


class StonesReturned(Struct, frozen=True, gc=False, tag="stones_returned"):
    """Stones go back to the quarries; by seat."""

    stones: tuple[int, ...]
    rule: str


class Stuck(Struct, frozen=True, gc=False, tag="stuck"):
    """A player can do nothing."""

    seat: int
    rule: str = "IM-2.9"


class RoundBroken(Struct, frozen=True, gc=False, tag="round_broken"):
    """Nobody can do anything any more: the round ends with ships unsailed."""

    rule: str = "IM-2.10"


class RoundEnded(Struct, frozen=True, gc=False, tag="round_ended"):
    """A round ends: its last ship is unloaded, or it was broken off."""

    round: int
    rule: str


class FirstNamed(Struct, frozen=True, gc=False, tag="first_named"):
    """Who begins the next round."""

    seat: int
    rule: str = "IM-2.20"


class TempleScored(Struct, frozen=True, gc=False, tag="temple_scored"):
    """The visible stones of the temple give points; by seat."""

    points: tuple[int, ...]
    rule: str = "IM-3.10"


class TempleBonus(Struct, frozen=True, gc=False, tag="temple_bonus"):
    """A visible stone gives the points of its space (from 1)."""

    seat: int
    space: int
    points: int
    rule: str = "IM-3.11"


class MarketCleared(Struct, frozen=True, gc=False, tag="market_cleared"):
    """So many cards of the row and the pair go to the discard pile."""

    cards: int
    rule: str = "IM-2.16"


class Scored(Struct, frozen=True, gc=False, tag="scored"):
    """The final scoring gives a player points."""

    seat: int
    what: str
    points: int
    rule: str


class Ended(Struct, frozen=True, gc=False, tag="ended"):
    """The sixth round ends the game; totals by seat."""

    totals: tuple[int, ...]
    rule: str = "IM-4.1"


Action = (
    Take
    | Load
    | Sail
    | Lever
    | Hammer
    | SailCard
    | Chisel
    | Pass
    | TakeCard
    | Keep
    | Pyramid
    | BonusCard
    | BonusStones
    | BonusPlace
    | Skip
    | Choose
)
Chance = Start | TurnUp | Fill | Draw | Pair
Do = Action | Chance
Effect = (
    Started
    | RoundBegan
    | Reshuffled
    | PairLaid
    | RowShort
    | GotStones
    | Loaded
    | Sailed
    | PyramidStone
    | TempleStone
    | ChamberStone
    | ObeliskStone
    | Tower
    | CardTaken
    | CardDiscarded
    | NoCard
    | NoStone
    | BonusLost
    | StonesReturned
    | Stuck
    | RoundBroken
    | RoundEnded
    | FirstNamed
    | TempleScored
    | TempleBonus
    | MarketCleared
    | Scored
    | Ended
)
