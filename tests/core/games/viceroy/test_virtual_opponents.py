"""Virtual opponents (VC-6)."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.basics.errors import BadSetup, PositionError
from kronika.core.games.viceroy import GAME
from kronika.core.games.viceroy.state import Options
from support.playing import allowed, effects, play, refused
from support.viceroy import named, place

TWO = {"Anna": {"1.0": 11}, "Bob": {"1.0": 12}}
GEMS = {"Anna": "2 red 2 blue", "Bob": "2 red 2 blue"}


@pytest.mark.parametrize(
    ("seats", "virtual", "players"),
    [(1, 0, 1), (1, 1, 1), (1, 2, 2), (1, 3, 3), (2, 0, 0), (2, 1, 1), (2, 2, 2), (3, 0, 0), (3, 1, 1), (4, 0, 0)],
)
def test_how_many_may_join(seats: int, virtual: int, players: int) -> None:
    """VC-6.2; a solo game has one in any case."""
    state = GAME.setup(Options(virtual=virtual), seats)
    assert len(state.virtual) == players


@pytest.mark.parametrize(("seats", "virtual"), [(2, 3), (3, 2), (3, 3), (4, 1), (4, 2), (4, 3)])
def test_more_than_four_in_all_are_refused(seats: int, virtual: int) -> None:
    """VC-6.2."""
    with pytest.raises(BadSetup, match=r"VC-6\.2"):
        GAME.setup(Options(virtual=virtual), seats)
    with pytest.raises(PositionError, match="virtual"):
        place(players=seats, options={"virtual": virtual})


# -- the table of VC-6.4 ----------------------------------------------------------------------------------------
# Real bidders for red, virtual gems drawn red, cards of the red lane; then the lane after it, and who stays: A Anna,
# B Bob, v a virtual opponent, where d is one that is done.


ROWS = [
    (0, 1, 1, (0, 0), "rrd"),
    (0, 1, 2, (0, 2), "rrd"),
    (0, 2, 1, (1, 0), "rrvv"),
    (0, 2, 2, (0, 0), "rrdd"),
    (1, 1, 1, (1, 0), "Arv"),
    (1, 2, 1, (1, 0), "Arvv"),
    (1, 2, 2, (1, 2), "Arvv"),
    (2, 1, 1, (1, 0), "ABv"),
    (2, 1, 2, (1, 2), "ABv"),
    (2, 2, 2, (1, 2), "ABvv"),
]


@pytest.mark.parametrize(("real", "virtual", "cards", "lane", "after"), ROWS)
def test_a_lane(real: int, virtual: int, cards: int, lane: tuple[int, int], after: str) -> None:
    """Who doesn't bid red bids blue, where there is one card."""
    given = {
        "pyramids": TWO,
        "lanes": {"red": {"below": 1, "above": 2} if cards == 2 else {"below": 1}, "blue": {"below": 3}},
        "gems": GEMS,
    }
    session = place(players=2, options={"virtual": virtual}, **given)
    moves = ["Anna: bid red" if real > 0 else "Anna: bid blue", "Bob: bid red" if real > 1 else "Bob: bid blue"]
    found = effects(session, *moves, f"chance: box {' '.join(['red'] * virtual)}")
    view = session.view()
    assert (view.lanes["red"]["below"], view.lanes["red"]["above"]) == tuple(str(card or "") for card in lane)
    stays = "".join("v" if word == "in" else "d" for word in view.virtual)
    assert stays == after.lstrip("ABr")
    if "A" in after:
        assert view.status[0] == "in"
    if "B" in after:
        assert view.status[1] == "in"
    removed = tuple(card for e in found if type(e).__name__ == "Removed" for card in e.cards)
    assert removed == {"rrd": (1,), "rrdd": (1, 2)}.get(after, ())


