"""What each player knows (VC-1.7), and the table that is drawn from it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from kronika.core.basics.chance import Dice
from kronika.core.contract.game import EVERYONE
from kronika.core.games.viceroy import GAME
from kronika.core.games.viceroy.steps import Play, Sale
from support.viceroy import NAMES, TABLE, place


def test_what_a_player_sees() -> None:
    session = place(players=3, **TABLE)
    anna, bob, referee = session.view(0), session.view(1), session.view()
    assert anna.gems == ({"blue": 1, "red": 2, "green": 0, "yellow": 0}, None, None)
    assert anna.attacks == (0, None, None)
    assert anna.hands == (("36", "74"), ("?", "?"), ("?",))
    assert (anna.top_laws, bob.top_laws) == (("?", "?"), ("80", "81"))
    assert anna.unseen == anna.laws == ()
    assert anna.pyramids[0]["1.2"].tucked == ("9", "70")
    assert bob.pyramids[0]["1.2"].tucked == ("?", "?")
    assert bob.pyramids[0]["1.1"].tokens == ("infinite-blue", "4vp")
    assert anna.supply == referee.supply == {"blue": 10, "red": 10, "green": 9, "yellow": 11}
    assert (anna.large, anna.small, anna.law_deck) == (36, 13, 20)
    assert anna.discard == ("1",)
    assert referee.hands == (("36", "74"), ("40", "69"), ("41",))
    assert referee.attacks == (0, 2, 0)
    assert referee.points[0] == (2 + 2) + 1 + 10 + 4  # green circle with bonus, infinite gem, law 72, VP


def test_attack_tokens_behind_screens_are_not_scored_for_a_player() -> None:
    """VC-1.7: Bob's two tokens would cost Anna and Cyril 8 each, and tell of themselves."""
    session = place(players=3, **TABLE)
    assert session.game.totals(session.state) == (19 - 8, 0, -8)
    for viewer in (0, 1, EVERYONE):
        sheet = session.game.sheet(session.state, viewer)
        assert sheet.totals == (19, 0, 0)
        assert all(item.part != "attack" for item in sheet.items)
    assert session.game.sheet(session.state, None).totals == (11, 0, -8)
    assert session.view(0).totals == session.view().points == (19, 0, 0)
    assert session.view().totals == (11, 0, -8)


def test_dealing_again_changes_what_is_hidden_and_nothing_else() -> None:
    session = place(players=3, **TABLE)
    hands, screens, tops = set(), set(), set()
    for n in range(60):
        other = GAME.redeal(session.state, 0, Dice(n))
        assert GAME.view(other, 0) == session.view(0)
        hands.add((other.players[1].hand, other.players[2].hand))
        screens.add((other.players[1].gems, other.players[2].gems, other.players[1].attacks))
        tops.add(other.top)
        # Laws stay laws, and gems are only handed on.
        assert [card > 64 for card in other.players[1].hand] == [False, True]
        assert sum(sum(player.gems) for player in other.players[1:]) == 4
        own = GAME.redeal(session.state, 1, Dice(n))
        assert own.top == session.state.top
        assert own.players[1] == session.state.players[1]
    assert min(len(hands), len(screens), len(tops)) > 10


def test_nobody_knows_whether_a_card_that_was_tucked_is_a_law() -> None:
    """VC-1.7, VC-4.72: of Anna's three hidden cards one is a law; it lies in her hand or under her card."""
    pyramids = {"Anna": {"1.0": {"card": 72, "tucked": [5, 7], "hidden": [5, 7]}}}
    session = place(players=2, pyramids=pyramids, hands={"Anna": [70]})
    law_tucked = place(
        players=2,
        pyramids={"Anna": {"1.0": {"card": 72, "tucked": [5, 70], "hidden": [5, 70]}}},
        hands={"Anna": [7]},
    )
    assert session.view(1) == law_tucked.view(1)
    for n in range(20):
        assert GAME.redeal(session.state, 1, Dice(n)) == GAME.redeal(law_tucked.state, 1, Dice(n))
    dealt = [GAME.redeal(session.state, 1, Dice(n)).players[0].hand[0] > 64 for n in range(60)]
    assert {True, False} == {*dealt}
    assert 8 < sum(dealt) < 35, "one of three"


