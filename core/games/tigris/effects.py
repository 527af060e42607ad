"""The effects that the rules derive from an action or a chance outcome, each with its sentence and its rule number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, Literal

from kronika.core.basics.text import join_words
from kronika.core.contract.annotations import SeatNumber, Unordered, choices
from kronika.core.contract.effects import BaseEffect
from kronika.core.contract.game import Viewer
from kronika.core.games.tigris.board import BUILDINGS, COLOUR_INDEX, TILES, Cell, Colour, Leader

Cells = Annotated[tuple[Cell, ...], Unordered]
Building = Annotated[str, choices(BUILDINGS)]

PointSource = Literal["tiles", "king", "building", "revolts", "war leaders", "war tiles", "monuments", "before"]

_FOR: Final = {
    "tiles": "for the tile",
    "king": "for the tile, as king",
    "building": "for the building",
    "revolts": "for the revolt",
    "war leaders": "for the beaten leader",
    "war tiles": "for removed tiles",
    "monuments": "for a monument",
}

_UNPAID: Final = {
    "TE-4.4": "{at} scores nothing: its kingdom has no leader of its colour and no king",
    "TE-4.5": "{at} scores nothing: it unites two kingdoms",
    "TE-4.7": "{at} scores nothing: it is not next to a kingdom",
}


def _tiles(colour: str, n: int) -> str:
    name = TILES[COLOUR_INDEX[colour]]
    return name if n == 1 else f"{name}s"


class Effect(BaseEffect, frozen=True):
    """An effect of this game."""


class Scored(Effect, frozen=True, tag="scored"):
    """A player gets victory points of one colour; `source` is named as on the score sheet (TE-12.4)."""

    sentence = "{seat} scores {points} {colour} {what_for}"
    seat: int
    colour: Colour
    points: int
    source: PointSource
    rule: str

    @property
    def what_for(self) -> str:
        """The reason for the points in words, by the source."""
        return _FOR[self.source]


class Unpaid(Effect, frozen=True, tag="unpaid"):
    """Nobody scores for the placed tile (TE-4.4, TE-4.5, TE-4.7); `rule` gives the reason."""

    at: Cell
    rule: str

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """The sentence, with the reason."""
        return self.say(_UNPAID[self.rule], names)


class United(Effect, frozen=True, tag="united"):
    """A tile unites two kingdoms; the unification tile covers it. `wars` are the leaders in conflict (TE-4.6)."""

    at: Cell
    wars: Annotated[tuple[Leader, ...], Unordered]
    rule: str = "TE-4.6"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """The sentence, with the wars if there are any."""
        if not self.wars:
            return self.say("{at} unites two kingdoms: no war", names)
        wars = join_words([f"{leader}s" for leader in self.wars])
        return self.say("{at} unites two kingdoms: war of {wars}", names, wars=wars)


class LinkTaken(Effect, frozen=True, tag="link_taken"):
    """The unification tile goes back to its owner; the tile under it stays."""

    sentence = "the unification tile on {at} is taken back"
    at: Cell
    rule: str


class RevoltBegun(Effect, frozen=True, tag="revolt_begun"):
    """A leader has been placed in a kingdom with another leader of its colour: an internal conflict (TE-5.2)."""

    sentence = "revolt of {leader}s: {attacker} against {defender}"
    leader: Leader
    attacker: SeatNumber
    defender: SeatNumber
    rule: str = "TE-5.2"


class WarBegun(Effect, frozen=True, tag="war_begun"):
    """The next external conflict begins, with its attacker and defender (TE-6.4)."""

    sentence = "war of {leader}s: {attacker} attacks {defender}"
    leader: Leader
    attacker: SeatNumber
    defender: SeatNumber
    rule: str = "TE-6.4"


class Strengths(Effect, frozen=True, tag="strengths"):
    """The strength on the board of both sides of a conflict, without committed tiles (TE-5.3, TE-6.5)."""

    sentence = "strength on the board: {attack} against {defence}"
    attack: int
    defence: int
    rule: str


class Decided(Effect, frozen=True, tag="decided"):
    """A conflict is decided by the totals of board strength and committed tiles; the defender wins a tie."""

    leader: Leader
    winner: SeatNumber
    loser: SeatNumber
    attack: int
    defence: int
    rule: str

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """The sentence; it says so if there is a tie."""
        if self.attack == self.defence:
            return self.say("{attack} against {defence}, a tie: {winner}'s {leader} beats {loser}'s", names)
        return self.say("{attack} against {defence}: {winner}'s {leader} beats {loser}'s", names)


class Spent(Effect, frozen=True, tag="spent"):
    """The committed tiles of both sides go out of the game (TE-5.6, TE-6.8)."""

    colour: Colour
    attacker: int
    defender: int
    rule: str

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """The sentence, in the singular or the plural."""
        n = self.attacker + self.defender
        if n == 1:
            sentence = "{attacker} + {defender} committed {tiles} goes out of the game"
        else:
            sentence = "{attacker} + {defender} committed {tiles} go out of the game"
        return self.say(sentence, names, tiles=_tiles(self.colour, n))


class LeaderReturned(Effect, frozen=True, tag="leader_returned"):
    """A leader goes back to its owner's supply."""

    sentence = "{seat}'s {leader} returns from {at}"
    seat: int
    leader: Leader
    at: Cell
    rule: str


