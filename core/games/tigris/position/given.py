"""The keys of a hand-written position."""

from __future__ import annotations

from msgspec import Struct, field

from kronika.core.games.tigris.state import ACTIONS

Pile = str | dict[str, int]
"""Tiles as text, `"red red blue"`, or as numbers by colour, `{ red = 2, blue = 1 }`."""


class Given(Struct, frozen=True, forbid_unknown_fields=True):
    """A position of Tigris & Euphrates. Only the pieces that are named are on the board; all keys are optional.

    `start`: whether the starting temples with their treasures are on the board, too. Default: no.
    `tiles`: a drawn grid, one word for each cell: `T`, `S`, `F`, `M` (temple, settlement, farm, market) or a colour;
    `T*` has a treasure, `M^` a building, `X` is a catastrophe, `.` or `~` is empty. Or the cells of each colour:
    `{ red = ["F3"] }`.
    `leaders`: a grid of `Lk` (the Lion's king) or `king:Lion`; or, by player or dynasty, `{ Lion = { king = "F5" } }`.
    `treasures`, `catastrophes`: their cells, in addition to those drawn in `tiles`.
    `monuments`: the top left cell of each, `{ red-blue = "F5" }`; the tiles under it have the colour named first.
    `buildings`: the cell of each, `{ green = "G5" }`, in addition to those drawn in `tiles`.
    `hands`: the tiles of each player, `"red red blue"` or `{ red = 2, blue = 1 }`. Default: none.
    `bag`: its tiles, written in the same way. Default: all tiles that are not named elsewhere.
    `out`: the tiles out of the game. Default: none, or, if `bag` is given, all tiles that are not named elsewhere.
    If you give both `bag` and `out`, the numbers of tiles need not match those of the box.
    `swapped`: the tiles that each player has swapped, face down out of the game. Default: none.
    `catastrophes_left`: the number of catastrophes each player still has. Default: 2.
    `points`: by player and colour, and the `treasures` taken: `{ Lion = { red = 3, treasures = 1 } }`. Default: none.
    Instead of a number you can give the points of each source: `{ Lion = { red = { tiles = 2, king = 1 } } }`.
    `turn`: the active player. Default: the first player. `actions_left`: 2 or 1. Default: 2.
    `phase`: `action`; `treasure`, the end of an action, when treasures are taken; or `end`. Default: `action`.
    `ended`: for `end`, the reason: `treasures`, or the bag in a `refill` or a `swap`. Default: `treasures`.
    """

    start: bool = False
    tiles: str | dict[str, list[str]] = ""
    leaders: str | dict[str, dict[str, str]] = ""
    treasures: list[str] = field(default_factory=list)
    catastrophes: list[str] = field(default_factory=list)
    monuments: dict[str, str] = field(default_factory=dict)
    buildings: dict[str, str] = field(default_factory=dict)
    hands: dict[str, Pile] = field(default_factory=dict)
    bag: Pile | None = None
    out: Pile | None = None
    swapped: dict[str, Pile] = field(default_factory=dict)
    catastrophes_left: dict[str, int] = field(default_factory=dict)
    points: dict[str, dict[str, int | dict[str, int]]] = field(default_factory=dict)
    turn: str | None = None
    actions_left: int = ACTIONS
    phase: str = "action"
    ended: str = "treasures"
