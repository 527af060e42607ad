"""Faults that public implementations have had (SPEC section 13), each as a position that shows it.

Positions are classic and bare unless said otherwise; the Lion is on turn, then Archer, Bull, Potter.
"""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.games.tigris import GAME
from kronika.core.sessions.session import Session
from support.playing import after, legal, play, points
from support.tigris import place


def kinds(effects: list[dict[str, Any]]) -> list[str]:
    return [effect["type"] for effect in effects]


def test_a_move_is_judged_with_the_leader_lifted() -> None:
    """On F4 the king makes F5 a kingdom; lifted, it leaves a leaderless temple, and G5 touches one kingdom only."""
    session = place(tiles={"red": ["F5", "H5"]}, leaders={"Lion": {"king": "F4"}, "Bull": {"trader": "I5"}})
    assert "king F4>G5" in legal(session)
    play(session, "Lion: king F4>G5")
    assert session.view().kingdoms == (("F5", "G5", "H5", "I5"),)


def test_a_move_that_only_lifting_makes_illegal() -> None:
    """With the king on G5 the two temples are one kingdom and G6 touches one; lifted, it would unite two."""
    session = place(
        tiles={"red": ["F5", "F6", "H5", "H6"]},
        leaders={"Lion": {"king": "G5"}, "Archer": {"priest": "E5"}, "Bull": {"trader": "I5"}},
    )
    assert "king G5>G6" not in legal(session)


def test_a_move_inside_a_kingdom_starts_no_revolt() -> None:
    session = place(tiles={"red": ["F5"]}, leaders={"Lion": {"king": "E5", "trader": "F4"}})
    effects = play(session, "Lion: king E5>G5")
    assert effects == []
    assert session.actors == (0,)


def test_wars_go_on_when_three_kingdoms_meet() -> None:
    """EX-18: after the first war three kingdoms touch H5; the kings of two of them still fight."""
    session = place(
        tiles={"red": ["G5", "H4", "I5"], "black": ["F4", "K5"], "green": ["G4", "J6", "K6"]},
        leaders={
            "Lion": {"trader": "F5", "king": "H3"},
            "Archer": {"priest": "G6"},
            "Potter": {"trader": "J5", "king": "I6"},
        },
        hands={"Lion": "black"},
    )
    effects = play(after(session, "Lion: black H5", "Lion: war traders", "Lion: commit 0"), "Potter: commit 0")
    assert "war_begun" in kinds(effects)


@pytest.mark.parametrize(("first", "winner"), [("traders", "Lion"), ("kings", "Potter")])
def test_wars_are_fought_in_the_order_chosen(first: str, winner: str) -> None:
    session = place(
        tiles={"red": ["F5", "I5"], "black": ["G5", "G6", "K5", "K6"], "green": ["J5"]},
        leaders={"Lion": {"trader": "E5", "king": "F4"}, "Potter": {"king": "I4", "trader": "I6"}},
        hands={"Lion": "green green green red"},
    )
    play(session, "Lion: red H5", f"Lion: war {first}")
    play(session, f"Lion: commit {3 if first == 'traders' else 0}", "Potter: commit 0")
    if session.view().conflict is not None:
        play(session, "Lion: commit 0", "Potter: commit 0")
    assert points(session, winner)["black"] == (1 if winner == "Lion" else 3)


def test_treasures_come_after_each_action() -> None:
    session = place(
        tiles={"red": ["P2", "O3", "N5"], "blue": ["O4"]},
        leaders={"Bull": {"farmer": "O2"}, "Lion": {"trader": "P3"}},
        treasures=["P2", "N5"],
        hands={"Lion": "blue red"},
    )
    effects = play(session, "Lion: blue N4")
    assert kinds(effects)[-1] == "treasures_taken"
    assert session.view().actions_left == 1


def test_few_treasures_do_not_stop_a_turn() -> None:
    session = place(
        tiles={"red": ["P2", "O3", "N5"], "blue": ["O4"]},
        leaders={"Bull": {"farmer": "O2"}, "Lion": {"trader": "P3"}},
        treasures=["P2", "N5"],
        hands={"Lion": "blue red"},
    )
    play(session, "Lion: blue N4")
    assert session.result() is None
    play(session, "Lion: red A1", "chance: draw Lion red red red red red red")
    assert session.result() is None  # the others are refilled first
    for name in ("Archer", "Bull", "Potter"):
        assert session.result() is None
        play(session, f"chance: draw {name} red red red red red red")
    result = session.result()
    assert result is not None
    assert result.rule == "TE-9.3"


