"""What a player may know (TE-1.5), and the table as it is drawn from that."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from kronika.core.basics.chance import Dice
from kronika.core.contract.game import EVERYONE
from kronika.core.contract.paper import INK, Paper
from kronika.core.games.tigris import GAME
from kronika.core.sessions.session import Session
from support.playing import drawn
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


def test_a_player_sees_their_own_hand_and_screen_only(table: Session) -> None:
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
    """TE-1.5: the Lion has 3 red and a treasure, seat 2 has 2 green; each sees their own points alone until the end."""
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


def test_dealing_again_keeps_what_a_player_can_know(table: Session) -> None:
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


def drawn_cells(session: Session, seat: int | None = None) -> dict[str, tuple[str, str]]:
    """The drawn cells by name: the number of the kingdom and what stands there."""
    lines = drawn(session, seat).splitlines()
    top = next(at for at, line in enumerate(lines) if line.split()[:2] == ["A", "B"])
    assert [lines[top][4 + 4 * column] for column in range(16)] == list("ABCDEFGHIJKLMNOP")
    cells = {}
    for row in range(1, 12):
        line = lines[top + row].ljust(68)
        assert line[:2].strip() == str(row)
        for column in range(16):
            at = 3 + 4 * column
            cells[f"{chr(ord('A') + column)}{row}"] = (line[at].strip(), line[at + 1 : at + 4].strip())
    return cells


def rows(session: Session, seat: int | None = None) -> dict[str, str]:
    """What stands on the drawn cells."""
    return {cell: sign for cell, (_, sign) in drawn_cells(session, seat).items()}


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
    assert INK.sub("", inked) == plain
    assert "\x1b" not in plain
    paper = Paper(colour=True)
    assert paper.ink("T", "red") in inked
    assert f"{paper.ink('red', 'red')} 3, {paper.ink('black', 'black')} 0, {paper.ink('blue', 'blue')} 0" in inked
    assert f"{paper.ink('black', 'black')}-{paper.ink('green', 'green')}" in inked
    assert max(map(len, plain.splitlines())) <= 80


def test_the_players_and_what_is_due(table: Session) -> None:
    text = drawn(table, 0)
    assert text.startswith("Lion's turn, 2 actions left · Due: Lion, an action\n")
    assert "hand     2 red, 1 black" in text
    assert "hand     2 tiles" in text
    assert "supply   priest, farmer, trader, 2 catastrophes" in text
    assert "red 3, black 0, blue 0, green 0, 1 treasure" in text


def test_what_is_in_stock_stands_beside_the_board(table: Session) -> None:
    """What is built stands on the board: the monument black-red and the market hall."""
    board = drawn(table, 0).splitlines()[1:13]
    assert [line[69:] for line in board] == [
        "In stock",
        "black-green",
        "black-blue",
        "red-blue",
        "red-green",
        "blue-green",
        "library",
        "palace",
        "granary",
        "Bag 14",
        "",
        "",
    ]


def test_each_cell_says_which_kingdom_it_is_part_of(table: Session) -> None:
    """TE-3.2: a kingdom is a region with a leader. F3 G3 hang together, and E5 F5 G5 E6 G6; J5 and A10 have none."""
    numbers = {cell: number for cell, (number, _) in drawn_cells(table).items() if number}
    assert numbers == dict.fromkeys(("F3", "G3"), "1") | dict.fromkeys(("E5", "F5", "G5", "E6", "G6"), "2")


def test_on_narrow_paper_the_kingdoms_are_listed(table: Session) -> None:
    lines = drawn(table, 0, 50).splitlines()
    assert lines[1] == "   A  B  C  D  E  F  G  H  I  J  K  L  M  N  O  P"
    assert lines[4].startswith(" 3 .  .  .  ~  ~  T  Lk .")
    assert "Kingdom 1  F3 G3" in lines
    assert "Kingdom 2  E5 F5 G5 E6 G6" in lines
    assert "In stock  black-green, black-blue, red-blue," in lines
    assert max(map(len, lines)) <= 50


def test_on_wide_paper_the_players_stand_beside_the_board(table: Session) -> None:
    lines = drawn(table, 0, 120).splitlines()
    assert lines[1].endswith(" P    > Lion (Lion)  score 0: red 3, black 0, blue 0,")
    assert lines[4][69:] == "  hand     2 red, 1 black"


def whole(session: Session, seat: int, viewer: int | None) -> list[str]:
    return GAME.render(session.view(viewer), session.players, Paper(whole={seat})).splitlines()


def test_the_others_stand_in_a_line_each(table: Session) -> None:
    assert whole(table, 0, 0)[-4:] == [
        "  hand     2 red, 1 black",
        "  Archer (Archer)  2 tiles · all leaders, 2 catastrophes",
        "  Bull (Bull)  1 tile · priest, king, farmer, 2 catastrophes",
        "  Potter (Potter)  0 tiles · all leaders, 2 catastrophes",
    ]


def test_where_two_play_both_are_whole() -> None:
    text = "\n".join(whole(place(2, hands={"Archer": "red blue"}), 0, 0))
    assert "  Archer (Archer)\n  supply   all leaders, 2 catastrophes\n  hand     2 tiles" in text


@pytest.mark.parametrize("viewer", [None, 0, 3])
def test_a_screen_holds_a_conflict_of_four(viewer: int | None) -> None:
    """24 lines: the prompt, what is typed there, and the most that can be on the table at once."""
    points = {"red": 10, "black": 10, "blue": 10, "green": 10, "treasures": 2}
    session = place(
        4,
        options={"buildings": True},
        tiles={"red": ["F5"]},
        treasures=[],
        leaders={"Bull": {"farmer": "E5"}},
        hands=dict.fromkeys(("Lion", "Archer", "Bull", "Potter"), "red red black black blue green"),
        points=dict.fromkeys(("Lion", "Archer", "Bull", "Potter"), points),
    )
    session.play("Lion: farmer G5")
    lines = whole(session, 0, viewer)
    assert lines[1] == "Revolt of farmers at G5: Lion with 1 against Bull with 1"
    assert len(lines) <= 21
    assert max(map(len, lines)) <= 80


def test_the_legend_explains_every_sign(table: Session) -> None:
    """Every sign of the board, and nothing wider than the paper."""
    legend = GAME.legend(Paper(50))
    assert max(map(len, legend.splitlines())) <= 50
    heads = {line[:6].strip() for line in legend.splitlines()}
    signs = {sign.translate(str.maketrans("", "", "*!^+")) for sign in rows(table).values()}
    assert signs - {"#K", "#R", "~", ".", "Bt"} <= heads
    assert {"#R #K", "~ .", "T*", "T^", "T+", "1T", ">"} <= heads
