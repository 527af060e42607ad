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
CHANCE_PHASES: Final = frozenset((DEAL, START, SWAP, REFILL))
CONFLICTS: Final = frozenset((REVOLT_ATTACK, REVOLT_DEFEND, WAR_CHOOSE, WAR_ATTACK, WAR_DEFEND))

GOES_ON: Final = 0
TREASURES_OUT: Final = 1
BAG_IN_REFILL: Final = 2
BAG_IN_SWAP: Final = 3

HAND: Final = 6
ACTIONS: Final = 2
CATASTROPHES: Final = 2
TREASURES: Final = 14
"""In the box (TE-1.2)."""

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
"""Where points come from (TE-12.4); `before` is what a hand-written position brings along."""
FROM_TILE: Final = 0
FROM_KING: Final = 1
FROM_BUILDING: Final = 2
FROM_REVOLT: Final = 3
FROM_WAR_LEADER: Final = 4
FROM_WAR_TILES: Final = 5
FROM_MONUMENT: Final = 6
FROM_BEFORE: Final = 7
EACH: Final = (1,) * len(SOURCES)
"""By source: the points for one of what it counts: a tile, a revolt won, a leader beaten."""


ROUNDS: Final = tuple(
    tuple(tuple((first + turn) % seats for turn in range(seats)) for first in range(seats)) for seats in range(5)
)
"""By number of seats and who is first: all, clockwise."""


class Options(Struct, frozen=True, kw_only=True, array_like=True, gc=False, forbid_unknown_fields=True):
    """The choices before the game. The defaults are the basic game with the adopted answers."""

    board: Annotated[BoardName, Meta(description="which side of the board: 10 or 14 treasures (TE-1.1, TE-11)")] = (
        "classic"
    )
    buildings: Annotated[bool, Meta(description="play with civilization buildings (TE-10)")] = False
    building_point: Annotated[
        Literal["scorer", "placer"],
        Meta(description="who gets a building's second point: whoever scores, or only who places (TE-10.6, OQ-11)"),
    ] = "scorer"
    building_catastrophe: Annotated[
        bool, Meta(description="may a catastrophe fall on a tile with a building (TE-4.8, OQ-5)"), since(2)
    ] = False
    dynasties: Annotated[
        tuple[Dynasty, ...],
        Meta(
            min_length=2, max_length=4, description="who has which dynasty, in the order of seats; no effect (TE-1.3)"
        ),
    ] = DYNASTIES


class State(Struct, frozen=True, array_like=True, gc=False):
    """All that play needs to go on. Tuples and bytes are by seat unless something else is said.

    `active` is the player on turn, `left` the actions left, the one being played included. `board` has one code a
    cell (`board.TILE` and so on). `monuments`: by monument, the top left cell of its square; `buildings`: by colour,
    its cell; NOWHERE while in stock. `hands`, `bag`, `seen` and `swapped` count tiles by colour: `seen` left the game
    before all eyes, `swapped` face down. `points`: a ledger each. `treasures`: taken from the board.

    While an action is worked out, `cell` is where the tile or leader was placed, `colour` that of the conflict, and
    `number` the tiles that its attacker has laid beside the board, or those that a swap has still to draw. `ended` says
    why the game is over. `owed`: a hand-written position has treasures that the end of the next action gives out; never
    in a game played from its set-up, in which they are given out as soon as they lie together (TE-8.1).
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
    """The starting temples with their treasures, everything else in the bag, nothing dealt (TE-1.4)."""
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
    """Raises BadSetup unless every player has a dynasty of their own (TE-1.3)."""
    dynasties = options.dynasties
    if len(set(dynasties)) < len(dynasties):
        raise BadSetup("Option dynasties: a dynasty is given to two players (TE-1.3).")
    if len(dynasties) < seats:
        raise BadSetup(f"Option dynasties: {len(dynasties)} are named for {seats} players (TE-1.3).")


def map_of(options: Options) -> Map:
    """The board that is played on."""
    return MAPS[options.board]


def leader_cell(state: State, seat: int, colour: int) -> int:
    """Where a leader stands; negative while it is in its owner's supply."""
    return state.board.find(LEADER + 4 * seat + colour)


def clockwise(state: State) -> tuple[int, ...]:
    """The seats in the order of play, from the player on turn."""
    return ROUNDS[len(state.hands)][state.active]


# -- small changes ----------------------------------------------------------------------------------------------

Counts = tuple[int, int, int, int]
"""Tiles by colour."""

Ledgers = tuple[Ledger, ...]
"""Ledgers by seat."""


def paid(ledgers: Ledgers, seat: int, source: int, colour: int, points: int) -> Ledgers:
    """All ledgers, with points added to one seat."""
    return replace_item(ledgers, seat, pay(ledgers[seat], source, colour, points))


def treasures_on(board: bytes) -> int:
    """How many treasures are on the board, face-down temples included (TE-7.5)."""
    return board.count(HOARD) + board.count(TURNED_HOARD)


def seat_count(state: State) -> int:
    """The number of hands (TE-1.3)."""
    return len(state.hands)
