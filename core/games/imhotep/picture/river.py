"""The river with its ships: those that have not sailed, and those at the quays of the sites."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from kronika.core.basics.text import pluralize
from kronika.core.contract.blocks import WIDTH, Box, Piece
from kronika.core.drawing.shapes import path, rect, text_line
from kronika.core.games.imhotep.board import SITE_TITLES, SITES
from kronika.core.games.imhotep.notation import ship_labels
from kronika.core.games.imhotep.picture import sites
from kronika.core.games.imhotep.picture.pen import CARD_H, LETTERS, STEP, STONE, Pen, laid, place
from kronika.core.games.imhotep.view import ShipView, View

_GAP: Final = 6.0
"""Space around ships and sites."""
_SHIP_H: Final = 42.0
"""Height of a ship with its stones."""
_END: Final = 16.0
"""Length of a ship's bow, and of its stern."""
_SHORT: Final = 84.0
"""Least length of a ship: there is room for its name and the stones that it needs."""
_QUAY: Final = 140.0
"""Width of the water at the left of the market: a ship for four stones fits."""
_HALF: Final = (WIDTH - 3 * _GAP) / 2
"""Width of one of two sites side by side."""
_CAPTION: Final = 20.0
"""Height of the name of a site."""

_Site = Callable[[View, Pen, float], Iterator[Piece]]
_DRAWN: Final[dict[str, _Site]] = {
    "market": sites.market,
    "pyramids": sites.pyramids,
    "temple": sites.temple,
    "burial_chamber": sites.chamber,
    "obelisks": sites.obelisks,
}
"""By site: the function that draws what is built there."""


class _Lot(NamedTuple):
    """The lot of a site: its box, and the corner of its ground."""

    x: float
    y: float
    w: float
    h: float
    left: float
    top: float


def river(view: View, pen: Pen, y: float) -> tuple[list[Piece], float]:
    """The river with all that is on it and beside it, and its height; `y` is its upper edge."""
    lots = _lots(view, y)
    height = max(lot.y + lot.h for lot in lots.values()) + _GAP - y
    pieces = [
        Piece("river", 0, y, WIDTH, height, _water(lots, y, height), title="the river"),
        *_waiting(view, pen, y),
    ]
    for site, lot in lots.items():
        pieces += _site(view, pen, site, lot)
    return pieces, height


def _water(lots: Mapping[str, _Lot], y: float, height: float) -> str:
    """The water, with waves beside each quay."""
    quays = [(lot.x + lot.w - 72, lot.y - y + 26) for lot in lots.values() if lot.top]
    waves = "".join(f"M{x:g} {top:g}q5 -7 10 0t10 0 10 0m6 -8q5 -7 10 0t10 0 10 0" for x, top in quays)
    return rect(0, 0, WIDTH, height, "water", "faint", r=8) + path(waves, "", "soft")


def _lots(view: View, y: float) -> dict[str, _Lot]:
    """The lot of each site. The market has a row of its own, the others lie two in a row with the water above."""
    y += _SHIP_H + 2 * _GAP
    high = CARD_H + 2 * 4
    lots = {"market": _Lot(_GAP, y, WIDTH - 2 * _GAP, high, _QUAY, 0)}
    y += high + _GAP
    for pair in (("pyramids", "temple"), ("burial_chamber", "obelisks")):
        high = _SHIP_H + 4 + _GAP + max(sites.up(site, view) for site in pair) + _CAPTION
        for n, site in enumerate(pair):
            lots[site] = _Lot(_GAP + n * (_HALF + _GAP), y, _HALF, high, 0, _SHIP_H + 4)
        y += high + _GAP
    return lots


