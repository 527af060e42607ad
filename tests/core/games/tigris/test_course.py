"""The course of the game: set-up, turns, points, monuments, treasures, buildings, and what the options change."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.basics.errors import BadSetup, IllegalAction
from kronika.core.contract.game import CHANCE
from kronika.core.contract.options import read_options
from kronika.core.games.tigris import GAME
from kronika.core.games.tigris.actions import Draw, StartPlayer, Swap
from kronika.core.games.tigris.state import Options
from kronika.core.sessions.session import Session
from support.playing import legal, play, points
from support.tigris import place

FAR = {"red": ["P2", "O9", "B8"]}
"""Temples at the edge, with treasures that keep the game going."""
FULL = "red black blue green red black"


def paid_to(session: Session) -> dict[str, dict[str, int]]:
    """The points of all who have any."""
    return {name: found for name in session.players if (found := points(session, name))}


# -- set-up and turns -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "seats", "left"),
    [
        ("classic", 2, 131),
        ("classic", 3, 125),
        ("classic", 4, 119),
        ("advanced", 2, 127),
        ("advanced", 3, 121),
        ("advanced", 4, 115),
    ],
)
def test_set_up(board: Any, seats: int, left: int) -> None:
    """TE-1.4: six tiles each in the order of seats, then the start player, then the first turn."""
    state = GAME.setup(Options(board=board), seats)
    in_bag = sum(state.bag)
    assert in_bag == left + 6 * seats
    for seat in range(seats):
        assert GAME.actors(state) == (CHANCE,)
        state, effects = GAME.apply(state, CHANCE, Draw(seat, 3, 1, 1, 1))
        assert effects == ()
    assert sum(state.bag) == left
    state, _ = GAME.apply(state, CHANCE, StartPlayer(seats - 1))
    assert GAME.actors(state) == (seats - 1,)
    assert state.left == 2


@pytest.mark.parametrize(
    ("dynasties", "says"), [("lion,lion,bull", "two players"), ("lion,bull", "2 are named for 3 players")]
)
def test_everyone_has_a_dynasty(dynasties: str, says: str) -> None:
    with pytest.raises(BadSetup, match=says):
        GAME.setup(read_options(GAME, {"dynasties": dynasties}), 3)


@pytest.mark.parametrize("dynasties", ["lion,wolf", "lion", "lion,bull,archer,potter,lion", "lion;bull"])
def test_odd_dynasties(dynasties: str) -> None:
    with pytest.raises(BadSetup, match="Option dynasties"):
        read_options(GAME, {"dynasties": dynasties})


def test_two_actions_a_turn_and_clockwise() -> None:
    session = place(tiles=FAR, treasures=FAR["red"], hands=dict.fromkeys(("Lion", "Archer", "Bull", "Potter"), FULL))
    play(session, "Lion: red A1", "Lion: green A2")
    assert session.actors == (CHANCE,)
    assert play(session, "chance: draw Lion red green") == [{"type": "next_turn", "seat": 1, "rule": "TE-9.5"}]
    for name, following in (("Archer", 2), ("Bull", 3), ("Potter", 0)):
        effects = play(session, f"{name}: end")  # doing nothing at all is allowed
        assert effects[-1] == {"type": "next_turn", "seat": following, "rule": "TE-9.5"}
    assert session.view().actions_left == 2


def test_the_refill_goes_round_from_the_player_on_turn() -> None:
    """TE-9.2."""
    session = place(turn="Bull", hands={"Lion": "red", "Archer": FULL, "Bull": "red red", "Potter": "red red red"})
    play(session, "Bull: end", "chance: draw Bull red red red red", "chance: draw Potter red red red")
    play(session, "chance: draw Lion red red red red red")
    assert [sum(hand) for hand in session.state.hands] == [6] * 4


# -- points for tiles -----------------------------------------------------------------------------------------------

KINGDOM: dict[str, Any] = {
    "tiles": {"red": ["F5"], "black": ["G4"]},
    "leaders": {"Bull": {"trader": "E5"}, "Archer": {"king": "F4"}},
}


@pytest.mark.parametrize(
    ("tile", "paid", "rule"),
    [
        ("green F6", {"Bull": {"green": 1}}, "TE-4.3"),  # the trader before the king
        ("red F6", {"Archer": {"red": 1}}, "TE-4.4"),
        ("black F6", {"Archer": {"black": 1}}, "TE-4.3"),  # a settlement is the king's in any case
        ("blue G1", {}, "TE-4.7"),
        ("black G3", {"Archer": {"black": 1}}, "TE-4.3"),
    ],
)
def test_who_scores_a_tile(tile: str, paid: dict[str, Any], rule: str) -> None:
    session = place(**KINGDOM, hands={"Lion": "red black blue green"})
    (effect,) = play(session, f"Lion: {tile}")
    assert effect["rule"] == rule
    assert paid_to(session) == paid


def test_a_kingdom_without_king_or_leader_pays_nobody() -> None:
    session = place(tiles={"red": ["F5"]}, leaders={"Bull": {"trader": "E5"}}, hands={"Lion": "red"})
    assert play(session, "Lion: red F6") == [{"type": "unpaid", "at": "F6", "rule": "TE-4.4"}]


def test_a_tile_that_joins_leaderless_regions_to_a_kingdom_scores() -> None:
    """No unification tile for that (TE-4.6)."""
    session = place(
        tiles={"red": ["F5", "H5"], "green": ["G4", "G6"]},
        leaders={"Bull": {"trader": "E5"}},
        hands={"Lion": "green"},
    )
    effects = play(session, "Lion: green G5")
    assert [effect["type"] for effect in effects] == ["scored"]
    assert paid_to(session) == {"Bull": {"green": 1}}


def test_positioning_leaders_scores_nothing() -> None:
    """TE-3.8."""
    session = place(tiles={"red": ["F5", "H5"]})
    effects = play(session, "Lion: king F4", "Lion: king F4>H4")
    assert "scored" not in [effect["type"] for effect in effects]


def test_a_beaten_leader_may_try_again_on_the_same_cell() -> None:
    """R-2: the same action twice, after a revolt lost by a tie."""
    session = place(tiles={"red": ["F5"]}, leaders={"Bull": {"farmer": "E5"}}, hands={"Lion": "red"})
    play(session, "Lion: farmer G5", "Lion: commit 0", "Bull: commit 0")
    effects = play(session, "Lion: farmer G5", "Lion: commit 1", "Bull: commit 0")
    assert [effect["winner"] for effect in effects if effect["type"] == "decided"] == [0]
    assert paid_to(session) == {"Bull": {"red": 1}, "Lion": {"red": 1}}


def test_a_leader_beaten_after_a_move_goes_to_the_supply() -> None:
    """TE-3.8: not back to its old cell."""
    session = place(tiles={"red": ["F5", "K5"]}, leaders={"Bull": {"farmer": "E5"}, "Lion": {"farmer": "K4"}})
    play(session, "Lion: farmer K4>G5", "Lion: commit 0", "Bull: commit 0")
    assert session.view().players[0].leaders["farmer"] is None


def test_a_catastrophe_in_the_river_far_from_everything() -> None:
    """R-25; and the cell is lost for the rest of the game (TE-4.8)."""
    session = place(hands={"Lion": "blue"})
    play(session, "Lion: catastrophe O4")
    assert session.view().catastrophes == ("O4",)
    assert session.view().players[0].catastrophes == 1
    assert "blue O4" not in legal(session)


# -- monuments ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "tiles", "last", "corner"),
    [
        ("classic", ["O4", "P4", "O5"], "P5", "O4"),
        ("advanced", ["C1", "D1", "C2"], "D2", "C1"),
        ("advanced", ["H10", "G9", "H9"], "G10", "G9"),
    ],
)
def test_squares_of_farms(board: str, tiles: list[str], last: str, corner: str) -> None:
    """TE-7.1: the river is wide enough in a few places."""
    session = place(options={"board": board}, tiles={"blue": tiles}, hands={"Lion": "blue"})
    play(session, f"Lion: blue {last}")
    assert legal(session) == [f"monument {corner} {name}" for name in ("black-blue", "red-blue", "blue-green")] + [
        "no monument"
    ]


def test_no_monument_of_the_colour_left() -> None:
    """TE-7.2: the tiles stay face up, nobody is asked."""
    session = place(
        tiles={"green": ["F5", "G5", "F6"]},
        monuments={"black-green": "A10", "red-green": "C10", "blue-green": "O4"},
        hands={"Lion": "green"},
    )
    play(session, "Lion: green G6")
    assert session.view().phase == "action"


def test_a_declined_square_is_not_offered_again_but_a_new_one_is() -> None:
    """TE-7.4."""
    session = place(tiles={"green": ["F5", "G5", "F6", "H5"]}, hands={"Lion": "green green red"})
    play(session, "Lion: green G6", "Lion: no monument", "Lion: green H6")
    assert [move for move in legal(session) if move.startswith("monument")] == [
        f"monument G5 {name}" for name in ("black-green", "red-green", "blue-green")
    ]


def test_a_monument_after_a_war() -> None:
    """R-15: the square of the uniting tile is still there after the war of kings."""
    session = place(
        tiles={"red": ["E5", "H7"], "green": ["F5", "F6", "G5"]},
        leaders={"Lion": {"king": "E6"}, "Bull": {"king": "G7"}},
        hands={"Lion": "green black"},
    )
    play(session, "Lion: green G6", "Lion: commit 1", "Bull: commit 0")
    assert session.view().phase == "monument"
    play(session, "Lion: monument F5 black-green")
    assert session.view().phase == "action"
    lost = place(
        tiles={"red": ["E5", "H7"], "green": ["F5", "F6", "G5"]},
        leaders={"Lion": {"trader": "E6"}, "Bull": {"trader": "G7"}},
        hands={"Lion": "green", "Bull": "green green green green"},
    )
    play(lost, "Lion: green G6", "Lion: commit 0", "Bull: commit 4")
    assert set(lost.view().tiles) == {"E5", "H7", "G6"}
    assert lost.view().phase == "action"


def test_a_treasure_under_a_monument_can_be_taken() -> None:
    """R-17, TE-7.5."""
    session = place(
        tiles={"red": ["F5", "G5", "F6", "H7"]},
        treasures=["F5"],
        leaders={"Lion": {"trader": "G7"}},
        hands={"Lion": "red"},
    )
    play(session, "Lion: red G6", "Lion: monument F5 red-green")
    view = session.view()
    assert view.face_down["F5"] == "red"
    assert view.treasures == ("F5",)
    again = place(
        tiles={"red": ["H5"]}, monuments={"red-green": "F5"}, treasures=["F5", "H5"], leaders={}, hands={"Lion": ""}
    )
    play(again, "Lion: trader H6")
    assert legal(again) == ["take H5", "take F5"]
    play(again, "Lion: take F5")
    assert again.view().treasures == ("H5",)
    assert again.view().face_down["F5"] == "red"


def test_monument_points() -> None:
    """TE-7.6: each leader for each monument of its colour in its kingdom; the king for black alone."""
    session = place(
        tiles={"red": ["G5", "D5"]},
        monuments={"black-green": "E5", "red-green": "H5", "blue-green": "O4"},
        leaders={"Lion": {"king": "D6", "trader": "G4"}},
    )
    effects = play(session, "Lion: end")
    paid = [(effect["seat"], effect["colour"]) for effect in effects if effect["type"] == "scored"]
    assert paid == [(0, "black"), (0, "green"), (0, "green")]


def test_only_the_player_on_turn_is_paid_for_monuments() -> None:
    session = place(
        tiles={"red": ["G5"]},
        monuments={"black-green": "E5"},
        leaders={"Bull": {"king": "G4", "trader": "G6"}},
    )
    assert "scored" not in [effect["type"] for effect in play(session, "Lion: end")]


# -- treasures ------------------------------------------------------------------------------------------------------


def test_a_kingdom_without_a_trader_keeps_its_treasures() -> None:
    """TE-8.2, until one comes; the owner need not be on turn."""
    session = place(
        tiles={"red": ["F5", "H5", "G6"]},
        treasures=["F5", "H5"],
        leaders={"Bull": {"king": "F4"}},
        hands={"Lion": "red"},
    )
    play(session, "Lion: red G5")
    assert session.view().treasures == ("F5", "H5")
    play(session, "Lion: trader G4")
    assert session.view().phase == "treasure"


def test_treasures_that_lie_together_in_a_position_are_given_out_after_the_next_action() -> None:
    """R-20: two kingdoms at once, clockwise from the player on turn, the second without a choice."""
    session = place(
        tiles={"red": ["F5", "G5", "P2", "O2"]},
        treasures=["F5", "G5", "P2", "O2"],
        leaders={"Archer": {"trader": "F4"}, "Bull": {"trader": "P3"}},
    )
    assert session.view().phase == "action"
    play(session, "Lion: catastrophe A1")
    assert session.actors == (1,)
    effects = play(session, "Archer: take G5")
    assert [(effect["seat"], effect["cells"]) for effect in effects if effect["type"] == "treasures_taken"] == [
        (1, ("G5",)),
        (2, ("P2",)),
    ]
    assert session.actors == (0,)
    assert session.view().actions_left == 1


def test_a_tile_placed_takes_treasures_of_a_trader_not_on_turn() -> None:
    """R-19."""
    session = place(
        tiles={"red": ["F5", "H5"]}, treasures=["F5", "H5"], leaders={"Bull": {"trader": "F4"}}, hands={"Lion": "red"}
    )
    play(session, "Lion: red G5")
    assert session.actors == (2,)
    assert legal(session) == ["take H5", "take F5"]


# -- the building variant -------------------------------------------------------------------------------------------


def test_no_buildings_without_the_option() -> None:
    session = place(tiles={"green": ["F5", "G5"]}, hands={"Lion": "green"})
    play(session, "Lion: green H5")
    assert session.view().phase == "action"
    assert session.view().buildings is None


@pytest.mark.parametrize(
    ("option", "placer", "paid"),
    [("scorer", "Lion", 2), ("placer", "Lion", 1), ("scorer", "Bull", 2), ("placer", "Bull", 2)],
)
def test_who_gets_the_second_point(option: str, placer: str, paid: int) -> None:
    """OQ-11: literally only a player who places the tile and scores for it."""
    session = place(
        options={"buildings": True, "building_point": option},
        tiles={"red": ["F6"], "green": ["F5", "G5", "H5"]},
        leaders={"Bull": {"trader": "E6"}},
        buildings={"green": "G5"},
        hands={placer: "green"},
        turn=placer,
    )
    play(session, f"{placer}: green F4")
    assert paid_to(session) == {"Bull": {"green": paid}}


def test_the_placement_that_builds_does_not_profit() -> None:
    """TE-10.6."""
    session = place(
        options={"buildings": True},
        tiles={"red": ["F6"], "green": ["F5", "G5"]},
        leaders={"Bull": {"trader": "E6"}},
        hands={"Lion": "green"},
    )
    play(session, "Lion: green H5", "Lion: build H5")
    assert paid_to(session) == {"Bull": {"green": 1}}


def test_row_and_column_are_offered_together() -> None:
    """TE-10.2."""
    session = place(
        options={"buildings": True},
        tiles={"black": ["E5", "F5", "G6", "G7"]},
        hands={"Lion": "black"},
    )
    play(session, "Lion: black G5")
    assert legal(session) == ["build E5", "build F5", "build G5", "build G6", "build G7", "no building"]


def test_a_crossing_line_with_the_building_in_it_is_no_new_line() -> None:
    """OQ-4: the row contains the building's cell; the longer column alone is offered."""
    session = place(
        options={"buildings": True},
        tiles={"black": ["E5", "F5", "G6", "G7", "G4"]},
        buildings={"black": "E5"},
        hands={"Lion": "black"},
    )
    play(session, "Lion: black G5")
    # The old line is now E5 F5 G5, three long; the column G4 to G7 is four long.
    assert legal(session) == ["build G4", "build G5", "build G6", "build G7", "no building"]