@pytest.mark.parametrize("cards", [1, 2])
def test_three_virtual_opponents_on_one_lane(cards: int) -> None:
    """R-36."""
    given = {
        "pyramids": {"Anna": {"1.0": 11}},
        "lanes": {"red": {"below": 1, "above": 2} if cards == 2 else {"below": 1}, "blue": {"below": 3}},
        "gems": {"Anna": "2 blue"},
    }
    session = place(options={"virtual": 3}, **given)
    found = effects(session, "bid blue", "chance: box red red red")
    assert [e.n for e in found if type(e).__name__ == "VirtualStays"] == [3]
    assert not any(type(e).__name__ == "Removed" and 1 in e.cards for e in found[:-2])


def test_unmatched_gems_after_an_attack() -> None:
    """R-34, VC-6.5: the only card of the colour is gone, so that any remaining card is discarded."""
    given = {
        "pyramids": {"Anna": {"1.0": 11}},
        "lanes": {"red": {"below": 1}, "blue": {"below": 3}, "green": {"below": 4}},
        "attacks": {"Anna": 1},
    }
    session = place(**given)
    play(session, "bid attack", "chance: box red", "take red below")
    assert session.actors == (0,)
    assert len(session.legal()["Anna"]) == 2
    found = effects(session, "discard green below")
    assert next((e.cards, e.rule) for e in found if type(e).__name__ == "Removed") == ((4,), "VC-6.5")
    assert session.view().virtual == ("done",)


def test_unmatched_gems_each_discard_one_card_until_none_is_left() -> None:
    """VC-6.5; the last card goes without asking, and the opponents are done."""
    given = {
        "pyramids": {"Anna": {"1.0": 11}},
        "lanes": {"blue": {"below": 3}, "green": {"below": 4}},
        "gems": {"Anna": "1 blue"},
    }
    session = place(options={"virtual": 3}, **given)
    found = effects(session, "bid blue", "chance: box red red yellow")
    assert [(e.cards, e.rule) for e in found if type(e).__name__ == "Removed"] == [((4,), "VC-6.5")]


def test_bidders_and_virtual_gems_on_an_empty_lane() -> None:
    """VC-6.4, last row: the real bidder goes on, the virtual gem is unmatched."""
    given = {
        "pyramids": TWO,
        "lanes": {"red": {"below": 1}, "blue": {"below": 3}, "green": {"below": 4}},
        "attacks": {"Anna": 1},
        "gems": {"Bob": "red"},
    }
    session = place(players=2, options={"virtual": 1}, **given)
    found = effects(session, "Anna: bid attack", "Bob: bid red", "chance: box red", "Anna: take red below")
    assert [(e.seats, e.rule) for e in found if type(e).__name__ == "Missed"] == [((1,), "VC-6.4")]
    assert session.actors == (0,)
    play(session, "Anna: discard blue below")
    assert session.actors == (1,)


# -- gems of the box --------------------------------------------------------------------------------------------


def test_the_gems_never_leave_the_box() -> None:
    """VC-9.11: no gem of a virtual opponent reaches the supply."""
    given = {"pyramids": TWO, "lanes": {"red": {"below": 1}}, "gems": {"Anna": "red", "Bob": "red"}}
    session = place(players=2, options={"virtual": 2}, **given)
    play(session, "Anna: bid red", "Bob: bid red", "chance: box red red")
    assert session.view().supply == {"blue": 8, "red": 8, "green": 8, "yellow": 8}


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("chance: box red", "VC-6.3"),
        ("chance: box red red red", "VC-6.3"),
        ("Anna: box red red", "VC-6.3"),
        ("chance: card 5", "VC-6.3"),
    ],
)
def test_one_gem_for_each_opponent_still_in(move: str, rule: str) -> None:
    given = {"pyramids": TWO, "lanes": {"red": {"below": 1}}, "gems": {"Anna": "red"}, "out": {"Bob": "passed"}}
    session = place(players=2, options={"virtual": 2}, **given)
    session.play("Anna: bid red")
    assert refused(session, move).rule == rule
    one = place(players=2, options={"virtual": 2}, **{**given, "virtual": ["done", "in"]})
    one.play("Anna: bid red")
    assert refused(one, "chance: box red red").rule == "VC-6.3"
    assert allowed(one, "chance: box green")


