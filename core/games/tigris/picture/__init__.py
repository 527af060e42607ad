"""The table as a picture, drawn from a view alone: the phase, the map, the stock and the players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from kronika.core.basics.text import join_words, pluralize
from kronika.core.contract.blocks import WIDTH, Block, Piece
from kronika.core.contract.view import HIDDEN
from kronika.core.drawing.shapes import rect, text_line, translated
from kronika.core.games.tigris.board import COLOURS, TILES, Colour
from kronika.core.games.tigris.picture import signs
from kronika.core.games.tigris.picture.chart import HEIGHT, cells, chart
from kronika.core.games.tigris.view import Player, View

MAP: Final = 22.0
"""Upper edge of the map, in units of a block."""
STOCK: Final = MAP + HEIGHT + 8
"""Upper edge of the stock, below the map."""
ROW: Final = 34.0
"""Height of a row of pieces."""
LABEL: Final = 48.0
"""Width of the labels at the left."""
SUPPLY: Final = 356.0
"""Left edge of a player's supply: leaders that are not on the map, and catastrophes."""


def picture(view: View, names: Sequence[str]) -> list[Block]:
    """Return the blocks of the picture: one with the phase, the map and the stock, then one for each player."""
    pieces = [*_going_on(view, names), *chart(view, names, MAP), *_stock(view)]
    height = STOCK + ROW * (1 if view.bag is None else 2)
    common = Block(height, pieces, title=_headline(view, names), places=cells(MAP))
    sides = (list(_side(view.players[seat], seat, name)) for seat, name in enumerate(names))
    return [common, *(Block(2 * ROW, side, seat) for seat, side in enumerate(sides))]


# -- the phase --------------------------------------------------------------------------------------------------


def _headline(view: View, names: Sequence[str]) -> str:
    if view.phase == "end":
        return "The game is over"
    if view.phase in ("deal", "start"):
        return "Before the game"
    left = f", {pluralize(view.actions_left, 'action')} left" if view.actions_left else ""
    return f"{names[view.turn]}'s turn{left}"


def _going_on(view: View, names: Sequence[str]) -> Iterator[Piece]:
    """The current conflict, or else the step that is due."""
    conflict = view.conflict
    if conflict is None:
        due = f"{view.due} (after {view.placed})" if view.placed else view.due
        yield Piece("due", 0, 0, WIDTH, 18, text_line(0, 13, due, 13, "soft", room=WIDTH), title=due)
        return
    leaders = (conflict.leader,) if conflict.leader else conflict.wars
    about = f"{conflict.kind.capitalize()} of {join_words([f'{leader}s' for leader in leaders])} at {conflict.at}"
    if conflict.attacker is not None and conflict.defender is not None:
        about += f": {names[conflict.attacker]} against {names[conflict.defender]}"
    what = " ".join((conflict.kind, *leaders))
    yield Piece("conflict", 0, 0, 370, 18, text_line(0, 13, about, 13, bold=True, room=370), "conflict", what, about)
    if conflict.committed is not None:
        text = f"{conflict.committed} committed"
        shapes = text_line(100, 13, text, 13, anchor="end", bold=True, room=100)
        yield Piece("committed", WIDTH - 100, 0, 100, 18, shapes, "committed", str(conflict.committed), text)


# -- the stock --------------------------------------------------------------------------------------------------


def _stock(view: View) -> Iterator[Piece]:
    """The monuments and buildings that are not on the map, and the bag; for the referee also its contents."""
    for n, (monument, cell) in enumerate(view.monuments.items()):
        if cell is None:
            title = f"monument {monument} in stock"
            shapes = translated(0, 0, signs.monument(monument), times=32 / 52)
            yield Piece(f"monument-{monument}", n * 40.0, STOCK, 32, 32, shapes, "monument", monument, title)
    for colour, (building, cell) in zip(COLOURS, (view.buildings or {}).items(), strict=False):
        if cell is None:
            x, shapes = 248.0 + COLOURS.index(colour) * 28, signs.building(colour)
            yield Piece(
                f"building-{colour}", x, STOCK + 5, 23, 23, shapes, "building", building, f"{building} in stock"
            )
    text = pluralize(view.bag_tiles, "tile")
    shapes = text_line(110, 20, f"bag: {text}", 14, anchor="end")
    yield Piece("bag", WIDTH - 110, STOCK, 110, 30, shapes, "bag", str(view.bag_tiles), f"{text} in the bag")
    if view.bag is not None and view.out is not None:
        yield Piece("labels", 0, STOCK + ROW, WIDTH, ROW, _label("bag", 0) + _label("out", WIDTH / 2))
        yield from _tiles("bag", view.bag, "in the bag", 30, STOCK + ROW)
        yield from _tiles("out", view.out, "out of the game", WIDTH / 2 + 30, STOCK + ROW)


