"""The building phase (VC-2.11 to VC-2.13), places and payment (VC-3.2, VC-3.8 to VC-3.10)."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.games.viceroy.cards import BY_ID, COST, Character
from support.playing import allowed, effects, play, refused
from support.viceroy import kinds, place

TOWER = {
    "1.0": 1,
    "1.1": 2,
    "1.2": 4,
    "1.3": 5,
    "1.4": 6,
    "2.0": 7,
    "2.1": 8,
    "2.2": 9,
    "2.3": 10,
    "3.0": 11,
    "3.1": 12,
    "3.2": 13,
    "4.0": 14,
    "4.1": 15,
}
"""With an open place on level 5."""


def select(given: dict[str, Any]) -> dict[str, Any]:
    return {"phase": "select", **given}


# -- selection --------------------------------------------------------------------------------------------------


def test_cards_resolve_in_ascending_number_whatever_the_pyramids() -> None:
    """VC-2.2, VC-2.12: Cyril's pyramid has the lowest number, Anna's card."""
    given = select(
        {
            "pyramids": {"Anna": {"1.0": 60}, "Bob": {"1.0": 61}, "Cyril": {"1.0": 1}},
            "hands": {"Anna": [4], "Bob": [80], "Cyril": [54]},
            "gems": {"Anna": "green", "Cyril": "red"},
        }
    )
    session = place(players=3, **given)
    play(session, "Cyril: select 54", "Bob: select 80")
    assert session.view(0).chosen == ("", "?", "?")
    found = effects(session, "Anna: select 4")
    assert found[0].cards == (4, 80, 54)
    assert session.view().playing == ((0, "4"), (2, "54"), (1, "80"))
    assert session.actors == (0,)
    play(session, "Anna: place left")
    assert session.actors == (2,)
    play(session, "Cyril: place right")
    assert session.actors == (1,)
    play(session, "Bob: place left", "Bob: law 80 vp")
    assert session.view().turn == 2


def test_passing_lasts_for_the_phase_and_three_rounds_are_the_most() -> None:
    """VC-2.11, VC-9.5."""
    given = select(
        {
            "round": 2,
            "pyramids": {"Anna": {"1.0": 1}, "Bob": {"1.0": 2}},
            "hands": {"Anna": [68, 75, 79, 85], "Bob": [87]},
        }
    )
    session = place(players=2, **given)
    play(session, "Anna: select 68", "Bob: pass", "Anna: place left")
    assert session.actors == (0,)
    assert refused(session, "Bob: select 87").rule == "VC-2.11"
    play(session, "Anna: select 75", "Anna: place left", "Anna: select 79", "Anna: place left")
    assert (session.view().phase, session.view().round) == ("bid", 3)
    assert session.view().hands[0] == ("85",)


def test_the_phase_ends_early_when_all_have_passed() -> None:
    given = select({"pyramids": {"Anna": {"1.0": 1}, "Bob": {"1.0": 2}}, "hands": {"Anna": [68]}})
    session = place(players=2, **given)
    play(session, "Bob: pass", "Anna: pass")
    assert (session.view().phase, session.view().round) == ("bid", 2)


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("select 3", "VC-2.13"),
        ("select 5", "VC-2.11"),
        ("select 66", "VC-2.13"),
        ("sell 3", "VC-6.8"),
        ("place left", "VC-2.11"),
        ("select 36", ""),
        ("select 70", ""),
        ("pass", ""),
    ],
)
def test_a_selected_card_must_be_playable(move: str, rule: str) -> None:
    """VC-2.13, R-40: the Herbalist costs a red gem first; law 66 needs a character, and the pyramid is a law."""
    given = select(
        {
            "pyramids": {"Anna": {"1.0": {"card": 81, "tokens": ["infinite-blue", "used-red"]}}},
            "hands": {"Anna": [3, 36, 66, 70]},
            "gems": {"Anna": "2 yellow 2 green"},
        }
    )
    session = place(**given)
    assert refused(session, move).rule == rule if rule else allowed(session, move)


def test_one_may_not_select_twice() -> None:
    given = select({"pyramids": {"Anna": {"1.0": 1}, "Bob": {"1.0": 2}}, "hands": {"Anna": [68, 70], "Bob": [69]}})
    session = place(players=2, **given)
    session.play("Anna: select 68")
    assert refused(session, "Anna: select 70").rule == "VC-2.11"
    assert refused(session, "Anna: pass").rule == "VC-2.11"


# -- places and payment -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("place 1.0", "VC-3.2"),
        ("place 1.6", "VC-3.2"),
        ("place 1.-2", "VC-3.2"),
        ("place 2.0", "VC-3.2"),
        ("place 2.4", "VC-3.2"),
        ("place 5.1", "VC-3.2"),
        ("place 5.0", "VC-3.8"),
        ("place left using red", "VC-3.9"),
        ("place left using green", "VC-3.9"),
        ("place left using blue", "VC-3.9"),
        ("law 65 replace 3", "VC-2.12"),
        ("select 3", "VC-2.12"),
        ("place left", ""),
        ("place right", ""),
    ],
)
def test_places_of_a_character(move: str, rule: str) -> None:
    """The Herbalist costs red, green, blue, yellow, yellow; one red infinite gem is used, one blue one is not."""
    given = select(
        {
            "pyramids": {"Anna": {**TOWER, "1.0": {"card": 1, "tokens": ["used-red", "infinite-blue"]}}},
            "hands": {"Anna": [3]},
            "gems": {"Anna": "1 red 1 green 1 blue 1 yellow"},
        }
    )
    session = place(**given)
    session.play("select 3")
    assert refused(session, move).rule == rule if rule else allowed(session, move)


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("place 5.0", "VC-3.2"),
        ("place 4.0", "VC-3.2"),
        ("place left using blue", "VC-3.8"),
        ("place left", ""),
    ],
)
def test_places_of_a_law(move: str, rule: str) -> None:
    given = select(
        {
            "pyramids": {"Anna": {**TOWER, "1.0": {"card": 1, "tokens": ["infinite-blue"]}}},
            "hands": {"Anna": [68]},
        }
    )
    session = place(**given)
    session.play("select 68")
    assert refused(session, move).rule == rule if rule else allowed(session, move)


def test_all_ways_to_pay_are_listed() -> None:
    """VC-3.9: use is optional, several in one payment. 36 costs blue, blue, yellow; on level 3 three gems."""
    given = select(
        {
            "pyramids": {
                "Anna": {
                    "1.0": {"card": 1, "tokens": ["infinite-blue", "infinite-blue", "infinite-yellow"]},
                    "1.1": 2,
                    "1.2": 3,
                    "2.0": 4,
                    "2.1": 5,
                }
            },
            "hands": {"Anna": [36]},
            "gems": {"Anna": "1 blue"},
        }
    )
    session = place(**given)
    session.play("select 36")
    assert [move for move in session.legal()["Anna"] if "3.0" in move] == [
        "place 3.0 using blue yellow",
        "place 3.0 using blue blue yellow",
    ]
    assert [move for move in session.legal()["Anna"] if "left" in move] == ["place left", "place left using blue"]


def test_the_lowest_unused_gem_is_used_first() -> None:
    """R-16."""
    given = select(
        {
            "pyramids": {
                "Anna": {
                    "1.0": 1,
                    "1.1": {"card": 2, "tokens": ["infinite-blue"]},
                    "1.2": {"card": 3, "tokens": ["used-blue"]},
                    "2.0": {"card": 4, "tokens": ["infinite-blue"]},
                }
            },
            "hands": {"Anna": [39]},
        }
    )
    session = place(**given)
    play(session, "select 39", "place left using blue")
    spots = session.view().pyramids[0]
    assert (spots["1.1"].tokens, spots["2.0"].tokens) == (("used-blue",), ("infinite-blue",))


def test_a_gem_gained_by_the_card_does_not_help_to_pay_it_but_the_next() -> None:
    """VC-3.9. The Nobleman costs green and gives a blue infinite gem on level 1; the Armourer costs blue."""
    given = select({"pyramids": {"Anna": {"1.0": 1}}, "hands": {"Anna": [18, 37]}, "gems": {"Anna": "green"}})
    session = place(**given)
    assert refused(session, "select 37").rule == "VC-2.13"
    play(session, "select 18", "place left", "select 37", "place right using blue")
    assert session.view().pyramids[0]["1.-1"].tokens == ("used-blue",)


def test_used_gems_rest_at_the_end_of_the_phase() -> None:
    given = select({"pyramids": {"Anna": {"1.0": {"card": 1, "tokens": ["used-red", "used-blue", "magic"]}}}})
    session = place(**given)
    play(session, "pass")
    assert session.view().pyramids[0]["1.0"].tokens == ("magic", "infinite-blue", "infinite-red")


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_every_character_pays_its_rows(level: int) -> None:
    """VC-3.8 against cards.toml read again: row by row, and the top row twice on level 5."""
    colours = ("blue", "red", "green", "yellow")
    for card, costs in COST.items():
        facts = BY_ID[card]
        assert isinstance(facts, Character)
        paid = [row.split(":")[0] for row in facts.rows]
        assert tuple(costs[level]) == tuple(paid[:level].count(colour) for colour in colours)
        assert tuple(costs[5]) == tuple([*paid, paid[3]].count(colour) for colour in colours)


def test_order_of_one_play() -> None:
    """VC-3.10, R-13: pay, place, circle gem, reward."""
    given = select(
        {"pyramids": {"Anna": {"1.0": 22, "1.1": 33}}, "hands": {"Anna": [3]}, "gems": {"Anna": "red green"}}
    )
    session = place(**given)
    found = effects(session, "select 3", "place 2.0", "gems 4 red")
    assert kinds(found) == ["SelectionShown", "Paid", "Placed", "CircleClosed", "GotGems", "GotGems"]


def test_no_circle_gem_when_the_supply_has_none() -> None:
    """VC-3.4. Law 68 pays nothing, so that no green gem comes back to the supply."""
    given = select({"pyramids": {"Anna": {"1.0": 22, "1.1": 33}}, "hands": {"Anna": [68]}, "supply": "4 red"})
    session = place(**given)
    found = effects(session, "select 68", "place 2.0")
    assert [(e.colour, e.gem) for e in found if type(e).__name__ == "CircleClosed"] == [("green", False)]
    assert not any(type(e).__name__ == "GotGems" for e in found)


def test_a_law_closes_circles_too() -> None:
    """VC-4.0."""
    given = select({"pyramids": {"Anna": {"1.0": 22, "1.1": 33}}, "hands": {"Anna": [68]}})
    found = effects(place(**given), "select 68", "place 2.0")
    assert [e.gems for e in found if type(e).__name__ == "GotGems"] == [(0, 0, 1, 0)]


# -- the second edition -----------------------------------------------------------------------------------------


def test_a_card_is_sold_for_two_gems() -> None:
    """VC-6.8: any hand card, in the order of the numbers."""
    given = select(
        {"pyramids": {"Anna": {"1.0": 1}, "Bob": {"1.0": 2}}, "hands": {"Anna": [66, 9], "Bob": [70]}, "laws": []}
    )
    session = place(players=2, options={"second_edition": True}, **given)
    assert sorted(session.legal()["Anna"]) == ["pass", "select 66", "sell 66", "sell 9"]
    assert refused(session, "Anna: sell 70").rule == "VC-2.11"
    session.play("Anna: sell 66")
    assert session.view(1).chosen == ("?", "")
    assert session.view(0).chosen == ("sell 66", "")
    found = effects(session, "Bob: select 70")
    assert found[0].cards == (66, 70)
    assert session.actors == (0,)
    assert refused(session, "Anna: gems red").rule == "VC-6.8"
    play(session, "Anna: gems red blue")
    assert session.view().discard == ("66",)
    assert session.view().gems[0] == {"blue": 1, "red": 1, "green": 0, "yellow": 0}
    play(session, "Bob: place left")
    assert session.view().turn == 2
