"""Positions written by hand: what is filled in, and what is refused."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from kronika.core.basics.errors import PositionError
from kronika.core.games.ancient_knowledge import GAME
from kronika.core.games.ancient_knowledge.cards import ALL_BUILDERS, ALL_TECHNOLOGIES
from kronika.core.games.ancient_knowledge.position import Given
from kronika.core.games.ancient_knowledge.state import State
from support.ancient import NAMES, cards


def position(given: dict[str, Any], seats: int = 2, **options: Any) -> State:
    table = msgspec.json.encode(given)
    return GAME.position(msgspec.json.decode(table, type=Given), GAME.Options(**options), NAMES[:seats])


def test_an_empty_position_is_a_table_with_everything_in_its_pile() -> None:
    view = GAME.view(position({}), None)
    assert view.draw_pile == 144
    assert [board.technologies for board in view.boards] == [
        ("T1", "T2", "T3"),
        ("T4", "T5", "T6"),
        ("T28", "T29", "T30"),
    ]
    assert [deck.size for deck in view.decks] == [21, 15]
    assert (view.first, view.actors, view.flipped, view.ending) == (0, (0,), False, False)
    assert [turn.actions for turn in view.turns] == [2]


def test_names_of_cards_and_players() -> None:
    given = {
        "players": {
            "Bob": {"hand": ["Heracleion", "c1"], "timeline": {"3": ["Mykény 4", "Yonaguni"]}, "past": ["Petra"]}
        }
    }
    view = GAME.view(position(given), None)
    bob = view.players[1]
    assert bob.hand == ("C1", "C16")
    assert [(standing.card, standing.knowledge) for standing in bob.timeline[2]] == [("C21", 4), ("P13", 0)]
    assert bob.past == ("C9",)


def test_piles_given_and_left_out() -> None:
    view = GAME.view(position({"deck": ["C1", "C2"], "discard": ["M5", "M4"]}), None)
    assert view.draw_pile_cards == ("C1", "C2")
    assert view.top_discard == "M4"
    assert view.discard_pile == 142
    view = GAME.view(position({"discard": ["M5", "M4"]}), None)
    assert (view.draw_pile, view.discard_pile_cards) == (142, ("M5", "M4"))


def test_technology_piles_given_and_left_out() -> None:
    given = {
        "boards": [["T1", "T2"], [], ["T30"]],
        "decks": {"2": ["T31", "T32"]},
        "bottoms": {"2": ["T40", "T39"]},
        "technology_discards": ["T5", "T33"],
        "box": ["T44"],
    }
    view = GAME.view(position(given), None)
    assert [board.level for board in view.boards] == [1, 0, 2]
    assert (view.decks[1].cards, view.decks[1].bottom) == (("T31", "T32"), ("T40", "T39"))
    assert [deck.discards for deck in view.decks] == [("T5",), ("T33",)]
    assert view.decks[0].size == 27 - 3
    assert "T44" in view.box
    assert "T28" in view.box


@pytest.mark.parametrize(
    ("given", "flipped", "ending"),
    [
        ({}, False, False),
        ({"players": {"Bob": {"past": cards("C", 1, 7)}}}, True, False),
        ({"players": {"Bob": {"past": cards("C", 1, 14)}}}, True, True),
        ({"boards": [["T1"], ["T30"], ["T31"]]}, True, False),
        ({"players": {"Bob": {"past": cards("C", 1, 14)}}, "flipped": False, "ending": False}, False, False),
    ],
)
def test_flip_and_end_are_reported_by_the_past(given: dict[str, Any], flipped: bool, ending: bool) -> None:
    state = position(given)
    assert (state.flipped, state.ending) == (flipped, ending)


def test_after_the_flip_two_boards_show_level_two() -> None:
    view = GAME.view(position({"flipped": True}), None)
    assert [board.level for board in view.boards] == [1, 2, 2]


def test_what_needs_no_decision_happens_at_once() -> None:
    view = GAME.view(
        position({"phase": "decline", "players": {"Anna": {"timeline": {"1": ["P1 2"], "3": ["M12 1"]}}}}), None
    )
    assert (view.players[0].past, view.players[0].lost, view.actors) == (("P1",), 2, (1,))


def test_actions_of_partners() -> None:
    view = GAME.view(position({"turn": "Dana", "actions": {"Cyril": 1}}, 4, teams=True), None)
    assert [(turn.seat, turn.actions) for turn in view.turns] == [(2, 1), (3, 2)]


def test_every_card_is_somewhere() -> None:
    given = {"deck": ["C1"], "decks": {"1": []}, "players": {"Anna": {"hand": ["C2"], "technologies": ["T9", "T40"]}}}
    state = position(given)
    d = state.display
    builders = state.deck + state.discard + b"".join(player.hand for player in state.players)
    technologies = b"".join((*d.decks, *d.bottoms, *d.discards, d.box, *(board.cards for board in d.boards)))
    assert bytes(sorted(builders)) == ALL_BUILDERS
    assert bytes(sorted(technologies + state.players[0].technologies)) == ALL_TECHNOLOGIES


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"phase": "dinner"}, "phase: 'dinner'"),
        ({"turn": "Zoe"}, "turn: There is no player"),
        ({"turn": "chance"}, "turn: 'chance' is not a player"),
        ({"first": "Zoe"}, "first:"),
        ({"players": {"Zoe": {}}}, "players.Zoe: There is no player 'Zoe'"),
        ({"actions": 3}, "actions: 3 is not from 1 to 2 (AK-2.3)."),
        ({"actions": 0}, "actions: 0 is not from 1 to 2 (AK-2.3)."),
        ({"actions": {"Bob": 1}}, "actions.Bob: it is not the turn of Bob"),
        ({"players": {"Anna": {"hand": ["C1", "C1"]}}}, "players.Anna.hand: C1 Osirion is named twice"),
        (
            {"players": {"Anna": {"hand": ["C1"]}, "Bob": {"past": ["C1"]}}},
            "players.Bob.past: C1 Osirion is named twice",
        ),
        ({"players": {"Anna": {"hand": ["C1"]}}, "discard": ["C1"]}, "named twice"),
        ({"boards": [["T1"], ["T2"], ["T1"]]}, "boards.3: T1 Anaximenes is named twice"),
        ({"decks": {"1": ["T1"]}, "bottoms": {"1": ["T1"]}}, "bottoms.1: T1 Anaximenes is named twice"),
        ({"players": {"Anna": {"lost": 1}, "anna": {}}}, "players.anna: 'Anna' and 'anna' are the same player"),
        ({"actions": {"Anna": 1, "0": 2}}, "actions.0: 'Anna' and '0' are the same player"),
        ({"actions": {"Anna": 3}}, "actions.Anna: 3 is not from 1 to 2 (AK-2.3)."),
        ({"phase": "end", "turn": "Zoe"}, "turn: There is no player"),
        ({"players": {"Anna": {"hand": cards("C", 1, 11)}}}, "players.Anna.hand: a hand holds at most 10"),
        ({"players": {"Anna": {"hand": ["T1"]}}}, "players.Anna.hand: There is no builder card"),
        ({"players": {"Anna": {"past": ["A1"]}}}, "players.Anna.past: A1 Disk of Sabu is not a monument"),
        ({"players": {"Anna": {"rotated": ["C1"]}}}, "players.Anna.rotated: C1 Osirion is not in the Past"),
        ({"players": {"Anna": {"artifacts": ["C1"]}}}, "players.Anna.artifacts"),
        ({"players": {"Anna": {"artifacts": cards("A", 1, 6)}}}, "up to 5 artifacts"),
        ({"players": {"Anna": {"technologies": ["C1"]}}}, "players.Anna.technologies: There is no technology"),
        ({"players": {"Anna": {"lost": -1}}}, "players.Anna.lost: -1 is not from 0 to 999."),
        (
            {"players": {"Anna": {"timeline": {"7": ["C1"]}}}},
            "players.Anna.timeline.7: '7' is not one of 1, 2, 3, 4, 5, 6 (AK-1.2).",
        ),
        ({"players": {"Anna": {"timeline": {"1": ["C1", "C2", "C3"]}}}}, "a slot has two halves"),
        ({"players": {"Anna": {"timeline": {"1": ["A1 2"]}}}}, "is not a monument"),
        (
            {"players": {"Anna": {"timeline": {"1": ["C1 two"]}}}},
            "players.Anna.timeline.1: 'two' is not a name",
        ),
        ({"phase": "keep", "players": {"Anna": {"hand": ["C1"]}}}, "chooses from 10 cards"),
        ({"boards": [["T1"]]}, "boards: there are 3"),
        ({"boards": [["T1", "T28"], [], []]}, "boards.1: a board shows"),
        ({"boards": [["T1", "T2", "T3", "T4"], [], []]}, "boards.1: a board shows"),
        ({"decks": {"3": []}}, "decks.3: '3' is not one of 1, 2 (AK-1.3)."),
        ({"decks": {"1": ["T28"]}}, "decks.1: a deck holds one level"),
        ({"bottoms": {"2": ["T1"]}}, "bottoms.2: a deck holds one level"),
        ({"box": ["T1"], "technology_discards": ["T1"]}, "T1 Anaximenes is named twice"),
    ],
)
def test_what_makes_no_sense_is_refused(given: dict[str, Any], says: str) -> None:
    with pytest.raises(PositionError) as error:
        position(given)
    assert says in str(error.value)


def test_teams_begin_with_their_first_member() -> None:
    with pytest.raises(PositionError, match=r"AK-8\.2e"):
        position({"first": "Bob"}, 4, teams=True)
    with pytest.raises(PositionError, match=r"AK-8\.2"):
        position({}, 3, teams=True)


def test_hand_cards_that_all_have_seen() -> None:
    state = position({"players": {"Bob": {"hand": ["C1", "C2"], "shown": ["C2"]}}})
    assert GAME.view(state, 0).players[1].hand == ("C2", "?")
    for shown in (["C3"], ["C2", "C2"]):
        with pytest.raises(PositionError, match=r"^players.Bob.shown: these are not cards of the hand, each once"):
            position({"players": {"Bob": {"hand": ["C1", "C2"], "shown": shown}}})


def test_who_knows_the_bottom_of_a_deck() -> None:
    """AK-4.7: a bit a seat; without the table everybody knows all."""
    bottoms = {"1": ["T8", "T9"], "2": ["T40"]}
    assert position({"bottoms": bottoms}).display.seen == (bytes((3, 3)), bytes((3,)))
    known = {"Anna": ["T9", "T40"], "Bob": ["T9"]}
    assert position({"bottoms": bottoms, "bottoms_known": known}).display.seen == (bytes((0, 3)), bytes((1,)))
    with pytest.raises(PositionError, match=r"^bottoms_known.Bob: T7 .* is not named under bottoms"):
        position({"bottoms": bottoms, "bottoms_known": {"Bob": ["T7"]}})
