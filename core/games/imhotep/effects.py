"""What the rules derive from an action or outcome, each with the number of the rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from kronika.core.basics.text import join_words
from kronika.core.contract.annotations import NamedCard, SeatNumber, choices
from kronika.core.contract.effects import BaseEffect
from kronika.core.contract.game import Viewer
from kronika.core.games.imhotep.board import PYRAMID_NAMES, SITE_CODE, SITE_TITLES, SITES
from kronika.core.games.imhotep.scoring import SCORE_WORDS
from kronika.core.games.imhotep.state import BONUSES


class _Effect(BaseEffect, frozen=True):
    @staticmethod
    def card_name(card: str) -> str:
        return card.replace("_", " ")


def _each(numbers: Sequence[int], names: Sequence[str]) -> str:
    return join_words([f"{name} {n}" for name, n in zip(names, numbers, strict=True) if n])


class Started(_Effect, frozen=True, tag="started"):
    """The sleds are filled, clockwise from the start player; `sleds` by seat."""

    seat: int
    sleds: tuple[int, ...]
    rule: str = "IM-1.6"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """With the stones of each player."""
        return self.say("{seat} starts; stones on the sleds: {stones}", names, stones=_each(self.sleds, names))


class RoundBegan(_Effect, frozen=True, tag="round_began"):
    """A round's ships are laid out; `first` begins."""

    sentence = "round {round} begins, {first} first"
    round: int
    first: SeatNumber
    rule: str = "IM-2.1"


class Reshuffled(_Effect, frozen=True, tag="reshuffled"):
    """The discard pile, so many cards, becomes the deck."""

    sentence = "the discard pile of {cards:card} becomes the deck"
    cards: int
    rule: str = "IM-2.2"


class PairLaid(_Effect, frozen=True, tag="pair_laid"):
    """So many cards lie face down as the pair."""

    sentence = "{cards:card lies|cards lie} face down as the pair"
    cards: int
    rule: str = "IM-2.2"


class RowShort(_Effect, frozen=True, tag="row_short"):
    """Deck and discard pile are empty: so many cards are missing in the row and the pair."""

    sentence = "{missing:card} can't be laid out: deck and discard pile are empty"
    missing: int
    rule: str = "IM-2.2"


class GotStones(_Effect, frozen=True, tag="got_stones"):
    """Stones go from a quarry to the sled."""

    sentence = "{seat} gets {stones:stone}"
    seat: int
    stones: int
    rule: str


class Loaded(_Effect, frozen=True, tag="loaded"):
    """A stone is placed on a ship, which then carries `load`."""

    sentence = "{seat} loads ship #{ship}, which carries {load:stone}"
    seat: int
    ship: int
    load: int
    rule: str


class Sailed(_Effect, frozen=True, tag="sailed"):
    """A ship comes to a site; `cargo` are the owners of its stones as they will leave it."""

    seat: int
    ship: int
    site: Annotated[str, choices(SITES)]
    cargo: tuple[SeatNumber, ...]
    rule: str

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """With the title of the site."""
        title = SITE_TITLES[SITE_CODE[self.site]]
        return self.say("ship #{ship} comes to the {title} with stones of {cargo:,}", names, title=title)


class PyramidStone(_Effect, frozen=True, tag="pyramid_stone"):
    """A stone is laid on a place (from 1; 0 beside the board) of a pyramid (none on side A) and gives points."""

    seat: int
    pyramid: Annotated[str, choices(("", *PYRAMID_NAMES))]
    place: int
    points: int
    rule: str

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """Beside the pyramids there are no places, and side A has one pyramid."""
        if not self.place:
            return self.say("{seat} builds beside the complete pyramids for {points:point}", names)
        if not self.pyramid:
            return self.say("{seat} builds on place {place} for {points:point}", names)
        return self.say("{seat} builds on place {place} of the {pyramid} pyramid for {points:point}", names)


class TempleStone(_Effect, frozen=True, tag="temple_stone"):
    """A stone is laid on a space of the temple, on this level; both from 1."""

    sentence = "{seat} builds on space {space} of the temple, level {level}"
    seat: int
    space: int
    level: int
    rule: str = "IM-3.9"


class ChamberStone(_Effect, frozen=True, tag="chamber_stone"):
    """A stone is laid in the burial chamber; row and column from 1."""

    sentence = "{seat} lays a stone in the burial chamber, row {row}, column {column}"
    seat: int
    row: int
    column: int
    rule: str = "IM-3.12"


