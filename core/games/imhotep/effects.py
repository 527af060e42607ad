"""What the rules derive from an action or outcome, each with the number of the rule."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from kronika.core.contract.annotations import NamedCard, SeatNumber, choices
from kronika.core.games.imhotep.board import PYRAMID_NAMES, SITES
from kronika.core.games.imhotep.scoring import SCORE_WORDS
from kronika.core.games.imhotep.state import BONUSES


class Started(Struct, frozen=True, gc=False, tag="started"):
    """The sleds are filled, clockwise from the start player; `sleds` by seat."""

    seat: int
    sleds: tuple[int, ...]
    rule: str = "IM-1.6"


class RoundBegan(Struct, frozen=True, gc=False, tag="round_began"):
    """A round's ships are laid out; `first` begins."""

    round: int
    first: SeatNumber
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
    site: Annotated[str, choices(SITES)]
    cargo: tuple[SeatNumber, ...]
    rule: str


class PyramidStone(Struct, frozen=True, gc=False, tag="pyramid_stone"):
    """A stone is laid on a place (from 1; 0 beside the board) of a pyramid (none on side A) and gives points."""

    seat: int
    pyramid: Annotated[str, choices(("", *PYRAMID_NAMES))]
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
    card: NamedCard
    rule: str


class CardDiscarded(Struct, frozen=True, gc=False, tag="card_discarded"):
    """A card goes to the discard pile."""

    card: NamedCard
    rule: str


class NoCard(Struct, frozen=True, gc=False, tag="no_card"):
    """There is no card to take."""

    seat: int
    rule: str


class NoStone(Struct, frozen=True, gc=False, tag="no_stone"):
    """A red card does nothing: the quarry is empty."""

    seat: int
    card: NamedCard
    rule: str = "IM-3.6"


class BonusLost(Struct, frozen=True, gc=False, tag="bonus_lost"):
    """A pyramid's bonus cannot be used."""

    seat: int
    bonus: Annotated[str, choices(BONUSES)]
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
    what: Annotated[str, choices(SCORE_WORDS)]
    points: int
    rule: str


class Ended(Struct, frozen=True, gc=False, tag="ended"):
    """The sixth round ends the game; totals by seat."""

    totals: tuple[int, ...]
    rule: str = "IM-4.1"


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
