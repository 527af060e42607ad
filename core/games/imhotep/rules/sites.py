"""A stone comes to a site: the next place, and what it gives at once (IM-3.7 to IM-3.9, IM-3.12, IM-3.15, IM-3.17)."""

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
"""Where the extra stones of side B lie, behind the three pyramids."""


def open_pyramids(pyramids: tuple[bytes, ...], places: PyramidsB) -> list[int]:
    """The pyramids of side B that are not complete."""
    return [which for which, shape in enumerate(places) if len(pyramids[which]) < len(shape)]


def must_choose_pyramid(state: State) -> bool:
    """Does a stone for the pyramids wait for its owner's choice (IM-3.8)?"""
    pyramids = state.sites.pyramids
    return len(pyramids) > 1 and bool(open_pyramids(pyramids, state.options.pyramids_b))


def _pyramids(state: State, effects: Effects, stones: bytes) -> Sites:
    """IM-3.7: the points of the place; beside the complete pyramid 1, as on side B (IM-3.8)."""
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
    """IM-3.9: from left to right, then the next level."""
    temple, width = state.sites.temple, temple_width(len(state.sleds))
    for at, seat in enumerate(stones, len(temple)):
        effects.append(TempleStone(seat, at % width + 1, at // width + 1))
    return replace(state.sites, temple=temple + stones)


def _chamber(state: State, effects: Effects, stones: bytes) -> Sites:
    """IM-3.12: column by column, each from top to bottom."""
    chamber = state.sites.chamber
    for at, seat in enumerate(stones, len(chamber)):
        effects.append(ChamberStone(seat, at % ROWS + 1, at // ROWS + 1))
    return replace(state.sites, chamber=chamber + stones)


def _obelisks(state: State, effects: Effects, stones: bytes) -> Sites:
    """IM-3.15: a stone more on the own obelisk; IM-3.17: a single stone, and the third makes a tower."""
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
"""By monument: stones that need no choice, given as seats, go to its next places, one after the other."""


def place_in_pyramid(state: State, effects: Effects, seat: int, which: int) -> State:
    """IM-3.8: points, or 1 point and then the bonus if it can be used."""
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
    """IM-2.21, R-11, R-13."""
    if bonus == FOR_CARD:
        return cards_left(state.market)
    if bonus == FOR_STONES:
        return state.sleds[seat] < SLED and state.quarries[seat] > 0
    # A ship that has sailed is empty too, so the harbours decide.
    unsailed = (slots for ship, slots in enumerate(state.ships, 1) if ship not in state.harbours)
    return state.sleds[seat] > 0 and any(0 in slots for slots in unsailed)