def _site(view: View, pen: Pen, site: str, lot: _Lot) -> Iterator[Piece]:
    """The ground of a site with its name, the ship at its quay, and what is built there."""
    name = f"{SITE_TITLES[SITES.index(site)].capitalize()} {view.sides[site].upper()}"
    brief, whole = sites.worth(site, view.sides[site], len(view.sleds))
    shapes = _ground(lot)
    if site == "market":
        shapes += text_line(2, 17, name, 13, bold=True) + text_line(2, 31, brief, LETTERS, room=_QUAY - 8)
    else:
        shapes += text_line(8, lot.h - 6, name, 12, bold=True)
        shapes += text_line(lot.w - 8, lot.h - 6, brief, LETTERS, "soft", anchor="end")
    yield Piece(f"site-{site}", lot.x, lot.y, lot.w, lot.h, shapes, title=f"{name}: {whole}")
    dock = lot.h - _SHIP_H - 1 if site == "market" else 2
    for number, ship in enumerate(view.ships):
        if ship.site == site:
            yield from laid(_ship(view, pen, number), site, lot.x + 2, lot.y + dock)
    ground = lot.h - _CAPTION - lot.top
    left = lot.left + (4 if site == "market" else (_HALF - sites.ROOM) / 2)
    yield from laid(
        _DRAWN[site](view, pen, ground), site, lot.x + left, lot.y + lot.top + (4 if site == "market" else 0)
    )


def _ground(lot: _Lot) -> str:
    """The land of a site, with a quay of stone where it meets the water."""
    x, y = lot.left, lot.top
    land = path(f"M{x:g} {y:g}H{lot.w:g}V{lot.h - 5:g}q0 5 -5 5H{x:g}Z", "land", "faint")
    quay = f"M{x:g} {y:g}H{lot.w:g}" if y else f"M{x:g} 0V{lot.h:g}"
    return land + path(quay, "", "soft", thick=3)


# -- ships ------------------------------------------------------------------------------------------------------


def _waiting(view: View, pen: Pen, y: float) -> Iterator[Piece]:
    """The ships that have not sailed, each in its place."""
    waits = any(not ship.site for ship in view.ships)
    words = "" if waits or not view.ships else text_line(8, 29, "all ships have sailed", 13, "soft")
    yield Piece(
        "sea", 0, y, WIDTH, _SHIP_H + _GAP, words, title="ships that have not sailed" if waits else "no ship waits"
    )
    x = _GAP + 2
    for number, ship in enumerate(view.ships):
        if not ship.site:
            yield from laid(_ship(view, pen, number), "sea", x, y + _GAP)
        x += _length(ship) + 8


def _length(ship: ShipView) -> float:
    return max(_SHORT, 2 * _END + ship.size * STEP - 2)


def slot_box(x: float, y: float, slot: int) -> Box:
    """The box of a slot, from 0 at the bow, of a ship with this upper left corner."""
    return x + _END + slot * STEP, y + 1, STONE, STONE


def _ship(view: View, pen: Pen, number: int) -> Iterator[Piece]:
    """A ship with its stones, its bow at the left; on its side its label and the stones that it needs."""
    ship = view.ships[number]
    label = ship_labels([each.size for each in view.ships])[number]
    end = _length(ship)
    hull = path(
        f"M0 6Q2 41 24 41H{end - 22:g}Q{end - 2:g} 41 {end:g} 14Q{end - 6:g} 24 {end - 14:g} 24H14Q7 22 0 6Z",
        "wood",
        "ink",
    )
    shapes = hull + "".join(place(_END + slot * STEP, 1) for slot in range(ship.size))
    shapes += text_line(end / 2, 36, f"{label}, min {ship.minimum}", LETTERS, anchor="middle", bold=True)
    where = f"at the {SITE_TITLES[SITES.index(ship.site)]}" if ship.site else "not sailed yet"
    title = f"ship {label}, sails with {pluralize(ship.minimum, 'stone')}, {where}"
    yield Piece(f"ship-{number}", 0, 0, end, _SHIP_H, shapes, "ship", str(ship.size), title)
    unloading = view.cargo if ship.site and ship.site == view.unloading else ()
    slots = (-1,) * (ship.size - len(unloading)) + unloading if unloading else ship.slots
    for slot, seat in enumerate(slots):
        if seat >= 0:
            aboard = f"still on ship {label}" if unloading else f"ship {label}, place {slot + 1}"
            yield pen.stone(f"ship-{number}-{slot}", _END + slot * STEP, 1, seat, aboard)
