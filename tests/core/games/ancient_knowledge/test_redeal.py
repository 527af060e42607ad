"""What is dealt again for a seat: as much as there was, kept as play keeps it, so that the game could go on from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from kronika.core.basics.chance import Dice
from kronika.core.games.ancient_knowledge import GAME
from kronika.core.games.ancient_knowledge.ids import CODES
from kronika.core.games.ancient_knowledge.view import Pending, View
from support.ancient import cards, place, play

FREE = [["T9", "T14", "T19"], ["T5", "T10", "T6"], ["T28", "T29", "T30"]]
TEN = {"hand": cards("C", 1, 10)}
LEVEL_TWO = "lay T34 T35 T36 T38 T40 T41 T42"

CHOSEN: dict[str, tuple[Mapping[str, Any], tuple[str, ...], int, int]] = {
    "six to keep": ({"phase": "keep", "anna": TEN, "bob": {"hand": cards("P", 1, 10)}}, ("Anna: keep C2 C5",), 2, 4),
    "the cost of a city": ({"anna": {"hand": ["C16", *cards("M", 1, 8)]}}, ("create C16 at 2", "discard M2"), 1, 1),
    "the cost of an artifact": (
        {"anna": {"hand": ["A12", *cards("M", 1, 8)]}},
        ("create A12", "discard M2", "discard M4"),
        2,
        1,
    ),
    "a cost in secret": (
        {"phase": "timeline", "anna": {"artifacts": ["A3"], "hand": cards("M", 1, 8)}},
        ("discard M2",),
        1,
        1,
    ),
    "an archive action": ({"anna": {**TEN, "timeline": {3: ["C12 5"]}}}, ("archive", "discard C2"), 1, 0),
    "forced discards": (
        {"turn": "Bob", "phase": "decline", "anna": TEN, "bob": {"timeline": {1: ["M9 0"]}}},
        ("Anna: discard C3",),
        1,
        1,
    ),
}
"""What Anna chooses in secret, card by card: the position, her moves, how many are chosen, how many more must be."""


def pending(view: View) -> Pending:
    assert view.pending is not None
    return view.pending


@pytest.mark.parametrize("any_order", [True, False])
@pytest.mark.parametrize("name", CHOSEN)
def test_a_choice_is_made_otherwise_and_has_come_as_far(name: str, any_order: bool) -> None:
    """Bob knows how many cards Anna has chosen, and where they come in order that those still due can follow."""
    given, moves, chosen, left = CHOSEN[name]
    session = place(options={"any_order": any_order}, **given)
    play(session, *moves)
    seen = set()
    for number in range(20):
        state = GAME.redeal(session.state, 1, Dice(name, number))
        view = GAME.view(state, 0)
        made = [CODES[card] for card in pending(view).chosen]
        hand = [CODES[card] for card in view.players[0].hand]
        assert len(made) == chosen
        assert made == sorted(made)
        assert set(made) < set(hand)
        assert len([card for card in hand if card not in made and (any_order or card > made[-1])]) >= left
        assert GAME.actions(state, 0)
        seen.add(tuple(made))
    assert len(seen) > 5


P7 = {"phase": "decline", "boards": FREE}
PAST = [*cards("C", 1, 4), *cards("M", 1, 4), *cards("P", 1, 4)]
EIGHT = "draw C1 C2 C3 C4 M5 M6 A7 A8"

ASIDE: dict[str, tuple[Mapping[str, Any], tuple[str, ...], int, int]] = {
    "eight for T4": ({"boards": [["T4", "T9", "T14"], *FREE[1:]]}, ("learn T4", EIGHT), 8, 0),
    "eight for P34": ({"phase": "decline", "anna": {"timeline": {1: ["P34 0"]}}}, (EIGHT,), 8, 0),
    "seven for P7": ({**P7, "anna": {"timeline": {1: ["P7 0"]}, "past": PAST}}, (LEVEL_TWO,), 7, 0),
    "the rest of P7": ({**P7, "anna": {"timeline": {1: ["P7 0"]}}}, (LEVEL_TWO, "choose T38", "choose T35"), 5, 2),
}
"""What Anna alone looks at: the position, her moves, how many cards wait and how many lie in an order of hers."""


@pytest.mark.parametrize("name", ASIDE)
def test_what_somebody_looks_at_is_other_cards_in_the_order_of_cards(name: str) -> None:
    given, moves, waiting, placed = ASIDE[name]
    session = place(**given)
    play(session, *moves)
    seen = set()
    for number in range(20):
        state = GAME.redeal(session.state, 1, Dice(name, number))
        step = pending(GAME.view(state, 0))
        assert (len(step.cards), len(step.chosen)) == (waiting, placed)
        assert list(step.cards) == sorted(step.cards, key=lambda card: CODES[card])
        seen.add((step.cards, step.chosen))
    assert len(seen) > 10