def test_a_building_may_stand_on_a_tile_with_a_treasure() -> None:
    session = place(options={"buildings": True}, tiles={"red": ["E5", "F5"]}, treasures=["F5"], hands={"Lion": "red"})
    play(session, "Lion: red G5", "Lion: build F5")
    assert session.view().buildings is not None
    assert session.view().buildings["library"] == "F5"


def test_a_face_down_tile_is_in_no_line() -> None:
    """TE-3.3."""
    session = place(options={"buildings": True}, monuments={"green-black": "E5"}, hands={"Lion": "green"})
    play(session, "Lion: green G5")
    assert session.view().phase == "action"


# -- caveats --------------------------------------------------------------------------------------------------------


def test_caveats_name_the_open_questions() -> None:
    assert [caveat.why[-6:] for caveat in GAME.caveats(Options(), 2)] == ["(OQ-8)"]
    about = " ".join(caveat.why for caveat in GAME.caveats(Options(board="advanced", buildings=True), 2))
    for question in ("OQ-1", "OQ-2", "OQ-3", "OQ-4", "OQ-5", "OQ-6", "OQ-11"):
        assert question in about


# -- swapping (TE-4.10) -----------------------------------------------------------------------------------------------


def test_a_swap_is_of_at_least_one_tile() -> None:
    """TE-4.10: 1 to 6 tiles; a program may send what nobody can type."""
    session = place(hands={"Lion": "red red"})
    with pytest.raises(IllegalAction, match="Swap at least one tile") as caught:
        session.do(0, Swap())
    assert caught.value.rule == "TE-4.10"
    session.play("Lion: swap red")
    assert session.view().phase == "swap"


# -- committing tiles (TE-5.4, TE-6.7) --------------------------------------------------------------------------------


@pytest.mark.parametrize("held", range(7))
def test_any_number_of_the_tiles_held_may_be_committed(held: int) -> None:
    """TE-5.4: from none to all, in a revolt and, with tiles of the leaders' colour, in a war."""
    hand = {"black": 6 - held}
    revolt = place(tiles={"red": ["F5"]}, leaders={"Bull": {"farmer": "E5"}}, hands={"Lion": hand | {"red": held}})
    revolt.play("Lion: farmer G5")
    war = place(
        tiles={"red": ["F5", "H5"]},
        leaders={"Bull": {"trader": "E5"}, "Lion": {"trader": "H4"}},
        hands={"Lion": {"red": 1, "green": min(held, 5)}},
    )
    war.play("Lion: red G5")
    assert revolt.legal() == {"Lion": [f"commit {n}" for n in range(held + 1)]}
    assert war.legal() == {"Lion": [f"commit {n}" for n in range(min(held, 5) + 1)]}
