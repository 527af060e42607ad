"""Laws that last, and laws that score at the end (section 4): 72, 74 to 79, 85 to 88."""

from __future__ import annotations

import pytest

from support.playing import after, refused
from support.viceroy import DISPLAY, alone, place, scored, spot, worth

# -- 72 and 78 --------------------------------------------------------------------------------------------------


def test_72_tucks_any_number_of_hand_cards() -> None:
    """VC-4.72, R-27: now, face down."""
    session = alone(72, hand=[5, 9, 70])
    assert refused(session, "tuck 6").rule == "VC-4.72"
    session.play("law 72 tuck 9")
    session.play("tuck 70")
    session.play("done")
    assert spot(session, "1.-1") == (72, [], (9, 70))
    assert session.view().hands[0] == ("5",)
    assert worth(session, 72) == 10


def test_72_ends_with_the_last_card_and_asks_nothing_without_one() -> None:
    assert alone(72).view().turn == 2
    session = alone(72, hand=[5])
    session.play("tuck 5")
    assert session.view().turn == 2


def test_72_takes_cards_at_the_end_of_every_building_phase_by_the_option() -> None:
    """R-27: not in the middle of the phase; under another card law 72 takes none."""
    given = {"phase": "select", "pyramids": {"Anna": {"1.0": 72, "1.1": 1}}, "hands": {"Anna": [5, 9, 75]}}
    assert after(place(**given), "pass").view().phase == "bid"
    session = after(place(options={"tuck_later": True}, **given), "select 75", "place right")
    assert session.view().phase == "select"
    session.play("pass")
    assert session.legal()["Anna"] == ["tuck 5", "tuck 9", "done"]
    assert refused(session, "select 5").rule == "VC-4.72"
    session.play("tuck 9")
    session.play("done")
    assert spot(session, "1.0") == (72, [], (9,))
    assert session.view().phase == "bid"
    under = {**given, "pyramids": {"Anna": {"1.0": {"card": 1, "tucked": [72]}}}}
    assert after(place(options={"tuck_later": True}, **under), "pass").view().phase == "bid"


def test_72_takes_cards_after_the_last_building_phase_too() -> None:
    """R-27: before the hands are discarded (VC-5.1)."""
    given = {"phase": "select", "round": 12, "pyramids": {"Anna": {"1.0": 72}}, "hands": {"Anna": [5]}}
    session = after(place(options={"tuck_later": True}, **given), "pass", "law 72 tuck 5")
    assert session.view().phase == "end"
    assert worth(session, 72) == 5


def test_72_the_others_see_how_many_but_not_which() -> None:
    given = {"phase": "select", "pyramids": {"Anna": {"1.0": 1}, "Bob": {"1.0": 2}}, "hands": {"Anna": [72, 5]}}
    session = place(players=2, **given)
    for move in ("Bob: pass", "Anna: select 72", "Anna: place left", "Anna: tuck 5"):
        session.play(move)
    assert session.view(1).pyramids[0]["1.-1"].tucked == ("?",)
    assert session.view(0).pyramids[0]["1.-1"].tucked == ("5",)
    assert session.game.format(session.line.states[-2], 0, session.line.events[-1].do, session.players, 1) == "tuck ?"


HOLDER = {"1.0": {"card": 78, "tucked": [9]}, "1.1": 1}


def test_78_a_card_won_in_the_auction() -> None:
    """VC-4.78, R-31; bug class 10."""
    given = {
        "pyramids": {"Anna": HOLDER, "Bob": {"1.0": 2}},
        "lanes": {"red": {"below": 21}},
        "gems": {"Anna": "red"},
        "out": {"Bob": "passed"},
    }
    session = place(players=2, **given)
    session.play("Anna: bid red")
    assert session.legal()["Anna"] == ["tuck 21", "keep"]
    assert refused(session, "tuck 20").rule == "VC-4.78"
    session.play("tuck")
    assert spot(session, "1.0") == (78, [], (9, 21))
    assert session.view().hands[0] == ()
    assert worth(session, 78) == 8
    assert session.view(1).pyramids[0]["1.0"].tucked == ("9", "21")  # it was public when taken


def test_78_a_card_may_be_kept() -> None:
    given = {"pyramids": {"Anna": HOLDER}, "lanes": {"red": {"below": 21}}, "gems": {"Anna": "red"}}
    session = place(**given)
    session.play("bid red")
    session.play("chance: box blue")
    session.play("keep")
    assert session.view().hands[0] == ("21",)


