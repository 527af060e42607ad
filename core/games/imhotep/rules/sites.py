"""A stone comes to a site: the next place, and what it gives at once (IM-3.7 to IM-3.9, IM-3.12, IM-3.15, IM-3.17)."""

from __future__ import annotations

from kronika.core.games.imhotep.actions import (
    BonusLost,
    ChamberStone,
    ObeliskStone,
    PyramidStone,
    TempleStone,
    Tower,
)
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
from kronika.core.games.imhotep.counts import BYTE, add, put
from kronika.core.games.imhotep.rules.draft import Draft
from kronika.core.games.imhotep.rules.stock import cards_left
from kronika.core.games.imhotep.scoring import tower_values
from kronika.core.games.imhotep.state import BONUS, BONUSES, FOR_CARD, FOR_STONES

EXTRA = len(PYRAMID_NAMES)
"""Where the extra stones of side B lie, behind the three pyramids."""


def open_pyramids(pyramids: tuple[bytes, ...], places: PyramidsB) -> list[int]:
    """The pyramids of side B that are not complete."""
    return [which for which, shape in enumerate(places) if len(pyramids[which]) < len(shape)]


def must_choose_pyramid(draft: Draft) -> bool:
    """Does a stone for the pyramids wait for its owner's choice (IM-3.8)?"""
    return len(draft.pyramids) > 1 and bool(open_pyramids(draft.pyramids, draft.options.pyramids_b))


def place_stone(draft: Draft, seat: int, site: int) -> None:
    """A stone that needs no choice goes to the next place of a monument."""
    if site == PYRAMIDS:
        _extra_stone(draft, seat) if len(draft.pyramids) > 1 else _pyramid_a(draft, seat)
    elif site == TEMPLE:
        space, level = len(draft.temple) % (width := temple_width(len(draft.sleds))), len(draft.temple) // width
        draft.temple += BYTE[seat]
        draft.effects.append(TempleStone(seat, space + 1, level + 1))
    elif site == CHAMBER:
        column, row = divmod(len(draft.chamber), ROWS)
        draft.chamber += BYTE[seat]
        draft.effects.append(ChamberStone(seat, row + 1, column + 1))
    elif site == OBELISKS:
        _obelisk(draft, seat)


def _pyramid_a(draft: Draft, seat: int) -> None:
    """IM-3.7: the points of the place; beside the complete pyramid 1."""
    laid = len(draft.pyramids[0])
    draft.pyramids = (draft.pyramids[0] + BYTE[seat],)
    extra = laid >= len(PYRAMID_A)
    place, points = (0, EXTRA_POINT) if extra else (laid + 1, PYRAMID_A[laid])
    draft.effects.append(PyramidStone(seat, "", place, points, "IM-3.7"))


def _extra_stone(draft: Draft, seat: int) -> None:
    """IM-3.8: all pyramids are complete."""
    draft.pyramids = (*draft.pyramids[:EXTRA], draft.pyramids[EXTRA] + BYTE[seat])
    draft.effects.append(PyramidStone(seat, "", 0, EXTRA_POINT, "IM-3.8"))


def place_in_pyramid(draft: Draft, seat: int, which: int) -> None:
    """IM-3.8: points, or 1 point and then the bonus if it can be used."""
    stones = draft.pyramids[which]
    value = draft.options.pyramids_b[which][len(stones)]
    draft.pyramids = (*draft.pyramids[:which], stones + BYTE[seat], *draft.pyramids[which + 1 :])
    points = value if isinstance(value, int) else BONUS_POINT
    draft.effects.append(PyramidStone(seat, PYRAMID_NAMES[which], len(stones) + 1, points, "IM-3.8"))
    if isinstance(value, str):
        bonus = BONUSES.index(value)
        if _bonus_usable(draft, seat, bonus):
            draft.push(BONUS, seat, bonus)
        else:
            draft.effects.append(BonusLost(seat, value))


def _bonus_usable(draft: Draft, seat: int, bonus: int) -> bool:
    """IM-2.21, R-11, R-13."""
    if bonus == FOR_CARD:
        return cards_left(draft)
    if bonus == FOR_STONES:
        return draft.sleds[seat] < SLED and draft.quarries[seat] > 0
    # A ship that has sailed is empty too, so the harbours decide.
    unsailed = (slots for ship, slots in enumerate(draft.ships, 1) if ship not in draft.harbours)
    return draft.sleds[seat] > 0 and any(0 in slots for slots in unsailed)


def _obelisk(draft: Draft, seat: int) -> None:
    """IM-3.15: a stone more on the own obelisk; IM-3.17: a single stone, and the third makes a tower."""
    draft.obelisks = add(draft.obelisks, seat)
    stones = draft.obelisks[seat]
    if draft.options.obelisks == "a":
        draft.effects.append(ObeliskStone(seat, stones, "IM-3.15"))
        return
    draft.effects.append(ObeliskStone(seat, stones, "IM-3.17"))
    values = tower_values(draft.options)
    built = len(draft.towers)
    if stones >= TOWER and built < len(values):
        draft.obelisks = put(draft.obelisks, seat, stones - TOWER)
        draft.towers += BYTE[seat]
        draft.effects.append(Tower(seat, values[built]))
