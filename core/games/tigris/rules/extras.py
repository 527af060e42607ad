"""The decisions about buildings, monuments and treasures that an action can lead to (TE-10, TE-7, TE-8)."""

from __future__ import annotations

from msgspec.structs import replace

from kronika.core.basics.errors import IllegalAction
from kronika.core.basics.text import join_words, pluralize
from kronika.core.contract.zones import replace_byte
from kronika.core.games.tigris.actions import (
    BuildMonument,
    DeclineBuilding,
    DeclineMonument,
    PlaceBuilding,
    TakeTreasures,
)
from kronika.core.games.tigris.answers import buildings_after_monument
from kronika.core.games.tigris.board import (
    BIT,
    BUILDINGS,
    COLOURS,
    INDEX,
    MONUMENT_COLOURS,
    MONUMENT_INDEX,
    NAME,
    NOWHERE,
    RED,
    names_of,
)
from kronika.core.games.tigris.effects import BuildingPlaced, BuildingReturned, Effect, TurnedDown
from kronika.core.games.tigris.kingdoms import COLOUR_OF, TURN_DOWN
from kronika.core.games.tigris.offers import Claim, building_cells, claims, lines, monument_squares
from kronika.core.games.tigris.patterns import square_at
from kronika.core.games.tigris.rules.flow import Applied, after_offer, check_actor, give_treasures, refuse_phase, take
from kronika.core.games.tigris.rules.leaders import return_homeless
from kronika.core.games.tigris.state import BUILDING, MONUMENT, TREASURE, State

# -- buildings --------------------------------------------------------------------------------------------------


def check_building(state: State, seat: int, do: PlaceBuilding) -> None:
    """Raise IllegalAction unless the building may be placed on this tile or moved to it (TE-10.2, TE-10.3)."""
    _check_due(state, seat, BUILDING, "TE-10.2", "place a building")
    allowed = building_cells(state)
    if INDEX[do.at] not in allowed:
        names = join_words([NAME[cell] for cell in allowed], "or")
        if any(INDEX[do.at] in line for line in lines(state)):
            raise IllegalAction("TE-10.3", f"The building can only move to a longer line than its own: {names}.")
        raise IllegalAction("TE-10.2", f"Place the building on a tile of the new line: {names}.")


def apply_building(state: State, seat: int, do: PlaceBuilding) -> Applied:
    """Place the building on the tile; it belongs to nobody (TE-10.1)."""
    colour = COLOUR_OF[state.board[state.cell]]
    stood = state.buildings[colour]
    rule, start = ("TE-10.2", None) if stood == NOWHERE else ("TE-10.3", NAME[stood])
    state = replace(state, buildings=replace_byte(state.buildings, colour, INDEX[do.at]))
    return after_offer(state, [BuildingPlaced(BUILDINGS[colour], do.at, start, rule)], BUILDING)


def check_no_building(state: State, seat: int, do: DeclineBuilding) -> None:
    """Raise IllegalAction unless a building is offered to this player, who may decline it (TE-10.2)."""
    _check_due(state, seat, BUILDING, "TE-10.2", "decline a building")


def apply_no_building(state: State, seat: int, do: DeclineBuilding) -> Applied:
    """Continue without the building; a monument may still be offered (TE-10.7)."""
    return after_offer(state, [], BUILDING)


# -- monuments --------------------------------------------------------------------------------------------------


def check_monument(state: State, seat: int, do: BuildMonument) -> None:
    """Raise IllegalAction unless this monument may be built on this square (TE-7.1, TE-7.2)."""
    _check_due(state, seat, MONUMENT, "TE-7.1", "build a monument")
    squares = monument_squares(state)
    if INDEX[do.at] not in squares:
        corners = join_words([NAME[corner] for corner in squares], "or")
        raise IllegalAction("TE-7.1", f"The square with the placed tile has its top left tile on {corners}.")
    monument = MONUMENT_INDEX[do.monument]
    if state.monuments[monument] != NOWHERE:
        raise IllegalAction("TE-7.2", f"The monument {do.monument} is built already.")
    colour = COLOUR_OF[state.board[state.cell]]
    if colour not in MONUMENT_COLOURS[monument]:
        raise IllegalAction("TE-7.2", f"The monument {do.monument} has no {COLOURS[colour]}, the colour of the tiles.")


