"""The monuments of the five sites, of both sides, seen from the side.

Positions are relative to the upper left corner of the ground of a site; everything rests on a line `up` units below.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from kronika.core.contract.blocks import Piece
from kronika.core.drawing.shapes import path, rect, text_line, translated
from kronika.core.games.imhotep.board import OBELISKS_A, PYRAMID_A, PYRAMID_NAMES, ROWS, TOWER, temple_width
from kronika.core.games.imhotep.picture.pen import (
    BLOCK,
    CARD_W,
    LETTERS,
    LEVEL,
    STEP,
    STONE,
    Pen,
    card_piece,
    numbered,
    place,
)
from kronika.core.games.imhotep.view import View

ROOM: Final = 216.0
"""Width of what is built at a site, in units of a block."""
LEAST: Final = 88.0
"""Height of the highest thing for which there is always room."""
PLINTH: Final = 4.0
"""Height of the stone under temples and obelisks."""
_SPACES: Final = {"point_or_stones": ("1 or", "stones"), "two_points": ("2",), "card": ("card",)}
"""By bonus of a space of the temple, side B: its text, line by line."""
_PRINTED: Final = 27.0
"""Height of these lines below the temple."""
_BONUS: Final = {
    "card": ("card", "1 and the top card of the deck"),
    "stones": ("sled", "1 and up to 3 stones from the quarry to the sled"),
    "place": ("ship", "1 and a stone from the sled to a ship"),
}
"""By bonus of a place of a pyramid, side B: what is printed on it, and the same in words."""
_PAIR_H: Final = 35.0
"""Height of a card of the pair: two of them take the place of one card."""
_BRICK: Final = 36.0
"""Width of a stone of the pyramid of side A."""
_PYRAMID: Final = 58.0
"""Width of a pyramid of side B."""
_TALL: Final = 12
"""Stones of an obelisk for which there is room; those of a higher one overlap."""
_OBELISK: Final = 34.0
"""Width of an obelisk."""


def up(site: str, view: View) -> float:
    """The height from the ground line of a site to the top of what is built there, or can be without growing."""
    if site == "temple":
        high = max(4, -(-len(view.temple) // temple_width(len(view.sleds)))) * LEVEL + PLINTH
        return max(LEAST, high + (_PRINTED if view.temple_spaces else 0))
    if site == "obelisks" and not view.towers:
        return max(LEAST, min(max(view.obelisks), _TALL) * LEVEL + PLINTH + 14)
    return LEAST


def market(view: View, pen: Pen, ground: float) -> Iterator[Piece]:
    """The market row, and on side B the pair in the last space."""
    step = CARD_W + 2
    for n, (key, name) in enumerate(numbered("row", view.row)):
        yield card_piece(key, n * step, 0, name, "market")
    for n, name in enumerate(view.pair):
        yield card_piece(f"pair-{n}", 3 * step, n * (_PAIR_H + 2), name, "pair in the market", _PAIR_H)


# -- pyramids ---------------------------------------------------------------------------------------------------


def pyramids(view: View, pen: Pen, ground: float) -> Iterator[Piece]:
    """One pyramid, or the three of side B; extra stones lie at the right."""
    return _pyramids_b(view, pen, ground) if view.pyramid_places else _pyramid_a(view, pen, ground)


def _pyramid_a(view: View, pen: Pen, ground: float) -> Iterator[Piece]:
    """The pyramid of side A, level over level; each is filled column by column from its top left (IM-3.7)."""
    step, top = _BRICK + 1, ground - 6 * LEVEL
    spots = [(n // 3 * step, top + (3 + n % 3) * LEVEL) for n in range(9)]
    spots += [((0.5 + n // 2) * step, top + (1 + n % 2) * LEVEL) for n in range(4)]
    spots += [(step, top)]
    steps = path(f"M-3 {ground:g}v-45h18.5v-28h18.5v-14h43v14h18.5v28h18.5v45z", "stone", "soft")
    printed = "".join(
        place(x, y, str(points), w=_BRICK, h=BLOCK) for (x, y), points in zip(spots, PYRAMID_A, strict=True)
    )
    title = f"the pyramid's {len(PYRAMID_A)} places, with the points of a stone: {', '.join(map(str, PYRAMID_A))}"
    yield Piece("pyramid", 4, top, 3 * step, ground - top, translated(0, -top, steps + printed), title=title)
    (stones,) = view.pyramids
    for n, (seat, (x, y)) in enumerate(zip(stones, spots, strict=False)):
        yield pen.stone(f"pyramid-{n}", x + 4, y, seat, f"pyramid, {PYRAMID_A[n]}", w=_BRICK, h=BLOCK)
    yield from _beside(stones[len(PYRAMID_A) :], pen, 3 * step + 14, ground)


def _pyramids_b(view: View, pen: Pen, ground: float) -> Iterator[Piece]:
    """The pyramids of side B: a base is filled column by column from its top left, and the last place is on top."""
    high = LEAST / 3
    top = ground - 3 * high
    for index, (name, places) in enumerate(zip(PYRAMID_NAMES, view.pyramid_places, strict=True)):
        columns = max(1, len(places) // 2)
        w, left = _PYRAMID / columns, index * (_PYRAMID + 5)
        spots = [(left + n // 2 * w, top + (1 + n % 2) * high) for n in range(len(places) - 1)]
        spots.append((left + (columns - 1) * w / 2, top))
        texts = [_BONUS.get(str(what), (str(what),))[0] for what in places]
        printed = "".join(
            place(x, y - top, text, w=w - 1, h=high - 1) for (x, y), text in zip(spots, texts, strict=True)
        )
        told = ", ".join(_BONUS.get(str(what), ("", str(what)))[1] for what in places)
        yield Piece(f"pyramid-{name}", 0, top, ROOM, 3 * high, printed, title=f"{name} pyramid: {told}")
        for n, seat in enumerate(view.pyramids[index]):
            where = f"{name} pyramid, {places[n] if isinstance(places[n], int) else f'1 and {places[n]}'}"
            yield pen.stone(f"pyramid-{name}-{n}", *spots[n], seat, where, w=w - 1, h=high - 1)
    yield from _beside(view.pyramids[-1], pen, 3 * (_PYRAMID + 5), ground)


def _beside(stones: Sequence[int], pen: Pen, left: float, ground: float) -> Iterator[Piece]:
    """The stones for which there was no place, in columns of six."""
    columns = -(-len(stones) // 6)
    step = min(STEP, (ROOM - left - STONE) / max(1, columns - 1))
    for n, seat in enumerate(stones):
        x, y = left + n // 6 * step, ground - (6 - n % 6) * LEVEL
        yield pen.stone(f"pyramid-beside-{n}", x, y, seat, "beside the pyramids", h=BLOCK)


# -- temple, burial chamber, obelisks ---------------------------------------------------------------------------


def temple(view: View, pen: Pen, ground: float) -> Iterator[Piece]:
    """The temple, level over level; stones with none above them are visible (IM-3.9)."""
    width = temple_width(len(view.sleds))
    step = ROOM // width
    floor = ground - PLINTH - (_PRINTED if view.temple_spaces else 0)
    shapes = rect(0, 0, width * step, PLINTH, "stone", "soft")
    for n, bonus in enumerate(view.temple_spaces):
        for row, line in enumerate(_SPACES[bonus]):
            shapes += text_line((n + 0.5) * step, 15 + row * 12, line, LETTERS, "soft", anchor="middle")
    spaces = f": {', '.join(view.temple_spaces).replace('_', ' ')}" if view.temple_spaces else ""
    yield Piece("temple", 0, floor, width * step, ground - floor, shapes, title=f"the temple's {width} spaces{spaces}")
    for n, seat in enumerate(view.temple):
        level, space = divmod(n, width)
        seen = n >= len(view.temple) - width
        where = f"temple, level {level + 1}, space {space + 1}{', visible' if seen else ''}"
        yield pen.stone(f"temple-{n}", space * step + 1, floor - (level + 1) * LEVEL, seat, where, w=step - 2, h=BLOCK)


def chamber(view: View, pen: Pen, ground: float) -> Iterator[Piece]:
    """The burial chamber: three rows, filled column by column (IM-3.12)."""
    columns = max(map(len, view.chamber_rows))
    step = min(STEP, (ROOM - STONE) / max(1, columns - 1))
    top, high = ground - ROWS * STEP - 2, ROWS * STEP + 2
    lines = "".join(f"M0 {row * STEP:g}H{ROOM:g}" for row in range(1, ROWS))
    lines += "".join(f"M{column * STEP - 1:g} 0V{high:g}" for column in range(1, 9))
    shapes = path(f"M{ROOM:g} 0H0V{high:g}H{ROOM:g}", "stone", "ink", thick=2) + path(lines, "", "faint")
    yield Piece("chamber", 0, top, ROOM, high, shapes, title="the burial chamber, open to the right")
    for row, stones in enumerate(view.chamber_rows):
        for column, seat in enumerate(stones):
            where = f"burial chamber, row {row + 1}, column {column + 1}"
            yield pen.stone(f"chamber-{column * ROWS + row}", column * step, top + 2 + row * STEP, seat, where)


def obelisks(view: View, pen: Pen, ground: float) -> Iterator[Piece]:
    """The obelisks: on side A one for each player; on side B towers, and single stones below them."""
    quarter = ROOM / 4
    if view.towers:
        yield from _towers(view, pen, ground - 32)
        for seat, stones in enumerate(view.obelisks):
            yield from _lying(pen, seat, stones, seat * quarter, ground - BLOCK, quarter - 4)
        return
    for seat, height in enumerate(view.obelisks):
        left, step = seat * quarter, LEVEL * min(1, _TALL / max(1, *view.obelisks))
        shapes = rect(0, 0, quarter - 6, PLINTH, "stone", "soft")
        title = f"{pen.names[seat]}'s obelisk: {height}"
        yield Piece(f"plinth-{seat}", left, ground - PLINTH, quarter - 6, PLINTH, shapes, title=title)
        for n in range(height):
            y = ground - PLINTH - BLOCK - n * step
            where = f"{n + 1} of {height} at the obelisks"
            x = left + (quarter - 6 - _OBELISK) / 2
            yield pen.stone(f"obelisk-{seat}-{n}", x, y, seat, where, w=_OBELISK, h=BLOCK)
        if height:
            number = text_line((quarter - 6) / 2, 10, str(height), LETTERS, "ink", anchor="middle", bold=True)
            top = ground - PLINTH - BLOCK - (height - 1) * step - 14
            yield Piece(f"height-{seat}", left, top, quarter - 6, 12, number)


def _lying(pen: Pen, seat: int, stones: int, left: float, y: float, room: float) -> Iterator[Piece]:
    step = min(STEP, (room - STONE) / max(1, stones - 1))
    for n in range(stones):
        where = f"{n + 1} of {stones} at the obelisks"
        yield pen.stone(f"obelisk-{seat}-{n}", left + n * step, y, seat, where, h=BLOCK)


def _towers(view: View, pen: Pen, floor: float) -> Iterator[Piece]:
    """The tower spaces with their points; a tower is three blocks high (IM-3.17)."""
    step = min(47.0, (ROOM - STONE) / max(1, len(view.towers) - 1))
    high = TOWER * (BLOCK + 0.5)
    for n, tower in enumerate(view.towers):
        printed = rect(0, 0, STONE, 3, "stone", "soft") + text_line(
            STONE / 2, 14, str(tower.points), LETTERS, "soft", anchor="middle"
        )
        title = f"a tower here is worth {tower.points}"
        yield Piece(f"tower-space-{n}", n * step, floor, STONE, 18, printed, title=title)
        if tower.seat >= 0:
            cube = pen.cube(tower.seat, STONE, BLOCK)
            shapes = "".join(translated(0, storey * (BLOCK + 0.5), cube) for storey in range(TOWER))
            title = f"{pen.names[tower.seat]}'s tower, worth {tower.points}"
            yield Piece(f"tower-{n}", n * step, floor - high, STONE, high, shapes, "tower", str(tower.seat), title)


def worth(site: str, side: str, players: int) -> tuple[str, str]:
    """The worth of a site: in a few words for the picture, and in a sentence."""
    if (site, side) == ("obelisks", "a"):
        points = ", ".join(map(str, OBELISKS_A[players]))
        return f"{points} by height", f"at the end {points} points by height"
    return _WORTH[site, side]


_WORTH: Final = {
    ("market", "a"): ("a card for each stone", "a card of the row at once for each stone"),
    ("market", "b"): ("a card for each stone", "a card of the row, or one of the pair, at once for each stone"),
    ("pyramids", "a"): ("points at once", "the points of its place at once for each stone"),
    ("pyramids", "b"): ("points at once", "the points or the bonus of its place at once for each stone"),
    ("temple", "a"): ("1 if seen, each round", "after each round 1 point for each visible stone"),
    ("temple", "b"): ("if seen, each round", "after each round the bonus of its space for each visible stone"),
    ("burial_chamber", "a"): ("areas at the end", "at the end 1, 3, 6, 10, 15 points for areas of 1 to 5 stones"),
    ("burial_chamber", "b"): ("rows at the end", "at the end points for the most stones in each row"),
    ("obelisks", "b"): ("three are a tower", "the third stone makes a tower at once, a single one is 1 at the end"),
}
"""By site and side: what it gives."""