def test_laws_that_are_to_go_back_are_in_the_hand_of_every_deal() -> None:
    """Law 70 (VC-4.70): who has drawn three laws returns two, whatever lies tucked."""
    pyramids = {"Anna": {"1.0": {"card": 72, "tucked": [5, 7, 9], "hidden": [5, 7, 9]}}, "Bob": {"1.0": 1}}
    session = place(players=2, phase="select", pyramids=pyramids, hands={"Anna": [70]})
    cards = [f"chance: card {card}" for card in (80, 81, 82)]
    for move in ("Anna: select 70", "Bob: pass", "Anna: place right", *cards):
        session.play(move)
    assert len(session.state.players[0].hand) == 3
    for n in range(40):
        assert GAME.actions(GAME.redeal(session.state, 1, Dice(n)), 0), "she can return one"


def test_tucked_cards_that_nobody_saw_are_dealt_again() -> None:
    """VC-1.7: what lies face down under Anna's card may be any hidden card; what was tucked in sight stays."""
    session = place(players=2, pyramids={"Anna": {"1.0": {"card": 1, "tucked": [5, 7], "hidden": [7]}}})
    assert session.view(1).pyramids[0]["1.0"].tucked == ("5", "?")
    dealt = [GAME.view(GAME.redeal(session.state, 1, Dice(n)), None).pyramids[0]["1.0"].tucked for n in range(20)]
    assert {tucked[0] for tucked in dealt} == {"5"}
    assert len({tucked[1] for tucked in dealt}) > 5
    assert "5" not in {tucked[1] for tucked in dealt}


def test_a_pending_card_stays_where_all_have_seen_it() -> None:
    given = {**TABLE, "phase": "select", "gems": {"Anna": "blue", "Bob": "blue", "Cyril": "2 yellow 1 red"}}
    session = place(players=3, **given)
    for move in ("Anna: select 36", "Bob: select 40", "Cyril: pass"):
        session.play(move)
    for n in range(30):
        other = GAME.redeal(session.state, 2, Dice(n))
        assert 36 in other.players[0].hand
        assert 40 in other.players[1].hand
        assert GAME.actions(other, 0)
        assert other.players[1].gems[0]  # Bob needs a blue gem to lay it; Anna has an infinite one


def test_secret_choices_are_made_again() -> None:
    session = place(players=3, **TABLE)
    session.play("Bob: pass")
    seen = {GAME.redeal(session.state, 0, Dice(n)).players[1].sealed for n in range(60)}
    assert len(seen) > 1
    assert 0 not in seen


def test_cards_won_in_the_auction_stay_known() -> None:
    """VC-1.7: they were public when taken, until one of the hand goes somewhere unseen."""
    given = {
        "pyramids": {"Anna": {"1.0": 1}, "Bob": {"1.0": 2}},
        "lanes": {"red": {"below": 50}},
        "hands": {"Anna": [72, 36], "Bob": [40]},
        "gems": {"Anna": "red"},
        "out": {"Bob": "passed"},
        "large": 0,
    }
    session = place(players=2, **given)
    session.play("Anna: bid red")
    assert session.view(1).hands == (("50", "?", "?"), ("40",))
    for n in range(20):
        assert 50 in GAME.redeal(session.state, 1, Dice(n)).players[0].hand
    for move in ("Bob: pass", "Anna: select 72", "Anna: place left"):
        session.play(move)
    assert session.view(1).hands[0] == ("50", "?")
    session.play("Anna: tuck 36")
    assert session.view(1).hands[0] == ("?",)
    assert session.view(0).hands[0] == ("50",)


def test_no_law_of_a_hand_is_known_after_law_70() -> None:
    given = {
        "phase": "select",
        "pyramids": {"Anna": {"1.0": 1}, "Bob": {"1.0": 2}},
        "hands": {"Anna": [70, 66, 5]},
        "shown": {"Anna": [66, 5]},
        "laws": [80],
    }
    session = place(players=2, **given)
    for move in ("Bob: pass", "Anna: select 70", "Anna: place left", "chance: card 80", "Anna: return 80"):
        session.play(move)
    assert session.view(1).hands[0] == ("5", "?")


def test_the_deck_drawn_from_is_public() -> None:
    given = {"phase": "select", "pyramids": {"Anna": {"1.0": 1}}, "hands": {"Anna": [32]}, "gems": {"Anna": "green"}}
    session = place(**given)
    for move in ("select 32", "place left", "draw law"):
        session.play(move)
    assert session.view(0).due == "draw a card from the law deck"
    assert session.view(0).actors == (-1,)