def apply_monument(state: State, seat: int, do: BuildMonument) -> Applied:
    """Build the monument: turn the four tiles face down; leaders without a temple return (TE-7.5, TE-3.7)."""
    square = square_at(INDEX[do.at])
    colour = COLOUR_OF[state.board[state.cell]]
    board = state.board
    for cell in square:
        board = replace_byte(board, cell, TURN_DOWN[board[cell]])
    effects: list[Effect] = [TurnedDown(COLOURS[colour], names_of(sum(BIT[cell] for cell in square)))]
    building = state.buildings[colour]
    buildings = buildings_after_monument(state.buildings, square)
    if buildings[colour] != building:
        effects.append(BuildingReturned(BUILDINGS[colour], NAME[building]))
    monuments = replace_byte(state.monuments, MONUMENT_INDEX[do.monument], square[0])
    state = replace(state, board=board, monuments=monuments, buildings=buildings)
    if colour == RED:
        state = return_homeless(state, effects)
    return after_offer(state, effects, MONUMENT)


def check_no_monument(state: State, seat: int, do: DeclineMonument) -> None:
    """Raise IllegalAction unless a monument is offered to this player, who may decline it (TE-7.4)."""
    _check_due(state, seat, MONUMENT, "TE-7.1", "decline a monument")


def apply_no_monument(state: State, seat: int, do: DeclineMonument) -> Applied:
    """Continue without the monument; the tiles stay face up (TE-7.4)."""
    return after_offer(state, [], MONUMENT)


def _check_due(state: State, seat: int, phase: int, rule: str, what: str) -> None:
    if state.phase != phase:
        refuse_phase(state, what)
    check_actor(seat, state.active, rule, what)


# -- treasures --------------------------------------------------------------------------------------------------


def claim_due(state: State) -> Claim:
    """The claim that is decided now: the first with a choice, clockwise from the active player."""
    return next(claim for claim in claims(state) if claim.is_open)


def check_treasures(state: State, seat: int, do: TakeTreasures) -> None:
    """Raise IllegalAction unless the trader's owner may take exactly these treasures (TE-8.1, TE-8.3)."""
    if state.phase != TREASURE:
        refuse_phase(state, "take treasures")
    claim = claim_due(state)
    check_actor(seat, claim.seat, "TE-8.1", "take treasures")
    taken = 0
    for name in do.cells:
        bit = BIT[INDEX[name]]
        if taken & bit:
            raise IllegalAction("TE-8.1", f"{name} is named twice.")
        if not claim.treasures & bit:
            raise IllegalAction("TE-8.1", f"There is no treasure to take on {name}.")
        taken |= bit
    due = claim.treasures.bit_count() - 1
    if taken.bit_count() != due:
        raise IllegalAction("TE-8.1", f"{pluralize(due, 'treasure')} must be taken: all but one.", {"due": due})
    if not claim.treasures & ~taken & claim.may_stay:
        (stays,) = names_of(claim.treasures & ~taken)
        raise IllegalAction("TE-8.3", f"The treasure on {stays} has priority: it must be taken before others.")


def apply_treasures(state: State, seat: int, do: TakeTreasures) -> Applied:
    """Take the chosen treasures, then those of the claims after this one, clockwise.

    Claims before this one had no choice, so their treasures have been taken already.
    """
    effects: list[Effect] = []
    taken = sum(BIT[INDEX[name]] for name in do.cells)
    due = claims(state)
    claim = next(claim for claim in due if claim.is_open)
    return give_treasures(take(state, effects, claim, taken), effects, due)
