"""The effects that the rules derive from an action or a chance outcome, each with its sentence and its rule number."""

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


class Effect(BaseEffect, frozen=True):
    """An effect of this game."""

    @staticmethod
    def card_name(card: str) -> str:
        """The name of a card, from its id."""
        return card.replace("_", " ")


def _each(numbers: Sequence[int], names: Sequence[str]) -> str:
    return join_words([f"{name} {n}" for name, n in zip(names, numbers, strict=True) if n])


class Started(Effect, frozen=True, tag="started"):
    """The start player is known, and the sleds are filled; `sleds` has the stones on each, by seat (IM-1.6)."""

    seat: int
    sleds: tuple[int, ...]
    rule: str = "IM-1.6"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """The sentence, with the stones of each player."""
        return self.say("{seat} starts; stones on the sleds: {stones}", names, stones=_each(self.sleds, names))


class RoundBegan(Effect, frozen=True, tag="round_began"):
    """A round begins: its ships are laid out; `first` is the start player (IM-2.1)."""

    sentence = "round {round} begins; {first} goes first"
    round: int
    first: SeatNumber
    rule: str = "IM-2.1"


class Reshuffled(Effect, frozen=True, tag="reshuffled"):
    """The discard pile becomes the deck; `cards` is its number of cards (IM-2.2)."""

    sentence = "the discard pile of {cards:card} becomes the deck"
    cards: int
    rule: str = "IM-2.2"


class PairLaid(Effect, frozen=True, tag="pair_laid"):
    """The pair is laid face down; `cards` is its number of cards (IM-2.2)."""

    sentence = "{cards:card lies|cards lie} face down as the pair"
    cards: int
    rule: str = "IM-2.2"


class RowShort(Effect, frozen=True, tag="row_short"):
    """Deck and discard pile are empty; `missing` is the number of cards missing in row and pair (IM-2.2)."""

    sentence = "{missing:card} can't be laid out: deck and discard pile are empty"
    missing: int
    rule: str = "IM-2.2"


class GotStones(Effect, frozen=True, tag="got_stones"):
    """Stones go from a player's quarry to the sled."""

    sentence = "{seat} gets {stones:stone}"
    seat: int
    stones: int
    rule: str


class Loaded(Effect, frozen=True, tag="loaded"):
    """A stone is loaded on a ship; `load` is the number of stones that the ship then carries."""

    sentence = "{seat} loads a stone; the ship carries {load:stone}"
    seat: int
    ship: int
    load: int
    rule: str


class Sailed(Effect, frozen=True, tag="sailed"):
    """A ship sails to a site; `cargo` has the owners of its stones in the order of unloading (IM-2.11)."""

    seat: int
    ship: int
    site: Annotated[str, choices(SITES)]
    cargo: tuple[SeatNumber, ...]
    rule: str

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """The sentence, with the title of the site."""
        title = SITE_TITLES[SITE_CODE[self.site]]
        return self.say("the ship sails to the {title} with stones of {cargo:,}", names, title=title)


class PyramidStone(Effect, frozen=True, tag="pyramid_stone"):
    """A stone comes to the pyramids and gives points (IM-3.7, IM-3.8).

    `pyramid` is its pyramid on side B and empty on side A; `place` is its place, from 1. A stone for which there is no
    place lies beside the pyramids: `pyramid` is empty and `place` is 0.
    """

    seat: int
    pyramid: Annotated[str, choices(("", *PYRAMID_NAMES))]
    place: int
    points: int
    rule: str

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """The sentence, with the place and the pyramid, if any."""
        if not self.place:
            return self.say("{seat} builds beside the complete pyramids for {points:point}", names)
        if not self.pyramid:
            return self.say("{seat} builds on place {place} of the pyramid for {points:point}", names)
        return self.say("{seat} builds on place {place} of the {pyramid} pyramid for {points:point}", names)


class TempleStone(Effect, frozen=True, tag="temple_stone"):
    """A stone comes to the temple; its space and its level count from 1 (IM-3.9)."""

    sentence = "{seat} builds on space {space} of the temple, level {level}"
    seat: int
    space: int
    level: int
    rule: str = "IM-3.9"


class ChamberStone(Effect, frozen=True, tag="chamber_stone"):
    """A stone comes to the burial chamber; its row and its column count from 1 (IM-3.12)."""

    sentence = "{seat} lays a stone in the burial chamber, row {row}, column {column}"
    seat: int
    row: int
    column: int
    rule: str = "IM-3.12"