def test_monument_points_follow_the_kingdoms_of_now() -> None:
    """The Lion cuts its own king off the monument with its second action: nothing is paid."""
    given: dict[str, Any] = {
        "tiles": {"red": ["C5"], "green": ["D5"]},
        "monuments": {"black-green": "E5"},
        "leaders": {"Lion": {"king": "C6"}},
    }
    paid = play(place(**given), "Lion: end")
    assert [(e["seat"], e["colour"], e["points"]) for e in paid if e["type"] == "scored"] == [(0, "black", 1)]
    cut = play(after(place(**given), "Lion: catastrophe D5"), "Lion: end")
    assert "scored" not in kinds(cut)


@pytest.mark.parametrize(("bag", "over"), [("red black", False), ("red", True)])
def test_the_last_tile_of_the_bag_is_drawn(bag: str, over: bool) -> None:
    session = place(("Lion", "Bull"), hands={"Lion": "red red red red", "Bull": "red red red red red red"}, bag=bag)
    play(session, "Lion: end")
    assert (session.result() is not None) == over


def test_everyone_is_refilled_and_only_at_the_end_of_the_turn() -> None:
    session = place(
        ("Lion", "Bull"),
        tiles={"red": ["F5"]},
        leaders={"Bull": {"farmer": "E5"}},
        hands={"Lion": "red red black black black black", "Bull": "red red red black black black"},
    )
    play(session, "Lion: farmer G5", "Lion: commit 1", "Bull: commit 2")
    assert [sum(hand) for hand in session.state.hands] == [5, 4]
    assert session.actors == (0,)
    play(session, "Lion: black A1")
    assert [sum(hand) for hand in session.state.hands] == [4, 4]
    play(session, "chance: draw Lion green green", "chance: draw Bull blue blue")
    assert [sum(hand) for hand in session.state.hands] == [6, 6]
    result = session.result()
    assert result is not None
    assert result.rule == "TE-9.3"  # no treasures on this board


def test_treasures_are_offered_after_a_war() -> None:
    """The Bull's trader is beaten, the Lion's keeps a kingdom with both treasures."""
    session = place(
        tiles={"red": ["F5", "H5"]},
        leaders={"Lion": {"trader": "E5"}, "Bull": {"trader": "H4"}},
        treasures=["F5", "H5"],
        hands={"Lion": "black green"},
    )
    play(session, "Lion: black G5", "Lion: commit 1", "Bull: commit 0")
    assert sorted(legal(session)) == ["take F5", "take H5"]
    assert session.actors == (0,)


def test_points_of_a_war_are_one_and_the_tiles_removed() -> None:
    session = place(
        tiles={"red": ["F5", "H5"], "green": ["E5", "E6", "F6", "I5", "J5", "J6", "I6"]},
        leaders={"Lion": {"trader": "F4"}, "Bull": {"trader": "H4"}},
        hands={"Lion": "green green black", "Bull": "green green"},
    )
    play(session, "Lion: black G5", "Lion: commit 2", "Bull: commit 2")
    assert points(session, "Bull") == {"green": 4}
    assert points(session, "Lion") == {}


CORNERS = {
    "classic": ["B2 C2 B1", "P2 O2 P1", "B8 B9 A8", "O9 O10 P9"],
    "advanced": ["B3 B4 A3", "P6 P7 O6", "A8 A9 B8", "E10 E9 D10", "J11 K11 I11", "O11 N11 P11"],
}


@pytest.mark.parametrize(("board", "cells"), [(board, cells) for board, rows in CORNERS.items() for cells in rows])
def test_priority_cells_of_the_right_board(board: str, cells: str) -> None:
    """The first of two treasures must be taken: there is no choice. J11, not I11, is one of the advanced board."""
    first, other, trader = cells.split()
    session = place(
        ("Lion", "Bull"),
        options={"board": board},
        tiles={"red": [first, other]},
        treasures=[first, other],
        leaders={"Lion": {"trader": trader}},
        phase="treasure",
    )
    assert session.view().treasures == (other,)
    assert session.state.treasures[0] == 1


def test_a_catastrophe_returns_the_right_leaders() -> None:
    """Only those whose last temple it was, of all players, and no others near by."""
    session = place(
        tiles={"red": ["F5", "G5", "H5", "G3"]},
        leaders={
            "Lion": {"king": "F4"},
            "Bull": {"trader": "G4"},
            "Potter": {"farmer": "H4"},
            "Archer": {"priest": "G6"},
        },
    )
    effects = play(session, "Lion: catastrophe G5")  # the trader on G4 still has G3
    assert [(e["seat"], e["leader"]) for e in effects if e["type"] == "leader_returned"] == [(1, "priest")]


def test_a_catastrophe_on_an_empty_cell_returns_nobody() -> None:
    session = place(tiles={"red": ["F5"]}, leaders={"Bull": {"king": "F4"}})
    assert play(session, "Lion: catastrophe G5") == []


