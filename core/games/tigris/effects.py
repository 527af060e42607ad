"""What the rules derive from an action or outcome, each with the number of the rule."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from kronika.core.contract.annotations import SeatNumber, Unordered, choices
from kronika.core.games.tigris.board import BUILDINGS, Cell, Colour, Leader

Cells = Annotated[tuple[Cell, ...], Unordered]
Building = Annotated[str, choices(BUILDINGS)]

PointSource = Literal["tiles", "king", "building", "revolts", "war leaders", "war tiles", "monuments", "before"]


class Scored(Struct, frozen=True, gc=False, tag="scored"):
    """A player gets victory points of one colour; `source` as on the score sheet (TE-12.4)."""

    seat: int
    colour: Colour
    points: int
    source: PointSource
    rule: str


class Unpaid(Struct, frozen=True, gc=False, tag="unpaid"):
    """Nobody gets a point for the placed tile: no kingdom, nobody in it to score, or two kingdoms united."""

    at: Cell
    rule: str


class United(Struct, frozen=True, gc=False, tag="united"):
    """The tile unites two kingdoms and is covered by the unification tile; `wars` are the leaders in conflict."""

    at: Cell
    wars: Annotated[tuple[Leader, ...], Unordered]
    rule: str = "TE-4.6"


class LinkTaken(Struct, frozen=True, gc=False, tag="link_taken"):
    """The unification tile goes back to its owner; the tile below stays."""

    at: Cell
    rule: str


class RevoltBegun(Struct, frozen=True, gc=False, tag="revolt_begun"):
    """A leader stands in a kingdom that has one of its colour: an internal conflict."""

    leader: Leader
    attacker: SeatNumber
    defender: SeatNumber
    rule: str = "TE-5.2"


class WarBegun(Struct, frozen=True, gc=False, tag="war_begun"):
    """The next external conflict, and who attacks in it."""

    leader: Leader
    attacker: SeatNumber
    defender: SeatNumber
    rule: str = "TE-6.4"


class Strengths(Struct, frozen=True, gc=False, tag="strengths"):
    """What each side of a conflict has on the board."""

    attack: int
    defence: int
    rule: str


class Decided(Struct, frozen=True, gc=False, tag="decided"):
    """A conflict is decided by the totals of board and committed tiles; the defender wins a tie."""

    leader: Leader
    winner: SeatNumber
    loser: SeatNumber
    attack: int
    defence: int
    rule: str


class Spent(Struct, frozen=True, gc=False, tag="spent"):
    """The tiles that were committed go out of the game."""

    colour: Colour
    attacker: int
    defender: int
    rule: str


class LeaderReturned(Struct, frozen=True, gc=False, tag="leader_returned"):
    """A leader goes back to its owner's supply."""

    seat: int
    leader: Leader
    at: Cell
    rule: str


class Removed(Struct, frozen=True, gc=False, tag="removed"):
    """Tiles go from the board out of the game."""

    colour: Colour
    cells: Cells
    rule: str


class Parted(Struct, frozen=True, gc=False, tag="parted"):
    """A catastrophe has cut a region into so many."""

    at: Cell
    regions: int
    rule: str = "TE-4.9"


class Spared(Struct, frozen=True, gc=False, tag="spared"):
    """Supporters of the loser that stay: temples in a war of priests, or a tile with a building."""

    cells: Cells
    rule: str


class WarAvoided(Struct, frozen=True, gc=False, tag="war_avoided"):
    """Two leaders are no longer in one kingdom: their conflict is off."""

    leader: Leader
    rule: str = "TE-6.11"


class TurnedDown(Struct, frozen=True, gc=False, tag="turned_down"):
    """The four tiles of a monument are turned face down."""

    colour: Colour
    cells: Cells
    rule: str = "TE-7.5"


class BuildingPlaced(Struct, frozen=True, gc=False, tag="building_placed"):
    """A building stands on a tile; `start` is where it stood before, if anywhere."""

    building: Building
    at: Cell
    start: Cell | None
    rule: str


class BuildingReturned(Struct, frozen=True, gc=False, tag="building_returned"):
    """A building goes back to the common stock: its tile is under a monument, or a catastrophe took it."""

    building: Building
    at: Cell
    rule: str = "TE-10.7"


class TreasuresTaken(Struct, frozen=True, gc=False, tag="treasures_taken"):
    """The owner of the trader takes all treasures of the kingdom but the one at `left`."""

    seat: int
    cells: Cells
    left: Cell
    rule: str = "TE-8.1"


class NextTurn(Struct, frozen=True, gc=False, tag="next_turn"):
    """The next player is on turn."""

    seat: int
    rule: str


class Ended(Struct, frozen=True, gc=False, tag="ended"):
    """The game is over."""

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
