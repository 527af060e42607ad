"""Positions written by hand: what is left out, and what makes no sense."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.basics.errors import PositionError
from support.viceroy import place

P = {"1.0": 1, "1.1": 2}


def test_what_is_left_out() -> None:
    view = place(players=2, pyramids={"Anna": P}).view()
    assert (view.phase, view.round, view.turn) == ("bid", 1, 1)
    assert view.supply == {"blue": 8, "red": 8, "green": 8, "yellow": 8}
    assert (view.large, view.small, view.law_deck) == (44, 18, 24)
    assert view.unseen == tuple(map(str, range(3, 65)))
    assert view.hands == ((), ())


def test_supply_is_what_is_left_of_the_gems() -> None:
    given = {
        "pyramids": {"Anna": {"1.0": {"card": 1, "tokens": ["infinite-red", "used-red", "gem-blue", "magic"]}}},
        "gems": {"Anna": "2 blue", "Bob": "1 blue 3 yellow"},
    }
    assert place(players=2, **given).view().supply == {"blue": 4, "red": 6, "green": 8, "yellow": 5}


@pytest.mark.parametrize(
    ("phase", "number", "large"), [("bid", 1, 44), ("select", 1, 40), ("bid", 12, 0), ("select", 12, 0)]
)
def test_the_large_deck_of_a_round(phase: str, number: int, large: int) -> None:
    assert place(pyramids={"Anna": P}, phase=phase, round=number).view().large == large


def test_cards_by_name_and_hidden_tucked_ones() -> None:
    given = {
        "pyramids": {"Anna": {"1.0": {"card": "Captain", "tucked": [9, "law 66"]}}},
        "hidden": ["Anna"],
        "hands": {"Bob": ["Marshal"]},
        "top": [80],
        "top_by": "Bob",
        "large": 0,
        "small": 3,
        "discard": [5],
        "skips": ["Bob"],
    }
    session = place(players=2, **given)
    assert session.view(1).pyramids[0]["1.0"].tucked == ("?", "?")
    assert session.view(0).pyramids[0]["1.0"].tucked == ("9", "66")
    assert session.view(0).top_laws == ("?",)
    assert session.view(1).top_laws == ("80",)
    assert session.view().hands == ((), ("10",))
    assert (session.view().large, session.view().small) == (0, 3)
    assert session.state.players[1].skips


@pytest.mark.parametrize(
    ("given", "key", "says"),
    [
        ({"phase": "auction"}, "phase", "is not one of"),
        ({"phase": "bidd"}, "phase", "Did you mean bid"),
        ({"round": 0}, "round", "1 to 12"),
        ({"round": 13}, "round", "1 to 12"),
        ({"turn": 4}, "turn", "1 to 3"),
        ({"round": 13}, "round", "(VC-2.1)"),
        ({"turn": 4, "phase": "select"}, "turn", "1 to 3 (VC-2.11)"),
        ({"pyramids": {"Anna": P, "anna": {}}}, "pyramids.anna: 'Anna' and 'anna' are the same player", "once"),
        ({"pyramids": {"Anna": {"1.0": 1, "1.00": 2}}}, "pyramids.Anna.1.00: '1.0' and '1.00' are the same place", ""),
        ({"gems": {"Anna": "red", "0": "red"}}, "gems.0: 'Anna' and '0' are the same player", "once"),
        ({"attacks": {"Bob": 1, "BOB": 1}}, "attacks.BOB: 'Bob' and 'BOB' are the same player", "once"),
        ({"hands": {"Bob": [5], "1": [6]}}, "hands.1: 'Bob' and '1' are the same player", "once"),
        ({"shown": {"bob": [], "Bob": []}}, "shown.Bob: 'bob' and 'Bob' are the same player", "once"),
        ({"out": {"Bob": "took", "bob": "passed"}}, "out.bob: 'Bob' and 'bob' are the same player", "once"),
        ({"hands": {"Anna": [5], "Bob": [6], "Eva": [7]}}, "hands.Eva", "no player"),
        ({"pyramids": {"Eva": P}}, "pyramids", "no player"),
        ({"pyramids": {"chance": P}}, "pyramids", "not a player"),
        ({"options": {"free_base": False}, "pyramids": {"Anna": {"1.0": 1, "1.2": 2}}}, "pyramids.Anna.1.2", "gap"),
        ({"pyramids": {"Anna": {"1.0": 1, "2.0": 2}}}, "pyramids.Anna.2.0", "two cards"),
        ({"pyramids": {"Anna": {"6.0": 1}}}, "pyramids.Anna", "not a place"),
        ({"pyramids": {"Anna": {"1.40": 1}}}, "pyramids.Anna", "not a place"),
        ({"pyramids": {"Anna": {"left": 1}}}, "pyramids.Anna", "not a place"),
        ({"pyramids": {"Anna": {"1.0": 99}}}, "pyramids.Anna.1.0", "no card"),
        ({"pyramids": {"Anna": {"1.0": {"card": 1, "tokens": ["gold"]}}}}, "pyramids.Anna.1.0.tokens", "no token"),
        ({"pyramids": {"Anna": P}, "hands": {"Bob": [1]}}, "hands.Bob", "twice"),
        ({"pyramids": {"Anna": {"1.0": {"card": 1, "tucked": [1]}}}}, "pyramids.Anna", "twice"),
        ({"hands": {"Bob": [5]}, "discard": [5]}, "discard", "twice"),
        ({"hands": {"Bob": [5]}, "shown": {"Bob": [6]}}, "shown.Bob", "not cards of the hand"),
        ({"hands": {"Bob": [5]}, "shown": {"Bob": [5, 5]}}, "shown.Bob", "each once"),
        ({"lanes": {"pink": {}}}, "lanes.pink", "not one of blue, red, green, yellow"),
        ({"lanes": {"red": {"below": 70}}}, "lanes.red.below", "never on display"),
        ({"gems": {"Anna": "9 red"}}, "supply", "only 8 red"),
        ({"pyramids": {"Anna": {"1.0": {"card": 1, "tokens": ["gem-red"] * 300}}}}, "supply", "only 8 red"),
        ({"gems": {"Anna": "lots"}}, "gems.Anna", "colour"),
        ({"supply": "9 blue"}, "supply", "only 8 blue"),
        ({"attacks": {"Anna": -1}}, "attacks.Anna", "0 to 99"),
        ({"small": 99}, "small", "from 0"),
        ({"large": 40, "small": 40}, "small", "nowhere else"),
        ({"laws": [5]}, "laws", "only laws"),
        ({"top": [5], "top_by": "Anna"}, "top", "only laws"),
        ({"top": [80]}, "top_by", "who"),
        ({"out": {"Anna": "gone"}}, "out.Anna", "not one of"),
        ({"out": {"Anna": "took", "Bob": "passed"}}, "out", "somebody"),
        ({"virtual": ["in"]}, "virtual", "there are 0"),
        ({"hidden": ["Eva"]}, "hidden", "no player"),
    ],
)
def test_what_makes_no_sense(given: dict[str, Any], key: str, says: str) -> None:
    with pytest.raises(PositionError) as error:
        place(players=2, **given)
    assert str(error.value).startswith(key)
    assert says in str(error.value)


def test_no_law_on_level_five() -> None:
    tower = {f"{level}.{i}": 10 * level + i for level, width in ((1, 5), (2, 4), (3, 3), (4, 2)) for i in range(width)}
    with pytest.raises(PositionError, match=r"VC-3\.2"):
        place(pyramids={"Anna": {**tower, "5.0": 70}})
    assert place(pyramids={"Anna": {**tower, "5.0": 7}}).view().pyramids[0]["5.0"].card == "7"


def test_the_discard_pile_is_kept_in_order() -> None:
    assert place(discard=[40, 5, 9]).view().discard == ("5", "9", "40")


def test_columns_reach_from_minus_12_to_12() -> None:
    for column in (-12, 12):
        assert list(place(pyramids={"Anna": {f"1.{column}": 1}}).view().pyramids[0]) == [f"1.{column}"]
    for column in (-13, 13):
        with pytest.raises(PositionError, match=r"levels 1 to 5, columns -12 to 12\.$"):
            place(pyramids={"Anna": {f"1.{column}": 1}})


def test_a_row_may_have_a_gap_where_the_option_allows_it() -> None:
    """R-29."""
    session = place(pyramids={"Anna": {"1.0": 1, "1.2": 2}})
    assert list(session.view().pyramids[0]) == ["1.0", "1.2"]


def test_who_cannot_recolour_is_done() -> None:
    given = {
        "phase": "recolour",
        "pyramids": {"Anna": {"1.0": 22, "1.1": 33, "2.0": 1}, "Bob": {"1.0": 7}},
        "gems": {"Anna": "2 green"},
    }
    assert place(players=2, **given).actors == (0,)
    with pytest.raises(PositionError, match="out"):
        place(players=2, **{**given, "gems": {}})


def test_virtual_opponents_that_are_done() -> None:
    session = place(options={"virtual": 2}, pyramids={"Anna": P}, virtual=["done", "in"])
    assert session.view().virtual == ("done", "in")


def test_tucked_cards_that_only_their_owner_knows() -> None:
    session = place(pyramids={"Anna": {"1.0": {"card": 1, "tucked": [5, 7], "hidden": [7]}}})
    assert session.state.players[0].tucked == bytes((1, 5, 1, 7 + 128))
    with pytest.raises(PositionError, match=r"^pyramids.Anna.1.0.hidden: 9 .* is not tucked under this card"):
        place(pyramids={"Anna": {"1.0": {"card": 1, "tucked": [5], "hidden": [9]}}})


def test_a_circle_that_was_recoloured() -> None:
    """VC-5.2: the circle below the top card is blue as a whole; below a card of level 1 there is none."""
    given = {"phase": "end", "round": 12}
    mixed = {"1.0": 1, "1.1": 2, "2.0": 3}
    blue = place(**given, pyramids={"Anna": {**mixed, "2.0": {"card": 3, "paint": "blue"}}})
    assert blue.state.players[0].paint == bytes((3, 0))
    with pytest.raises(PositionError, match=r"^pyramids.Anna.1.1.paint: there is no circle below it"):
        place(**given, pyramids={"Anna": {**mixed, "1.1": {"card": 2, "paint": "blue"}}})
    with pytest.raises(PositionError, match=r"^pyramids.Anna.2.0.paint: 'pink' is not one of blue, red"):
        place(**given, pyramids={"Anna": {**mixed, "2.0": {"card": 3, "paint": "pink"}}})
