"""The seats that may act, and all legal actions in a stable order (TE-2.4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import compress, product
from typing import Final

from kronika.core.contract.game import CHANCE
from kronika.core.games.tigris.actions import (
    Action,
    BuildMonument,
    ChooseWar,
    Commit,
    DeclineBuilding,
    DeclineMonument,
    EndTurn,
    MoveLeader,
    PlaceBuilding,
    PlaceLeader,
    PlaceTile,
    PlayCatastrophe,
    Swap,
    TakeTreasures,
    WithdrawLeader,
)
from kronika.core.games.tigris.answers import lifted_from, spared_by_catastrophes
from kronika.core.games.tigris.board import (
    BIT,
    BLUE,
    COLOURS,
    LEADERS,
    MONUMENTS,
    NAME,
    RED,
    SIZE,
    Cell,
    names_of,
)
from kronika.core.games.tigris.kingdoms import (
    COLOUR_OF,
    IS_BARE_TILE,
    IS_EMPTY,
    IS_LEADER,
    IS_OCCUPIED,
    IS_TEMPLE,
    cells,
    kingdoms,
    widen,
)
from kronika.core.games.tigris.offers import building_cells, monument_squares
from kronika.core.games.tigris.patterns import in_stock
from kronika.core.games.tigris.rules.extras import claim_due
from kronika.core.games.tigris.rules.revolt import defender_of
from kronika.core.games.tigris.rules.war import due_fighter, wars
from kronika.core.games.tigris.state import (
    ACTION,
    BUILDING,
    CHANCE_PHASES,
    END,
    MONUMENT,
    REVOLT_ATTACK,
    REVOLT_DEFEND,
    TREASURE,
    WAR_ATTACK,
    WAR_CHOOSE,
    WAR_DEFEND,
    State,
    leader_cell,
    map_of,
)

# -- actors and actions -----------------------------------------------------------------------------------------


def actors(state: State) -> tuple[int, ...]:
    """The seat that decides now, or CHANCE; empty at the end. No two players decide at the same time (TE-2.4)."""
    phase = state.phase
    if phase in CHANCE_PHASES:
        return (CHANCE,)
    if phase == END:
        return ()
    if phase == REVOLT_DEFEND:
        return (defender_of(state),)
    if phase in (WAR_ATTACK, WAR_DEFEND):
        return (due_fighter(state),)
    if phase == TREASURE:
        return (claim_due(state).seat,)
    return (state.active,)


def actions(state: State, seat: int) -> Sequence[Action]:
    """All legal actions of a seat now; none if another seat or chance must act."""
    phase = state.phase
    if phase == ACTION:
        return _turn(state, seat) if seat == state.active else ()
    if seat not in actors(state) or seat == CHANCE:
        return ()
    if phase == WAR_CHOOSE:
        return [ChooseWar(LEADERS[colour]) for colour in wars(state)]
    if phase == BUILDING:
        return [*(PlaceBuilding(NAME[cell]) for cell in building_cells(state)), _NO_BUILDING]
    if phase == MONUMENT:
        monuments = in_stock(state.monuments, COLOUR_OF[state.board[state.cell]])
        sites = product(monument_squares(state), monuments)
        return [*(BuildMonument(NAME[corner], MONUMENTS[kind]) for corner, kind in sites), _NO_MONUMENT]
    if phase == TREASURE:
        return [TakeTreasures(names_of(taken)) for taken in claim_due(state).sets()]
    colour = RED if phase in (REVOLT_ATTACK, REVOLT_DEFEND) else state.colour
    return _COMMITS[: state.hands[seat][colour] + 1]


# -- actions made once and shared -------------------------------------------------------------------------------

_PLACES: Final[tuple[Cell, ...]] = tuple(NAME.get(index, "A1") for index in range(SIZE))
"""By index: the cell's name. The padding has a filler that is never used."""
_TILES: Final = tuple(tuple(PlaceTile(colour, at) for at in _PLACES) for colour in COLOURS)
_LEADERS: Final = tuple(tuple(PlaceLeader(leader, at) for at in _PLACES) for leader in LEADERS)
_WITHDRAWALS: Final = tuple(WithdrawLeader(leader) for leader in LEADERS)
_CATASTROPHES: Final = tuple(PlayCatastrophe(at) for at in _PLACES)
_COMMITS: Final = tuple(Commit(tiles) for tiles in range(7))
_END_TURN: Final = EndTurn()
_NO_BUILDING: Final = DeclineBuilding()
_NO_MONUMENT: Final = DeclineMonument()
_SELECT: Final = bytes(index == ord("1") for index in range(256))


def _selector(mask: int) -> bytes:
    """A set of cells as selectors for `compress`: one byte for each index of the board."""
    return f"{mask:0{SIZE}b}".encode().translate(_SELECT)


@cache
def _swaps(hand: bytes) -> tuple[Swap, ...]:
    return tuple(Swap(*tiles) for tiles in product(*(range(held + 1) for held in hand)) if any(tiles))


# -- the actions of a turn --------------------------------------------------------------------------------------


def _turn(state: State, seat: int) -> list[Action]:
    board, chart = state.board, map_of(state.options)
    empty = cells(board, IS_EMPTY)
    occupied, leaders = cells(board, IS_OCCUPIED), cells(board, IS_LEADER)
    realms = kingdoms(occupied, leaders)
    twice, thrice = _touched(realms)
    hand = state.hands[seat]
    found: list[Action] = []
    on_land, on_river = _selector(empty & chart.land & ~thrice), _selector(empty & chart.river & ~thrice)
    for colour in range(4):
        if hand[colour]:
            found += compress(_TILES[colour], on_river if colour == BLUE else on_land)
    sites = empty & chart.land & widen(cells(board, IS_TEMPLE))
    from_supply = _selector(sites & ~twice)
    for colour in range(4):
        start = leader_cell(state, seat, colour)
        if start < 0:
            found += compress(_LEADERS[colour], from_supply)
        else:
            open_to = _selector(sites & ~_touched_without(realms, leaders, start))
            leader, origin = LEADERS[colour], NAME[start]
            found += [MoveLeader(leader, origin, to) for to in compress(_PLACES, open_to)]
            found.append(_WITHDRAWALS[colour])
    if state.catastrophes[seat]:
        found += compress(_CATASTROPHES, _selector(_catastrophe_cells(state, empty & (chart.river | chart.land))))
    found += _swaps(hand)
    found.append(_END_TURN)
    return found


def _touched(realms: Iterable[int]) -> tuple[int, int]:
    """The cells that touch (or are in) at least two of the kingdoms, and those that touch at least three."""
    once = twice = thrice = 0
    for realm in realms:
        around = widen(realm)
        thrice |= twice & around
        twice |= once & around
        once |= around
    return twice, thrice


def _touched_without(realms: Sequence[int], leaders: int, start: int) -> int:
    """The cells that touch two or more kingdoms after the leader on `start` is lifted (TE-3.5)."""
    realm = next(realm for realm in realms if realm & BIT[start])
    parts = kingdoms(lifted_from(realm, start), lifted_from(leaders & realm, start))
    return _touched([*(other for other in realms if other != realm), *parts])[0]


def _catastrophe_cells(state: State, empty: int) -> int:
    spared = sum(BIT[cell] for cell in spared_by_catastrophes(state))
    return (empty | cells(state.board, IS_BARE_TILE)) & ~spared