def test_78_an_attack_pick_before_the_next_one() -> None:
    given = {
        "pyramids": {"Anna": HOLDER, "Bob": {"1.0": 2}},
        "lanes": {"red": {"below": 21, "above": 22}, "blue": {"below": 23}},
        "attacks": {"Anna": 1, "Bob": 1},
    }
    session = place(players=2, **given)
    for move in ("Anna: bid attack", "Bob: bid attack", "Anna: take red above"):
        session.play(move)
    assert session.legal() == {"Anna": ["tuck 22", "keep"]}
    session.play("keep")
    assert session.actors == (1,)


def test_78_cards_from_decks_stay_hidden_and_come_one_by_one() -> None:
    given = {
        "phase": "select",
        "pyramids": {"Anna": HOLDER, "Bob": {"1.0": 2}},
        "hands": {"Anna": [70]},
        "laws": [80, 81, 82],
    }
    session = place(players=2, **given)
    for move in ("Bob: pass", "Anna: select 70", "Anna: place left", "chance: card 80"):
        session.play(move)
    assert session.legal() == {"Anna": ["tuck 80", "keep"]}
    session.play("tuck 80")
    assert session.view(1).pyramids[0]["1.0"].tucked == ("9", "?")
    session.play("chance: card 82")
    session.play("tuck 82")
    session.play("chance: card 81")
    session.play("keep")
    # two laws are due, one is left in hand.
    assert session.view().top_laws == ("81",)
    assert session.view().hands[0] == ()


def test_78_law_69_and_law_65() -> None:
    """R-31: decided before the slot is filled; law 78 itself can't be tucked when law 65 takes it back."""
    session = alone(69, HOLDER, lanes=DISPLAY)
    session.play("take blue below")
    assert session.legal()["Anna"] == ["tuck 23", "keep"]
    session.play("tuck 23")
    assert session.actors == (-1,)
    back = alone(65, HOLDER, play=False)
    back.play("law 65 replace 1")
    assert back.legal()["Anna"] == ["tuck 1", "keep"]
    gone = alone(65, HOLDER, play=False)
    gone.play("law 65 replace 78")
    assert gone.view().turn == 2
    assert gone.view().hands[0] == ("78",)
    assert not [item for item in gone.score() if item.part == "laws"]  # its tucked cards lost their law


def test_78_not_from_a_tucked_place() -> None:
    """It must lie in a pyramid position."""
    given = {
        "pyramids": {"Anna": {"1.0": {"card": 74, "tucked": [78]}}},
        "lanes": {"red": {"below": 21}},
        "gems": {"Anna": "red"},
    }
    session = place(**given)
    session.play("bid red")
    session.play("chance: box blue")
    assert session.view().hands[0] == ("21",)


# -- 74 ---------------------------------------------------------------------------------------------------------


def test_74_takes_a_free_card_with_its_tokens() -> None:
    """VC-4.74, R-29: after it lies on the left of level 1, the right end and the top are free, 74 itself never."""
    pyramid = {"1.0": 1, "1.1": 2, "1.2": {"card": 3, "tokens": ["used-red", "3vp"]}, "2.0": 5}
    session = alone(74, pyramid)
    assert session.legal()["Anna"] == ["law 74 tuck 3", "law 74 tuck 5"]
    for card in (1, 2):
        assert refused(session, f"law 74 tuck {card}").rule == "VC-3.6"
    assert refused(session, "law 74 tuck 74").rule == "VC-4.74"
    session.play("law 74 tuck 3")
    assert spot(session, "1.-1") == (74, ["3vp", "used-red"], (3,))
    assert session.view().pyramids[0].keys() == {"1.-1", "1.0", "1.1", "2.0"}
    assert worth(session, 74) == 3


def test_74_no_card_with_another_under_it() -> None:
    session = alone(74, {"1.0": 1, "1.1": {"card": 2, "tucked": [66]}})
    # The left end is law 74 itself, the right end has a card under it: nothing is tucked.
    assert session.view().turn == 2
    assert worth(session, 74) == 3