def test_the_box_of_three_players_has_four_of_each() -> None:
    """VC-1.6 table, VC-6.3: without replacement within the round; four players leave nothing for a virtual opponent."""
    session = place(
        players=3,
        options={"virtual": 1},
        pyramids={**TWO, "Cyril": {"1.0": 13}},
        lanes={"red": {"below": 1}},
        out={"Bob": "passed"},
    )
    session.play("Anna: pass")
    session.play("Cyril: pass")
    drawn = {session.game.sample(session.state, dice(n)).gems for n in range(40)}
    assert drawn == {("blue",), ("red",), ("green",), ("yellow",)}
    assert allowed(session, "chance: box blue")


def dice(n: int) -> Any:
    from kronika.core.basics.chance import Dice

    return Dice("box", n)


# -- who goes on ------------------------------------------------------------------------------------------------


def test_virtual_opponents_bid_even_if_the_only_player_passes() -> None:
    """R-33."""
    given = {"pyramids": {"Anna": {"1.0": 11}}, "lanes": {"red": {"below": 1}, "blue": {"below": 2}}, "supply": "none"}
    session = place(**given)
    session.play("pass")
    assert session.actors == (-1,)
    found = effects(session, "chance: box red")
    assert [(e.cards, e.rule) for e in found if type(e).__name__ == "Removed"] == [((1,), "VC-6.4")]


def test_no_bidding_round_without_a_real_player() -> None:
    """VC-6.6: the virtual opponent left over gets nothing."""
    given = {"pyramids": {"Anna": {"1.0": 11}}, "lanes": {"red": {"below": 1}}, "gems": {"Anna": "red"}}
    session = place(options={"virtual": 2}, **given)
    play(session, "bid red", "chance: box blue blue")
    # Both gems are unmatched after Anna took the only card: nothing is left to discard.
    assert session.view().phase == "turn_up"
    skipping = place(pyramids={"Anna": {"1.0": 11}}, phase="select", round=2, skips=["Anna"])
    play(skipping, "pass")
    assert (skipping.view().phase, skipping.view().round) == ("turn_up", 3)


def test_in_a_tie_with_two_cards_real_players_choose_in_bigger_games_whatever_the_option() -> None:
    """R-32 is about the solo game alone."""
    given = {
        "pyramids": TWO,
        "lanes": {"red": {"below": 1, "above": 2}},
        "gems": {"Anna": "red"},
        "out": {"Bob": "passed"},
    }
    session = place(players=2, options={"virtual": 1, "solo_above": False}, **given)
    play(session, "Anna: bid red", "chance: box red")
    assert sorted(session.legal()["Anna"]) == ["decline", "take red above"]


def test_the_box_draw_does_not_look_at_the_display() -> None:
    """Bug class 9: every colour of the box can come, whether it has cards or not; attack tokens never."""
    given = {"pyramids": {"Anna": {"1.0": 11}}, "lanes": {"red": {"below": 1}}, "gems": {"Anna": "red"}}
    session = place(**given)
    session.play("bid red")
    drawn = [session.game.sample(session.state, dice(n)).gems[0] for n in range(400)]
    counts = {colour: drawn.count(colour) for colour in ("blue", "red", "green", "yellow")}
    assert sum(counts.values()) == 400
    assert min(counts.values()) > 60


