"""The table as a picture: each thing that a view knows is a piece in its place, and nothing else is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

import pytest

from kronika.core.contract.blocks import Piece
from kronika.core.drawing.picture import draw, mark_changes
from kronika.core.games.tigris import GAME
from kronika.core.games.tigris.picture import signs
from kronika.core.games.tigris.view import View
from kronika.core.sessions.session import Session
from support.boxes import boxes
from support.pieces import over_positions, pieces, sound, tables, titles, told, without_places
from support.tigris import RIVER, place

LEFT, TOP, CELL = 16, 38, 29
"""Where cell A1 begins, and how far it is from one cell to the next."""
FRAMED = {"classic": {"B2", "P2", "B8", "O9"}, "advanced": {"B3", "P6", "A8", "E10", "J11", "O11"}}
"""The cells with a treasure that is taken first (TE-1.1, TE-8.3)."""


Told = tuple[str, str, str]
"""Kind, what, and the cell, empty for what lies beside the map."""


@pytest.fixture
def table() -> Session:
    """F6 touches the market hall and no temple, so it stays empty; the monument stands on two temples' treasures."""
    return place(
        options={"buildings": True},
        tiles="""
             B   E   F   G    H   I  J
        2    T*  .   .   .    .   .  .
        3    .   .   T   .    .   .  .
        5    .   M   S   T*   .   .  T
        6    .   M^  .   .    .   .  .
        """,
        leaders={"Lion": {"king": "G4"}, "Bull": {"priest": "G6"}, "Archer": {"farmer": "A2"}},
        treasures=["B11"],
        monuments={"red-black": "A10"},
        catastrophes=["I6"],
        hands={"Lion": "red red black", "Bull": "green", "Archer": "blue blue"},
        bag={"red": 5, "black": 4, "blue": 3, "green": 2},
        points={"Lion": {"red": 3, "treasures": 1}, "Bull": {"green": 2}},
    )


# -- named positions --------------------------------------------------------------------------------------------


def test_the_map_says_in_words_what_lies_where(table: Session) -> None:
    common, *_ = GAME.picture(table.view(0), table.players)
    ruled = "kingdom of Lion's king and Bull's priest"
    said = {piece.key: (piece.kind, piece.what, piece.title) for piece in common.pieces if cell_of(piece)}
    assert said == {
        "tile-B2": ("tile", "red", "B2, temple with treasure, kingdom of Archer's farmer"),
        "tile-F3": ("tile", "red", "F3, temple"),
        "tile-E5": ("tile", "green", f"E5, market, {ruled}"),
        "tile-F5": ("tile", "black", f"F5, settlement, {ruled}"),
        "tile-G5": ("tile", "red", f"G5, temple with treasure, {ruled}"),
        "tile-J5": ("tile", "red", "J5, temple"),
        "tile-E6": ("tile", "green", f"E6, market, market hall, {ruled}"),
        "tile-A10": ("turned tile", "red", "A10, temple face down"),
        "tile-B10": ("turned tile", "red", "B10, temple face down"),
        "tile-A11": ("turned tile", "red", "A11, temple face down"),
        "tile-B11": ("turned tile", "red", "B11, temple face down"),
        "monument-black-red": ("monument", "black-red", "A10, monument black-red"),
        "treasure-B2": ("treasure", "first", "B2, treasure to be taken before others, kingdom of Archer's farmer"),
        "treasure-G5": ("treasure", "any", f"G5, treasure, {ruled}"),
        "treasure-B11": ("treasure", "any", "B11, treasure"),
        "building-green": ("building", "market hall", f"E6, market hall, {ruled}"),
        "leader-0-king": ("leader", "0 king", f"G4, Lion's king, {ruled}"),
        "leader-2-priest": ("leader", "2 priest", f"G6, Bull's priest, {ruled}"),
        "leader-1-farmer": ("leader", "1 farmer", "A2, Archer's farmer, kingdom of Archer's farmer"),
        "catastrophe-I6": ("tile", "catastrophe", "I6, catastrophe"),
    }
    kingdoms = [piece.title for piece in common.pieces if piece.key.startswith("kingdom-")]
    assert kingdoms == ["kingdom of Archer's farmer: A2, B2", f"{ruled}: G4, E5, F5, G5, E6, G6"]


def test_columns_and_rows_have_their_names_beside_them(table: Session) -> None:
    """A to P above the middle of their columns, 1 to 11 left of the middle of their rows (TE-1.1)."""
    (chart,) = [piece for piece in GAME.picture(table.view(0), table.players)[0].pieces if piece.key == "map"]
    top = TOP - chart.y
    names = {
        box.text: ((box.left + box.right) / 2, (box.top + box.bottom) / 2) for box in boxes(chart.shapes) if box.text
    }
    assert "".join(names) == "ABCDEFGHIJKLMNOP" + "1234567891011"
    for n, name in enumerate("ABCDEFGHIJKLMNOP"):
        across, down = names[name]
        assert (across, down < top) == (LEFT + (n + 0.5) * CELL, True), name
    for n in range(11):
        across, down = names[str(n + 1)]
        assert across < LEFT
        assert down - top == pytest.approx((n + 0.5) * CELL, abs=1)


