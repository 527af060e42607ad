"""The table as a picture, drawn from a view alone: ships, the sites with their harbours, cards and the players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from kronika.core.basics.text import pluralize
from kronika.core.contract.blocks import WIDTH, Block, Box, Piece
from kronika.core.drawing.shapes import path, rect, text_line
from kronika.core.games.imhotep.board import ROUND_CARDS, ROUNDS, SITE_TITLES, SITES, SLED
from kronika.core.games.imhotep.cards import CARDS
from kronika.core.games.imhotep.notation import ship_labels
from kronika.core.games.imhotep.picture import sites
from kronika.core.games.imhotep.picture.pen import CARD, STEP, STONE, Pen, kind_sign, place
from kronika.core.games.imhotep.view import ShipView, View

_SEA: Final = 52.0
"""Upper edge of the sea with the ships that have not sailed, in units of a block."""
_SEA_H: Final = 56.0
"""Height of the sea."""
_QUAY: Final = 132.0
"""Width of the harbour at the left of each site: a ship for four stones just fits."""
_SHIP_H: Final = 42.0
"""Height of a ship with its label."""
_BOW: Final = 14.0
"""Length of a ship's bow."""
_GAP: Final = 6.0
"""Space around ships and sites."""
_TALLY: Final = 17.0
"""Height of a line in the table of cards."""

_HELD: Final = {
    "statue": (0, 32, 160),
    "lever": (160, 32, 80),
    "hammer": (240, 32, 80),
    "sail": (320, 32, 80),
    "chisel": (400, 32, 80),
    "pyramid_ornament": (0, 52, 120),
    "temple_ornament": (120, 52, 120),
    "burial_chamber_ornament": (240, 52, 120),
    "obelisk_ornament": (360, 52, 120),
}
"""By kind of card: the position (x, y) of a player's cards, and the width of the room for them."""

_Site = Callable[[View, Pen], Iterator[Piece]]
_SITES: Final[tuple[_Site, ...]] = (sites.market, sites.pyramids, sites.temple, sites.chamber, sites.obelisks)
"""By site: the function that draws it."""


def picture(view: View, names: Sequence[str]) -> list[Block]:
    """Return the blocks of the picture: the common table, one for each player, the deck and discards."""
    pen = Pen(names)
    pieces = [*_round(view), *_waiting(view, pen)]
    y = _SEA + _SEA_H + _GAP
    for site, drawn in zip(SITES, _SITES, strict=True):
        height = sites.height(site, view)
        pieces += _quay(view, pen, site, y, height)
        pieces += _laid(drawn(view, pen), site, _QUAY + 8, y + _GAP)
        y += height + 3 * _GAP
    title = f"Round {view.round} of {ROUNDS}"
    common = Block(y, pieces, title=title, places=_places(view, pieces))
    rest = Block(20 + len(CARDS) / 2 * _TALLY, _laid(_tallies(view), "tallies", 0, 0), title="Cards", role="rest")
    sides = (_laid(_side(view, pen, seat), f"side-{seat}", 0, 0) for seat in range(len(names)))
    return [common, *(Block(72, side, seat) for seat, side in enumerate(sides)), rest]


def _places(view: View, pieces: Iterable[Piece]) -> dict[str, Box]:
    """By the name that moves use for a site or a ship: its box."""
    labels = ship_labels([ship.size for ship in view.ships])
    named = {f"site-{site}": site for site in SITES} | {f"ship-{n}": label for n, label in enumerate(labels)}
    return {named[piece.key]: (piece.x, piece.y, piece.w, piece.h) for piece in pieces if piece.key in named}


def _laid(pieces: Iterable[Piece], zone: str, x: float, y: float) -> list[Piece]:
    """The pieces of a zone, moved to its position. If only the zone moves, its pieces do not count as moved."""
    return [replace(piece, x=piece.x + x, y=piece.y + y, zone=zone) for piece in pieces]


# -- the round and its ships ------------------------------------------------------------------------------------


