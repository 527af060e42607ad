"""The auction (VC-2.3 to VC-2.10)."""

from __future__ import annotations

import pytest

from kronika.core.contract.game import EVERYONE
from kronika.core.games.viceroy.effects import BidsShown, Missed, Took
from kronika.core.sessions.session import Session
from support.playing import after, allowed, effects, play, refused
from support.viceroy import kinds, place

TWO = {"Anna": {"1.0": 11}, "Bob": {"1.0": 12}}
THREE = {**TWO, "Cyril": {"1.0": 13}}
FOUR = {**THREE, "Dana": {"1.0": 14}}


def gems(session: Session, name: str) -> dict[str, int]:
    found: dict[str, int] = session.view().gems[session.players.index(name)]
    return {colour: n for colour, n in found.items() if n}


def hand(session: Session, name: str) -> tuple[int, ...]:
    return tuple(map(int, session.view().hands[session.players.index(name)]))


# -- bids -------------------------------------------------------------------------------------------------------


def test_bids_are_secret_until_the_last() -> None:
    session = place(
        players=2, pyramids=TWO, lanes={"red": {"below": 1}, "blue": {"below": 2}}, gems={"Anna": "red", "Bob": "blue"}
    )
    session.play("Anna: bid red")
    assert session.view(1).chosen == ("?", "")
    assert session.view(0).chosen == ("red", "")
    assert session.game.format(session.line.states[0], 0, session.line.events[0].do, session.players, 1) == "bid ?"
    session.play("Bob: bid blue")
    assert (hand(session, "Anna"), hand(session, "Bob")) == ((1,), (2,))


def test_a_pass_and_a_bid_read_the_same_to_others() -> None:
    """VC-2.4: nothing tells which of them was sealed, neither to a player nor to all."""
    lanes = {"red": {"below": 1}, "blue": {"below": 2}}
    session = place(players=2, pyramids=TWO, lanes=lanes, gems={"Anna": "red 1 blue"}, attacks={"Anna": 1})
    bids = session.game.actions(session.state, 0)
    assert len(bids) == 4, "red, blue, the attack token, nothing"
    for viewer in (1, EVERYONE):
        assert {session.game.format(session.state, 0, bid, session.players, viewer) for bid in bids} == {"bid ?"}


def test_infinite_gems_cannot_be_bid() -> None:
    """VC-2.4."""
    given = {
        "pyramids": {"Anna": {"1.0": {"card": 11, "tokens": ["infinite-red"]}}, "Bob": {"1.0": 12}},
        "lanes": {"red": {"below": 1}},
    }
    assert refused(place(players=2, **given), "Anna: bid red").rule == "VC-2.4"


def test_a_seat_that_is_out_or_has_bid_may_not_bid() -> None:
    """VC-2.3."""
    given = {
        "pyramids": FOUR,
        "lanes": {"red": {"below": 1}},
        "gems": {"Anna": "red", "Bob": "red", "Cyril": "red", "Dana": "red"},
        "out": {"Anna": "took", "Bob": "passed", "Cyril": "skipped"},
    }
    session = place(players=4, **given)
    assert [refused(session, f"{name}: bid red").rule for name in ("Anna", "Bob", "Cyril")] == ["VC-2.3"] * 3
    two = place(players=2, pyramids=TWO, lanes={"red": {"below": 1}}, gems={"Anna": "red"})
    two.play("Anna: bid red")
    assert refused(two, "Anna: pass").rule == "VC-2.4"


# -- lanes ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slot", ["below", "above"])
def test_one_bidder_for_two_cards_takes_either(slot: str) -> None:
    """VC-2.5.3; the other card stays."""
    given = {
        "pyramids": TWO,
        "lanes": {"red": {"below": 1, "above": 2}, "blue": {"below": 3}},
        "gems": {"Anna": "2 red"},
        "out": {"Bob": "passed"},
    }
    session = place(players=2, **given)
    session.play("Anna: bid red")
    assert refused(session, "Anna: take blue below").rule == "VC-2.5.3"
    session.play(f"Anna: take red {slot}")
    taken, left = (1, 2) if slot == "below" else (2, 1)
    assert hand(session, "Anna") == (taken,)
    assert gems(session, "Anna") == {"red": 1}
    # The auction is over: the lower card would move up, the upper one is discarded (VC-2.10).
    assert session.view().lanes["red"]["above"] == (str(left) if slot == "above" else "")
    assert session.view().discard == (() if slot == "above" else (str(left),))


def test_one_bidder_for_one_card_takes_it_at_once() -> None:
    given = {"pyramids": TWO, "lanes": {"red": {"above": 2}}, "gems": {"Anna": "red"}, "out": {"Bob": "passed"}}
    session = place(players=2, **given)
    found = effects(session, "Anna: bid red")
    assert any(type(effect).__name__ == "Took" and effect.card == 2 for effect in found)


