"""Laws that do something once, when they are laid (section 4): 65 to 70, and those with a choice."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.paper import Paper
from kronika.core.games.viceroy.actions import Choose
from kronika.core.sessions.session import Session
from support.playing import effects, play, refused
from support.viceroy import DISPLAY, alone, place, scored, spot

# -- 65 ---------------------------------------------------------------------------------------------------------


def test_65_takes_a_place_with_its_tokens_and_tucked_cards() -> None:
    """VC-4.65, R-21; never a normal placement."""
    pyramid = {"1.0": 1, "1.1": {"card": 78, "tokens": ["4vp", "used-red"], "tucked": [9]}, "2.0": 5}
    session = alone(65, pyramid, play=False)
    assert sorted(session.legal()["Anna"]) == ["law 65 replace 1", "law 65 replace 5", "law 65 replace 78"]
    assert refused(session, "place left").rule == "VC-4.65"
    assert refused(session, "law 65 replace 9").rule == "VC-4.65"
    assert refused(session, "law 65 replace 40").rule == "VC-4.65"
    session.play("law 65 replace 1.1")
    assert spot(session, "1.1") == (65, ["4vp", "used-red"], (9,))
    assert session.view().hands[0] == ("78",)
    assert session.legal()["Anna"] == ["select 78", "pass"]  # it may be played again, also in the same phase


def test_65_not_on_level_five() -> None:
    pyramid = {
        f"{level}.{i}": 10 * level + i for level, width in ((1, 5), (2, 4), (3, 3), (4, 2)) for i in range(width)
    }
    session = alone(65, {**pyramid, "5.0": 60}, play=False)
    assert refused(session, "law 65 replace 60").rule == "VC-4.65"
    assert len(session.legal()["Anna"]) == 14


def test_65_pays_for_each_circle_newly_of_one_colour() -> None:
    """R-22. Law 65 is green at the top and red below. In the middle of level 2 it takes part in three circles."""
    pyramid = {
        # Circle 2.1 is red below law 65: right corner of 1.1 red, left corner of 1.2 red.
        "1.0": 40,
        "1.1": 14,
        "1.2": 1,
        "1.3": 41,
        # Circles 3.0 and 3.1 above it are green: right corner of 2.0, left corner of 2.2, tops with green below.
        "2.0": 6,
        "2.1": 2,
        "2.2": 33,
        "3.0": 3,
        "3.1": 7,
    }
    session = alone(65, pyramid, play=False)
    found = effects(session, "law 65 replace 2.1")
    closed = [(e.level, e.column, e.colour) for e in found if type(e).__name__ == "CircleClosed"]
    assert closed == [(2, 1, "red"), (3, 0, "green"), (3, 1, "green")]
    assert session.view().gems[0] == {"blue": 0, "red": 1, "green": 2, "yellow": 0}


def test_65_pays_nothing_for_a_circle_that_was_of_one_colour_before() -> None:
    """The left corner of 33 is green like that of law 65."""
    session = alone(65, {"1.0": 22, "1.1": 33, "2.0": 3}, play=False)
    found = effects(session, "law 65 replace 33")
    assert session.view().circles[0] == {"2.0": "green"}
    assert not any(type(e).__name__ == "CircleClosed" for e in found)


def test_65_asks_nothing_with_a_single_target() -> None:
    session = alone(65, {"1.0": 7}, play=False)
    assert spot(session, "1.0")[0] == 65
    assert session.view().hands[0] == ("7",)


# -- 66 ---------------------------------------------------------------------------------------------------------


def test_66_doubles_every_token() -> None:
    """R-23; bug class 8: the infinite gem too, the copy unused."""
    tokens = ["magic", "magic", "magic+3", "blue+2", "4vp", "used-red", "gem-green"]
    session = alone(66, {"1.0": {"card": 1, "tokens": tokens}, "1.1": 70}, play=False)
    assert spot(session, "1.0") == (
        1,
        sorted([*tokens, "magic", "magic", "magic+3", "blue+2", "4vp", "infinite-red", "gem-green"]),
        (66,),
    )
    # Four of each colour: one of red and green lay on the card, another one was taken for the copy.
    assert session.view().supply == {"blue": 4, "red": 2, "green": 2, "yellow": 4}


def test_66_needs_a_character_and_can_lie_under_a_card_without_tokens() -> None:
    session = alone(66, {"1.0": 1, "1.1": 70, "1.2": 5}, play=False)
    assert sorted(session.legal()["Anna"]) == ["law 66 under 1", "law 66 under 5"]
    assert refused(session, "law 66 under 70").rule == "VC-4.66"
    assert refused(session, "law 66 under 9").rule == "VC-4.66"
    assert refused(session, "place left").rule == "VC-4.66"
    session.play("law 66 under 5")
    assert spot(session, "1.2") == (5, [], (66,))
    assert session.view().pyramids[0].keys() == {"1.0", "1.1", "1.2"}


def test_66_on_level_five() -> None:
    others = iter(range(67, 89))
    spots = {f"{level}.{i}": next(others) for level, width in ((1, 5), (2, 4), (3, 3), (4, 2)) for i in range(width)}
    session = alone(66, {**spots, "5.0": {"card": 3, "tokens": ["15vp"]}}, play=False)
    assert spot(session, "5.0") == (3, ["15vp", "15vp"], (66,))


def test_66_an_own_gem_for_the_copy() -> None:
    pyramid = {"1.0": {"card": 1, "tokens": ["infinite-blue", "gem-red"]}}
    session = alone(66, pyramid, play=False, supply="3 green", gems={"Anna": "2 blue"})
    assert sorted(session.legal()["Anna"]) == ["decline", "gems blue"]
    session.play("gems blue")
    # The red copy is lost: neither the supply nor the screen has one.
    assert spot(session, "1.0")[1] == ["gem-red", "infinite-blue", "infinite-blue"]


# -- 67 ---------------------------------------------------------------------------------------------------------


def swap_table(own: list[str], theirs: list[str], gems: str = "2 red 2 blue", **options: Any) -> Session:
    given = {
        "phase": "select",
        "pyramids": {
            "Anna": {"1.0": {"card": 1, "tokens": own}, "1.1": 3},
            "Bob": {"1.0": {"card": 2, "tokens": theirs}},
            "Cyril": {"1.0": 4},
        },
        "hands": {"Anna": [67]},
        "gems": {"Anna": gems},
    }
    session = place(players=3, options=options, **given)
    for move in ("Anna: select 67", "Bob: pass", "Cyril: pass", "Anna: place right"):
        session.play(move)
    return session


def test_67_swaps_one_token_for_another() -> None:
    """VC-4.67; bug class 7: a token, not a point; each lands where the other lay."""
    session = swap_table(["2vp", "magic", "magic"], ["12vp", "infinite-green"])
    assert session.legal()["Anna"] == ["law 67 pay Bob", "decline"]  # Cyril has no token
    assert refused(session, "law 67 pay Cyril").rule == "VC-4.67"
    assert refused(session, "law 67 pay Anna").rule == "VC-4.67"
    session.play("law 67 Bob")
    assert refused(session, "gems 2 red").rule == "VC-4.67"
    assert refused(session, "gems 3 green").rule == "VC-4.67"
    session.play("law 67 gems 2 red 1 blue")
    swap = session.view(2).swap
    assert (swap.opponent, swap.paid) == (1, {"blue": 1, "red": 2, "green": 0, "yellow": 0})
    assert session.legal()["Anna"] == ["law 67 give 1 magic", "law 67 give 1 2vp"]
    assert refused(session, "law 67 give 3 magic").rule == "VC-4.67"
    session.play("law 67 give 1 2vp")
    assert refused(session, "law 67 get 2 magic").rule == "VC-4.67"
    assert (session.view(2).swap.card, session.view(2).swap.token) == ("1", "2vp")
    assert "Law 67  with Bob for 1 blue, 2 red giving 2vp on 1 Boatswain" in session.game.render(
        session.view(2), session.players, Paper()
    )
    session.play("law 67 get 2 12vp")
    assert spot(session, "1.0") == (1, ["12vp", "magic", "magic"], ())
    assert spot(session, "1.0", 1) == (2, ["2vp", "infinite-green"], ())
    view = session.view()
    assert view.gems[0] == {"blue": 1, "red": 0, "green": 0, "yellow": 0}
    assert view.gems[1] == {"blue": 1, "red": 2, "green": 0, "yellow": 0}


@pytest.mark.parametrize(
    ("own", "theirs", "gems"),
    [([], ["magic"], "3 red"), (["magic"], [], "3 red"), (["magic"], ["magic"], "2 red")],
)
def test_67_without_a_possible_swap_nothing_is_asked(own: list[str], theirs: list[str], gems: str) -> None:
    """R-24: a token on either side, and three gems behind the screen."""
    session = swap_table(own, theirs, gems)
    assert session.view().turn == 2
    assert session.view().gems[0] == {"blue": 0, "red": int(gems[0]), "green": 0, "yellow": 0}


def test_67_may_be_declined() -> None:
    session = swap_table(["magic"], ["science"])
    session.play("decline")
    assert spot(session, "1.0") == (1, ["magic"], ())
    assert session.view().gems[0] == {"blue": 2, "red": 2, "green": 0, "yellow": 0}


@pytest.mark.parametrize("gems", ["2 red 1 blue", "4 red"])
def test_67_three_gems_or_one_colour_are_paid_without_asking(gems: str) -> None:
    """Section 12: single choices are automatic."""
    session = swap_table(["magic"], ["science"], gems)
    session.play("law 67 pay Bob")
    assert session.legal()["Anna"] == ["law 67 get 2 science"]
    session.play("get 2 science")
    assert spot(session, "1.0") == (1, ["science"], ())


def test_67_has_no_effect_alone() -> None:
    """Virtual opponents have no pyramid."""
    session = alone(67, {"1.0": {"card": 1, "tokens": ["magic"]}}, gems={"Anna": "4 red"})
    assert session.view().turn == 2


def test_67_infinite_gems() -> None:
    """R-24 and its option; bug class 8. A used gem stays used (R-16)."""
    session = swap_table(["used-red", "blue+2"], ["infinite-green"], swap_infinite=True)
    session.play("pay Bob")
    session.play("gems 2 red 1 blue")
    session.play("give 1 used red")
    session.play("get 2 infinite green")
    assert spot(session, "1.0", 1) == (2, ["used-red"], ())
    assert spot(session, "1.0") == (1, ["blue+2", "infinite-green"], ())
    strict = swap_table(["infinite-red", "magic"], ["infinite-green", "science"])
    strict.play("pay Bob")
    strict.play("gems 2 red 1 blue")
    assert strict.legal()["Anna"] == ["law 67 get 2 science"]  # magic was the only own token to give
    assert refused(strict, "get 2 infinite green").rule == "R-24"
    idle = swap_table(["infinite-red"], ["science"], swap_infinite=False)
    assert idle.view().turn == 2


# -- 68 ---------------------------------------------------------------------------------------------------------


def test_68_a_point_for_every_card() -> None:
    assert scored({"1.0": 68}, 68) == 1
    assert scored({"1.0": {"card": 68, "tucked": [9]}, "1.1": {"card": 72, "tucked": [5, 6]}, "2.0": 3}, 68) == 6


# -- 69 ---------------------------------------------------------------------------------------------------------


def test_69_takes_a_displayed_card_and_skips_the_next_auction() -> None:
    """VC-4.69, R-25."""
    session = alone(69, lanes=DISPLAY, round=3)
    assert len(session.legal()["Anna"]) == 3
    assert refused(session, "take blue above").rule == "VC-4.69"
    small = session.view().small
    session.play("take red above")
    assert session.view().hands[0] == ("22",)
    assert refused(session, "chance: card 70").rule == "VC-4.69"
    assert refused(session, "chance: card 21").rule == "VC-4.69"
    session.play("chance: card 60")
    assert session.view().lanes["red"] == {"below": "21", "above": "60"}
    assert session.view().small == small - 1
    found = effects(session, "pass")
    assert [type(e).__name__ for e in found][:2] == ["RoundBegan", "SkippedAuction"]
    assert session.view().round == 4
    assert session.view().phase == "turn_up"
    play(session, "chance: turn up 41 42 43 44", "pass")
    assert session.view().phase == "bid"  # only one auction is skipped


def test_69_with_an_empty_small_deck_the_slot_stays_empty() -> None:
    """R-25; that no card came is said as it is."""
    session = alone(69, lanes=DISPLAY, small=0)
    refilled = [effect for effect in play(session, "take red above") if effect["type"] == "refilled"]
    assert refilled == [{"type": "refilled", "lane": "red", "slot": "above", "card": 0, "rule": "VC-4.69"}]
    assert session.view().lanes["red"] == {"below": "21", "above": ""}
    assert session.view().turn == 2


def test_69_with_one_card_or_none() -> None:
    """R-25: in the last round there may be nothing to take."""
    one = alone(69, lanes={"red": {"above": 22}}, small=0)
    assert one.view().hands[0] == ("22",)
    none = alone(69, round=12)
    assert none.view().turn == 2
    assert none.view().status == ("will skip the next auction",)


# -- 70 ---------------------------------------------------------------------------------------------------------


def test_70_draws_three_and_returns_two_of_the_hand() -> None:
    """VC-4.70, R-26; the order is the player's, older laws may go back too."""
    session = alone(70, hand=[66, 5])
    for card in (80, 81, 82):
        session.play(f"chance: card {card}")
    assert sorted(session.legal()["Anna"]) == ["return 66", "return 80", "return 81", "return 82"]
    assert refused(session, "return 5").rule == "VC-4.70"
    session.play("return 66")
    session.play("return 82")
    assert session.view().top_laws == ("82", "66")
    assert session.view().hands[0] == ("5", "80", "81")
    assert session.view().law_deck == 24 - 2 - 3 + 2  # 70 and 66 were in hand


