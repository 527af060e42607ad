"""The keys of a hand-written position."""

from __future__ import annotations

from msgspec import Struct, field

from kronika.core.games.tigris.state import ACTIONS

Pile = str | dict[str, int]


class Given(Struct, frozen=True, forbid_unknown_fields=True):
    """A position of Tigris & Euphrates. Only what is named is on the board.

    `start`: whether the temples of the beginning lie there too, each with its treasure; left out: no.
    `tiles`: a drawn grid, one word a cell: `T`, `S`, `F`, `M` (temple, settlement, farm, market) or a colour; `T*` has
    a treasure, `M^` a building, `X` is a catastrophe, `.` or `~` nothing. Or cells by colour: `{ red = ["F3"] }`.
    `leaders`: a grid of `Lk` (the Lion's king) or `king:Lion`; or `{ Lion = { king = "F5" } }`, by player or dynasty.
    `treasures`, `catastrophes`: their cells, besides those drawn. `monuments`: `{ red-blue = "F5" }`, the top left
    cell; the tiles under it are of the colour named first. `buildings`: `{ green = "G5" }`, besides those drawn.
    `hands`: by player, `"red red blue"` or `{ red = 2, blue = 1 }`; left out: empty. `bag`: in the same way; left out:
    all tiles not named elsewhere. `out`: the tiles out of the game; left out: none, or what a given bag leaves over.
    With both given, the number of tiles is free. `swapped`: by player, tiles swapped, face down out of the game;
    left out: none.
    `catastrophes_left`: by player; left out: 2.
    `points`: by player and colour, and `treasures` taken: `{ Lion = { red = 3, treasures = 1 } }`; left out: none. In
    place of a number what each source has paid: `{ Lion = { red = { tiles = 2, king = 1 } } }`.
    `turn`: the player on turn; left out: the first. `actions_left`: 2 or 1; left out: 2.
    `phase`: `action`; `treasure`, the end of an action, when treasures are taken; `end`. Left out: `action`.
    `ended`: for `end`, by `treasures`, or by the bag in a `refill` or `swap`; left out: `treasures`.
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