@pytest.mark.parametrize("cards", [1, 2])
def test_three_bidders_get_nothing(cards: int) -> None:
    """VC-2.5.3: no agreement is possible, all stay active, all gems are lost."""
    lane = {"below": 1, "above": 2} if cards == 2 else {"below": 1}
    given = {
        "pyramids": THREE,
        "lanes": {"red": lane},
        "gems": {"Anna": "2 red", "Bob": "2 red", "Cyril": "2 red"},
        "supply": "none",
    }
    session = place(players=3, **given)
    play(session, "Anna: bid red", "Bob: bid red", "Cyril: bid red")
    assert session.actors == (0, 1, 2)
    assert session.view().turn == 2
    assert session.view().supply["red"] == 3
    assert [gems(session, name) for name in session.players] == [{"red": 1}] * 3


@pytest.mark.parametrize(
    ("claims", "hands"),
    [
        (("above", "below"), ((2,), (1,))),
        (("below", "above"), ((1,), (2,))),
        (("above", "above"), ((), ())),
        (("below", "below"), ((), ())),
        (("refuse", "above"), ((), ())),
        (("below", "refuse"), ((), ())),
        (("refuse", "refuse"), ((), ())),
    ],
)
def test_two_bidders_for_two_cards(claims: tuple[str, str], hands: tuple[tuple[int, ...], ...]) -> None:
    """R-5; bug class 6: nothing is split without an agreement."""
    given = {
        "pyramids": TWO,
        "lanes": {"red": {"below": 1, "above": 2}},
        "gems": {"Anna": "2 red", "Bob": "2 red"},
    }
    session = place(players=2, **given)
    play(session, "Anna: bid red", "Bob: bid red", f"Anna: claim {claims[0]}")
    assert session.view(1).chosen == ("?", "")
    play(session, f"Bob: claim {claims[1]}")
    assert (hand(session, "Anna"), hand(session, "Bob")) == hands
    assert session.view().phase == ("turn_up" if hands[0] else "bid")


def test_only_the_two_bidders_claim() -> None:
    given = {
        "pyramids": THREE,
        "lanes": {"red": {"below": 1, "above": 2}},
        "gems": {"Anna": "red", "Bob": "red"},
        "out": {"Cyril": "passed"},
    }
    session = place(players=3, **given)
    play(session, "Anna: bid red", "Bob: bid red")
    assert session.actors == (0, 1)
    assert refused(session, "Cyril: claim above").rule == "R-5"


def test_lanes_are_asked_from_left_to_right() -> None:
    given = {
        "pyramids": TWO,
        "lanes": {"blue": {"below": 1, "above": 2}, "yellow": {"below": 3, "above": 4}},
        "gems": {"Anna": "yellow", "Bob": "blue"},
    }
    session = place(players=2, **given)
    play(session, "Anna: bid yellow", "Bob: bid blue")
    assert session.actors == (1,)
    session.play("take above")
    assert session.actors == (0,)


# -- attacks ----------------------------------------------------------------------------------------------------


def test_the_last_card_goes_to_the_first_attacker_and_the_second_loses_the_token() -> None:
    """R-39, VC-9.9."""
    given = {
        "pyramids": {"Anna": {"1.0": 20}, "Bob": {"1.0": 4}},
        "lanes": {"green": {"above": 9}},
        "attacks": {"Anna": 2, "Bob": 1},
    }
    session = place(players=2, **given)
    found = effects(session, "Anna: bid attack", "Bob: bid attack")
    bob, anna = 1, 0
    assert found == [
        BidsShown(("attack", "attack"), (), "VC-2.5"),
        Took(bob, 9, "VC-2.5.1"),
        Missed((anna,), "attack", "R-39"),
    ]
    assert hand(session, "Bob") == (9,)
    assert session.view().attacks == (1, 0)
    assert session.actors == (0,)


def test_attackers_leave_the_auction() -> None:
    given = {
        "pyramids": TWO,
        "lanes": {"green": {"below": 9, "above": 8}},
        "attacks": {"Anna": 2},
        "gems": {"Bob": "green"},
    }
    session = place(players=2, **given)
    play(session, "Anna: bid attack", "Bob: bid green", "Anna: take green above")
    assert hand(session, "Anna") == (8,)
    assert hand(session, "Bob") == (9,)
    assert session.view().attacks == (1, 0)
    assert session.view().phase == "turn_up"


# -- passing ----------------------------------------------------------------------------------------------------


def test_passers_find_the_gems_just_bid() -> None:
    """R-6."""
    given = {
        "pyramids": TWO,
        "lanes": {"red": {"below": 1}},
        "gems": {"Bob": "red"},
        "supply": "2 blue",
    }
    session = place(players=2, **given)
    play(session, "Anna: pass", "Bob: bid red", "Anna: gems 2 blue 1 red")
    assert gems(session, "Anna") == {"blue": 2, "red": 1}