class ObeliskStone(Effect, frozen=True, tag="obelisk_stone"):
    """A stone comes to the obelisks (IM-3.15, IM-3.17).

    `stones` is the height of the owner's obelisk, on side B the number of the owner's single stones.
    """

    sentence = "{seat} has {stones:stone} at the obelisks"
    seat: int
    stones: int
    rule: str


class Tower(Effect, frozen=True, tag="tower"):
    """A player's three single stones become a tower, which gives points at once (IM-3.17)."""

    sentence = "{seat} builds a tower for {points:point}"
    seat: int
    points: int
    rule: str = "IM-3.17"


class CardTaken(Effect, frozen=True, tag="card_taken"):
    """A player gains a market card."""

    sentence = "{seat} gains {card}"
    seat: int
    card: NamedCard
    rule: str


class CardDiscarded(Effect, frozen=True, tag="card_discarded"):
    """A market card goes to the discard pile."""

    sentence = "{card} goes to the discard pile"
    card: NamedCard
    rule: str


class NoCard(Effect, frozen=True, tag="no_card"):
    """A player should get a card, but there is none."""

    sentence = "there is no card for {seat}"
    seat: int
    rule: str


class NoStone(Effect, frozen=True, tag="no_stone"):
    """A red card has no effect, because the player's quarry is empty (IM-3.6)."""

    sentence = "{seat} has no stone in the quarry: {card} does nothing"
    seat: int
    card: NamedCard
    rule: str = "IM-3.6"


class BonusLost(Effect, frozen=True, tag="bonus_lost"):
    """A player cannot use a pyramid's bonus, so it is lost (IM-3.8)."""

    sentence = "{seat} cannot use the bonus ({bonus})"
    seat: int
    bonus: Annotated[str, choices(BONUSES)]
    rule: str = "IM-3.8"


class StonesReturned(Effect, frozen=True, tag="stones_returned"):
    """Stones go back to their owners' quarries; `stones` has their numbers by seat."""

    stones: tuple[int, ...]
    rule: str

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """The sentence, with the stones of each player."""
        return self.say("stones go back to the quarries: {each}", names, each=_each(self.stones, names))


class Stuck(Effect, frozen=True, tag="stuck"):
    """A player passes, because no other action is legal (IM-2.9)."""

    sentence = "{seat} passes: no other action is legal"
    seat: int
    rule: str = "IM-2.9"


class RoundBroken(Effect, frozen=True, tag="round_broken"):
    """No player can act any more, so the round ends although some ships have not sailed (IM-2.10)."""

    sentence = "no player can act: the round ends early"
    rule: str = "IM-2.10"


class RoundEnded(Effect, frozen=True, tag="round_ended"):
    """A round ends: its last ship is unloaded (IM-2.14), or no player can act (IM-2.10)."""

    sentence = "round {round} ends"
    round: int
    rule: str


class FirstNamed(Effect, frozen=True, tag="first_named"):
    """The start player of the next round is known (IM-2.20)."""

    sentence = "{seat} will begin the next round"
    seat: int
    rule: str = "IM-2.20"


class TempleScored(Effect, frozen=True, tag="temple_scored"):
    """The visible stones of the temple give points, on side A; `points` are by seat (IM-3.10)."""

    points: tuple[int, ...]
    rule: str = "IM-3.10"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """The sentence, with the points of each player."""
        return self.say("visible stones of the temple: {each}", names, each=_each(self.points, names))


class TempleBonus(Effect, frozen=True, tag="temple_bonus"):
    """A visible stone gives the points of its space, on side B; spaces count from 1 (IM-3.11)."""

    sentence = "space {space} of the temple gives {seat} {points:point}"
    seat: int
    space: int
    points: int
    rule: str = "IM-3.11"


class MarketCleared(Effect, frozen=True, tag="market_cleared"):
    """The cards left in the market row go to the discard pile; `cards` is their number (IM-2.16)."""

    sentence = "{cards:card of the row goes|cards of the row go} to the discard pile"
    cards: int
    rule: str = "IM-2.16"


class Scored(Effect, frozen=True, tag="scored"):
    """A player gets points in the final scoring (IM-4.1)."""

    sentence = "{seat} scores {points} for {what}"
    seat: int
    what: Annotated[str, choices(SCORE_WORDS)]
    points: int
    rule: str


class Ended(Effect, frozen=True, tag="ended"):
    """The game ends after the sixth round; `totals` are by seat (IM-4.1)."""

    totals: tuple[int, ...]
    rule: str = "IM-4.1"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """The sentence, with the total of each player."""
        totals = [f"{name} {total}" for name, total in zip(names, self.totals, strict=True)]
        return self.say("the game ends: {each}", names, each=join_words(totals))
