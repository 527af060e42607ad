"""Stones at the monuments: their places, and the points they give at once.

See IM-3.7 to IM-3.9, IM-3.12, IM-3.15 and IM-3.17.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from kronika.core.contract.zones import BYTE, add_to_tally, replace_item
from kronika.core.games.imhotep.board import (
    BONUS_POINT,
    CHAMBER,
    EXTRA_POINT,
    OBELISKS,
    PYRAMID_A,
    PYRAMID_NAMES,
    PYRAMIDS,
    ROWS,
    SLED,
    TEMPLE,
    TOWER,
    PyramidsB,
    temple_width,
)
from kronika.core.games.imhotep.effects import BonusLost, ChamberStone, ObeliskStone, PyramidStone, TempleStone, Tower
from kronika.core.games.imhotep.rules.stack import Effects, push
from kronika.core.games.imhotep.rules.stock import cards_left
from kronika.core.games.imhotep.scoring import tower_values
from kronika.core.games.imhotep.state import BONUS, BONUSES, FOR_CARD, FOR_STONES, Sites, State

EXTRA = len(PYRAMID_NAMES)
"""Index of the extra stones of side B, after the three pyramids."""


def open_pyramids(pyramids: tuple[bytes, ...], places: PyramidsB) -> list[int]:
    """The indices of the pyramids of side B that are not complete."""
    return [which for which, shape in enumerate(places) if len(pyramids[which]) < len(shape)]


def must_choose_pyramid(state: State) -> bool:
    """Whether the owner of a stone for the pyramids must choose one (IM-3.8)."""
    pyramids = state.sites.pyramids
    return len(pyramids) > 1 and bool(open_pyramids(pyramids, state.options.pyramids_b))


def _pyramids(state: State, effects: Effects, stones: bytes) -> Sites:
    """Place stones that need no choice in the pyramids: all on side A (IM-3.7), extra stones on side B (IM-3.8)."""
    sites = state.sites
    *complete, laid = sites.pyramids
    if complete:
        effects.extend([PyramidStone(seat, "", 0, EXTRA_POINT, "IM-3.8") for seat in stones])
        return replace(sites, pyramids=(*complete, laid + stones))
    for at, seat in enumerate(stones, len(laid)):
        place, points = (at + 1, PYRAMID_A[at]) if at < len(PYRAMID_A) else (0, EXTRA_POINT)
        effects.append(PyramidStone(seat, "", place, points, "IM-3.7"))
    return replace(sites, pyramids=(laid + stones,))


def _temple(state: State, effects: Effects, stones: bytes) -> Sites:
    """Place stones in the temple, from left to right, then on the next level (IM-3.9)."""
    temple, width = state.sites.temple, temple_width(len(state.sleds))
    for at, seat in enumerate(stones, len(temple)):
        effects.append(TempleStone(seat, at % width + 1, at // width + 1))
    return replace(state.sites, temple=temple + stones)


def _chamber(state: State, effects: Effects, stones: bytes) -> Sites:
    """Place stones in the burial chamber, column by column, each from top to bottom (IM-3.12)."""
    chamber = state.sites.chamber
    for at, seat in enumerate(stones, len(chamber)):
        effects.append(ChamberStone(seat, at % ROWS + 1, at // ROWS + 1))
    return replace(state.sites, chamber=chamber + stones)


def _obelisks(state: State, effects: Effects, stones: bytes) -> Sites:
    """Place stones at the obelisks.

    On side A a stone goes to its owner's obelisk (IM-3.15). On side B it is a single stone, and the third single stone
    of a player makes a tower (IM-3.17).
    """
    obelisks, towers = state.sites.obelisks, state.sites.towers
    if state.options.obelisks == "a":
        for seat in stones:
            obelisks = add_to_tally(obelisks, seat)
            effects.append(ObeliskStone(seat, obelisks[seat], "IM-3.15"))
        return replace(state.sites, obelisks=obelisks)
    values = tower_values(state.options)
    for seat in stones:
        obelisks = add_to_tally(obelisks, seat)
        effects.append(ObeliskStone(seat, obelisks[seat], "IM-3.17"))
        if obelisks[seat] >= TOWER and len(towers) < len(values):
            effects.append(Tower(seat, values[len(towers)]))
            obelisks, towers = add_to_tally(obelisks, seat, -TOWER), towers + BYTE[seat]
    return replace(state.sites, obelisks=obelisks, towers=towers)


PLACE: Final[dict[int, Callable[[State, Effects, bytes], Sites]]] = {
    PYRAMIDS: _pyramids,
    TEMPLE: _temple,
    CHAMBER: _chamber,
    OBELISKS: _obelisks,
}
"""By monument: the function that places stones, given as seats, on its next places; they must need no choice."""


def place_in_pyramid(state: State, effects: Effects, seat: int, which: int) -> State:
    """Place a stone in a pyramid of side B: it gives points, or 1 point and a bonus if it can be used (IM-3.8)."""
    sites = state.sites
    stones = sites.pyramids[which]
    value = state.options.pyramids_b[which][len(stones)]
    points = value if isinstance(value, int) else BONUS_POINT
    effects.append(PyramidStone(seat, PYRAMID_NAMES[which], len(stones) + 1, points, "IM-3.8"))
    pyramids = replace_item(sites.pyramids, which, stones + BYTE[seat])
    state = replace(state, sites=replace(sites, pyramids=pyramids))
    if isinstance(value, str):
        bonus = BONUSES.index(value)
        if _bonus_usable(state, seat, bonus):
            return push(state, BONUS, seat, bonus)
        effects.append(BonusLost(seat, value))
    return state


def _bonus_usable(state: State, seat: int, bonus: int) -> bool:
    """Whether a player can use a pyramid's bonus now (IM-2.21, R-11, R-13)."""
    if bonus == FOR_CARD:
        return cards_left(state.market)
    if bonus == FOR_STONES:
        return state.sleds[seat] < SLED and state.quarries[seat] > 0
    # Ships that have sailed have empty slots, too, so they are excluded by the harbours.
    unsailed = (slots for ship, slots in enumerate(state.ships, 1) if ship not in state.harbours)
    return state.sleds[seat] > 0 and any(0 in slots for slots in unsailed)