def _tiles(key: str, counts: Mapping[Colour, int], where: str, x: float, y: float, step: float = 52) -> Iterator[Piece]:
    """Face-up tiles: for each colour one tile and the number."""
    for n, (colour, number) in enumerate(counts.items()):
        title = f"{pluralize(number, TILES[n])} {where}"
        yield _counter(f"{key}-{colour}", x + n * step, y, signs.tile(colour), str(number), "tiles", title)


def _counter(key: str, x: float, y: float, sign: str, number: str, kind: str, title: str) -> Piece:
    """A sign with a number beside it."""
    text = text_line(27, 21, number, 15, "soft" if number == "0" else "ink", bold=number != "0")
    return Piece(key, x, y, 50, 30, translated(0, 4, sign) + text, kind, number, title)


def _label(text: str, x: float, y: float = 0) -> str:
    return text_line(x, y + 20, text, 12, "soft")


# -- the players ------------------------------------------------------------------------------------------------


def _side(player: Player, seat: int, name: str) -> Iterator[Piece]:
    """A player's points and hand, hidden if the viewer does not know them; at the right the supply and the dynasty."""
    yield Piece(f"labels-{seat}", 0, 0, LABEL, 2 * ROW, _label("points", 0) + _label("hand", 0, ROW))
    for n, colour in enumerate(COLOURS):
        number, title = _told(name, None if player.points is None else player.points[colour], f"{colour} point")
        yield _counter(f"points-{seat}-{colour}", LABEL + n * 60, 0, signs.point(colour), number, "points", title)
    number, title = _told(name, player.treasures, "treasure")
    yield _counter(f"treasures-{seat}", LABEL + 240, 0, translated(5, 5, signs.TREASURE), number, "treasures", title)
    yield from _hand(player, seat, name)
    for n, (leader, cell) in enumerate(player.leaders.items()):
        if cell is None:
            title = f"{name}'s {leader} in the supply"
            shapes = signs.leader(player.dynasty, leader)
            yield Piece(
                f"leader-{seat}-{leader}", SUPPLY + n * 31, 2, 27, 27, shapes, "leader", f"{seat} {leader}", title
            )
    for n in range(player.catastrophes):
        title = f"{name}'s catastrophe in the supply"
        x, what = SUPPLY + n * 29 + 2, "catastrophe"
        yield Piece(f"{what}-{seat}-{n}", x, ROW + 4, 23, 23, signs.CATASTROPHE, "tile", what, title)
    shapes = rect(0, 0, 23, 23, "black", "soft", r=4) + translated(3.5, 3.5, signs.DYNASTY_SIGNS[player.dynasty])
    shapes += text_line(27, 16, player.dynasty, 11, "soft", room=42)
    yield Piece(
        f"dynasty-{seat}", SUPPLY + 58, ROW + 4, 66, 23, shapes, "dynasty", player.dynasty, f"{name}: {player.dynasty}"
    )


def _told(name: str, number: int | None, what: str) -> tuple[str, str]:
    """The text and the title of a number; None is shown as hidden."""
    if number is None:
        return HIDDEN, f"{name}: {HIDDEN} {what}s"
    return str(number), f"{name}: {pluralize(number, what)}"


def _hand(player: Player, seat: int, name: str) -> Iterator[Piece]:
    if player.hand is not None:
        yield from _tiles(f"hand-{seat}", player.hand, f"in {name}'s hand", LABEL, ROW, 60)
        return
    for n in range(player.tiles):
        title = f"a tile in {name}'s hand"
        yield Piece(f"hand-{seat}-{n}", LABEL + n * 30, ROW + 4, 23, 23, signs.BACK, "tile", HIDDEN, title)