class ObeliskStone(_Effect, frozen=True, tag="obelisk_stone"):
    """A stone comes to the obelisks: the height of the owner's obelisk, or on side B the owner's single stones."""

    sentence = "{seat} has {stones:stone} at the obelisks"
    seat: int
    stones: int
    rule: str


class Tower(_Effect, frozen=True, tag="tower"):
    """Three single stones become a tower, which gives points at once."""

    sentence = "{seat} builds a tower for {points:point}"
    seat: int
    points: int
    rule: str = "IM-3.17"


class CardTaken(_Effect, frozen=True, tag="card_taken"):
    """A player gains a market card."""

    sentence = "{seat} gains {card}"
    seat: int
    card: NamedCard
    rule: str


class CardDiscarded(_Effect, frozen=True, tag="card_discarded"):
    """A card goes to the discard pile."""

    sentence = "{card} goes to the discard pile"
    card: NamedCard
    rule: str


class NoCard(_Effect, frozen=True, tag="no_card"):
    """There is no card to take."""

    sentence = "there is no card for {seat}"
    seat: int
    rule: str


class NoStone(_Effect, frozen=True, tag="no_stone"):
    """A red card does nothing: the quarry is empty."""

    sentence = "{seat} has no stone in the quarry: {card} does nothing"
    seat: int
    card: NamedCard
    rule: str = "IM-3.6"


class BonusLost(_Effect, frozen=True, tag="bonus_lost"):
    """A pyramid's bonus cannot be used."""

    sentence = "{seat} cannot use the bonus ({bonus})"
    seat: int
    bonus: Annotated[str, choices(BONUSES)]
    rule: str = "IM-3.8"


class StonesReturned(_Effect, frozen=True, tag="stones_returned"):
    """Stones go back to the quarries; by seat."""

    stones: tuple[int, ...]
    rule: str

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """With the stones of each player."""
        return self.say("stones go back to the quarries: {each}", names, each=_each(self.stones, names))


class Stuck(_Effect, frozen=True, tag="stuck"):
    """A player can do nothing."""

    sentence = "{seat} can do nothing"
    seat: int
    rule: str = "IM-2.9"


class RoundBroken(_Effect, frozen=True, tag="round_broken"):
    """Nobody can do anything any more: the round ends with ships unsailed."""

    sentence = "nobody can do anything: the round is broken off"
    rule: str = "IM-2.10"


class RoundEnded(_Effect, frozen=True, tag="round_ended"):
    """A round ends: its last ship is unloaded, or it was broken off."""

    sentence = "round {round} ends"
    round: int
    rule: str


class FirstNamed(_Effect, frozen=True, tag="first_named"):
    """Who begins the next round."""

    sentence = "{seat} will begin the next round"
    seat: int
    rule: str = "IM-2.20"


class TempleScored(_Effect, frozen=True, tag="temple_scored"):
    """The visible stones of the temple give points; by seat."""

    points: tuple[int, ...]
    rule: str = "IM-3.10"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """With the points of each player."""
        return self.say("visible stones of the temple: {each}", names, each=_each(self.points, names))


class TempleBonus(_Effect, frozen=True, tag="temple_bonus"):
    """A visible stone gives the points of its space (from 1)."""

    sentence = "space {space} of the temple gives {seat} {points:point}"
    seat: int
    space: int
    points: int
    rule: str = "IM-3.11"


class MarketCleared(_Effect, frozen=True, tag="market_cleared"):
    """So many cards of the row and the pair go to the discard pile."""

    sentence = "{cards:card of the row goes|cards of the row go} to the discard pile"
    cards: int
    rule: str = "IM-2.16"


class Scored(_Effect, frozen=True, tag="scored"):
    """The final scoring gives a player points."""

    sentence = "{seat} scores {points} for {what}"
    seat: int
    what: Annotated[str, choices(SCORE_WORDS)]
    points: int
    rule: str


class Ended(_Effect, frozen=True, tag="ended"):
    """The sixth round ends the game; totals by seat."""

    totals: tuple[int, ...]
    rule: str = "IM-4.1"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """With the total of each player."""
        totals = [f"{name} {total}" for name, total in zip(names, self.totals, strict=True)]
        return self.say("the game ends: {each}", names, each=join_words(totals))


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