def test_70_from_a_short_deck() -> None:
    one = alone(70, laws=[80])
    one.play("chance: card 80")
    assert one.view().top_laws == ("80",)  # d = 1: the only law in hand goes back at once
    assert one.view().turn == 2
    none = alone(70, laws=[])
    assert none.view().turn == 2


def test_70_the_others_do_not_see_what_was_returned() -> None:
    """VC-1.7."""
    given = {
        "phase": "select",
        "pyramids": {"Anna": {"1.0": 1}, "Bob": {"1.0": 2}},
        "hands": {"Anna": [70, 66]},
        "laws": [80],
    }
    session = place(players=2, **given)
    for move in ("Bob: pass", "Anna: select 70", "Anna: place left", "chance: card 80", "Anna: return 66"):
        session.play(move)
    assert session.view(0).top_laws == ("66",)
    assert session.view(1).top_laws == ("?",)
    event = session.line.events[-1]
    assert session.game.format(session.line.states[-2], 0, event.do, session.players, 1) == "return ?"
    assert "66" not in session.game.describe(event.then[0], session.players, 1)


# -- laws with a choice -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("law", "option", "tokens", "attacks"),
    [
        (71, "attack", [], 1),
        (71, "vp", ["6vp"], 0),
        (73, "defense", ["defense"], 0),
        (73, "infinite blue", ["infinite-blue"], 0),
        (73, "infinite yellow", ["infinite-yellow"], 0),
        (77, "attack", [], 1),
        (80, "defense", ["defense"], 0),
        (80, "vp", ["6vp"], 0),
        (81, "magic", ["magic"], 0),
        (81, "science", ["science"], 0),
        (82, "science", ["science"], 0),
        (83, "magic", ["magic", "magic+2"], 0),
        (83, "infinite red", ["infinite-red"], 0),
        (83, "infinite green", ["infinite-green"], 0),
        (84, "bonus", ["magic+3"], 0),
    ],
)
def test_choice_laws(law: int, option: str, tokens: list[str], attacks: int) -> None:
    """VC-4.71 and the like; R-20: an attack token goes behind the screen."""
    session = alone(law)
    session.play(f"law {law} {option}")
    assert spot(session, "1.-1") == (law, tokens, ())
    assert session.view().attacks == (attacks,)
    assert session.view().turn == 2