def _round(view: View) -> Iterator[Piece]:
    """The step that is due, and the round cards, each in its place: the current one and those not turned up yet."""
    if view.due:
        yield Piece("due", 0, 0, WIDTH, 18, text_line(0, 13, view.due, 13, "soft", room=WIDTH), title=view.due)
    up = "".join(str(ship.size) for ship in view.ships)
    for n, card in enumerate(ROUND_CARDS[len(view.sleds)]):
        x = n * 58.0
        yield Piece(f"round-card-place-{n}", x, 22, 52, 22, rect(0, 0, 52, 22, "", "faint", r=3))
        if card == up or card in view.round_cards:
            colour, title = ("realm", "this round's") if card == up else ("card", "still to come, or unused:")
            shapes = rect(0, 0, 52, 22, colour, "ink", r=3, thick=2 if card == up else 1)
            shapes += text_line(26, 16, card, 13, anchor="middle", bold=card == up)
            yield Piece(f"round-card-{card}", x, 22, 52, 22, shapes, "round card", card, f"{title} card {card}")


def _waiting(view: View, pen: Pen) -> Iterator[Piece]:
    """The sea with the ships that have not sailed, each in its place."""
    shapes = rect(0, 0, WIDTH, _SEA_H, "water", "faint", r=6)
    yield Piece("sea", 0, _SEA, WIDTH, _SEA_H, shapes, title="ships that have not sailed")
    x = 8.0
    for number, ship in enumerate(view.ships):
        if not ship.site:
            yield from _laid(_ship(view, pen, number), "sea", x, _SEA + _GAP)
        x += _length(ship) + 10


def _length(ship: ShipView) -> float:
    return _BOW + ship.size * STEP + 2


def _ship(view: View, pen: Pen, number: int) -> Iterator[Piece]:
    """A ship from above with its stones, its bow at the left; over it its label and the stones that it needs."""
    ship = view.ships[number]
    label = ship_labels([each.size for each in view.ships])[number]
    hull = path(f"M{_BOW} 15H{_length(ship):g}V41H{_BOW}Q5 38 0 28Q5 18 {_BOW} 15Z", "card", "ink")
    shapes = hull + "".join(place(_BOW + slot * STEP, 17) for slot in range(ship.size))
    shapes += text_line(_BOW, 11, f"{label}: {ship.minimum}+", 12, bold=True)
    where = f"at the {SITE_TITLES[SITES.index(ship.site)]}" if ship.site else "not sailed yet"
    title = f"ship {label}, sails with {pluralize(ship.minimum, 'stone')}, {where}"
    yield Piece(f"ship-{number}", 0, 0, _length(ship), _SHIP_H, shapes, "ship", str(ship.size), title)
    unloading = view.cargo if ship.site and ship.site == view.unloading else ()
    slots = (-1,) * (ship.size - len(unloading)) + unloading if unloading else ship.slots
    for slot, seat in enumerate(slots):
        if seat >= 0:
            aboard = f"still on ship {label}" if unloading else f"ship {label}, place {slot + 1}"
            yield pen.stone(f"ship-{number}-{slot}", _BOW + slot * STEP, 17, seat, aboard)


def _quay(view: View, pen: Pen, site: str, y: float, height: float) -> Iterator[Piece]:
    """The ground of a site, and its harbour with the ship in it."""
    title = f"{SITE_TITLES[SITES.index(site)].capitalize()} {view.sides[site].upper()}"
    high = height + 2 * _GAP
    shapes = rect(0, 0, WIDTH, high, "land", "faint", r=6) + rect(0, 0, _QUAY, high, "water", "faint", r=6)
    shapes += text_line(8, 17, title, 13, bold=True, room=_QUAY - 10)
    yield Piece(f"site-{site}", 0, y, WIDTH, high, shapes, title=title)
    for number, ship in enumerate(view.ships):
        if ship.site == site:
            yield from _laid(_ship(view, pen, number), site, 8, y + 22)


