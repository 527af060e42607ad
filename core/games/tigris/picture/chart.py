"""The map as a picture: land and river, the areas of the kingdoms, and the pieces on the cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from kronika.core.basics.text import join_words
from kronika.core.contract.blocks import WIDTH, Box, Piece
from kronika.core.drawing.shapes import path, rect, text_line
from kronika.core.games.tigris.board import (
    BIT,
    CELL_NAMES,
    COLOUR_INDEX,
    COLUMNS,
    INDEX,
    MAPS,
    ROWS,
    TILES,
    BoardName,
    Cell,
)
from kronika.core.games.tigris.picture import signs
from kronika.core.games.tigris.view import View

CELL: Final = 29
"""Width and height of a cell, in units of a block."""
EDGE: Final = 16
"""Space for the letters above the cells and for the numbers to their left."""
HEIGHT: Final = EDGE + ROWS * CELL
"""Height of the map, letters included."""
_CORNERS: Final = {cell: (EDGE + n % COLUMNS * CELL, EDGE + n // COLUMNS * CELL) for n, cell in enumerate(CELL_NAMES)}
"""By cell: its upper left corner (x, y) on the map."""


def chart(view: View, names: Sequence[str], y: float) -> Iterator[Piece]:
    """The map and the pieces on it, from the ground up; `y` is its upper edge."""
    realms = [(cells, _ruled(view, names, cells)) for cells in view.kingdoms]
    within = {cell: f", {ruled}" for cells, ruled in realms for cell in cells}
    yield Piece("map", 0, y, WIDTH, HEIGHT, _ground(view.board), title=f"the {view.board} map")
    for cells, ruled in realms:
        area = _squares(cells)
        # The fill covers the parts of the outline that are inside the area.
        shapes = path(area, "", "ink", thick=4) + path(area, "realm")
        yield Piece(f"kingdom-{cells[0]}", 0, y, WIDTH, HEIGHT, shapes, title=f"{ruled}: {', '.join(cells)}")
    for laid in _laid(view, names):
        left, top = (edge + laid.inset for edge in _CORNERS[laid.cell])
        title = f"{laid.cell}, {laid.says}{within.get(laid.cell, '')}"
        yield Piece(laid.key, left, y + top, laid.size, laid.size, laid.shapes, laid.kind, laid.what, title)


def _ruled(view: View, names: Sequence[str], cells: Sequence[Cell]) -> str:
    """The title of a kingdom by its leaders: `kingdom of Anna's priest and Bob's king`."""
    rulers = [view.leaders[cell] for cell in cells if cell in view.leaders]
    return f"kingdom of {join_words([_owned(names[seat], leader) for seat, leader in rulers])}"


def cells(y: float) -> dict[str, Box]:
    """By cell: its box, on a map with its upper edge at `y`."""
    return {cell: (left, y + top, CELL, CELL) for cell, (left, top) in _CORNERS.items()}


# -- the ground -------------------------------------------------------------------------------------------------


@cache
def _ground(board: BoardName) -> str:
    """The shapes of the empty map: land, river, frames of priority cells, letters of columns, numbers of rows."""
    places = MAPS[board]
    river: list[Cell] = [cell for cell in CELL_NAMES if places.river & BIT[INDEX[cell]]]
    framed = [_CORNERS[cell] for cell in CELL_NAMES if places.priority & BIT[INDEX[cell]]]
    waves = "".join(f"M{x + 5} {y + 15}q4.7 -7 9.5 0t9.5 0" for x, y in (_CORNERS[cell] for cell in river))
    columns = [f"M{EDGE + n * CELL} {EDGE}V{HEIGHT}" for n in range(COLUMNS + 1)]
    rows = [f"M{EDGE} {EDGE + n * CELL}H{WIDTH}" for n in range(ROWS + 1)]
    return "".join((
        rect(EDGE, EDGE, COLUMNS * CELL, ROWS * CELL, "land"),
        path(_squares(river), "water"),
        path(waves, "", "soft"),
        path("".join((*columns, *rows)), "", "faint"),
        *(rect(x + 1.5, y + 1.5, CELL - 3, CELL - 3, "", "ink", thick=1.5) for x, y in framed),
        *(_letter(EDGE + (n + 0.5) * CELL, EDGE - 4, CELL_NAMES[n][0]) for n in range(COLUMNS)),
        *(_letter(EDGE / 2 - 1, EDGE + n * CELL + 19, str(n + 1)) for n in range(ROWS)),
    ))  # fmt: skip


def _letter(x: float, y: float, text: str) -> str:
    return text_line(x, y, text, 11, "soft", anchor="middle")


def _squares(cells: Sequence[Cell]) -> str:
    """The path of the area of these cells, which are given row by row."""
    runs: list[list[int]] = []
    for x, y in (_CORNERS[cell] for cell in cells):
        if runs and runs[-1][1] == y and runs[-1][0] + runs[-1][2] == x:
            runs[-1][2] += CELL
        else:
            runs.append([x, y, CELL])
    return "".join(f"M{x} {y}h{w}v{CELL}h-{w}z" for x, y, w in runs)


# -- the pieces on the map --------------------------------------------------------------------------------------


class _Laid(NamedTuple):
    """A piece on the map.

    `inset` is the distance of its shapes from the upper left corner of its cell, in both directions, and `size` their
    width and height. `says` is the part of its title after the cell's name; the other fields are as in `Piece`.
    """

    key: str
    cell: Cell
    inset: float
    size: float
    shapes: str
    kind: str
    what: str
    says: str


def _laid(view: View, names: Sequence[str]) -> Iterator[_Laid]:
    """All pieces on the map, those below before those above them."""
    yield from _tiles(view)
    for name, place in view.monuments.items():
        if place:
            shapes = signs.monument(name)
            yield _Laid(f"monument-{name}", place, 3, 52, shapes, "monument", name, f"monument {name}")
    for cell in view.treasures:
        first = bool(MAPS[view.board].priority & BIT[INDEX[cell]])
        what, shapes = ("first", signs.FIRST) if first else ("any", signs.TREASURE)
        says = "treasure to be taken before others" if first else "treasure"
        yield _Laid(f"treasure-{cell}", cell, 14, 13, shapes, "treasure", what, says)
    for cell, building in _built(view).items():
        yield _Laid(f"building-{view.tiles[cell]}", cell, 1, 14, signs.BUILDING, "building", building, building)
    for cell, (seat, leader) in view.leaders.items():
        shapes, what = signs.leader(view.players[seat].dynasty, leader), f"{seat} {leader}"
        yield _Laid(f"leader-{seat}-{leader}", cell, 1, 27, shapes, "leader", what, _owned(names[seat], leader))
    for cell in view.catastrophes:
        yield _Laid(f"catastrophe-{cell}", cell, 3, 23, signs.CATASTROPHE, "tile", "catastrophe", "catastrophe")
    if view.unification:
        yield _Laid(
            "unification", view.unification, 3, 23, signs.UNIFICATION, "tile", "unification", "unification tile"
        )


def _built(view: View) -> dict[Cell, str]:
    """By cell: the name of its building."""
    return {cell: building for building, cell in (view.buildings or {}).items() if cell}


def _tiles(view: View) -> Iterator[_Laid]:
    built = _built(view)
    for cell, colour in view.tiles.items():
        with_it = " with treasure" if cell in view.treasures else ""
        on_it = f", {built[cell]}" if cell in built else ""
        says = f"{TILES[COLOUR_INDEX[colour]]}{with_it}{on_it}"
        yield _Laid(f"tile-{cell}", cell, 3, 23, signs.tile(colour), "tile", colour, says)
    for cell, colour in view.face_down.items():
        says = f"{TILES[COLOUR_INDEX[colour]]} face down"
        yield _Laid(f"tile-{cell}", cell, 3, 23, signs.turned(colour), "turned tile", colour, says)


def _owned(name: str, leader: str) -> str:
    return f"{name}'s {leader}"