def test_74_by_the_letter_a_middle_card_of_a_single_row_is_free() -> None:
    """R-29 and its option; the row then has a gap, which nobody may fill."""
    session = alone(74, {"1.0": 1, "1.1": 2, "1.2": 3, "1.3": 4}, options={"free_base": False})
    assert session.view().pyramids[0].keys() == {"1.-1", "1.0", "1.1", "1.2"}  # 4 was the only free card
    given = {
        "phase": "select",
        "pyramids": {"Anna": {"1.0": 1, "1.1": 2, "1.2": 3}},
        "hands": {"Anna": [74, 75]},
    }
    session = place(**given)
    for move in ("select 74", "place left"):
        session.play(move)
    assert session.legal()["Anna"] == ["law 74 tuck 1", "law 74 tuck 2", "law 74 tuck 3"]
    session.play("law 74 tuck 2")
    session.play("select 75")
    assert session.legal()["Anna"] == ["place left", "place right", "place 2.-1"]


# -- 75, 76, 79, 85 to 88 ---------------------------------------------------------------------------------------


def test_75_three_more_for_each_set() -> None:
    tokens = ["magic", "magic", "science", "science", "defense", "defense", "defense"]
    session = place(phase="end", pyramids={"Anna": {"1.0": 75, "1.1": {"card": 1, "tokens": tokens}}})
    assert worth(session, 75) == 6
    assert sum(item.points for item in session.score() if item.part == "sets") == 24


def test_76_two_for_each_gem_up_to_eight() -> None:
    """VC-4.76, R-30."""
    session = alone(76, gems={"Anna": "4 blue 3 red 2 green"})
    assert refused(session, "gems 4 blue 3 red 2 green").rule == "VC-4.76"
    assert refused(session, "gems 1 yellow").rule == "VC-4.76"
    session.play("gems 2 blue 1 red")
    assert worth(session, 76) == 6
    assert session.view().gems[0] == {"blue": 2, "red": 2, "green": 2, "yellow": 0}
    assert sum(item.points for item in session.score() if item.part == "infinite gems") == 0


def test_76_takes_exactly_eight_by_the_option() -> None:
    """R-30: of nine gems eight; anyone who has fewer lays all, and is not asked."""
    strict = {"lay_eight": True}
    session = alone(76, gems={"Anna": "4 blue 3 red 2 green"}, options=strict)
    assert refused(session, "gems 2 blue 1 red").reason == "8 gems are due, not 3."
    assert sorted(session.legal()["Anna"]) == [
        "gems blue blue blue blue red red green green",
        "gems blue blue blue blue red red red green",
        "gems blue blue blue red red red green green",
    ]
    session.play("gems 4 blue 2 red 2 green")
    assert worth(session, 76) == 16
    fewer = alone(76, gems={"Anna": "2 blue 1 red"}, options=strict)
    assert fewer.view().gems[0] == {"blue": 0, "red": 0, "green": 0, "yellow": 0}
    assert worth(fewer, 76) == 6


def test_76_asks_nothing_without_gems() -> None:
    assert alone(76).view().turn == 2


def test_76_gems_that_left_it_are_worth_nothing_and_infinite_ones_on_it_score_as_such() -> None:
    """R-41."""
    pyramid = {"1.0": {"card": 76, "tokens": ["gem-red", "infinite-blue"]}, "1.1": {"card": 65, "tokens": ["gem-blue"]}}
    session = place(phase="end", pyramids={"Anna": pyramid})
    assert worth(session, 76) == 2
    assert sum(item.points for item in session.score()) == 3


def test_79_circles_and_infinite_gems() -> None:
    pyramid = {
        "1.0": 22,
        "1.1": {"card": 33, "tokens": ["infinite-red", "used-blue"]},
        "1.2": 79,
        "2.0": 3,
    }
    assert scored(pyramid, 79) == 3


@pytest.mark.parametrize("law", [85, 86, 87, 88])
def test_85_to_88_two_for_each_adjacent_character(law: int) -> None:
    """Laws and tucked cards don't count."""
    pyramid = {
        "1.0": 1,
        "1.1": 2,
        "1.2": 3,
        "1.3": 70,
        "2.0": 75,
        "2.1": {"card": law, "tucked": [20, 21]},
        "2.2": 5,
        "3.0": 6,
    }
    assert scored(pyramid, law) == 8


@pytest.mark.parametrize("law", [68, 72, 74, 75, 76, 78, 79, 85])
def test_tucked_laws_score_nothing(law: int) -> None:
    """VC-4.0."""
    pyramid = {"1.0": {"card": 1, "tucked": [law], "tokens": ["gem-red"]}, "1.1": 2}
    session = place(phase="end", pyramids={"Anna": pyramid})
    assert session.totals() == {"Anna": 0}