def test_gems_are_of_free_choice() -> None:
    """Bug class 5: any three, not one of each colour in turn."""
    session = place(players=2, pyramids=TWO, out={"Bob": "passed"}, lanes={"red": {"below": 1}})
    session.play("Anna: pass")
    assert len(session.legal()["Anna"]) == 20  # three gems of four colours
    assert allowed(session, "Anna: gems 3 yellow")
    assert refused(session, "Anna: gems 4 yellow").rule == "VC-2.7"
    session.play("Anna: gems 3 yellow")
    assert gems(session, "Anna") == {"yellow": 3}


def test_failed_bidders_of_the_third_round_have_passed() -> None:
    """VC-2.6: their third gem is lost too, and they take gems."""
    given = {
        "turn": 3,
        "pyramids": TWO,
        "lanes": {"red": {"below": 1}},
        "gems": {"Anna": "red", "Bob": "red"},
        "supply": "4 blue",
    }
    session = place(players=2, **given)
    found = effects(session, "Anna: bid red", "Bob: bid red")
    assert [e.rule for e in found if type(e).__name__ == "Passed"] == ["VC-2.6"]
    assert session.actors == (0,)
    play(session, "Anna: gems 1 red 2 blue")
    # Four blue and two red were there: what is left is just what Bob gets, and still he takes it himself.
    assert session.legal() == {"Bob": ["gems blue blue red"]}
    play(session, "Bob: gems 1 red 2 blue")
    assert gems(session, "Bob") == {"blue": 2, "red": 1}
    assert session.view().supply == {"blue": 0, "red": 0, "green": 0, "yellow": 0}


# -- the end of an auction --------------------------------------------------------------------------------------


def test_a_whole_phase_is_left_out_when_all_skip() -> None:
    """VC-2.3, VC-2.10 with law 69 for everybody."""
    given = {
        "phase": "select",
        "round": 3,
        "pyramids": TWO,
        "lanes": {"red": {"below": 1}},
        "skips": ["Anna", "Bob"],
        "hands": {},
    }
    session = place(players=2, **given)
    found = effects(session, "Anna: pass", "Bob: pass")
    assert kinds(found) == ["RoundBegan", "SkippedAuction", "SkippedAuction", "Slid"]
    assert session.view().round == 4
    play(session, "chance: turn up 41 42 43 44")
    assert session.view().phase == "select"
    assert session.view().lanes["red"] == {"below": "42", "above": "1"}
    assert session.view().status == ("in", "in")


def test_sizes_of_the_large_deck() -> None:
    """VC-9.3: 44 - 4k after round k."""
    for number in (1, 5, 11):
        given = {
            "round": number,
            "pyramids": TWO,
            "out": {"Bob": "passed"},
            "lanes": {"red": {"below": 1}},
            "supply": "none",
        }
        session = place(players=2, **given)
        assert session.view().large == 48 - 4 * number
        play(session, "Anna: pass", "chance: turn up 41 42 43 44")
        assert session.view().large == 44 - 4 * number


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("chance: turn up 41 42 43", "VC-2.10"),
        ("chance: turn up 41 42 43 43", "VC-2.10"),
        ("chance: turn up 41 42 43 1", "VC-2.10"),
        ("chance: turn up 41 42 43 70", "VC-2.10"),
        ("Anna: turn up 41 42 43 44", "VC-2.10"),
        ("chance: card 41", "VC-2.10"),
    ],
)
def test_new_cards_come_from_the_large_deck(move: str, rule: str) -> None:
    given = {"pyramids": TWO, "out": {"Bob": "passed"}, "lanes": {"red": {"below": 1}}, "supply": "none"}
    session = place(players=2, **given)
    play(session, "Anna: pass")
    assert refused(session, move).rule == rule


def test_in_the_third_round_empty_fists_take_gems_first_or_in_one_order() -> None:
    """VC-2.6, R-7: of 5 gems Anna, whose lowest card is the highest, gets 3 or nothing."""
    given = {
        "turn": 3,
        "pyramids": {"Anna": {"1.0": 20}, "Bob": {"1.0": 3}, "Cyril": {"1.0": 7}},
        "lanes": {"red": {"below": 21}},
        "gems": {"Bob": "red", "Cyril": "red"},
        "supply": "3 blue",
    }
    bids = ("Anna: pass", "Bob: bid red", "Cyril: bid red")
    first = after(place(players=3, **given), *bids)
    assert list(first.legal()) == ["Anna"]
    play(first, "Anna: gems 3 blue", "Bob: gems 2 red")
    assert [sum(gems.values()) for gems in first.view().gems] == [3, 2, 0]
    order = after(place(players=3, options={"one_passing_order": True}, **given), *bids)
    assert list(order.legal()) == ["Bob"]
    play(order, "Bob: gems 3 blue", "Cyril: gems 2 red")
    assert [sum(gems.values()) for gems in order.view().gems] == [0, 3, 2]
    early = after(place(players=3, options={"one_passing_order": True}, **{**given, "turn": 2}), *bids)
    assert list(early.legal()) == ["Anna"]
