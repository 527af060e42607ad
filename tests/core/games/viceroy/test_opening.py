"""The set-up (VC-1.6) and what it refuses."""

from __future__ import annotations

import pytest

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import IllegalAction
from kronika.core.games.viceroy import GAME
from kronika.core.sessions.session import Session
from support.playing import effects, play, refused
from support.viceroy import start

NAMES = ("Anna", "Bob", "Cyril", "Dana")


@pytest.mark.parametrize(
    ("seats", "supply", "small", "laws"), [(1, 10, 14, 21), (2, 20, 12, 18), (3, 30, 10, 15), (4, 40, 8, 12)]
)
def test_the_table_of_the_set_up(seats: int, supply: int, small: int, laws: int) -> None:
    """VC-1.6; first cards whose reward takes nothing from the supply: 3 VP."""
    session = start(players=seats)
    first, other = (3, 4, 27, 36), (5, 6, 7, 8)
    play(
        session,
        "chance: return " + " / ".join(["blue red"] * seats),
        "chance: deal " + " / ".join(f"{first[seat]} {other[seat]}" for seat in range(seats)),
        *(f"{NAMES[seat]}: start {first[seat]}" for seat in range(seats)),
    )
    view = session.view()
    assert sum(view.supply.values()) == supply
    assert all(sum(gems.values()) == 6 for gems in view.gems)
    assert (view.large, view.small) == (48, small)
    play(
        session,
        "chance: turn up 41 42 43 44",
        "chance: laws " + " / ".join(f"{65 + 3 * seat} {66 + 3 * seat} {67 + 3 * seat}" for seat in range(seats)),
    )
    view = session.view()
    assert (view.large, view.law_deck, view.round, view.turn) == (44, laws, 1, 1)
    assert [len(hand) for hand in view.hands] == [4] * seats
    assert [slots["below"] for slots in view.lanes.values()] == ["41", "42", "43", "44"]


SETUP = ["chance: return blue red / red red", "chance: deal 3 5 / 4 9", "Anna: start 3", "Bob: start 4"]
TURN = "chance: turn up 41 42 43 44"


@pytest.mark.parametrize(
    ("after", "move", "rule"),
    [
        (0, "chance: return blue red", "VC-1.6.5"),
        (0, "chance: return blue red / blue red / blue red", "VC-1.6.5"),
        (0, "Anna: return blue red / blue red", "VC-1.6.5"),
        (0, "chance: deal 3 5 / 4 9", "VC-1.6.5"),
        (0, "Anna: pass", "VC-1.6.5"),
        (1, "chance: deal 3 5", "VC-1.6.6"),
        (1, "chance: deal 3 5 / 3 9", "VC-1.6.6"),
        (1, "chance: deal 3 5 / 70 9", "VC-1.6.6"),
        (1, "chance: deal 3 5 6 / 4 9 10", "VC-1.6.6"),
        (1, "Bob: deal 3 5 / 4 9", "VC-1.6.6"),
        (2, "Anna: start 4", "VC-1.6.6"),
        (2, "Anna: start 3 keep 5", "VC-1.6.6"),
        (2, "chance: card 3", "VC-1.6.6"),
        (3, "Anna: start 5", "VC-1.6.6"),
        (4, "Anna: bid red", "VC-2.10"),
        (5, "chance: laws 65 66 67", "VC-1.6.9"),
        (5, "chance: laws 65 66 67 / 67 68 69", "VC-1.6.9"),
        (5, "chance: laws 65 66 67 / 68 69 10", "VC-1.6.9"),
        (5, "Anna: laws 65 66 67 / 68 69 70", "VC-1.6.9"),
    ],
)
def test_what_the_set_up_refuses(after: int, move: str, rule: str) -> None:
    session = start(players=2)
    play(session, *[*SETUP, TURN][:after])
    assert refused(session, move).rule == rule


def test_first_cards_are_chosen_secretly() -> None:
    """R-2."""
    session = start(players=2)
    play(session, *SETUP[:3])
    assert session.view(1).chosen == ("?", "")
    assert session.view(0).chosen == ("3", "")
    event = session.line.events[-1]
    assert session.game.format(session.line.states[-2], 0, event.do, session.players, 1) == "start ?"


def test_a_first_card_is_stored_with_the_card_that_is_kept() -> None:
    """As states have always been stored: the card, and 256 times the card kept in the second edition."""
    session = start(players=2, options={"second_edition": True})
    play(session, SETUP[0], "chance: deal 3 5 6 7 / 4 9 10 11", "Anna: start 3 keep 6")
    assert [player.sealed for player in session.state.players] == [3 + 256 * 6, 0]
    assert session.view(0).chosen == ("3 keep 6", "")


def test_the_returned_gems_are_even() -> None:
    """Section 12: two equal colours 1/28 each, two different ones 4/28."""
    state = GAME.setup(GAME.Options(), 1)
    pairs = [GAME.sample(state, Dice(n)).gems[0] for n in range(2800)]
    equal = sum(1 for a, b in pairs if a == b)
    assert 300 < equal < 500  # 400 are expected


def test_dealt_cards_are_seen_by_their_owner_alone() -> None:
    session = start(players=2)
    play(session, *SETUP, TURN, "chance: laws 65 66 67 / 68 69 70")
    deal, laws = session.line.events[1], session.line.events[-1]
    assert GAME.format(session.line.states[1], -1, deal.do, session.players, 0) == "deal 3 5 / ? ?"
    assert GAME.format(session.line.states[-2], -1, laws.do, session.players, 1) == "laws ? ? ? / 68 69 70"
    assert session.view(1).hands == (("?", "?", "?", "?"), ("9", "68", "69", "70"))


# -- cards that lie elsewhere -----------------------------------------------------------------------------------------


SETUP = ["chance: return blue red / red red", "chance: deal 3 5 / 4 9", "Anna: start 3", "Bob: start 4"]
TURN = "chance: turn up 41 42 43 44"


@pytest.mark.parametrize(
    ("after", "move", "rule", "says"),
    [
        (1, "chance: deal 65 66 / 67 68", "VC-1.6.6", "65 law is not in the deck of characters. It is a law."),
        (
            4,
            "chance: turn up 3 4 5 9",
            "VC-1.6.8",
            "3 Herbalist is not in the large deck. It has left the deck already.",
        ),
        (4, "chance: turn up 85 86 87 88", "VC-1.6.8", "85 law is not in the large deck. It is a law."),
        (
            4,
            "chance: turn up 41 42 43 9",
            "VC-1.6.8",
            "9 Cannoneer is not in the large deck. It has left the deck already.",
        ),
        (4, "chance: turn up 41 42 43 41", "VC-1.6.8", "41 Inspector is named twice: there is one of each."),
        (5, "chance: laws 3 4 5 / 6 7 8", "VC-1.6.9", "3 Herbalist is not in the law deck. It is a character."),
    ],
)
def test_cards_that_lie_elsewhere_are_refused(after: int, move: str, rule: str, says: str) -> None:
    """VC-1.6.6, 1.6.8, 1.6.9: all of them elsewhere as well as one."""
    session = Session.new(GAME, ["Anna", "Bob"], seed=1, chance="given")
    effects(session, *[*SETUP, TURN][:after])
    with pytest.raises(IllegalAction) as caught:
        session.play(move)
    assert (caught.value.rule, caught.value.reason) == (rule, says)
