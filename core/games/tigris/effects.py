"""What the rules derive from an action or outcome, each with the number of the rule."""

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
    "TE-4.4": "nobody scores for {at}: no leader of its colour and no king in the kingdom",
    "TE-4.5": "nobody scores for {at}: it unites two kingdoms",
    "TE-4.7": "nobody scores for {at}: it touches no kingdom",
}


def _tiles(colour: str, n: int) -> str:
    name = TILES[COLOUR_INDEX[colour]]
    return name if n == 1 else f"{name}s"


class Scored(BaseEffect, frozen=True, tag="scored"):
    """A player gets victory points of one colour; `source` as on the score sheet (TE-12.4)."""

    sentence = "{seat} scores {points} {colour} {what_for}"
    seat: int
    colour: Colour
    points: int
    source: PointSource
    rule: str

    @property
    def what_for(self) -> str:
        """For which of the sources."""
        return _FOR[self.source]


class Unpaid(BaseEffect, frozen=True, tag="unpaid"):
    """Nobody gets a point for the placed tile: no kingdom, nobody in it to score, or two kingdoms united."""

    at: Cell
    rule: str

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """With the reason, by the rule."""
        return self.say(_UNPAID[self.rule], names)


class United(BaseEffect, frozen=True, tag="united"):
    """The tile unites two kingdoms and is covered by the unification tile; `wars` are the leaders in conflict."""

    at: Cell
    wars: Annotated[tuple[Leader, ...], Unordered]
    rule: str = "TE-4.6"

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """With the wars, if there are any."""
        if not self.wars:
            return self.say("{at} unites two kingdoms: no war", names)
        wars = join_words([f"{leader}s" for leader in self.wars])
        return self.say("{at} unites two kingdoms: war of {wars}", names, wars=wars)


class LinkTaken(BaseEffect, frozen=True, tag="link_taken"):
    """The unification tile goes back to its owner; the tile below stays."""

    sentence = "the unification tile on {at} is taken back"
    at: Cell
    rule: str


class RevoltBegun(BaseEffect, frozen=True, tag="revolt_begun"):
    """A leader stands in a kingdom that has one of its colour: an internal conflict."""

    sentence = "revolt of {leader}s: {attacker} against {defender}"
    leader: Leader
    attacker: SeatNumber
    defender: SeatNumber
    rule: str = "TE-5.2"


class WarBegun(BaseEffect, frozen=True, tag="war_begun"):
    """The next external conflict, and who attacks in it."""

    sentence = "war of {leader}s: {attacker} attacks {defender}"
    leader: Leader
    attacker: SeatNumber
    defender: SeatNumber
    rule: str = "TE-6.4"


class Strengths(BaseEffect, frozen=True, tag="strengths"):
    """What each side of a conflict has on the board."""

    sentence = "on the board {attack} against {defence}"
    attack: int
    defence: int
    rule: str


class Decided(BaseEffect, frozen=True, tag="decided"):
    """A conflict is decided by the totals of board and committed tiles; the defender wins a tie."""

    leader: Leader
    winner: SeatNumber
    loser: SeatNumber
    attack: int
    defence: int
    rule: str

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """A tie is named."""
        if self.attack == self.defence:
            return self.say("{attack} against {defence}, a tie: {winner}'s {leader} beats {loser}'s", names)
        return self.say("{attack} against {defence}: {winner}'s {leader} beats {loser}'s", names)


class Spent(BaseEffect, frozen=True, tag="spent"):
    """The tiles that were committed go out of the game."""

    colour: Colour
    attacker: int
    defender: int
    rule: str

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """Of one tile or of several."""
        n = self.attacker + self.defender
        if n == 1:
            sentence = "{attacker} + {defender} committed {tiles} goes out of the game"
        else:
            sentence = "{attacker} + {defender} committed {tiles} go out of the game"
        return self.say(sentence, names, tiles=_tiles(self.colour, n))


class LeaderReturned(BaseEffect, frozen=True, tag="leader_returned"):
    """A leader goes back to its owner's supply."""

    sentence = "{seat}'s {leader} returns from {at}"
    seat: int
    leader: Leader
    at: Cell
    rule: str


class Removed(BaseEffect, frozen=True, tag="removed"):
    """Tiles go from the board out of the game."""

    sentence = "{tiles} removed from {cells}"
    colour: Colour
    cells: Cells
    rule: str

    @property
    def tiles(self) -> str:
        """One or several of a colour."""
        return _tiles(self.colour, len(self.cells))


class Parted(BaseEffect, frozen=True, tag="parted"):
    """A catastrophe has cut a region into so many."""

    sentence = "the region round {at} falls into {regions}"
    at: Cell
    regions: int
    rule: str = "TE-4.9"


class Spared(BaseEffect, frozen=True, tag="spared"):
    """Supporters of the loser that stay: temples in a war of priests, or a tile with a building."""

    cells: Cells
    rule: str

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """One or several, with the reason."""
        why = "a building" if self.rule == "TE-6.10" else "a treasure or another leader"
        if len(self.cells) == 1:
            return self.say("{cells} stays: {why}", names, why=why)
        return self.say("{cells} stay: {why}", names, why=why)


class WarAvoided(BaseEffect, frozen=True, tag="war_avoided"):
    """Two leaders are no longer in one kingdom: their conflict is off."""

    sentence = "the {leader}s are parted: no war between them"
    leader: Leader
    rule: str = "TE-6.11"


class TurnedDown(BaseEffect, frozen=True, tag="turned_down"):
    """The four tiles of a monument are turned face down."""

    sentence = "the {tiles} on {cells} are turned face down"
    colour: Colour
    cells: Cells
    rule: str = "TE-7.5"

    @property
    def tiles(self) -> str:
        """Four of a colour."""
        return _tiles(self.colour, 4)


class BuildingPlaced(BaseEffect, frozen=True, tag="building_placed"):
    """A building stands on a tile; `start` is where it stood before, if anywhere."""

    building: Building
    at: Cell
    start: Cell | None
    rule: str

    def describe(self, names: Sequence[str], viewer: Viewer = None) -> str:
        """It comes from the stock, or from another tile (TE-10.3)."""
        if self.start:
            return self.say("the {building} moves from {start} to {at}", names)
        return self.say("the {building} stands on {at}", names)


class BuildingReturned(BaseEffect, frozen=True, tag="building_returned"):
    """A building goes back to the common stock: its tile is under a monument, or a catastrophe took it."""

    sentence = "the {building} on {at} goes back to the stock"
    building: Building
    at: Cell
    rule: str = "TE-10.7"


class TreasuresTaken(BaseEffect, frozen=True, tag="treasures_taken"):
    """The owner of the trader takes all treasures of the kingdom but the one at `left`."""

    sentence = "{seat} takes {cells:treasure} from {cells}; {left} keeps its own"
    seat: int
    cells: Cells
    left: Cell
    rule: str = "TE-8.1"


class NextTurn(BaseEffect, frozen=True, tag="next_turn"):
    """The next player is on turn."""

    sentence = "{seat} is on turn"
    seat: int
    rule: str


class Ended(BaseEffect, frozen=True, tag="ended"):
    """The game is over."""

    sentence = "the game is over: {reason}"
    reason: str
    rule: str


Effect = (
    Scored
    | Unpaid
    | United
    | LinkTaken
    | RevoltBegun
    | WarBegun
    | Strengths
    | Decided
    | Spent
    | LeaderReturned
    | Removed
    | Parted
    | Spared
    | WarAvoided
    | TurnedDown
    | BuildingPlaced
    | BuildingReturned
    | TreasuresTaken
    | NextTurn
    | Ended
)