def test_a_monument_returns_the_right_leaders() -> None:
    session = place(
        tiles={"red": ["F5", "G5", "F6", "H7"]},
        leaders={"Archer": {"farmer": "H5", "trader": "H6"}, "Lion": {"king": "E5"}},
        hands={"Lion": "red"},
    )
    effects = play(after(session, "Lion: red G6"), "Lion: monument F5 red-green")
    # H6 keeps the temple on H7.
    assert [(e["seat"], e["leader"]) for e in effects if e["type"] == "leader_returned"] == [(0, "king"), (1, "farmer")]


def test_of_several_squares_one_is_chosen() -> None:
    session = place(
        tiles={"red": ["E5"], "green": ["F5", "G5", "H5", "F6", "H6"]},
        leaders={"Lion": {"king": "D5"}},
        hands={"Lion": "green"},
    )
    play(session, "Lion: green G6", "Lion: monument G5 blue-green")
    assert session.view().monuments["blue-green"] == "G5"
    assert set(session.view().face_down) == {"G5", "H5", "G6", "H6"}
    assert session.view().phase == "action"


def test_a_building_joined_by_the_tile_pays() -> None:
    session = place(
        options={"buildings": True},
        tiles={"red": ["F6"], "green": ["H5", "H6", "H7"]},
        leaders={"Bull": {"trader": "E6"}},
        buildings={"green": "H6"},
        hands={"Lion": "green"},
    )
    play(session, "Lion: green G6")
    assert points(session, "Bull") == {"green": 2}


def test_a_building_never_moves_to_a_line_of_two() -> None:
    """Its own line is down to one tile; two are longer, but no line."""
    session = place(
        options={"buildings": True},
        tiles={"green": ["G5", "C9"]},
        buildings={"green": "G5"},
        hands={"Lion": "green"},
    )
    play(session, "Lion: green C10")
    assert session.view().phase == "action"


def test_the_tile_under_a_building_stays_in_a_war() -> None:
    """TE-10.4: it supports, stays, and brings no point."""
    session = place(
        options={"buildings": True},
        tiles={"red": ["F5", "H5"], "green": ["I5", "J5", "K5"]},
        leaders={"Lion": {"trader": "E5"}, "Bull": {"trader": "H4"}},
        buildings={"green": "J5"},
        hands={"Lion": "black green green green green"},
    )
    effects = play(after(session, "Lion: black G5", "Lion: commit 4"), "Bull: commit 0")
    strengths = [e for e in effects if e["type"] == "decided"]
    assert (strengths[0]["attack"], strengths[0]["defence"]) == (4, 3)
    assert [e["cells"] for e in effects if e["type"] == "spared"] == [("J5",)]
    assert [e["cells"] for e in effects if e["type"] == "removed"] == [("I5", "K5")]
    assert points(session, "Lion") == {"green": 3}
    assert session.view().buildings["market hall"] == "J5"


def test_a_catastrophe_on_a_building() -> None:
    """TE-4.8, OQ-5: by the letter the tile goes out of the game and the building to the stock; or it is forbidden."""
    given = {"tiles": {"green": ["G5", "H5"]}, "buildings": {"green": "G5"}}
    session = place(options={"buildings": True}, **given)
    assert "catastrophe G5" in legal(session)
    removed, returned = play(session, "Lion: catastrophe G5")
    assert (removed["type"], removed["cells"]) == ("removed", ("G5",))
    assert returned == {"type": "building_returned", "building": "market hall", "at": "G5", "rule": "TE-4.8"}
    assert session.view().buildings["market hall"] is None
    other = place(options={"buildings": True}, **given)
    assert [effect["type"] for effect in play(other, "Lion: catastrophe H5")] == ["removed"]
    assert other.view().buildings["market hall"] == "G5"
    spared = place(options={"buildings": True, "building_catastrophe": False}, **given)
    assert "catastrophe G5" not in legal(spared)
    assert "catastrophe H5" in legal(spared)


@pytest.mark.parametrize(
    ("move", "returned", "stands"),
    [("no building", [], None), ("build F6", [("market hall", "F6")], None), ("build H6", [], "H6")],
)
def test_the_building_does_not_swallow_the_monument(
    move: str, returned: list[tuple[str, str]], stands: str | None
) -> None:
    """TE-10.7: both are offered; a building under the monument goes back to the stock."""
    session = place(options={"buildings": True}, tiles={"green": ["F5", "G5", "F6", "H6"]}, hands={"Lion": "green"})
    play(session, "Lion: green G6")
    assert session.view().phase == "building"
    play(session, f"Lion: {move}")
    assert session.view().phase == "monument"
    effects = play(session, "Lion: monument F5 blue-green")
    assert [(e["building"], e["at"]) for e in effects if e["type"] == "building_returned"] == returned
    assert session.view().buildings["market hall"] == stands