def test_a_card_drawn_unseen_is_known_to_who_drew_it_and_to_the_referee() -> None:
    """VC-4.78: law 78 asks whether the card just drawn goes under it; what it is stays secret (VC-1.7)."""
    given = {
        "phase": "select",
        "pyramids": {"Anna": {"1.0": 78}},
        "hands": {"Anna": [32]},
        "gems": {"Anna": "green"},
        "laws": [80],
    }
    session = place(players=2, **given)
    for move in ("Bob: pass", "select 32", "place left", "draw law", "chance: card 80"):
        session.play(move)
    assert session.legal()["Anna"] == ["tuck 80", "keep"]
    assert [session.view(viewer).taken for viewer in (0, 1, EVERYONE, None)] == ["80", "?", "?", "80"]


WAYS: dict[str, tuple[dict[str, Any], tuple[str, ...], tuple[str, ...]]] = {
    "won for a gem": (
        {"phase": "bid", "lanes": {"red": {"below": 50}}, "gems": {"Anna": "red"}},
        ("Anna: bid red", "Bob: pass"),
        ("50",),
    ),
    "won for an attack token": (
        {"phase": "bid", "lanes": {"red": {"below": 50}}, "attacks": {"Anna": 1}},
        ("Anna: bid attack", "Bob: pass"),
        ("50",),
    ),
    "taken by law 69": (
        {"hands": {"Anna": [69]}, "lanes": {"red": {"below": 50, "above": 51}}},
        ("Bob: pass", "Anna: select 69", "Anna: place left", "Anna: take red above"),
        ("51",),
    ),
    "taken back by law 65": (
        {"hands": {"Anna": [65]}},
        ("Bob: pass", "Anna: select 65", "Anna: law 65 replace 1.0"),
        ("1",),
    ),
    "drawn": (
        {"hands": {"Anna": [32]}, "gems": {"Anna": "green"}},
        ("Bob: pass", "Anna: select 32", "Anna: place left", "Anna: draw small", "chance: card 60"),
        ("?",),
    ),
    "drawn from the top": (
        {"hands": {"Anna": [32]}, "gems": {"Anna": "green"}, "top": [80], "top_by": "Bob"},
        ("Bob: pass", "Anna: select 32", "Anna: place left", "Anna: draw law"),
        ("?",),
    ),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("tucking", [False, True])
def test_what_others_know_of_a_card_that_came_to_a_hand(way: str, tucking: bool) -> None:
    """VC-1.7: what lay open is known, in the hand and under law 78 (VC-4.78); what came from a deck is not."""
    given, moves, known = WAYS[way]
    pyramid = {"1.0": 1, "1.1": 78} if tucking else {"1.0": 1, "1.1": 2}
    session = place(players=2, **{"phase": "select", **given}, pyramids={"Anna": pyramid, "Bob": {"1.0": 12}})
    for move in moves:
        session.play(move)
    assert session.view(1).hands[0] == known
    (card,) = session.view(0).hands[0]
    assert card != "?"
    dealt = [GAME.redeal(session.state, 1, Dice(n)) for n in range(20)]
    assert all(GAME.view(deal, 1) == session.view(1) for deal in dealt)
    hands = {GAME.view(deal, None).hands[0] for deal in dealt}
    assert hands == {known} if known != ("?",) else len(hands) > 1
    if tucking:
        session.play(f"Anna: tuck {card}")
        assert session.view(1).pyramids[0]["1.1"].tucked == known
        assert session.view(0).pyramids[0]["1.1"].tucked == (card,)


TOKENS = {name: {"1.0": {"card": card, "tokens": ["magic"]}} for name, card in zip(NAMES[:3], (1, 2, 3), strict=True)}
ASKED: dict[str, tuple[dict[str, Any], tuple[str, ...], dict[str, int], int]] = {
    "who is paid": (
        {"hands": {"Anna": [67]}, "gems": {"Anna": "3 red"}},
        ("Anna: select 67", "Anna: place left"),
        {},
        3,
    ),
    "what is paid": (
        {"hands": {"Anna": [67]}, "gems": {"Anna": "2 red 2 blue"}},
        ("Anna: select 67", "Anna: place left", "Anna: pay Bob"),
        {},
        3,
    ),
    "whether an own gem is laid": (
        {"hands": {"Anna": [73]}, "gems": {"Anna": "1 blue"}, "supply": "none"},
        ("Anna: select 73", "Anna: place left", "Anna: law 73 infinite-blue"),
        {"blue": 1},
        1,
    ),
    "where a character goes": (
        {"hands": {"Anna": [64]}, "gems": {"Anna": "1 green"}},
        ("Anna: select 64",),
        {"green": 1},
        1,
    ),
}


@pytest.mark.parametrize("asked", ASKED)
def test_who_is_asked_has_what_the_question_needs_in_every_deal(asked: str) -> None:
    """VC-4.67, VC-3.12, VC-2.13: three gems, the gem of the colour, that of row 1; all others may be anybody else's."""
    given, moves, kept, gems = ASKED[asked]
    given = {**given, "gems": {**given["gems"], "Cyril": "1 blue 1 red 1 green 1 yellow"}}
    session = place(players=3, phase="select", pyramids=TOKENS, **given)
    for move in ("Bob: pass", "Cyril: pass", *moves):
        session.play(move)
    dealt = [GAME.view(GAME.redeal(session.state, 1, Dice(n)), None).gems for n in range(120)]
    there = Counter(session.view().gems[0]) + Counter(session.view().gems[2])
    assert all(Counter(deal[0]) + Counter(deal[2]) == there for deal in dealt)
    assert all(deal[1] == session.view().gems[1] for deal in dealt)
    for colour in ("blue", "red", "green", "yellow"):
        assert min(deal[0][colour] for deal in dealt) == kept.get(colour, 0)
    assert min(sum(deal[0].values()) for deal in dealt) == gems
    assert max(sum(deal[0].values()) for deal in dealt) > gems


def test_who_lays_gems_on_law_76_has_one_in_every_deal() -> None:
    """VC-4.76 asks nothing of a player without gems: that it asks shows that there is one behind the screen."""
    given = {"phase": "select", "pyramids": {"Anna": {"1.0": 1}}, "hands": {"Anna": [76]}, "gems": {"Anna": "red"}}
    session = place(players=3, **given)
    for move in ("Bob: pass", "Cyril: pass", "Anna: select 76", "Anna: place left"):
        session.play(move)
    assert "gems red" in session.legal()["Anna"]
    dealt = [GAME.redeal(session.state, 1, Dice(n)) for n in range(30)]
    assert [(sum(deal.players[0].gems), sum(deal.players[2].gems)) for deal in dealt] == [(1, 0)] * 30


def test_who_takes_a_card_for_an_attack_token_has_one_in_every_deal() -> None:
    """VC-2.5.1: the open bid proves one of the three tokens to be Bob's; the others may be Bob's, Cyril's or Dana's."""
    given = {"lanes": {"red": {"below": 50, "above": 51}}, "attacks": {"Bob": 1, "Cyril": 2}, "gems": {"Anna": "red"}}
    session = place(players=4, pyramids={name: {"1.0": at} for at, name in enumerate(NAMES, 1)}, **given)
    for move in ("Anna: pass", "Bob: bid attack", "Cyril: pass", "Dana: pass"):
        session.play(move)
    assert session.actors == (1,)
    dealt = [tuple(player.attacks for player in GAME.redeal(session.state, 0, Dice(n)).players) for n in range(60)]
    assert {sum(attacks) for attacks in dealt} == {3}
    assert {attacks[0] for attacks in dealt} == {0}
    assert [sorted({attacks[seat] for attacks in dealt}) for seat in (1, 2, 3)] == [[1, 2, 3], [0, 1, 2], [0, 1, 2]]


@pytest.mark.parametrize("colour", ["blue", "red", "green", "yellow"])
def test_a_gem_that_was_bid_is_there_in_every_deal(colour: str) -> None:
    """VC-2.5: Cyril's bid lies open while Bob takes a card; the gem has still to go from his screen to the supply."""
    lanes = {
        lane: {"below": card} for lane, card in zip(("blue", "red", "green", "yellow"), range(50, 54), strict=True)
    }
    gems = {"Cyril": f"1 {colour}", "Dana": "2 blue 2 red 2 green 2 yellow"}
    pyramids = {name: {"1.0": at} for at, name in enumerate(NAMES, 1)}
    session = place(players=4, pyramids=pyramids, lanes=lanes, attacks={"Bob": 1}, gems=gems)
    for move in ("Anna: pass", "Bob: bid attack", f"Cyril: bid {colour}", "Dana: pass"):
        session.play(move)
    dealt = [GAME.view(GAME.redeal(session.state, 0, Dice(n)), None).gems for n in range(40)]
    assert all(gems[2][colour] >= 1 for gems in dealt)
    there = Counter(session.view().gems[2]) + Counter(session.view().gems[3])
    assert all(Counter(gems[1]) + Counter(gems[2]) + Counter(gems[3]) == there for gems in dealt)
    assert len({str(gems) for gems in dealt}) > 10


@pytest.mark.parametrize("viewer", range(3))
def test_a_claim_face_down_may_be_any_claim_in_a_new_deal(viewer: int) -> None:
    """R-5: to who made it, it is what it is."""
    session = place(
        players=3,
        pyramids={name: {"1.0": at} for at, name in enumerate(NAMES[:3], 1)},
        lanes={"red": {"below": 50, "above": 51}},
        gems={"Anna": "red", "Bob": "red"},
    )
    for move in ("Anna: bid red", "Bob: bid red", "Cyril: pass", "Bob: claim above"):
        session.play(move)
    dealt = {GAME.view(GAME.redeal(session.state, viewer, Dice(n)), None).chosen for n in range(40)}
    claims = ["above"] if viewer == 1 else ["above", "below", "refuse"]
    assert dealt == {("", claim, "") for claim in claims}


def test_a_claim_is_seen_by_who_made_it_whatever_else_is_to_come() -> None:
    """R-5: two lanes with two bidders and two cards each, which are resolved from left to right."""
    lanes = {"blue": {"below": 50, "above": 51}, "yellow": {"below": 52, "above": 53}}
    gems = {"Anna": "blue", "Bob": "blue", "Cyril": "yellow", "Dana": "yellow"}
    pyramids = {name: {"1.0": at} for at, name in enumerate(NAMES, 1)}
    session = place(players=4, pyramids=pyramids, lanes=lanes, gems=gems)
    for name in NAMES:
        session.play(f"{name}: bid {gems[name]}")
    for first, second, claims in ((0, 1, ("refuse", "above")), (2, 3, ("below", "above"))):
        session.play(f"{NAMES[first]}: claim {claims[0]}")
        face_down = {viewer: session.view(viewer).chosen[first] for viewer in range(4)}
        assert face_down == {viewer: claims[0] if viewer == first else "?" for viewer in range(4)}
        assert session.view().chosen[first] == claims[0]
        session.play(f"{NAMES[second]}: claim {claims[1]}")


def test_which_card_was_drawn_unseen_changes_nothing_in_a_new_deal() -> None:
    """Bob sees the same in both, so the same dice deal the same: 66 or 80 was drawn, the other one lies in the deck."""
    dealt = []
    for drawn in (66, 80):
        given = {
            "phase": "select",
            "pyramids": {"Anna": {"1.0": 78}},
            "hands": {"Anna": [32, 70]},
            "gems": {"Anna": "green"},
            "laws": [66, 80],
        }
        session = place(players=2, **given)
        for move in ("Bob: pass", "select 32", "place left", "draw law", f"chance: card {drawn}"):
            session.play(move)
        dealt.append([GAME.redeal(session.state, 1, Dice(n)) for n in range(20)])
    assert dealt[0] == dealt[1]


def test_whether_a_shown_card_is_sold_changes_nothing_in_a_new_deal() -> None:
    """VC-2.12, VC-6.8: the cards are shown, not what they are for; Anna's 3 comes first."""
    dealt = []
    for use in ("select 40", "sell 40"):
        gems = {"Anna": "blue red green yellow", "Bob": "blue red green yellow"}
        given = {"phase": "select", "hands": {"Anna": [3], "Bob": [40]}, "gems": gems}
        session = place(players=2, options={"second_edition": True}, **given)
        for move in ("Anna: select 3", f"Bob: {use}"):
            session.play(move)
        assert session.view(0).playing == ((0, "3"), (1, "40"))
        dealt.append([GAME.redeal(session.state, 0, Dice(n)) for n in range(20)])
    assert dealt[0] == dealt[1]
    assert {type(state.stack[-2]) for state in dealt[0]} == {Play, Sale}
    assert {type(state.stack[-1]) for state in dealt[0]} == {Play}
