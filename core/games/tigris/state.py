"""The state of a game and its set-up (TE-1)."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from kronika.core.basics.errors import BadSetup
from kronika.core.contract.annotations import since
from kronika.core.contract.zones import replace_item
from kronika.core.games.tigris.board import (
    DYNASTIES,
    HOARD,
    LEADER,
    MAPS,
    MONUMENTS,
    NOWHERE,
    RED,
    TILE_COUNTS,
    TURNED_HOARD,
    BoardName,
    Dynasty,
    Map,
)
from kronika.core.games.tigris.effects import PointSource
from kronika.core.games.tigris.ledger import EMPTY_LEDGER, Ledger, pay

DEAL: Final = 0
START: Final = 1
ACTION: Final = 2
SWAP: Final = 3
REVOLT_ATTACK: Final = 4
REVOLT_DEFEND: Final = 5
WAR_CHOOSE: Final = 6
WAR_ATTACK: Final = 7
WAR_DEFEND: Final = 8
BUILDING: Final = 9
MONUMENT: Final = 10
TREASURE: Final = 11
REFILL: Final = 12
END: Final = 13
PHASES: Final = (
    "deal",
    "start",
    "action",
    "swap",
    "revolt attack",
    "revolt defence",
    "war choice",
    "war attack",
    "war defence",
    "building",
    "monument",
    "treasure",
    "refill",
    "end",
)
"""The names of the phases, by their numbers."""
CHANCE_PHASES: Final = frozenset((DEAL, START, SWAP, REFILL))
"""The phases in which an outcome of chance is due (TE-2.5)."""
CONFLICTS: Final = frozenset((REVOLT_ATTACK, REVOLT_DEFEND, WAR_CHOOSE, WAR_ATTACK, WAR_DEFEND))
"""The phases of a conflict (TE-5, TE-6)."""

GOES_ON: Final = 0
"""Value of `State.ended` before the end of the game; the other values name the reason for the end (TE-9.3, TE-9.4)."""
TREASURES_OUT: Final = 1
BAG_IN_REFILL: Final = 2
BAG_IN_SWAP: Final = 3

HAND: Final = 6
"""Tiles in a full hand (TE-1.4)."""
ACTIONS: Final = 2
"""Actions in a turn (TE-2.1)."""
CATASTROPHES: Final = 2
"""Catastrophes of each player (TE-1.3)."""
TREASURES: Final = 14
"""Treasures in the box (TE-1.2)."""

SOURCES: Final[tuple[PointSource, ...]] = (
    "tiles",
    "king",
    "building",
    "revolts",
    "war leaders",
    "war tiles",
    "monuments",
    "before",
)
"""The sources of points (TE-12.4); `before` is the source of points that a hand-written position brings along."""
FROM_TILE: Final = 0
FROM_KING: Final = 1
FROM_BUILDING: Final = 2
FROM_REVOLT: Final = 3
FROM_WAR_LEADER: Final = 4
FROM_WAR_TILES: Final = 5
FROM_MONUMENT: Final = 6
FROM_BEFORE: Final = 7
EACH: Final = (1,) * len(SOURCES)
"""By source: the points for each thing that it counts, such as a tile, a revolt won or a leader beaten."""


ROUNDS: Final = tuple(
    tuple(tuple((first + turn) % seats for turn in range(seats)) for first in range(seats)) for seats in range(5)
)
"""By number of seats, then by the seat that is first: all seats, clockwise."""


class Options(Struct, frozen=True, kw_only=True, array_like=True, gc=False, forbid_unknown_fields=True):
    """The options of a game. The defaults are the basic game with the adopted answers."""

    board: Annotated[BoardName, Meta(description="which side of the board: 10 or 14 treasures (TE-1.1, TE-11)")] = (
        "classic"
    )
    buildings: Annotated[bool, Meta(description="play with civilization buildings (TE-10)")] = False
    building_point: Annotated[
        Literal["scorer", "placer"],
        Meta(
            description="who gets a building's second point: the player who scores the tile, or only the player who "
            "both places and scores it (TE-10.6, OQ-11)"
        ),
    ] = "scorer"
    building_catastrophe: Annotated[
        bool, Meta(description="a catastrophe may be played on a tile with a building (TE-4.8, OQ-5)"), since(2)
    ] = False
    dynasties: Annotated[
        tuple[Dynasty, ...],
        Meta(
            min_length=2, max_length=4, description="the players' dynasties, in the order of seats; no effect (TE-1.3)"
        ),
    ] = DYNASTIES


class State(Struct, frozen=True, array_like=True, gc=False):
    """The full state of a game. Tuples and bytes are by seat unless noted otherwise, and cells are indices.

    `active` is the seat of the active player. `left` is the number of actions left, including the one in progress.
    `board` has one code for each cell (`board.TILE` and so on). `monuments` has, for each monument, the top left cell
    of its square, and `buildings`, for each colour, the cell of its building: NOWHERE while it is in stock. `hands`,
    `bag`, `seen` and `swapped` count tiles by colour; `seen` are the tiles that left the game in public, `swapped`
    those that left it face down. `points` is a ledger for each seat, `treasures` the number taken from the board.

    During an action `cell` is the cell of the placed tile or leader, `colour` the colour of the conflict, and `number`
    the tiles that the attacker has committed, or those that a swap still has to draw. `ended` is the reason for the end
    of the game. `owed` is true if a hand-written position has treasures that must be taken at the end of the next
    action. In a game played from its set-up it is never true: treasures are taken at the end of the action that brings
    them together (TE-8.1).
    """

    options: Options
    phase: int
    active: int
    left: int
    cell: int
    colour: int
    number: int
    board: bytes
    monuments: bytes
    buildings: bytes
    hands: tuple[bytes, ...]
    bag: bytes
    catastrophes: bytes
    points: tuple[Ledger, ...]
    treasures: bytes
    seen: bytes
    swapped: tuple[bytes, ...]
    ended: int
    owed: bool = False


NO_TILES: Final = bytes(4)
NO_MONUMENTS: Final = bytes((NOWHERE,)) * len(MONUMENTS)
NO_BUILDINGS: Final = bytes((NOWHERE,)) * 4


def setup(options: Options, seats: int) -> State:
    """Return the state before the first deal (TE-1.4).

    The starting temples with their treasures are on the board, and all other tiles are in the bag. Raises BadSetup
    unless the dynasties fit the number of players.
    """
    check_dynasties(options, seats)
    board = map_of(options)
    bag = bytearray(TILE_COUNTS)
    bag[RED] -= board.temples
    return State(
        options=options,
        phase=DEAL,
        active=0,
        left=ACTIONS,
        cell=NOWHERE,
        colour=0,
        number=0,
        board=board.start,
        monuments=NO_MONUMENTS,
        buildings=NO_BUILDINGS,
        hands=(NO_TILES,) * seats,
        bag=bytes(bag),
        catastrophes=bytes((CATASTROPHES,)) * seats,
        points=(EMPTY_LEDGER,) * seats,
        treasures=bytes(seats),
        seen=NO_TILES,
        swapped=(NO_TILES,) * seats,
        ended=GOES_ON,
    )


def check_dynasties(options: Options, seats: int) -> None:
    """Raise BadSetup unless every player has a different dynasty (TE-1.3)."""
    dynasties = options.dynasties
    if len(set(dynasties)) < len(dynasties):
        raise BadSetup("Option dynasties: a dynasty is given to two players (TE-1.3).")
    if len(dynasties) < seats:
        raise BadSetup(f"Option dynasties: {len(dynasties)} are named for {seats} players (TE-1.3).")


def map_of(options: Options) -> Map:
    """The board of a game with these options."""
    return MAPS[options.board]


def leader_cell(state: State, seat: int, colour: int) -> int:
    """The cell of a player's leader of this colour; negative while it is in the supply."""
    return state.board.find(LEADER + 4 * seat + colour)


def clockwise(state: State) -> tuple[int, ...]:
    """All seats clockwise, beginning with the active player."""
    return ROUNDS[len(state.hands)][state.active]


# -- small changes ----------------------------------------------------------------------------------------------

Counts = tuple[int, int, int, int]
"""Numbers of tiles by colour."""

Ledgers = tuple[Ledger, ...]
"""Ledgers by seat."""


def paid(ledgers: Ledgers, seat: int, source: int, colour: int, points: int) -> Ledgers:
    """The ledgers of all seats, with points added to that of one seat."""
    return replace_item(ledgers, seat, pay(ledgers[seat], source, colour, points))


def treasures_on(board: bytes) -> int:
    """The number of treasures on the board, including those on face-down temples (TE-7.5)."""
    return board.count(HOARD) + board.count(TURNED_HOARD)
