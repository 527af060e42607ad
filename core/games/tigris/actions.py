"""The actions and the chance outcomes of Tigris & Euphrates."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from kronika.core.games.tigris.board import Cell, Colour, Leader, Monument

Seat = Annotated[int, Meta(ge=0, le=3)]
Tiles = Annotated[int, Meta(ge=0, le=6)]
OfColour = Annotated[int, Meta(ge=0, le=6, extra={"counted": True})]
"""Number of tiles, 0 to 6, of the colour that the field is named after."""

# -- actions ----------------------------------------------------------------------------------------------------


class PlaceTile(Struct, frozen=True, gc=False, tag="place_tile", forbid_unknown_fields=True):
    """Places a tile from the hand on an empty cell (TE-4.1)."""

    tile: Colour
    at: Cell


class PlaceLeader(Struct, frozen=True, gc=False, tag="place_leader", forbid_unknown_fields=True):
    """Places one of the player's leaders from the supply (TE-3.4)."""

    leader: Leader
    at: Cell


class MoveLeader(Struct, frozen=True, gc=False, tag="move_leader", forbid_unknown_fields=True):
    """Moves one of the player's leaders from its cell to another (TE-3.5)."""

    leader: Leader
    start: Cell
    to: Cell


class WithdrawLeader(Struct, frozen=True, gc=False, tag="withdraw_leader", forbid_unknown_fields=True):
    """Withdraws one of the player's leaders from the board to the supply (TE-3.6)."""

    leader: Leader


class PlayCatastrophe(Struct, frozen=True, gc=False, tag="catastrophe", forbid_unknown_fields=True):
    """Plays a catastrophe on an empty cell or on a tile (TE-4.8)."""

    at: Cell


class Swap(Struct, frozen=True, gc=False, tag="swap", forbid_unknown_fields=True, omit_defaults=True):
    """Swaps tiles: puts this number of each colour face down out of the game, then draws as many (TE-4.10)."""

    red: OfColour = 0
    black: OfColour = 0
    blue: OfColour = 0
    green: OfColour = 0


class EndTurn(Struct, frozen=True, gc=False, tag="end_turn", forbid_unknown_fields=True):
    """Ends the turn although there is still an action left (TE-2.1)."""


class Commit(Struct, frozen=True, gc=False, tag="commit", forbid_unknown_fields=True):
    """Commits tiles from the hand to a conflict; zero is allowed (TE-5.4, TE-6.7)."""

    tiles: Tiles


class ChooseWar(Struct, frozen=True, gc=False, tag="choose_war", forbid_unknown_fields=True):
    """Chooses which of several wars is fought next, by its leaders (TE-6.3)."""

    leader: Leader


class PlaceBuilding(Struct, frozen=True, gc=False, tag="place_building", forbid_unknown_fields=True):
    """Places or moves the building of the placed tile's colour on a tile of the new line (TE-10.2, TE-10.3)."""

    at: Cell


class DeclineBuilding(Struct, frozen=True, gc=False, tag="no_building", forbid_unknown_fields=True):
    """Declines to place a building on the line (TE-10.2)."""


class BuildMonument(Struct, frozen=True, gc=False, tag="build_monument", forbid_unknown_fields=True):
    """Builds a monument on a square of four tiles; `at` is its top left cell (TE-7.1, TE-7.2)."""

    at: Cell
    monument: Monument


class DeclineMonument(Struct, frozen=True, gc=False, tag="no_monument", forbid_unknown_fields=True):
    """Declines to build a monument; the tiles stay face up (TE-7.4)."""


class TakeTreasures(Struct, frozen=True, gc=False, tag="take", forbid_unknown_fields=True):
    """Takes all treasures of a kingdom but one, from these cells in any order (TE-8.1)."""

    cells: Annotated[tuple[Cell, ...], Meta(min_length=1, max_length=13)]


# -- chance -----------------------------------------------------------------------------------------------------


class Draw(Struct, frozen=True, gc=False, tag="draw", forbid_unknown_fields=True, omit_defaults=True):
    """Chance: one player draws this number of tiles of each colour from the bag (TE-2.5)."""

    seat: Seat
    red: OfColour = 0
    black: OfColour = 0
    blue: OfColour = 0
    green: OfColour = 0


class StartPlayer(Struct, frozen=True, gc=False, tag="start_player", forbid_unknown_fields=True):
    """Chance: the start player (TE-1.4)."""

    seat: Seat


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