class Removed(Effect, frozen=True, tag="removed"):
    """Tiles are removed from the board and go out of the game."""

    sentence = "{tiles} removed from {cells}"
    colour: Colour
    cells: Cells
    rule: str

    @property
    def tiles(self) -> str:
        """The name of the tiles, in the singular or the plural."""
        return _tiles(self.colour, len(self.cells))


class Parted(Effect, frozen=True, tag="parted"):
    """A catastrophe has split a region into several; `regions` is their number (TE-4.9)."""

    sentence = "the region around {at} splits into {regions}"
    at: Cell
    regions: int
    rule: str = "TE-4.9"


class Spared(Effect, frozen=True, tag="spared"):
    """Supporters of the loser that stay: temples in a war of priests (TE-6.9), or a tile with a building (TE-6.10)."""

    cells: Cells
    rule: str

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """The sentence, in the singular or the plural, with the reason."""
        why = "a building" if self.rule == "TE-6.10" else "a treasure or another leader"
        if len(self.cells) == 1:
            return self.say("{cells} stays: {why}", names, why=why)
        return self.say("{cells} stay: {why}", names, why=why)


class WarAvoided(Effect, frozen=True, tag="war_avoided"):
    """Two leaders of one colour are no longer in the same kingdom, so they fight no war (TE-6.11)."""

    sentence = "the {leader}s are separated: no war between them"
    leader: Leader
    rule: str = "TE-6.11"


class TurnedDown(Effect, frozen=True, tag="turned_down"):
    """The four tiles under a monument are turned face down (TE-7.5)."""

    sentence = "the {tiles} on {cells} are turned face down"
    colour: Colour
    cells: Cells
    rule: str = "TE-7.5"

    @property
    def tiles(self) -> str:
        """The name of the tiles, in the plural."""
        return _tiles(self.colour, 4)


class BuildingPlaced(Effect, frozen=True, tag="building_placed"):
    """A building is placed on a tile; `start` is the cell from which it moves, None if it comes from the stock."""

    building: Building
    at: Cell
    start: Cell | None
    rule: str

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """The sentence, for a building from the stock (TE-10.2) or from another tile (TE-10.3)."""
        if self.start:
            return self.say("the {building} moves from {start} to {at}", names)
        return self.say("the {building} is placed on {at}", names)


class BuildingReturned(Effect, frozen=True, tag="building_returned"):
    """A building goes back to the common stock: its tile was turned down (TE-10.7) or hit by a catastrophe (TE-4.8)."""

    sentence = "the {building} on {at} goes back to the stock"
    building: Building
    at: Cell
    rule: str = "TE-10.7"


class TreasuresTaken(Effect, frozen=True, tag="treasures_taken"):
    """The owner of the trader takes all treasures of the kingdom except the one on `left` (TE-8.1)."""

    sentence = "{seat} takes {cells:treasure} from {cells}; the treasure on {left} stays"
    seat: int
    cells: Cells
    left: Cell
    rule: str = "TE-8.1"


class NextTurn(Effect, frozen=True, tag="next_turn"):
    """The turn of the next player begins."""

    sentence = "it is {seat}'s turn"
    seat: int
    rule: str


class Ended(Effect, frozen=True, tag="ended"):
    """The game ends; `reason` says why."""

    sentence = "the game is over: {reason}"
    reason: str
    rule: str
