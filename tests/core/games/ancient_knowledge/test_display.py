"""Technology boards, decks, discard piles and known bottoms; the builder pile (AK-4.3 to AK-4.7, AK-5)."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.contract.game import EVERYONE
from kronika.core.games.ancient_knowledge import GAME
from support.ancient import NAMES, area, cards, look, place, play, standing

FREE = [["T9", "T14", "T19"], ["T5", "T10", "T6"], ["T28", "T29", "T30"]]


# -- refilling (AK-4.4, AK-4.5) -----------------------------------------------------------------------------------


def test_two_left_are_not_refilled() -> None:
    session = place(boards=FREE)
    play(session, "learn T9")
    assert look(session).boards[0].technologies == ("T14", "T19")


def test_one_left_is_discarded_and_three_are_laid() -> None:
    """OQ-15: before the technology takes effect."""
    session = place(boards=[["T21", "T9"], FREE[1], FREE[2]])
    effects = play(session, "learn T21")
    assert [effect["type"] for effect in effects] == ["learned", "board_cleared"]
    effects = play(session, "lay T1 T2 T3")
    assert [effect["type"] for effect in effects] == ["activated"]
    assert look(session).boards[0].technologies == ("T1", "T2", "T3")
    assert look(session).decks[0].discards == ("T9",)
    assert look(session).pending.due == "draw builder cards"


def test_the_last_one_taken_leaves_nothing_to_discard() -> None:
    session = place(boards=[["T9"], FREE[1], FREE[2]])
    assert [effect["type"] for effect in play(session, "learn T9")] == ["learned"]
    play(session, "lay T1 T2 T3")
    assert look(session).decks[0].discards == ()


def test_the_deck_is_renewed_while_a_board_is_refilled() -> None:
    """OQ-32: two dealt, then the discards become the deck, then one more."""
    session = place(boards=[["T9", "T14"], FREE[1], FREE[2]], decks={1: ["T1", "T2"]}, technology_discards=["T3", "T4"])
    play(session, "learn T9")
    effects = play(session, "lay T2 T1")
    assert {"type": "technologies_reshuffled", "level": 1, "cards": 3, "rule": "AK-4.4"} in effects
    play(session, "lay T14")
    assert look(session).boards[0].technologies == ("T1", "T2", "T14")
    assert look(session).decks[0].cards == ("T3", "T4")


def test_the_known_bottom_comes_last_and_without_chance() -> None:
    session = place(boards=[["T9", "T14"], FREE[1], FREE[2]], decks={1: ["T1"]}, bottoms={1: ["T3", "T2", "T4"]})
    play(session, "learn T9")
    effects = play(session, "lay T1")
    assert effects[0] == {"type": "laid", "board": 1, "technologies": ("T3", "T2"), "rule": "AK-4.4"}
    assert look(session).boards[0].technologies == ("T1", "T2", "T3")
    assert look(session).decks[0].bottom == ("T4",)


def test_a_board_that_cannot_be_refilled_leaves_with_the_rest_of_its_level() -> None:
    """AK-4.5, OQ-12: the other board of the level stays until it needs cards."""
    session = place(boards=[["T9", "T14"], FREE[1], FREE[2]], decks={1: ["T1"]}, actions=2)
    effects = play(session, "learn T9")
    assert {"type": "board_boxed", "board": 1, "level": 1, "technologies": ("T1", "T14"), "rule": "AK-4.5"} in effects
    assert [board.level for board in look(session).boards] == [0, 1, 2]
    assert {"T1", "T14"} <= set(look(session).box)
    play(session, "learn T5", "draw C1")
    session = place(boards=[[], ["T5", "T10"], FREE[2]], decks={1: []})
    play(session, "learn T5", "draw C1")
    assert [board.level for board in look(session).boards] == [0, 0, 2]


def test_three_left_are_enough() -> None:
    session = place(boards=[["T9", "T14"], FREE[1], FREE[2]], decks={1: ["T1", "T2"]})
    play(session, "learn T9", "lay T1 T2", "lay T14")
    assert look(session).boards[0].technologies == ("T1", "T2", "T14")
    assert look(session).decks[0].size == 0


def test_an_empty_deck_is_tried_again_at_the_next_attempt() -> None:
    """AK-4.4, AK-5.1: nothing to renew it with when it ran out, but later there is."""
    session = place(
        boards=[["T9", "T14"], ["T5", "T10"], FREE[2]], decks={1: []}, technology_discards=["T1", "T2", "T3"]
    )
    play(session, "learn T9")
    assert look(session).pending.due == "reveal new technologies"
    play(session, "lay T1 T2 T3")
    assert look(session).decks[0].cards == ("T14",)


def test_nothing_becomes_the_deck_where_nothing_was_discarded() -> None:
    """AK-4.4: the last technologies are laid on a board on which none was left, and none was ever discarded."""
    session = place(boards=[["T9"], ["T5", "T10"], FREE[2]], decks={1: ["T1", "T2", "T3"]}, anna={"technologies": []})
    play(session, "learn T9")
    effects = play(session, "lay T1 T2 T3")
    assert not [effect for effect in effects if effect["type"] == "technologies_reshuffled"]
    assert look(session).decks[0].size == 0


# -- half of the game (AK-4.6) ------------------------------------------------------------------------------------


def half(boards: list[list[str]], **given: Any) -> Any:
    return place(
        phase="decline",
        flipped=False,
        boards=boards,
        anna={"past": cards("C", 1, 6), "timeline": {1: ["P1 0"]}},
        **given,
    )


def test_the_only_board_of_level_i_is_flipped_without_asking() -> None:
    session = half([["T9", "T14"], ["T31", "T32"], FREE[2]])
    play(session, "lay T34 T35 T36")
    assert look(session).boards[0].level == 2
    assert look(session).decks[0].discards == ("T9", "T14")


def test_a_boxed_board_cannot_be_flipped() -> None:
    session = half([["T9", "T14"], [], FREE[2]])
    play(session, "lay T34 T35 T36")
    assert [board.level for board in look(session).boards] == [2, 0, 2]


def test_no_board_of_level_i_is_left() -> None:
    """OQ-20: nothing is flipped, now or ever."""
    session = half([[], [], FREE[2]])
    assert look(session).flipped
    assert [board.level for board in look(session).boards] == [0, 0, 2]
    assert session.actors == (1,)


def test_a_flipped_board_without_cards_leaves_the_game() -> None:
    """OQ-20."""
    session = half([["T9", "T14", "T19"], [], FREE[2]], decks={2: ["T31", "T32"]})
    assert [board.level for board in look(session).boards] == [0, 0, 2]
    assert {"T31", "T32"} <= set(look(session).box)
    assert look(session).decks[0].discards == ("T9", "T14", "T19")


def test_six_monuments_flip_nothing() -> None:
    session = place(phase="decline", boards=FREE, anna={"past": cards("C", 1, 5), "timeline": {1: ["P1 0"]}})
    assert not look(session).flipped


def test_the_check_is_made_once_after_all_declines() -> None:
    """R-16: the learning of the second card sees the display as it was."""
    session = place(
        phase="decline",
        boards=[["T9"], [], FREE[2]],
        anna={"past": cards("C", 1, 6), "timeline": {1: ["P1 0", "P9 0"]}},
    )
    play(session, "decline P1")
    assert [GAME.format(session.state, 0, do, NAMES) for do in GAME.actions(session.state, 0)] == ["learn T9", "no"]
    assert not look(session).flipped
    play(session, "no")
    assert look(session).flipped


# -- builder pile (AK-5) ------------------------------------------------------------------------------------------


def test_the_pile_is_renewed_when_the_last_card_is_taken() -> None:
    """OQ-13: at once, so that the discards of this very effect are in it or not as they come."""
    session = place(deck=["C1"], discard=["M1", "M2"])
    effects = play(session, "search", "draw C1")
    assert effects[0] == {"type": "reshuffled", "cards": 143, "rule": "AK-5.1"}
    assert look(session).discard_pile == 0
    assert look(session).top_discard == ""


def test_drawing_goes_on_with_the_renewed_pile() -> None:
    session = place(deck=["C1", "C2"], anna={"past": ["P1", "P2"]})
    play(session, "excavate 2", "draw C2 C1", "draw M1 M2")
    assert area(session).hand == ("C1", "C2", "M1", "M2")


SPREAD = {
    "anna": {"past": [*cards("C", 1, 36)], "hand": cards("A", 1, 8), "artifacts": cards("A", 11, 15)},
    "bob": {"past": [*cards("M", 1, 36)], "hand": cards("A", 16, 25), "artifacts": cards("A", 26, 30)},
    "cyril": {"past": [*cards("P", 1, 36)], "hand": ["A9", "A31", "A32", "A33", "A34", "A35"]},
    "dana": {"hand": ["A36"]},
}
"""Every builder card but A10 lies somewhere."""


def test_nothing_is_left_to_draw() -> None:
    session = place(players=4, flipped=True, ending=False, **SPREAD)
    effects = play(session, "search", "draw A10")
    assert look(session).draw_pile == 0
    effects = play(session, "search")
    assert effects[0] == {"type": "pile_empty", "seat": 0, "missed": 1, "rule": "AK-5.1"}


def test_an_empty_pile_is_tried_again_when_a_card_is_wanted() -> None:
    session = place(deck=[], discard=["C1"])
    effects = play(session, "search")
    assert effects == [{"type": "reshuffled", "cards": 144, "rule": "AK-5.1"}]
    assert session.actors == (-1,)


def test_fewer_cards_than_an_effect_looks_at() -> None:
    """AK-5.5: T3 with one card left, which the learner takes without asking."""
    session = place(players=4, flipped=True, ending=False, boards=[["T3", "T9", "T14"], FREE[1], FREE[2]], **SPREAD)
    effects = play(session, "learn T3", "draw A10")
    assert {"type": "took", "seat": 0, "cards": ("A10",), "source": "T3", "rule": "AK-5.2"} in effects
    assert look(session).pending is None


def test_revealed_cards_are_not_reshuffled_meanwhile() -> None:
    """AK-5.2: P33 empties the pile; what it has revealed stays aside, and it stops for want of cards."""
    past = [card for card in SPREAD["cyril"]["past"] if card != "P33"]
    given = {**SPREAD, "cyril": {**SPREAD["cyril"], "past": past}, "dana": {"timeline": {1: ["P33 0"]}}}
    session = place(players=4, flipped=True, ending=False, turn="Dana", phase="decline", **given)
    assert look(session).draw_pile == 2  # A10 and A36
    play(session, "draw A36", "draw A10")
    assert look(session).draw_pile == 0
    assert look(session).discard_pile_cards == ("A10", "A36")
    assert area(session, 3).past == ("P33",)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_technology_deck_bottom_is_known_to_whom_it_was_shown(seat: int) -> None:
    """AK-1.5: P35's to all, P7's to its owner, in its order."""
    session = place(
        phase="decline",
        boards=[["T1", "T2", "T7"], ["T15", "T23", "T24"], FREE[2]],
        bottoms={2: ["T31"]},
        decks={2: ["T34", "T35", "T36"]},
        anna={"timeline": {1: ["P7 0"]}},
    )
    play(session, "lay T34 T35 T36", "choose T36", "choose T34", "choose T31")
    own, other = ("T36", "T34", "T31", "T35"), ("?", "?", "?", "?")
    assert GAME.view(session.state, seat).decks[1].bottom == (own if seat == 0 else other)
    assert GAME.view(session.state, None).decks[1].bottom == own
    assert GAME.view(session.state, EVERYONE).decks[1].bottom == other


def test_known_cards_are_looked_at_before_they_go_under_again() -> None:
    """AK-4.7: P7 takes what lies on top first, then the known bottom."""
    session = place(
        phase="decline",
        boards=[["T1", "T2", "T7"], ["T15", "T23", "T24"], FREE[2]],
        bottoms={2: ["T31", "T32"]},
        decks={2: ["T34", "T35", "T36", "T38", "T40", "T41"]},
        anna={"timeline": {1: ["P7 0"]}},
    )
    play(session, "lay T34 T35 T36 T38 T40 T41")
    assert look(session).pending.cards == ("T31", "T34", "T35", "T36", "T38", "T40", "T41")
    assert look(session).decks[1].bottom == ("T32",)
    assert standing(session)["P7"] == (1, 0)