def test_virtual_opponents_bid_when_all_pass_or_do_not() -> None:
    """R-33 and its option: without a bid of a real player no gem is drawn, and no card is discarded."""
    given = {"pyramids": {"Anna": {"1.0": 11}, "Bob": {"1.0": 12}}, "lanes": {"red": {"below": 1}}, "gems": GEMS}
    drawn = place(players=2, options={"virtual": 1}, **given)
    play(drawn, "Anna: pass", "Bob: pass")
    assert drawn.view().phase == "from_box"
    alone = place(players=2, options={"virtual": 1, "virtual_bids_alone": False}, **given)
    play(alone, "Anna: pass", "Bob: pass")
    assert alone.view().lanes["red"]["below"] == "1"
    assert list(alone.legal()) == ["Anna"]  # takes gems, since 11 comes before 12
    for bids in (("Anna: pass", "Bob: bid red"), ("Bob: bid red", "Anna: pass")):
        bid = place(players=2, options={"virtual": 1, "virtual_bids_alone": False}, **given)
        play(bid, *bids)
        assert bid.view().phase == "from_box"


# -- who stays (VC-6.4) -----------------------------------------------------------------------------------------------


FIRST_CARDS = {"Anna": {"1.0": 11}, "Bob": {"1.0": 12}}


@pytest.mark.parametrize(
    ("real", "virtual", "cards", "stay"),
    [
        (0, 1, 1, []),
        (0, 1, 2, []),
        (0, 2, 1, [(2, "red")]),
        (0, 2, 2, []),
        (1, 1, 1, [(1, "red")]),
        (1, 2, 1, [(2, "red")]),
        (1, 2, 2, [(2, "red")]),
        (2, 1, 1, [(1, "red")]),
        (2, 2, 2, [(2, "red")]),
    ],
)
def test_how_many_virtual_opponents_stay(real: int, virtual: int, cards: int, stay: list[tuple[int, str]]) -> None:
    """VC-6.4, row by row: all of them that nobody served, and who of the players missed."""
    given = {
        "pyramids": FIRST_CARDS,
        "lanes": {"red": {"below": 1, "above": 2} if cards == 2 else {"below": 1}, "blue": {"below": 3}},
        "gems": {"Anna": "2 red 2 blue", "Bob": "2 red 2 blue"},
    }
    session = place(players=2, options={"virtual": virtual}, **given)
    bids = [f"{name}: bid {'red' if real > at else 'blue'}" for at, name in enumerate(("Anna", "Bob"))]
    found = effects(session, *bids, f"chance: box {' '.join(['red'] * virtual)}")
    assert [(e.n, e.bid) for e in named(found, "VirtualStays")] == stay
    missed = [(e.seats, e.bid) for e in named(found, "Missed") if e.rule == "VC-6.4"]
    assert missed == ([(tuple(range(real)), "red")] if real else [])


def test_a_player_who_goes_on_leaves_one_virtual_opponent() -> None:
    """VC-6.4, one and one for two cards: both go on and the cards stay."""
    given = {
        "pyramids": FIRST_CARDS,
        "lanes": {"red": {"below": 1, "above": 2}},
        "gems": {"Anna": "red", "Bob": "blue"},
    }
    session = place(players=2, options={"virtual": 1}, **given)
    effects(session, "Anna: bid red", "Bob: pass", "chance: box red")
    found = effects(session, "Anna: decline")
    assert [(e.n, e.bid) for e in named(found, "VirtualStays")] == [(1, "red")]
    assert [e.seats for e in named(found, "Missed")] == [(0,)]
    assert session.view().lanes["red"] == {"below": "1", "above": "2"}


def test_no_virtual_opponent_stays_where_there_is_no_card() -> None:
    """VC-6.4, last row: unmatched, not still in the auction."""
    given = {
        "pyramids": FIRST_CARDS,
        "lanes": {"red": {"below": 1}, "blue": {"below": 3}, "green": {"below": 4}},
        "attacks": {"Anna": 1},
        "gems": {"Bob": "red"},
    }
    session = place(players=2, options={"virtual": 1}, **given)
    found = effects(session, "Anna: bid attack", "Bob: bid red", "chance: box red", "Anna: take red below")
    assert [e.seats for e in named(found, "Missed")] == [(1,)]
    assert not named(found, "VirtualStays")
