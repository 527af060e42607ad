"""Placing tiles, catastrophes, swapping (TE-4)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.zones import add_tallies, replace_byte, replace_item, subtract_tallies
from kronika.core.games.tigris.actions import PlaceTile, PlayCatastrophe, Swap
from kronika.core.games.tigris.answers import gets_building_point, spared_by_catastrophes
from kronika.core.games.tigris.board import (
    BIT,
    BLACK,
    BLUE,
    BUILDINGS,
    CATASTROPHE,
    COLOUR_INDEX,
    COLOURS,
    EMPTY,
    HOARD,
    INDEX,
    NAME,
    NOWHERE,
    RED,
    TILE,
    TILES,
    occupant,
)
from kronika.core.games.tigris.effects import BuildingReturned, Effect, Parted, Removed, Unpaid
from kronika.core.games.tigris.kingdoms import (
    COLOUR_OF,
    IS_LEADER,
    IS_OCCUPIED,
    NO_COLOUR,
    beside,
    cells,
    crew,
    kingdoms_over,
    owner_in,
    region_of,
    regions,
)
from kronika.core.games.tigris.rules.flow import Applied, after_tile, check_action, end_game, finish_action, give
from kronika.core.games.tigris.rules.leaders import return_homeless
from kronika.core.games.tigris.rules.war import unite
from kronika.core.games.tigris.state import (
    BAG_IN_SWAP,
    FROM_BUILDING,
    FROM_KING,
    FROM_TILE,
    SWAP,
    Ledgers,
    State,
    map_of,
)

MOST_KINGDOMS: Final = 2
"""The largest number of kingdoms that a placed tile may touch (TE-4.2)."""

# -- tiles ------------------------------------------------------------------------------------------------------


def check_tile(state: State, seat: int, do: PlaceTile) -> None:
    """Raise IllegalAction unless the player may place this tile on this cell (TE-4.1, TE-4.2)."""
    check_action(state, seat, "place a tile")
    colour, cell, board = COLOUR_INDEX[do.tile], INDEX[do.at], state.board
    if not state.hands[seat][colour]:
        raise IllegalAction("TE-4.1", f"There is no {TILES[colour]} in your hand.")
    if board[cell] != EMPTY:
        raise IllegalAction("TE-4.1", f"{do.at} is not empty: it has {occupant(board[cell])}.")
    if bool(map_of(state.options).river & BIT[cell]) != (colour == BLUE):
        where = "land, and farms go" if colour == BLUE else "a river cell, and only farms go"
        raise IllegalAction("TE-4.1", f"{do.at} is {where} on the river.")
    if touched := kingdoms_over(MOST_KINGDOMS, board, cell):
        raise IllegalAction("TE-4.2", f"{do.at} touches {touched} kingdoms: a tile unites two at most.")


def apply_tile(state: State, seat: int, do: PlaceTile) -> Applied:
    """Place the tile: score it or unite two kingdoms, then go through the further steps (TE-4.3 to 4.7, TE-2.3)."""
    colour, cell, board = COLOUR_INDEX[do.tile], INDEX[do.at], state.board
    hand = state.hands[seat]
    regions = beside(board, cell)
    leaders = cells(board, IS_LEADER) if regions else 0
    kingdoms = [region for region in regions if region & leaders]
    joined = sum(regions, BIT[cell])
    effects: list[Effect] = []
    points = state.points
    if not kingdoms:
        effects.append(Unpaid(do.at, "TE-4.7"))
    elif len(kingdoms) == 1:
        points = _score_tile(state, effects, crew(board, kingdoms[0] & leaders), joined, do)
    state = replace(
        state,
        board=replace_byte(board, cell, TILE + colour),
        hands=replace_item(state.hands, seat, replace_byte(hand, colour, hand[colour] - 1)),
        points=points,
        cell=cell,
    )
    if len(kingdoms) > 1:
        return unite(state, effects, joined)
    # TE-8.1: treasures in one region have been taken already, unless they are still owed.
    return after_tile(state, effects, joined if kingdoms and (len(regions) > 1 or state.owed) else 0)


def _score_tile(state: State, effects: list[Effect], leaders: list[int], joined: int, do: PlaceTile) -> Ledgers:
    """Score the tile for the owner of the leader of its colour (TE-4.3), or else of the king (TE-4.4)."""
    colour = COLOUR_INDEX[do.tile]
    owner, source, rule = owner_in(leaders, colour), FROM_TILE, "TE-4.3"
    if owner is None:
        owner, source, rule = owner_in(leaders, BLACK), FROM_KING, "TE-4.4"
    if owner is None:
        effects.append(Unpaid(do.at, "TE-4.4"))
        return state.points
    points = give(state.points, effects, owner, source, colour, 1, rule)
    building = state.buildings[colour]
    # TE-10.5: the kingdom as it is now, with the regions that the tile has just joined.
    if building != NOWHERE and joined & BIT[building] and gets_building_point(state.options, owner, state.active):
        points = give(points, effects, owner, FROM_BUILDING, colour, 1, "TE-10.5")
    return points


# -- catastrophes -----------------------------------------------------------------------------------------------


def check_catastrophe(state: State, seat: int, do: PlayCatastrophe) -> None:
    """Raise IllegalAction unless the player may play a catastrophe on this cell (TE-4.8)."""
    check_action(state, seat, "play a catastrophe")
    if not state.catastrophes[seat]:
        raise IllegalAction("TE-4.8", "You have no catastrophe left.")
    code = state.board[INDEX[do.at]]
    if code == HOARD or (code != EMPTY and COLOUR_OF[code] == NO_COLOUR):
        raise IllegalAction("TE-4.8", f"{do.at} has {occupant(code)}: no catastrophe goes there.")
    if INDEX[do.at] in spared_by_catastrophes(state):
        raise IllegalAction("TE-4.8", f"{do.at} carries a building: no catastrophe goes there.")


def apply_catastrophe(state: State, seat: int, do: PlayCatastrophe) -> Applied:
    """Place the catastrophe and remove the tile under it, if any (TE-4.8, TE-4.9).

    Kingdoms can only get smaller, so no treasures must be taken.
    """
    cell = INDEX[do.at]
    colour = COLOUR_OF[state.board[cell]]
    before = state.board
    state = replace(
        state,
        board=replace_byte(before, cell, CATASTROPHE),
        catastrophes=replace_byte(state.catastrophes, seat, state.catastrophes[seat] - 1),
    )
    if colour == NO_COLOUR:
        return finish_action(state, [])
    effects: list[Effect] = [Removed(COLOURS[colour], (do.at,), "TE-4.8")]
    state = replace(state, seen=replace_byte(state.seen, colour, state.seen[colour] + 1))
    if state.buildings[colour] == cell:
        effects.append(BuildingReturned(BUILDINGS[colour], do.at, "TE-4.8"))
        state = replace(state, buildings=replace_byte(state.buildings, colour, NOWHERE))
    return finish_action(_cut(state, effects, cell, colour, region_of(before, cell)), effects)


def _cut(state: State, effects: list[Effect], cell: int, colour: int, region: int) -> State:
    """Return leaders that lost their last temple, and report if the tile's region split (TE-3.7, TE-4.9)."""
    if colour == RED:
        state = return_homeless(state, effects)
    parts = regions(region & cells(state.board, IS_OCCUPIED))
    if len(parts) > 1:
        effects.append(Parted(NAME[cell], len(parts)))
    return state


