"""What a player may know (TE-1.5), and the table as it is drawn from that."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from kronika.core.chance import Dice
from kronika.core.game import EVERYONE
from kronika.core.games.tigris import GAME
from kronika.core.paper import Paper
from kronika.core.session import Session
from support.tigris import place

GIVEN: dict[str, Any] = {
    "tiles": """
         E   F   G    H   I  J
    3    .   T   .    .   .  .
    5    M   S   T*   .   .  T
    6    M^  .   .    .   .  .
    """,
    "treasures": [],
    "leaders": {"Lion": {"king": "G3"}, "Bull": {"trader": "G6"}},
    "monuments": {"red-black": "A10"},
    "catastrophes": ["I6"],
    "hands": {"Lion": "red red black", "Bull": "green", "Archer": "blue blue"},
    "bag": {"red": 5, "black": 4, "blue": 3, "green": 2},
    "points": {"Lion": {"red": 3, "treasures": 1}, "Bull": {"green": 2}},
}


@pytest.fixture
def table() -> Session:
    return place(options={"buildings": True}, **GIVEN)


def test_the_referee_knows_all(table: Session) -> None:
    view = table.view()
    assert view.bag == {"red": 5, "black": 4, "blue": 3, "green": 2}
    assert view.players[2].hand == {"red": 0, "black": 0, "blue": 0, "green": 1}
    assert view.players[2].points == {"red": 0, "black": 0, "blue": 0, "green": 2}
    assert view.monuments["black-red"] == "A10"
    assert view.buildings is not None
    assert view.buildings["market hall"] == "E6"


def test_a_player_sees_the_own_hand_and_screen_only(table: Session) -> None:
    view = table.view(0)
    assert view.players[0].hand == {"red": 2, "black": 1, "blue": 0, "green": 0}
    assert view.players[0].points == {"red": 3, "black": 0, "blue": 0, "green": 0}
    assert view.players[0].treasures == 1
    assert view.totals == (0, None, None, None)
    for player in view.players[1:]:
        assert (player.hand, player.points, player.treasures) == (None, None, None)
    assert [player.tiles for player in view.players] == [3, 2, 1, 0]  # all may count
    assert (view.bag, view.out) == (None, None)
    assert view.bag_tiles == 14


def test_points_behind_another_screen_are_not_scored(table: Session) -> None:
    """TE-1.5: the Lion has 3 red and a treasure, seat 2 has 2 green; each sees the own points alone until the end."""
    own = {0: ["red", "black"], 1: [], 2: ["green"], EVERYONE: []}
    for viewer, parts in own.items():
        sheet = GAME.sheet(table.state, viewer)
        assert [item.part for item in sheet.items] == parts
        assert sheet.totals == tuple(0 if seat == viewer else None for seat in range(4))
    assert len(GAME.sheet(table.state, None).items) == 3


def test_nothing_hidden_reaches_another_view(table: Session) -> None:
    """States that differ in hidden things alone: hands, bag, heaps, points and treasures of others."""
    state = table.state
    other = replace(
        state,
        hands=(state.hands[0], bytes((0, 0, 0, 2)), bytes((1, 0, 0, 0)), state.hands[3]),
        bag=bytes((1, 3, 5, 5)),
        seen=bytes((9, 9, 9, 9)),
        swapped=(state.swapped[0], bytes((1, 1, 1, 1)), *state.swapped[2:]),
        points=(state.points[0], state.points[2], state.points[0], state.points[1]),
        treasures=bytes((1, 3, 2, 0)),
    )
    assert GAME.view(other, 0) == GAME.view(state, 0)
    assert GAME.render(GAME.view(other, 0), table.players, Paper()) == GAME.render(
        GAME.view(state, 0), table.players, Paper()
    )
    assert GAME.actions(other, 0) == GAME.actions(state, 0)


def test_screens_are_lifted_at_the_end() -> None:
    view = place(phase="end", hands={"Bull": "red"}, points={"Bull": {"red": 4, "treasures": 2}}).view(0)
    assert view.players[2].points == {"red": 4, "black": 0, "blue": 0, "green": 0}
    assert view.players[2].treasures == 2
    assert GAME.sheet(place(phase="end", points={"Bull": {"red": 4}}).state, 0).totals == (0, 0, 0, 0)
    assert view.players[2].hand == {"red": 1, "black": 0, "blue": 0, "green": 0}
    assert view.bag is None


def test_dealing_anew_keeps_what_a_player_can_know(table: Session) -> None:
    """Own hand, sizes, what all have seen leave the game, points; the tiles themselves are all still there."""
    table.play("Lion: swap red black")
    table.play("chance: draw Lion blue blue")
    state = table.state
    redealt = [GAME.redeal(state, 0, Dice(number)) for number in range(20)]
    for other in redealt:
        assert other.hands[0] == state.hands[0]
        assert other.swapped[0] == state.swapped[0] == bytes((1, 1, 0, 0))
        assert other.seen == state.seen
        assert other.points == state.points
        assert [sum(hand) for hand in other.hands] == [sum(hand) for hand in state.hands]
        for colour in range(4):
            assert sum(pile[colour] for pile in (other.bag, *other.hands, *other.swapped)) == sum(
                pile[colour] for pile in (state.bag, *state.hands, *state.swapped)
            )
    assert len({other.hands for other in redealt}) > 5
    assert GAME.redeal(state, 1, Dice(1)).swapped[1] == state.swapped[1]
    assert any(GAME.redeal(state, 1, Dice(n)).swapped[0] != state.swapped[0] for n in range(10))


def test_a_conflict_in_a_view() -> None:
    session = place(
        tiles={"red": ["F5", "I5"], "black": ["G5", "G6", "K5", "K6"], "green": ["J5"]},
        leaders={"Lion": {"trader": "E5", "king": "F4"}, "Potter": {"king": "I4", "trader": "I6"}},
        hands={"Lion": "green green green red"},
    )
    session.play("Lion: red H5")
    view = msgspec.to_builtins(session.view(2))
    assert view["unification"] == "H5"
    assert view["conflict"]["wars"] == ("king", "trader")
    session.play("Lion: war traders")
    session.play("Lion: commit 2")
    conflict = session.view(2).conflict
    assert conflict is not None
    assert (conflict.kind, conflict.leader, conflict.attacker, conflict.defender) == ("war", "trader", 0, 3)
    assert conflict.committed == 2
    assert session.view(2).players[0].tiles == 1  # committed tiles lie beside the board


# -- the picture ----------------------------------------------------------------------------------------------------


def rows(session: Session, seat: int | None = None) -> dict[str, str]:
    """The drawn cells, by name."""
    lines = GAME.render(session.view(seat), session.players, Paper()).splitlines()
    top = next(at for at, line in enumerate(lines) if line.split()[:2] == ["A", "B"])
    cells = {}
    for row in range(1, 12):
        line = lines[top + row].ljust(68)
        assert line[:2].strip() == str(row)
        for column in range(16):
            cells[f"{chr(ord('A') + column)}{row}"] = line[4 + 4 * column : 8 + 4 * column].strip()
    return cells


def test_the_board_is_a_picture(table: Session) -> None:
    cells = rows(table)
    for cell, sign in {
        "F3": "T",
        "F5": "S",
        "E5": "M",
        "E6": "M^",
        "G5": "T*",
        "G3": "Lk",
        "G6": "Bt",
        "I6": "XX",
        "A10": "#K",
        "B10": "#R",
        "A11": "#K",
        "B11": "#R",
        "E1": "~",
        "A1": ".",
    }.items():
        assert cells[cell] == sign, cell


def test_priority_treasures_and_the_unification_tile_are_marked() -> None:
    session = place(
        tiles={"red": ["B2", "F5", "H5"]},
        treasures=["B2", "F5"],
        leaders={"Lion": {"king": "F4"}, "Bull": {"king": "H4"}},
        hands={"Lion": "green"},
    )
    session.play("Lion: green G5")
    cells = rows(session)
    assert (cells["B2"], cells["F5"], cells["G5"]) == ("T!", "T*", "M+")


def test_colour_changes_nothing_but_colour(table: Session) -> None:
    plain = GAME.render(table.view(), table.players, Paper())
    inked = GAME.render(table.view(), table.players, Paper(colour=True))
    assert "\x1b[38;5;160mT" in inked
    assert "\x1b" not in plain
    assert max(map(len, plain.splitlines())) <= 80


def test_the_players_and_what_is_due(table: Session) -> None:
    text = GAME.render(table.view(0), table.players, Paper())
    assert "Lion's turn, 2 actions left" in text
    assert "Due: Lion, an action" in text
    assert "hand     2 red  1 black" in text
    assert "hand     2 tiles" in text
    assert "supply   priest, farmer, trader, 2 catastrophes" in text
    assert "red 3  black 0  blue 0  green 0  and 1 treasure" in text
    assert "black-red A10; in stock:" in text
    assert "market hall E6" in text
    assert "Bag        14 tiles\n" in text
