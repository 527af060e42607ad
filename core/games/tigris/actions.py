"""What can happen in Tigris & Euphrates: actions, chance outcomes and effects."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from kronika.core.games.tigris.board import Cell, Colour, Leader, Monument

Seat = Annotated[int, Meta(ge=0, le=3)]
Tiles = Annotated[int, Meta(ge=0, le=6)]

# -- actions ----------------------------------------------------------------------------------------------------


class PlaceTile(Struct, frozen=True, gc=False, tag="place_tile", forbid_unknown_fields=True):
    """Places a tile of the hand on an empty cell (TE-4.1)."""

    tile: Colour
    at: Cell


class PlaceLeader(Struct, frozen=True, gc=False, tag="place_leader", forbid_unknown_fields=True):
    """Places an own leader from the supply (TE-3.4)."""

    leader: Leader
    at: Cell


class MoveLeader(Struct, frozen=True, gc=False, tag="move_leader", forbid_unknown_fields=True):
    """Moves an own leader on the board, from its cell to another (TE-3.5)."""

    leader: Leader
    start: Cell
    to: Cell


class WithdrawLeader(Struct, frozen=True, gc=False, tag="withdraw_leader", forbid_unknown_fields=True):
    """Takes an own leader from the board back to the supply (TE-3.6)."""

    leader: Leader


class PlayCatastrophe(Struct, frozen=True, gc=False, tag="catastrophe", forbid_unknown_fields=True):
    """Plays a catastrophe onto an empty cell or a tile (TE-4.8)."""

    at: Cell


class Swap(Struct, frozen=True, gc=False, tag="swap", forbid_unknown_fields=True, omit_defaults=True):
    """Puts so many tiles of each colour face down out of the game, to draw as many (TE-4.10)."""

    red: Tiles = 0
    black: Tiles = 0
    blue: Tiles = 0
    green: Tiles = 0


class EndTurn(Struct, frozen=True, gc=False, tag="end_turn", forbid_unknown_fields=True):
    """Ends the turn with an action left (TE-2.1)."""


class Commit(Struct, frozen=True, gc=False, tag="commit", forbid_unknown_fields=True):
    """Adds tiles of the hand to one's strength in a conflict (TE-5.4, TE-6.7)."""

    tiles: Tiles


class ChooseWar(Struct, frozen=True, gc=False, tag="choose_war", forbid_unknown_fields=True):
    """Says which of several conflicts is fought next, by its leaders (TE-6.3)."""

    leader: Leader


class PlaceBuilding(Struct, frozen=True, gc=False, tag="place_building", forbid_unknown_fields=True):
    """Puts or moves the building of the placed tile's colour onto a tile of its line (TE-10.2, TE-10.3)."""

    at: Cell


class DeclineBuilding(Struct, frozen=True, gc=False, tag="no_building", forbid_unknown_fields=True):
    """Puts no building on the line (TE-10.2)."""


class BuildMonument(Struct, frozen=True, gc=False, tag="build_monument", forbid_unknown_fields=True):
    """Builds a monument on a square of four tiles, named by its top left cell (TE-7.1, TE-7.2)."""

    at: Cell
    monument: Monument


class DeclineMonument(Struct, frozen=True, gc=False, tag="no_monument", forbid_unknown_fields=True):
    """Builds no monument; the tiles stay face up (TE-7.4)."""


class TakeTreasures(Struct, frozen=True, gc=False, tag="take", forbid_unknown_fields=True):
    """Takes all treasures of a kingdom but one; in any order (TE-8.1)."""

    cells: Annotated[tuple[Cell, ...], Meta(min_length=1, max_length=13)]


# -- chance -----------------------------------------------------------------------------------------------------


class Draw(Struct, frozen=True, gc=False, tag="draw", forbid_unknown_fields=True, omit_defaults=True):
    """Chance: so many tiles of each colour that one player draws from the bag (TE-2.5)."""

    seat: Seat
    red: Tiles = 0
    black: Tiles = 0
    blue: Tiles = 0
    green: Tiles = 0


class StartPlayer(Struct, frozen=True, gc=False, tag="start_player", forbid_unknown_fields=True):
    """Chance: who begins (TE-1.4)."""

    seat: Seat


# -- effects ----------------------------------------------------------------------------------------------------

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
    wars: tuple[Leader, ...]
    rule: str = "TE-4.6"


class LinkTaken(Struct, frozen=True, gc=False, tag="link_taken"):
    """The unification tile goes back to its owner; the tile below stays."""

    at: Cell
    rule: str


class RevoltBegun(Struct, frozen=True, gc=False, tag="revolt_begun"):
    """A leader stands in a kingdom that has one of its colour: an internal conflict."""

    leader: Leader
    attacker: int
    defender: int
    rule: str = "TE-5.2"


class WarBegun(Struct, frozen=True, gc=False, tag="war_begun"):
    """The next external conflict, and who attacks in it."""

    leader: Leader
    attacker: int
    defender: int
    rule: str = "TE-6.4"


class Strengths(Struct, frozen=True, gc=False, tag="strengths"):
    """What each side of a conflict has on the board."""

    attack: int
    defence: int
    rule: str


class Decided(Struct, frozen=True, gc=False, tag="decided"):
    """A conflict is decided by the totals of board and committed tiles; the defender wins a tie."""

    leader: Leader
    winner: int
    loser: int
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
    cells: tuple[Cell, ...]
    rule: str


class Parted(Struct, frozen=True, gc=False, tag="parted"):
    """A catastrophe has cut a region into so many."""

    at: Cell
    regions: int
    rule: str = "TE-4.9"


class Spared(Struct, frozen=True, gc=False, tag="spared"):
    """Supporters of the loser that stay: temples in a war of priests, or a tile with a building."""

    cells: tuple[Cell, ...]
    rule: str


class WarAvoided(Struct, frozen=True, gc=False, tag="war_avoided"):
    """Two leaders are no longer in one kingdom: their conflict is off."""

    leader: Leader
    rule: str = "TE-6.11"


class TurnedDown(Struct, frozen=True, gc=False, tag="turned_down"):
    """The four tiles of a monument are turned face down."""

    colour: Colour
    cells: tuple[Cell, ...]
    rule: str = "TE-7.5"


class BuildingPlaced(Struct, frozen=True, gc=False, tag="building_placed"):
    """A building stands on a tile; `start` is where it stood before, if anywhere."""

    building: str
    at: Cell
    start: Cell | None
    rule: str


class BuildingReturned(Struct, frozen=True, gc=False, tag="building_returned"):
    """A building goes back to the common stock, its tile being under a monument."""

    building: str
    at: Cell
    rule: str = "TE-10.7"


class TreasuresTaken(Struct, frozen=True, gc=False, tag="treasures_taken"):
    """The owner of the trader takes all treasures of the kingdom but the one at `left`."""

    seat: int
    cells: tuple[Cell, ...]
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


Action = (
    PlaceTile
    | PlaceLeader
    | MoveLeader
    | WithdrawLeader
    | PlayCatastrophe
    | Swap
    | EndTurn
    | Commit
    | ChooseWar
    | PlaceBuilding
    | DeclineBuilding
    | BuildMonument
    | DeclineMonument
    | TakeTreasures
)
Do = Action | Draw | StartPlayer
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
