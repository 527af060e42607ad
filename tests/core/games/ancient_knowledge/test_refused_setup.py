"""Refusals in the set-up of a game."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.basics.errors import BadSetup, IllegalAction
from kronika.core.contract.game import CHANCE
from kronika.core.games.ancient_knowledge import GAME
from kronika.core.games.ancient_knowledge.actions import Deal, FirstPlayer
from kronika.core.sessions.session import Session
from support.ancient import NAMES, cards, refused, start

LAID = ["first Anna", "lay T1 T2 T3", "lay T4 T5 T6", "lay T28 T29 T30"]
TEN = " ".join(cards("C", 1, 10))
OTHER_TEN = " ".join(cards("M", 1, 10))


@pytest.mark.parametrize(
    ("before", "move", "rule", "says", "options"),
    [
        ([], "draw C1", "AK-1.3", "You can't do that now: the next step is to draw the first player.", {}),
        (LAID[:1], "draw C1", "AK-4.4", "You can't do that now: the next step is to reveal new technologies.", {}),
        (LAID, "draw C1", "AK-1.3", "You can't do that now: the next step is to deal the first hands.", {}),
        ([], "Anna: search", "AK-2.11", "You can't do that now: chance must draw the first player.", {}),
        (LAID[:1], "lay T1 T2", "AK-2.11", "3 technologies must be drawn now, not 2.", {}),
        (
            LAID[:1],
            "lay T1 T2 T28",
            "AK-4.4",
            "T28 Imhotep is not on top of the deck of level I; it is of level II.",
            {},
        ),
        (
            LAID,
            f"deal {TEN} / {OTHER_TEN}",
            "AK-1.4",
            "This game deals no hands: they are starter sets.",
            {"starter_sets": True},
        ),
        ([], "first Bob", "AK-8.2e", "The first player is the first member of a team.", {"teams": True}),
        ([], "first Dana", "AK-8.2e", "The first player is the first member of a team.", {"teams": True}),
        (LAID, f"deal {TEN} / {TEN}", "AK-1.3", "A card is dealt twice: there is one of each.", {}),
        (
            LAID,
            f"deal {TEN} / {TEN}",
            "AK-1.4",
            "This game deals no hands: they are starter sets.",
            {"starter_sets": True},
        ),
        (LAID, "starters 1 2", "AK-1.4", "This game has no starter sets: they are an option.", {}),
        (
            LAID,
            "starters 2 2",
            "AK-1.4",
            "Each of the 2 players has a starter set of their own.",
            {"starter_sets": True},
        ),
    ],
)
def test_what_a_refusal_says_in_the_set_up(
    before: list[str], move: str, rule: str, says: str, options: dict[str, Any]
) -> None:
    session = start(*before, players=4 if "teams" in options else 2, options=options)
    error = refused(session, move)
    assert (error.rule, error.reason) == (rule, says)


def test_a_deal_has_a_hand_for_everybody() -> None:
    session = start(*LAID)
    three = tuple(tuple(cards(letter, 1, 10)) for letter in "CMP")
    with pytest.raises(IllegalAction) as caught:
        session.do(CHANCE, Deal(three))
    assert (caught.value.rule, caught.value.reason) == ("AK-1.3", "There are 2 hands to deal.")


def test_a_first_player_sits_at_the_table() -> None:
    with pytest.raises(IllegalAction) as caught:
        GAME.check(start().state, CHANCE, FirstPlayer(3))
    assert caught.value.rule == "AK-1.3"


@pytest.mark.parametrize(
    ("seats", "options", "says"),
    [
        (2, {"teams": True}, "AK-8.2"),
        (3, {"teams": True}, "AK-8.2"),
        (3, {"oldest_first": "01"}, "AK-1.6"),
        (2, {"oldest_first": "012"}, "AK-1.6"),
        (2, {"oldest_first": "00"}, "AK-1.6"),
    ],
)
def test_tables_that_cannot_be_set_up(seats: int, options: dict[str, Any], says: str) -> None:
    with pytest.raises(BadSetup, match=says):
        Session.new(GAME, NAMES[:seats], seed=1, options=options)