@pytest.mark.parametrize("board", FRAMED)
def test_the_river_and_the_frames_are_drawn_in_their_cells(board: str) -> None:
    """TE-1.1: runs of cells one wide and as long as they are, and a frame in the middle of each cell that has one."""
    session = place(options={"board": board})
    (chart,) = [piece for piece in GAME.picture(session.view(0), session.players)[0].pieces if piece.key == "map"]
    water = next(d for d, names in re.findall(r'<path d="([^"]*)" class="([^"]*)"', chart.shapes) if names == "f-water")
    river = set[str]()
    for x, y, w, h, back in re.findall(r"M(\d+) (\d+)h(\d+)v(\d+)h-(\d+)z", water):
        assert (int(h), w) == (CELL, back)
        river |= {cell_at(int(x) + n * CELL, int(y) + chart.y) for n in range(int(w) // CELL)}
    assert river == set(RIVER[board].split())
    frames = [box.moved(0, chart.y) for box in boxes(chart.shapes) if not box.text][1:]
    for box in frames:
        assert (box.left + box.right - 2 * LEFT) % (2 * CELL) == (box.top + box.bottom - 2 * TOP) % (2 * CELL) == CELL
        assert CELL / 2 < box.right - box.left == box.bottom - box.top < CELL
    assert {cell_at(box.left, box.top) for box in frames} == FRAMED[board]


def cell_at(x: float, y: float) -> str:
    return f"{'ABCDEFGHIJKLMNOP'[int((x - LEFT) // CELL)]}{int((y - TOP) // CELL) + 1}"


@pytest.mark.parametrize(("found", "across"), [(signs.COLOUR_SIGNS, 20), (signs.DYNASTY_SIGNS, 16)])
def test_what_a_sign_is_made_of_stands_in_its_middle(found: Mapping[str, str], across: int) -> None:
    for name, sign in found.items():
        for box in boxes(sign):
            assert box.left + box.right == across, name
            assert 0 <= box.top < box.bottom <= across, name


def test_a_player_sees_their_own_hand_and_the_backs_of_the_others(table: Session) -> None:
    found = pieces(table, 0)
    assert {key: found[key].what for key in found if key.startswith(("hand-0", "points-0", "treasures-0"))} == {
        "points-0-red": "3",
        "points-0-black": "0",
        "points-0-blue": "0",
        "points-0-green": "0",
        "treasures-0": "1",
        "hand-0-red": "2",
        "hand-0-black": "1",
        "hand-0-blue": "0",
        "hand-0-green": "0",
    }
    assert found["points-0-red"].title == "Lion: 3 red points"
    assert found["hand-0-black"].title == "1 settlement in Lion's hand"
    assert [found[f"points-2-{colour}"].what for colour in ("red", "black", "blue", "green")] == ["?"] * 4
    assert (found["treasures-2"].what, found["treasures-2"].title) == ("?", "Bull: ? treasures")
    backs = {key: piece.title for key, piece in found.items() if piece.what == "?" and piece.kind == "tile"}
    assert backs == {
        "hand-1-0": "a tile in Archer's hand",
        "hand-1-1": "a tile in Archer's hand",
        "hand-2-0": "a tile in Bull's hand",
    }
    assert titles(found, "tile")[-2:] == ["Potter's catastrophe in the supply"] * 2
    assert not [key for key in found if key.startswith(("bag-", "out-"))]


def test_the_referee_sees_bag_and_heap(table: Session) -> None:
    found = pieces(table)
    assert [found[f"bag-{colour}"].what for colour in ("red", "black", "blue", "green")] == ["5", "4", "3", "2"]
    assert found["bag-red"].title == "5 temples in the bag"
    assert found["bag"].what == "14"
    assert found["hand-2-green"].what == "1"


def test_what_stands_nowhere_lies_in_stock_and_supply(table: Session) -> None:
    found = pieces(table, 0)
    stock = {key: piece for key, piece in found.items() if piece.title.endswith("in stock")}
    assert set(stock) == {
        *("monument-black-green", "monument-black-blue", "monument-red-blue", "monument-red-green"),
        *("monument-blue-green", "building-red", "building-black", "building-blue"),
    }
    assert stock["building-blue"].title == "granary in stock"
    supply = [piece.what for piece in found.values() if piece.title.endswith("Bull's trader in the supply")]
    assert supply == ["2 trader"]
    assert sum(piece.kind == "leader" for piece in found.values()) == 16
    assert [found[f"dynasty-{seat}"].what for seat in range(4)] == ["lion", "archer", "bull", "potter"]


def test_a_war_is_reported_and_its_tile_drawn() -> None:
    session = place(
        tiles={"red": ["F5", "I5"], "black": ["G5", "G6", "K5", "K6"], "green": ["J5"]},
        leaders={"Lion": {"trader": "E5", "king": "F4"}, "Potter": {"king": "I4", "trader": "I6"}},
        hands={"Lion": "green green green red"},
    )
    assert pieces(session, 2)["due"].title == "take an action"
    session.play("Lion: red H5")
    found = pieces(session, 2)
    assert (found["conflict"].what, found["conflict"].title) == ("war king trader", "War of kings and traders at H5")
    assert cell_of(found["unification"]) == cell_of(found["tile-H5"]) == "H5"
    session.play("Lion: war traders")
    assert pieces(session, 2)["conflict"].title == "War of traders at H5: Lion against Potter"
    session.play("Lion: commit 2")
    found = pieces(session, 2)
    assert (found["conflict"].what, found["committed"].what) == ("war trader", "2")


def test_a_leader_that_is_placed_comes_from_the_supply() -> None:
    session = place(tiles={"red": ["F5"]}, hands={"Lion": "red"})
    before = draw(GAME, session.view(0), session.players)
    session.play("Lion: king F4")
    after = draw(GAME, session.view(0), session.players)
    marks = {piece.key for piece in mark_changes(before, after).pieces} - {piece.key for piece in after.pieces}
    assert marks == {"mark-leader-0-king", "arrow-leader-0-king"}


def test_the_end_is_said_and_all_screens_are_lifted() -> None:
    session = place(phase="end", hands={"Bull": "red"}, points={"Bull": {"red": 4, "treasures": 2}})
    assert GAME.picture(session.view(0), session.players)[0].title == "The game is over"
    found = pieces(session, 0)
    assert (found["points-2-red"].what, found["treasures-2"].what, found["hand-2-red"].what) == ("4", "2", "1")


# -- any position -----------------------------------------------------------------------------------------------


def cell_of(piece: Piece) -> str:
    """The cell in which the middle of a piece of the common block lies; a monument's is its upper left one."""
    across, down = (15, 15) if piece.kind == "monument" else (piece.w / 2, piece.h / 2)
    column, row = int((piece.x + across - LEFT) // CELL), int((piece.y + down - TOP) // CELL)
    return f"{'ABCDEFGHIJKLMNOP'[column]}{row + 1}" if piece.kind and 0 <= row < 11 and column >= 0 else ""


def pictured(view: View, names: Sequence[str]) -> Counter[Told]:
    common, *sides = GAME.picture(view, names)
    beside = [piece for side in sides for piece in side.pieces if piece.kind]
    return Counter(
        [(piece.kind, piece.what, cell_of(piece)) for piece in common.pieces if piece.kind]
        + [(piece.kind, piece.what, "") for piece in beside]
    )


def known(view: View) -> Counter[Told]:
    """What the view has, counted by hand."""
    found = Counter(("tile", colour, cell) for cell, colour in view.tiles.items())
    found.update(("turned tile", colour, cell) for cell, colour in view.face_down.items())
    found.update(("monument", name, cell or "") for name, cell in view.monuments.items())
    found.update(("building", name, cell or "") for name, cell in (view.buildings or {}).items())
    first = FRAMED[view.board]
    found.update(("treasure", "first" if cell in first else "any", cell) for cell in view.treasures)
    found.update(("leader", f"{seat} {leader}", cell) for cell, (seat, leader) in view.leaders.items())
    found.update(("tile", "catastrophe", cell) for cell in view.catastrophes)
    found["bag", str(view.bag_tiles), ""] += 1
    if view.unification:
        found["tile", "unification", view.unification] += 1
    for counts in (view.bag, view.out):
        found.update(("tiles", str(n), "") for n in (counts or {}).values())
    if view.conflict:
        leaders = [view.conflict.leader] if view.conflict.leader else view.conflict.wars
        found["conflict", " ".join([view.conflict.kind, *leaders]), ""] += 1
        if view.conflict.committed is not None:
            found["committed", str(view.conflict.committed), ""] += 1
    for seat, player in enumerate(view.players):
        found["dynasty", player.dynasty, ""] += 1
        found["tile", "catastrophe", ""] += player.catastrophes
        found.update(("leader", f"{seat} {leader}", "") for leader, cell in player.leaders.items() if cell is None)
        if player.hand is None:
            found["tile", "?", ""] += player.tiles
        else:
            found.update(("tiles", str(n), "") for n in player.hand.values())
        found.update(("points", str(n), "") for n in (player.points or dict.fromkeys("1234", "?")).values())
        found["treasures", "?" if player.treasures is None else str(player.treasures), ""] += 1
    return +found


@over_positions
def test_what_is_drawn_is_what_the_view_knows(positions: int) -> None:
    for view, names in tables(GAME, positions):
        sound(GAME.picture(view, names), view, names)
        assert pictured(view, names) == known(view)
        assert told(GAME, view, names) == without_places(known(view))