def test_undo_gives_points_and_leaders_back() -> None:
    session = place(
        tiles={"red": ["F5", "H5"], "green": ["E5", "E6", "F6", "I5", "J5", "J6", "I6"]},
        leaders={"Lion": {"trader": "F4"}, "Bull": {"trader": "H4"}},
        hands={"Lion": "green green black", "Bull": "green green"},
    )
    before = session.state
    play(session, "Lion: black G5", "Lion: commit 2", "Bull: commit 2")
    assert points(session, "Bull") == {"green": 4}
    session.undo(3)
    assert session.state == before
    assert session.score() == ()
    assert session.view().leaders["F4"] == (0, "trader")


def test_a_revolt_pays_red_whatever_the_leaders() -> None:
    session = place(tiles={"red": ["F5", "G4"]}, leaders={"Bull": {"trader": "E5"}})
    play(session, "Lion: trader G5", "Lion: commit 0", "Bull: commit 0")
    assert points(session, "Lion") == {"red": 1}


def test_a_monument_may_be_declined() -> None:
    session = place(tiles={"green": ["F5", "G5", "F6"]}, hands={"Lion": "green green"})
    play(session, "Lion: green G6", "Lion: no monument", "Lion: green A1")
    assert set(session.view().monuments.values()) == {None}
    assert session.view().face_down == {}


def test_foreign_leaders_stay() -> None:
    session = place(tiles={"red": ["F5"]}, leaders={"Bull": {"king": "F4"}, "Lion": {"trader": "F6"}})
    moves = legal(session)
    assert "withdraw trader" in moves
    assert "withdraw king" not in moves
    assert not [move for move in moves if move.startswith("king F4>")]


@pytest.mark.parametrize(("board", "temples", "left"), [("classic", 10, 131), ("advanced", 14, 127)])
def test_starting_temples_are_not_in_the_bag(board: str, temples: int, left: int) -> None:
    session = Session.new(GAME, ("Lion", "Bull"), seed=1, options={"board": board})
    view = session.view()
    assert len(view.treasures) == len(view.tiles) == temples
    assert view.bag_tiles == left


# -- also worth a test ----------------------------------------------------------------------------------------------


def test_four_treasures_in_one_kingdom() -> None:
    """All but one are taken; with one of priority, one of the other three stays."""
    session = place(
        tiles={"red": ["B2", "C3", "D2", "C1"], "black": ["C2"]},
        treasures=["B2", "C3", "D2", "C1"],
        leaders={"Lion": {"trader": "B3"}},
        phase="treasure",
    )
    assert legal(session) == ["take B2 D2 C3", "take C1 B2 C3", "take C1 B2 D2"]
    play(session, "Lion: take B2 C1 D2")
    assert session.view().treasures == ("C3",)
    assert session.state.treasures[0] == 3


def test_a_trader_placed_beside_two_treasures() -> None:
    session = place(tiles={"red": ["F5", "H5"]}, treasures=["F5", "H5"])
    play(session, "Lion: trader G5")
    assert legal(session) == ["take H5", "take F5"]


def test_a_monument_turns_the_temples_of_the_next_revolt() -> None:
    """The king on H6 had G6 and H7 beside it; once G6 is turned, H7 alone counts, for both."""
    session = place(tiles={"red": ["F5", "G5", "F6", "H7"]}, leaders={"Bull": {"king": "H6"}}, hands={"Lion": "red"})
    play(session, "Lion: red G6", "Lion: monument F5 red-blue")
    effects = play(session, "Lion: king G7")
    assert [(e["attack"], e["defence"]) for e in effects if e["type"] == "strengths"] == [(1, 1)]


def test_a_tile_that_touches_one_kingdom_on_three_sides() -> None:
    session = place(
        tiles={"red": ["F4", "G4", "H4", "F5", "H5"]},
        leaders={"Lion": {"priest": "E5"}},
        hands={"Lion": "red"},
    )
    play(session, "Lion: red G5")
    assert points(session, "Lion") == {"red": 1}


def test_leaders_of_one_player_on_both_sides() -> None:
    """The Lion's king stands on the side of the beaten trader; it stays where it is."""
    session = place(
        tiles={"red": ["F5", "H5", "I5"], "green": ["J5"]},
        leaders={"Lion": {"trader": "E5", "king": "H4"}, "Bull": {"trader": "I4"}},
        hands={"Lion": "black green green green"},
    )
    effects = play(after(session, "Lion: black G5", "Lion: commit 3"), "Bull: commit 0")
    assert [(e["winner"], e["attack"], e["defence"]) for e in effects if e["type"] == "decided"] == [(0, 3, 1)]
    assert session.view().leaders["H4"] == (0, "king")
    assert points(session, "Lion") == {"green": 2}
