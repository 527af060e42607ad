"""The board of a hand-written position: its drawn or listed pieces are placed one by one and checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeVar

from kronika.core.basics.errors import PositionError
from kronika.core.basics.text import clipped, lookup
from kronika.core.contract.positions import Players, at_key
from kronika.core.games.tigris.board import (
    BIT,
    BLUE,
    BUILDINGS,
    CATASTROPHE,
    COLOUR_INDEX,
    COLOURS,
    CORNERS,
    EMPTY,
    HOARD,
    INDEX,
    LEADER,
    LEADER_INDEX,
    LEADERS,
    MONUMENT_INDEX,
    NAME,
    NOWHERE,
    RED,
    TILE,
    TILES,
    TURNED,
    TURNED_HOARD,
    names_of,
    occupant,
)
from kronika.core.games.tigris.kingdoms import COLOUR_OF, IS_LEADER, IS_OCCUPIED, cells, homeless, kingdoms
from kronika.core.games.tigris.notation import LEADER_WORDS, TILE_WORDS, cell, monument
from kronika.core.games.tigris.patterns import square_at
from kronika.core.games.tigris.position.given import Given
from kronika.core.games.tigris.position.grid import read_grid
from kronika.core.games.tigris.rules.war import disputed
from kronika.core.games.tigris.state import NO_BUILDINGS, NO_MONUMENTS, Options, map_of

ValueT = TypeVar("ValueT")

TILE_SIGNS: Final = {"T": "red", "S": "black", "F": "blue", "M": "green"}
"""By sign of a tile in a grid, the initial of its name: its colour."""
TREASURE_SIGN: Final = "*"
BUILDING_SIGN: Final = "^"
CATASTROPHE_SIGN: Final = "X"
_BUILDING_WORDS: Final = {**{name: colour for colour, name in enumerate(BUILDINGS)}, **COLOUR_INDEX}


class Laying:
    """A board on which pieces are placed one by one.

    Every method that places a piece or checks the board raises PositionError; its message begins with the key.
    """

    def __init__(self, options: Options, *, start: bool) -> None:
        self.map = map_of(options)
        self.board = bytearray(self.map.start if start else len(self.map.start))
        self.monuments = bytearray(NO_MONUMENTS)
        self.buildings = bytearray(NO_BUILDINGS)

    def tile(self, at: int, colour: int, key: str) -> None:
        """Place a face-up tile (TE-4.1)."""
        self._free(at, key)
        if bool(self.map.river & BIT[at]) != (colour == BLUE):
            place = "the river" if self.map.river & BIT[at] else "land"
            raise PositionError(f"{key}: {NAME[at]} is {place}, so it can't hold a {TILES[colour]} (TE-4.1, I-6).")
        self.board[at] = TILE + colour

    def leader(self, at: int, seat: int, colour: int, key: str) -> None:
        """Place a leader (I-3, TE-3.4)."""
        self._free(at, key)
        if self.map.river & BIT[at]:
            raise PositionError(f"{key}: {NAME[at]} is a river cell: no leader can be there (TE-3.4).")
        code = LEADER + 4 * seat + colour
        if code in self.board:
            raise PositionError(f"{key}: the same {LEADERS[colour]} is on two cells (I-3).")
        self.board[at] = code

    def catastrophe(self, at: int, key: str) -> None:
        """Place a catastrophe (TE-4.8)."""
        self._free(at, key)
        self.board[at] = CATASTROPHE

    def treasure(self, at: int, key: str) -> None:
        """Place a treasure on a temple, which may be face up or face down (I-7)."""
        code = self.board[at]
        if code not in (TILE + RED, TURNED + RED):
            raise PositionError(f"{key}: {NAME[at]} has {occupant(code)}: a treasure needs a bare temple (I-7).")
        self.board[at] = HOARD if code == TILE + RED else TURNED_HOARD

    def building(self, at: int, colour: int, key: str) -> None:
        """Place a building on a tile of its colour (I-21)."""
        if COLOUR_OF[self.board[at]] != colour:
            raise PositionError(f"{key}: {NAME[at]} has no face-up {TILES[colour]} for the {BUILDINGS[colour]} (I-21).")
        if self.buildings[colour] != NOWHERE:
            raise PositionError(f"{key}: the {BUILDINGS[colour]} is on two tiles (I-21).")
        self.buildings[colour] = at

    def monument(self, corner: int, number: int, colour: int, key: str) -> None:
        """Build a monument over four face-down tiles of one colour (I-8)."""
        if corner not in CORNERS:
            raise PositionError(f"{key}: {NAME[corner]} is not the top left cell of a square.")
        if self.monuments[number] != NOWHERE:
            raise PositionError(f"{key}: the monument is built twice (I-8).")
        for at in square_at(corner):
            self.tile(at, colour, key)
            self.board[at] = TURNED + colour
        self.monuments[number] = corner

    def tiles(self) -> list[int]:
        """The number of tiles of each colour on the board, face up or face down."""
        counts = [self.board.count(TILE + colour) + self.board.count(TURNED + colour) for colour in range(4)]
        counts[RED] += self.board.count(HOARD) + self.board.count(TURNED_HOARD)
        return counts

    def check(self) -> None:
        """Check the board as it is between actions.

        Every leader has an adjacent temple (I-5), and no kingdom has two leaders of one colour (I-4).
        """
        board = bytes(self.board)
        if alone := homeless(board):
            at = names_of(alone)[0]
            who = f"the {occupant(board[INDEX[at]])[2:]} on {at}"
            raise PositionError(f"leaders: {who} has no temple beside it, so it must be in the supply (TE-3.7, I-5).")
        for kingdom in kingdoms(cells(board, IS_OCCUPIED), cells(board, IS_LEADER)):
            for colour in disputed(board, kingdom):
                at = names_of(kingdom)[0]
                raise PositionError(
                    f"leaders: two {LEADERS[colour]}s are in the kingdom of {at}: that is a conflict under way "
                    "(TE-5.1, TE-6.1, I-4). Describe the position before it; the moves of `before` lead into it."
                )

    def _free(self, at: int, key: str) -> None:
        if self.board[at] != EMPTY:
            raise PositionError(f"{key}: {NAME[at]} is taken: it has {occupant(self.board[at])} (I-9).")


# -- from the keys to the board ---------------------------------------------------------------------------------


def lay(given: Given, options: Options, seats: Players) -> Laying:
    """The board that a position describes, checked. Raises PositionError."""
    laying = Laying(options, start=given.start)
    for name, at in given.monuments.items():
        key = f"monuments.{clipped(name)}"
        number, colour = _read(key, _monument, name)
        laying.monument(_cell(at, key), number, colour, key)
    marks = list(_lay_tiles(laying, given))
    for at in given.catastrophes:
        laying.catastrophe(_cell(at, "catastrophes"), "catastrophes")
    for at in given.treasures:
        laying.treasure(_cell(at, "treasures"), "treasures")
    _lay_buildings(laying, given, marks, options)
    for place, seat, colour in _leaders(given, seats):
        laying.leader(place, seat, colour, "leaders")
    laying.check()
    return laying


def _lay_tiles(laying: Laying, given: Given) -> Iterator[int]:
    """Place the tiles, and the other pieces drawn with them; yields the cells that are drawn with a building."""
    if not isinstance(given.tiles, str):
        for word, names in given.tiles.items():
            key = f"tiles.{clipped(word)}"
            colour = COLOUR_INDEX[_read(key, lambda text: lookup(text, TILE_WORDS, "tile"), word)]
            for name in names:
                laying.tile(_cell(name, key), colour, key)
        return
    for at, drawn in read_grid(given.tiles, "tiles"):
        key = f"tiles.{NAME[at]}"
        word = drawn.rstrip(TREASURE_SIGN + BUILDING_SIGN)
        if word == CATASTROPHE_SIGN:
            laying.catastrophe(at, key)
            continue
        colour = COLOUR_INDEX[TILE_SIGNS.get(word) or _read(key, lambda text: lookup(text, TILE_WORDS, "tile"), word)]
        laying.tile(at, colour, key)
        if TREASURE_SIGN in drawn:
            laying.treasure(at, key)
        if BUILDING_SIGN in drawn:
            yield at


def _lay_buildings(laying: Laying, given: Given, marks: Sequence[int], options: Options) -> None:
    if (marks or given.buildings) and not options.buildings:
        raise PositionError("buildings: this game is played without them; set the option buildings (TE-10).")
    for at in marks:
        laying.building(at, COLOUR_OF[laying.board[at]], f"tiles.{NAME[at]}")
    for name, place in given.buildings.items():
        key = f"buildings.{clipped(name)}"
        colour = _read(key, lambda text: lookup(text, _BUILDING_WORDS, "building"), name)
        laying.building(_cell(place, key), colour, key)


def _leaders(given: Given, seats: Players) -> Iterator[tuple[int, int, int]]:
    """The cell, the seat and the colour of every leader."""
    if not isinstance(given.leaders, str):
        for seat, places, path in seats.entries(given.leaders, "leaders"):
            for word, at in places.items():
                key = f"{path}.{clipped(word)}"
                yield _cell(at, key), seat, _leader(word, key)
        return
    initials = {dynasty[0].upper(): dynasty for dynasty in seats.others}
    for place, drawn in read_grid(given.leaders, "leaders"):
        key = f"leaders.{NAME[place]}"
        leader, colon, owner = drawn.partition(":")
        if not colon:
            owner, leader = initials.get(drawn[0], drawn[0]), drawn[1:]
        yield place, seats.find(owner, key), _leader(leader, key)


def _leader(word: str, key: str) -> int:
    return LEADER_INDEX[_read(key, lambda text: lookup(text, LEADER_WORDS, "leader"), word)]


def _monument(name: str) -> tuple[int, int]:
    """The number of a monument, and the colour of the tiles under it, which is named first."""
    number = MONUMENT_INDEX[monument(name)]
    return number, COLOURS.index(lookup(name.replace("-", " ").split()[0], TILE_WORDS, "colour"))


def _cell(text: str, key: str) -> int:
    return INDEX[_read(key, cell, text)]


def _read(key: str, read: Callable[[str], ValueT], text: str) -> ValueT:
    """Read a word. Raises PositionError; its message begins with the key."""
    with at_key(key):
        return read(text)
