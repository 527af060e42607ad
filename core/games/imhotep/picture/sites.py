"""The five sites, of both sides, with their stones; positions are relative to the upper left corner of a site."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from kronika.core.contract.blocks import Piece
from kronika.core.drawing.shapes import rect, text_line, translated
from kronika.core.games.imhotep.board import PYRAMID_A, PYRAMID_NAMES, ROWS, TOWER, temple_width
from kronika.core.games.imhotep.picture.pen import BLOCK, CARD_W, STEP, STONE, Pen, card_piece, numbered, place
from kronika.core.games.imhotep.view import View

ROOM: Final = 332.0
"""Width of a site, in units of a block."""
_LEVEL: Final = BLOCK + 1
"""Height of a level of the temple."""
_LEVELS: Final = 5
"""Levels of the temple for which there is always room; few games need more."""
_SPACES: Final = {"point_or_stones": "1/stones", "two_points": "2", "card": "card"}
"""By bonus of a space of the temple, side B: its text."""
_PAIR_H: Final = 35.0
"""Height of a card of the pair: two of them take the place of one card."""
_PYRAMID: Final = 84.0
"""Width of a pyramid of side B."""
_WIDE: Final = 40.0
"""The largest width of a place of such a pyramid."""


def height(site: str, view: View) -> float:
    """The height of a site, without its margins; only the temple can grow."""
    return _levels(view) * _LEVEL + 20 if site == "temple" else 72


def _levels(view: View) -> int:
    return max(_LEVELS, -(-len(view.temple) // temple_width(len(view.sleds))))


def market(view: View, pen: Pen) -> Iterator[Piece]:
    """The market row, and on side B the pair in the last space."""
    step = CARD_W + 4
    for n, (key, name) in enumerate(numbered("row", view.row)):
        yield card_piece(key, n * step, 0, name, "market")
    for n, name in enumerate(view.pair):
        yield card_piece(f"pair-{n}", 3 * step, n * (_PAIR_H + 2), name, "pair in the market", _PAIR_H)


# -- pyramids ---------------------------------------------------------------------------------------------------


def pyramids(view: View, pen: Pen) -> Iterator[Piece]:
    """One pyramid with its levels side by side, or the three of side B; extra stones lie at the right."""
    return _pyramids_b(view, pen) if view.pyramid_places else _pyramid_a(view, pen)


def _pyramid_a(view: View, pen: Pen) -> Iterator[Piece]:
    """The pyramid of side A: each level is filled column by column from its top left (IM-3.7)."""
    spots = [(n // 3 * STEP, n % 3 * STEP) for n in range(9)]
    spots += [(84 + n // 2 * STEP, n % 2 * STEP) for n in range(4)]
    spots += [(144, 0)]
    printed = "".join(place(x, y, str(points)) for (x, y), points in zip(spots, PYRAMID_A, strict=True))
    yield Piece("pyramid", 0, 0, 166, 70, printed, title=f"the pyramid's {len(PYRAMID_A)} places")
    (stones,) = view.pyramids
    for n, (seat, (x, y)) in enumerate(zip(stones, spots, strict=False)):
        yield pen.stone(f"pyramid-{n}", x, y, seat, f"pyramid, {PYRAMID_A[n]}")
    yield from _beside(stones[len(PYRAMID_A) :], pen, 186)


def _pyramids_b(view: View, pen: Pen) -> Iterator[Piece]:
    """The pyramids of side B: a base is filled column by column from its top left, and the last place is on top."""
    for index, (name, places) in enumerate(zip(PYRAMID_NAMES, view.pyramid_places, strict=True)):
        columns = len(places) // 2
        w = min(_WIDE, _PYRAMID / max(1, columns))
        left = index * (_PYRAMID + 10)
        spots = [(left + n // 2 * w, (1 + n % 2) * STEP) for n in range(len(places) - 1)]
        spots.append((left + max(0, columns - 1) * w / 2, 0.0))
        printed = "".join(place(x, y, str(what), w=w - 2) for (x, y), what in zip(spots, places, strict=True))
        yield Piece(f"pyramid-{name}", 0, 0, ROOM, 70, printed, title=f"{name} pyramid: {', '.join(map(str, places))}")
        for n, seat in enumerate(view.pyramids[index]):
            where = f"{name} pyramid, {places[n] if isinstance(places[n], int) else f'1 and {places[n]}'}"
            yield pen.stone(f"pyramid-{name}-{n}", *spots[n], seat, where, w=w - 2)
    yield from _beside(view.pyramids[-1], pen, 3 * (_PYRAMID + 10))


def _beside(stones: Sequence[int], pen: Pen, left: float) -> Iterator[Piece]:
    """The stones for which there was no place, in columns of three."""
    columns = -(-len(stones) // 3)
    step = min(STEP, (ROOM - left - STONE) / max(1, columns - 1))
    for n, seat in enumerate(stones):
        yield pen.stone(f"pyramid-beside-{n}", left + n // 3 * step, n % 3 * STEP, seat, "beside the pyramids")


# -- temple, burial chamber, obelisks ---------------------------------------------------------------------------


def temple(view: View, pen: Pen) -> Iterator[Piece]:
    """The temple seen from the side, level over level; stones with none above them are visible (IM-3.9)."""
    width, ground = temple_width(len(view.sleds)), _levels(view) * _LEVEL
    step = 62.0 if view.temple_spaces else 34.0
    shapes = rect(0, ground, width * step, 3, "soft")
    for n, bonus in enumerate(view.temple_spaces):
        shapes += text_line(n * step + step / 2, ground + 16, _SPACES[bonus], 11, "soft", anchor="middle")
    spaces = f": {', '.join(view.temple_spaces).replace('_', ' ')}" if view.temple_spaces else ""
    yield Piece("temple", 0, 0, width * step, ground + 20, shapes, title=f"the temple's {width} spaces{spaces}")
    for n, seat in enumerate(view.temple):
        level, space = divmod(n, width)
        seen = n >= len(view.temple) - width
        where = f"temple, level {level + 1}, space {space + 1}{', visible' if seen else ''}"
        x, y = space * step + 1, ground - (level + 1) * _LEVEL
        yield pen.stone(f"temple-{n}", x, y, seat, where, w=step - 2, h=BLOCK)


def chamber(view: View, pen: Pen) -> Iterator[Piece]:
    """The burial chamber: three rows, filled column by column (IM-3.12)."""
    columns = max(map(len, view.chamber_rows))
    step = min(STEP, (ROOM - STONE) / max(1, columns - 1))
    shapes = "".join(place(column * STEP, row * STEP) for row in range(ROWS) for column in range(13))
    yield Piece("chamber", 0, 0, ROOM, 70, shapes, title="the burial chamber")
    for row, stones in enumerate(view.chamber_rows):
        for column, seat in enumerate(stones):
            where = f"burial chamber, row {row + 1}, column {column + 1}"
            yield pen.stone(f"chamber-{column * ROWS + row}", column * step, row * STEP, seat, where)


def obelisks(view: View, pen: Pen) -> Iterator[Piece]:
    """The obelisks: on side A one for each player, lying down; on side B towers, and single stones below them."""
    if not view.towers:
        high = len(view.obelisks) * 18.0 - 3
        yield Piece("obelisks", 0, 0, 3, high, rect(0, 0, 3, high, "soft"), title="the obelisks")
        for seat, height in enumerate(view.obelisks):
            yield from _lying(pen, seat, height, 4, seat * 18.0, ROOM - 4)
        return
    yield from _towers(view, pen)
    for seat, stones in enumerate(view.obelisks):
        yield from _lying(pen, seat, stones, seat * ROOM / 4, 56, ROOM / 4 - 4)


def _lying(pen: Pen, seat: int, stones: int, left: float, y: float, room: float) -> Iterator[Piece]:
    step = min(STEP, (room - STONE) / max(1, stones - 1))
    for n in range(stones):
        where = f"{n + 1} of {stones} at the obelisks"
        yield pen.stone(f"obelisk-{seat}-{n}", left + n * step, y, seat, where, h=BLOCK)


def _towers(view: View, pen: Pen) -> Iterator[Piece]:
    """The tower spaces with their points; a tower is three blocks high (IM-3.17)."""
    step = min(47.0, (ROOM - STONE) / (len(view.towers) - 0.5))
    for n, tower in enumerate(view.towers):
        printed = text_line(STONE + 2, 46, str(tower.points), 12, "soft") + rect(0, 47, STONE, 2, "soft")
        yield Piece(f"tower-space-{n}", n * step, 0, step, 50, printed, title=f"a tower here is worth {tower.points}")
        if tower.seat >= 0:
            cube = pen.cube(tower.seat, STONE, BLOCK)
            shapes = "".join(translated(0, floor * (BLOCK + 0.5), cube) for floor in range(TOWER))
            title = f"{pen.names[tower.seat]}'s tower, worth {tower.points}"
            yield Piece(f"tower-{n}", n * step, 0, STONE, 47, shapes, "tower", str(tower.seat), title)