@pytest.mark.parametrize("law", [71, 73, 77, 80, 81, 82, 83, 84])
def test_four_gems_instead(law: int) -> None:
    session = alone(law)
    assert refused(session, "pass").rule == "VC-4.0"
    session.play(f"law {law} gems")
    assert len(session.legal()["Anna"]) == 35  # four gems of four colours
    assert refused(session, "gems 3 red").rule == f"VC-4.{law}"
    session.play("gems 2 red 2 yellow")
    assert session.view().gems[0] == {"blue": 0, "red": 2, "green": 0, "yellow": 2}


@pytest.mark.parametrize("law", [77, 82, 84])
def test_a_card_instead(law: int) -> None:
    session = alone(law)
    session.play(f"law {law} card")
    session.play("draw small")
    session.play("chance: card 60")
    assert session.view().hands[0] == ("60",)


@pytest.mark.parametrize(
    ("law", "option"), [(71, "magic"), (73, "vp"), (77, "defense"), (81, "bonus"), (83, "science"), (84, "magic")]
)
def test_other_options_are_refused(law: int, option: Any) -> None:
    session = alone(law)
    with pytest.raises(IllegalAction) as refusal:
        session.game.check(session.state, 0, Choose(option))
    assert refusal.value.rule == f"VC-4.{law}"


def test_an_option_that_cannot_be_fulfilled_may_be_chosen() -> None:
    """R-17."""
    session = alone(83, supply="1 red")
    session.play("law 83 infinite blue")
    assert spot(session, "1.-1") == (83, [], ())
    assert session.view().turn == 2
