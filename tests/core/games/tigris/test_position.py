"""Hand-written positions: grids and lists, defaults, and what makes no sense."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.basics.errors import PositionError
from support.tigris import place


def test_a_grid_and_lists_say_the_same() -> None:
    grid = place(
        options={"buildings": True},
        tiles="""
             E   F   G    H
        1    F   .   .    ~
        4    .   T   T*   M
        5    .   S   red  market^
        6    X   .   .    .
        """,
        leaders="""
             E   F       G
        4    Lk  .       .
        3    .   trader:Bull  .
        """,
    )
    lists = place(
        options={"buildings": True},
        tiles={"blue": ["E1"], "temple": ["F4", "G4", "G5"], "market": ["H4", "H5"], "black": ["F5"]},
        leaders={"Lion": {"king": "E4"}, "bull": {"trader": "F3"}},
        treasures=["G4"],
        catastrophes=["E6"],
        buildings={"market hall": "H5"},
    )
    assert grid.state == lists.state


def test_the_starting_board_and_more() -> None:
    table = place(start=True, tiles={"black": ["C2"]}, leaders={"Lion": {"king": "B3"}})
    assert len(table.view().treasures) == 10  # TE-1.4: classic
    assert len(place(options={"board": "advanced"}, start=True).view().treasures) == 14
    assert table.state.bag == bytes((57 - 10, 30 - 1, 36, 30))  # TE-1.2


def test_where_points_came_from_and_what_was_swapped() -> None:
    table = place(
        points={"Lion": {"red": {"tiles": 2, "war leaders": 1}, "green": 4}, "Bull": {"treasures": 1}},
        swapped={"Lion": "red red", "Bull": {"blue": 1}},
    )
    # A place in a ledger is 4 x source + colour: tiles are source 0, war leaders 4, what came before 7.
    assert table.state.points[:2] == ((0, 2, 16, 1, 31, 4), ())
    assert table.view().players[0].points == {"red": 3, "black": 0, "blue": 0, "green": 4}
    assert table.state.swapped[0] == bytes((2, 0, 0, 0))
    assert table.state.bag == bytes((55, 30, 35, 30))


def test_a_whole_board_needs_no_letters() -> None:
    row = "7 ~ ~ ~ ~ . . . . T* . . . ~ ~ ~ ."
    assert place(tiles=row).view().treasures == ("I7",)


def test_signs_of_tiles_are_no_letters_of_columns() -> None:
    """A first line with farms and markets, F and M, is a row: in the line of columns there is nothing else."""
    view = place(tiles="1 M . . . F F . . . . . . . . . S").view()
    assert view.tiles == {"A1": "green", "E1": "blue", "F1": "blue", "P1": "black"}
    small = place(tiles="e f m\n1 F . F").view()
    assert small.tiles == {"E1": "blue", "M1": "blue"}


def test_defaults() -> None:
    """Nothing named: an empty board, all tiles in the bag, two catastrophes each, the first player with two actions."""
    view = place().view()
    assert view.bag == {"red": 57, "black": 30, "blue": 36, "green": 30}
    assert view.out == {"red": 0, "black": 0, "blue": 0, "green": 0}
    assert (view.phase, view.turn, view.actions_left) == ("action", 0, 2)
    assert [player.catastrophes for player in view.players] == [2, 2, 2, 2]
    assert [player.tiles for player in view.players] == [0, 0, 0, 0]


def test_two_hundred_tiles_of_a_colour_may_be_given() -> None:
    """Anyone who gives bag and heap gives any number of tiles, up to that."""
    view = place(bag={"red": 100}, out={"red": 100}).view()
    assert view.bag is not None
    assert view.out is not None
    assert (view.bag["red"], view.out["red"]) == (100, 100)


def test_bag_and_heap() -> None:
    given: dict[str, Any] = {"tiles": {"red": ["F5"]}, "hands": {"Lion": {"red": 2}}}
    left = place(**given).view()
    assert left.bag == {"red": 54, "black": 30, "blue": 36, "green": 30}
    named = place(**given, bag="red black").view()
    assert (named.bag, named.out) == (
        {"red": 1, "black": 1, "blue": 0, "green": 0},
        {"red": 53, "black": 29, "blue": 36, "green": 30},
    )
    out = place(**given, out={"red": 50}).view()
    assert out.bag == {"red": 4, "black": 30, "blue": 36, "green": 30}
    free = place(**given, bag={"red": 100}, out={}).view()
    assert free.bag == {"red": 100, "black": 0, "blue": 0, "green": 0}


def test_tiles_under_a_monument_are_of_the_colour_named_first() -> None:
    assert set(place(monuments={"red-black": "F5"}).view().face_down.values()) == {"red"}
    assert set(place(monuments={"black-red": "F5"}).view().face_down.values()) == {"black"}
    assert place(monuments={"blue-green": "O4"}).view().face_down == {
        "O4": "blue",
        "P4": "blue",
        "O5": "blue",
        "P5": "blue",
    }


def test_points_turn_and_phase() -> None:
    session = place(turn="bull", actions_left=1, points={"Bull": {"red": 3, "market": 2, "treasures": 1}})
    view = session.view()
    assert (view.turn, view.actions_left) == (2, 1)
    assert view.players[2].points == {"red": 3, "black": 0, "blue": 0, "green": 2}
    assert view.players[2].treasures == 1


def test_what_a_state_is_described_by() -> None:
    """The colour of the tiles under a monument is named first, however the monument is called."""
    table = place(monuments={"green-red": "F5"}, turn="bull", leaders={})
    given = table.game.given(table.state, table.players)
    assert (given.monuments, given.turn, given.actions_left) == ({"green-red": "F5"}, "Bull", 2)
    grid = table.game.given(place(tiles={"red": ["B2"], "blue": ["E1"]}, treasures=["B2"]).state, table.players).tiles
    rows = [line.split() for line in grid.splitlines()]
    assert (rows[0][0], rows[1][5], rows[2][2], rows[11][:2]) == ("A", "F", "T*", ["11", "."])


def test_treasures_without_a_choice_are_taken_at_once() -> None:
    session = place(
        tiles={"red": ["P2", "O2"]}, treasures=["P2", "O2"], leaders={"Lion": {"trader": "P3"}}, phase="treasure"
    )
    assert session.view().treasures == ("O2",)
    assert session.view().actions_left == 1


TEMPLE: dict[str, Any] = {"tiles": {"red": ["F5"]}}
WRONG: list[tuple[dict[str, Any], str]] = [
    ({"tiles": {"pink": ["F5"]}}, "tiles.pink: There is no tile"),
    ({"tiles": {"red": ["Q5"]}}, "tiles.red: 'Q5' is not a cell"),
    ({"tiles": {"red": ["F5", "F5"]}}, "tiles.red: F5 is taken"),
    ({"tiles": {"red": ["E1"]}}, "tiles.red: E1 is the river"),
    ({"tiles": {"blue": ["F5"]}}, "tiles.blue: F5 is land"),
    ({"tiles": {"black": [f"{c}{r}" for r in (10, 11) for c in "ABCDEFGHIJKLMNOP"]}}, "tiles: 32 black tiles"),
    ({"tiles": "4 . ."}, "tiles: row 4 has 2 cells for 16 columns"),
    ({"tiles": "A B\nx . ."}, "tiles: a line begins with the number of its row"),
    ({"tiles": "A B\n0 . ."}, "tiles: a line begins with the number of its row, 1 to 11, not '0'."),
    ({"tiles": "A B\n12 . ."}, "tiles: a line begins with the number of its row"),
    ({"tiles": "A B\n001 . ."}, "tiles: a line begins with the number of its row"),
    ({"tiles": f"A B\n{'1' * 5000} . ."}, "tiles: a line begins with the number of its row"),
    ({"tiles": "A B\n5 . .\n5 . ."}, "tiles: row 5 is drawn twice"),
    ({"tiles": "A B\n5 Q ."}, "tiles.A5: There is no tile 'Q'"),
    ({"tiles": "A B\n5 M* ."}, "tiles.A5: A5 has a market: a treasure needs a bare temple"),
    ({"tiles": "A B\n5 M^ ."}, "buildings: this game is played without them"),
    (
        {"leaders": {"Lion": {"king": "F4"}}},
        "leaders: the king on F4 has no temple beside it, so it must be in the supply (TE-3.7, I-5).",
    ),
    ({"start": True, "tiles": {"red": ["B2"]}}, "tiles.red: B2 is taken"),
    (
        {"catastrophes": [f"{column}2" for column in "CDEFGHIJK"]},
        "catastrophes: 9 on the board and 0 left; 4 players have 8 (TE-1.3).",
    ),
    (
        {"catastrophes": ["C2", "D2", "E2"], "catastrophes_left": {"Lion": 2, "Bull": 2, "Archer": 2}},
        "catastrophes: 3 on the board and 6 left; 4 players have 8 (TE-1.3).",
    ),
    (
        {"start": True, "points": {"Lion": {"treasures": 1}}},
        "treasures: 10 on the board and 1 taken; the classic board has 10 (TE-1.4).",
    ),
    ({"points": {"Lion": {"red": {"tile": 1}}}}, "points.Lion.red.tile: 'tile' is not one of tiles, king,"),
    ({"points": {"Lion": {"red": {"tiles": 201}}}}, "points.Lion.red.tiles: 201 is not from 0 to 200."),
    ({"points": {"Lion": {"treasures": {"tiles": 1}}}}, "points.Lion.treasures: give treasures as a number"),
    ({"swapped": {"Lion": {"red": 58}}}, "tiles: 58 red tiles are named, and there are 57"),
    ({**TEMPLE, "leaders": {"Lion": {"king": "F5"}}}, "leaders: F5 is taken"),
    ({"tiles": {"red": ["H2"]}, "leaders": {"Lion": {"king": "H1"}}}, "leaders: H1 is a river cell"),
    ({**TEMPLE, "leaders": {"Wolf": {"king": "F4"}}}, "leaders.Wolf: There is no player 'Wolf'"),
    ({**TEMPLE, "leaders": {"chance": {"king": "F4"}}}, "leaders.chance: 'chance' is not a player"),
    ({**TEMPLE, "leaders": {"Lion": {"queen": "F4"}}}, "leaders.Lion.queen: There is no leader 'queen'"),
    ({**TEMPLE, "leaders": "F G\n4 Lx ."}, "leaders.F4: There is no leader 'x'"),
    ({**TEMPLE, "leaders": "F G\n4 Zk ."}, "leaders.F4: There is no player 'Z'"),
    (
        {**TEMPLE, "leaders": "E F\n4 . Lk\n5 Lk ."},
        "leaders: the same king is on two cells",
    ),
    (
        {**TEMPLE, "leaders": {"Lion": {"king": "F4"}, "Bull": {"king": "F6"}}},
        "leaders: two kings are in the kingdom of F4",
    ),
    ({**TEMPLE, "treasures": ["F6"]}, "treasures: F6 has an empty cell"),
    ({**TEMPLE, "treasures": ["F5", "F5"]}, "treasures: F5 has a temple with a treasure"),
    ({**TEMPLE, "catastrophes": ["F5"]}, "catastrophes: F5 is taken"),
    ({"monuments": {"red-red": "F5"}}, "monuments.red-red: 'red-red' is not a monument"),
    ({"monuments": {"red-blue": "P5"}}, "monuments.red-blue: P5 is not the top left cell"),
    ({"monuments": {"blue-red": "F5"}}, "monuments.blue-red: F5 is land"),
    ({"monuments": {"red-blue": "F5", "red-green": "G6"}}, "monuments.red-green: G6 is taken"),
    ({"monuments": {"red-black": "F5", "black-red": "A10"}}, "monuments.black-red: the monument is built twice"),
    ({"buildings": {"green": "F5"}}, "buildings: this game is played without them"),
    ({"hands": {"Lion": "red " * 7}}, "hands.Lion: 7 tiles"),
    ({"hands": {"Wolf": "red"}}, "hands.Wolf: There is no player 'Wolf'"),
    ({"hands": {"Lion": "pink"}}, "hands.Lion: There is no tile 'pink'"),
    ({"hands": {"Lion": {"pink": 1}}}, "hands.Lion.pink: There is no tile 'pink'"),
    ({"bag": {"red": 58}}, "tiles: 58 red tiles are named"),
    ({"bag": {"red": 100, "temple": 100}}, "tiles: 200 red tiles are named, and there are 57"),
    ({"bag": {"red": 101, "temple": 100}}, "bag: 201 tiles of one colour are too many"),
    ({"bag": {"red": 101}, "out": {"red": 100}}, "tiles: 201 tiles of one colour are too many"),
    ({"bag": {"red": 200, "temple": 200}}, "bag: 400 tiles of one colour are too many"),
    ({"bag": {"red": 150}, "out": {"red": 150}}, "tiles: 300 tiles of one colour are too many"),
    ({"points": {"Lion": {"pink": 1}}}, "points.Lion.pink: There is no colour 'pink'"),
    ({"points": {"Lion": {"treasures": 9}, "Bull": {"treasures": 6}}}, "treasures: 0 on the board and 15 taken"),
    ({"hands": {"Lion": "red", "lion": "red"}}, "hands.lion: 'Lion' and 'lion' are the same player"),
    ({"hands": {"Lion": {"red": 201}}}, "hands.Lion.red: 201 is not from 0 to 200."),
    ({"hands": {"Lion": {"red": -1}}}, "hands.Lion.red: -1 is not from 0 to 200."),
    ({"catastrophes_left": {"Bull": 3}}, "catastrophes_left.Bull: 3 is not from 0 to 2 (TE-1.2)."),
    ({"catastrophes_left": {"Bull": 1, "2": 1}}, "catastrophes_left.2: 'Bull' and '2' are the same player"),
    ({"points": {"Bull": {"red": 1}, "BULL": {}}}, "points.BULL: 'Bull' and 'BULL' are the same player"),
    ({"points": {"Lion": {"red": 1, "temple": 2}}}, "points.Lion.temple: 'red' and 'temple' are the same colour"),
    ({"points": {"Lion": {"treasures": -1}}}, "points.Lion.treasures: -1 is not from 0 to 200."),
    (
        {**TEMPLE, "leaders": {"Lion": {"king": "F4"}, "0": {"trader": "F6"}}},
        "leaders.0: 'Lion' and '0' are the same player; name each player once.",
    ),
    ({"actions_left": 3}, "actions_left: 3 is not from 1 to 2 (TE-2.1)."),
    ({"actions_left": 0}, "actions_left: 0 is not from 1 to 2 (TE-2.1)."),
    ({"phase": "ended"}, "phase: 'ended' is not one of action, treasure, end. Did you mean end?"),
    ({"phase": "end", "ended": "war"}, "ended: 'war' is not one of treasures, refill, swap."),
    ({"turn": "Wolf"}, "turn: There is no player 'Wolf'"),
    ({"phase": "treasure"}, "phase: there are no treasures to take"),
]


@pytest.mark.parametrize(("given", "says"), WRONG, ids=[says for _, says in WRONG])
def test_what_makes_no_sense_is_refused(given: dict[str, Any], says: str) -> None:
    with pytest.raises(PositionError) as error:
        place(**given)
    assert str(error.value).startswith(says)


@pytest.mark.parametrize(
    ("buildings", "says"),
    [
        ({"red": "G5"}, "buildings.red: G5 has no face-up temple for the library"),
        ({"hut": "G5"}, "buildings.hut: There is no building 'hut'"),
        ({"green": "G5", "market hall": "F5"}, "buildings.market hall: the market hall is on two tiles"),
    ],
)
def test_buildings_that_make_no_sense(buildings: dict[str, str], says: str) -> None:
    with pytest.raises(PositionError) as error:
        place(options={"buildings": True}, tiles={"green": ["F5", "G5"]}, buildings=buildings)
    assert str(error.value).startswith(says)