# -- cards and players ------------------------------------------------------------------------------------------


def _tallies(view: View) -> Iterator[Piece]:
    """A table of the kinds of card: how many are unseen, in the deck or the pair, and how many are discarded."""
    text = f"deck: {pluralize(view.deck_size, 'card')}"
    yield Piece("deck", 0, 0, 110, 18, text_line(0, 14, text, 13, bold=True), "deck", str(view.deck_size), text)
    heads = text_line(192, 13, "hidden", 11, "soft", anchor="end") + text_line(
        236, 13, "discard", 11, "soft", anchor="end"
    )
    yield Piece("tally-heads", 0, 0, 240, 18, heads)
    yield Piece("tally-heads-2", 244, 0, 236, 18, heads)
    for n, card in enumerate(CARDS):
        column, row = divmod(n, len(CARDS) // 2)
        x, line = column * 244.0, 20 + row * _TALLY
        hidden, out = view.unseen.get(card.id, 0), view.discard.count(card.id)
        shapes = kind_sign(card) + text_line(20, 13, card.name, 11)
        lies = ("card", card.id) if hidden or out else ("", "")
        yield Piece(f"kind-{card.id}", x, line, 160, _TALLY, shapes, *lies, f"{card.name}, {card.colour}: {card.text}")
        yield _number(f"hidden-{card.id}", x + 156, line, hidden, "hidden", f"{card.name}: {hidden} face down")
        yield _number(f"out-{card.id}", x + 200, line, out, "discarded", f"{card.name}: {out} discarded")


def _number(key: str, x: float, y: float, number: int, kind: str, title: str) -> Piece:
    shapes = text_line(36, 13, str(number), 12, "ink" if number else "soft", anchor="end", bold=number > 0)
    return Piece(key, x, y, 36, _TALLY, shapes, kind, str(number), title)


def _side(view: View, pen: Pen, seat: int) -> Iterator[Piece]:
    """A player's sled, quarry and cards, each kind in its place; also whether the player begins the round."""
    name = pen.names[seat]
    sled = path(f"M0 4V20Q0 28 8 28H{SLED * STEP + 12:g}", "", "soft", thick=3)
    sled += "".join(place(8 + n * STEP, 2) for n in range(SLED))
    yield Piece(f"sled-{seat}", 0, 0, 136, 30, sled, title=f"{name}'s sled")
    for n in range(view.sleds[seat]):
        yield pen.stone(f"sled-{seat}-{n}", 8 + n * STEP, 2, seat, "on the sled")
    left = view.quarries[seat]
    shapes = pen.cube(seat) + text_line(28, 16, f"{left} in the quarry", 13)
    title = f"{name}: {pluralize(left, 'stone')} in the quarry"
    yield Piece(f"quarry-{seat}", 160, 2, 130, STONE, shapes, "quarry", str(left), title)
    if seat == view.first and view.ships:
        begins = text_line(130, 16, "begins the round", 13, "soft", anchor="end")
        yield Piece("first", WIDTH - 130, 2, 130, STONE, begins, "first", str(seat), f"{name} begins the round")
    yield from _held(view.cards[seat], seat, name)


def _held(cards: Sequence[str], seat: int, name: str) -> Iterator[Piece]:
    """The cards before a player; those of one kind overlap."""
    for kind, (x, y, room) in _HELD.items():
        card, number = CARD[kind], cards.count(kind)
        title = f"{name}: {card.name}, {card.colour}: {card.text}"
        for n in range(number):
            yield Piece(f"cards-{seat}-{kind}-{n}", x + n * 5, y, 16, 16, kind_sign(card), "card", kind, title)
        if number:
            left = 15 + number * 5
            text = card.name.removesuffix(" Ornament") + (f" ×{number}" if number > 1 else "")
            yield Piece(f"held-{seat}-{kind}", x, y, room, 18, text_line(left, 13, text, 11, room=room - left))