# -- swapping ---------------------------------------------------------------------------------------------------


def check_swap(state: State, seat: int, do: Swap) -> None:
    """Raise IllegalAction unless the player may swap these tiles: at least one, all from the hand (TE-4.10)."""
    check_action(state, seat, "swap tiles")
    wanted = (do.red, do.black, do.blue, do.green)
    if not any(wanted):
        raise IllegalAction("TE-4.10", "Swap at least one tile.")
    for colour, tiles in enumerate(wanted):
        held = state.hands[seat][colour]
        if tiles > held:
            what = f"{TILES[colour]}{'s' if held != 1 else ''}"
            raise IllegalAction("TE-4.10", f"You can't swap {tiles}: your hand holds {held} {what}.", {"held": held})


def apply_swap(state: State, seat: int, do: Swap) -> Applied:
    """Put the tiles face down out of the game; if the bag holds fewer, the game ends at once (TE-4.10, TE-9.4)."""
    wanted = (do.red, do.black, do.blue, do.green)
    swapped = add_tallies(state.swapped[seat], wanted)
    state = replace(
        state,
        hands=replace_item(state.hands, seat, subtract_tallies(state.hands[seat], wanted)),
        swapped=(*state.swapped[:seat], swapped, *state.swapped[seat + 1 :]),
        phase=SWAP,
        number=sum(wanted),
    )
    if state.number > sum(state.bag):
        return end_game(state, [], BAG_IN_SWAP)
    return state, ()
