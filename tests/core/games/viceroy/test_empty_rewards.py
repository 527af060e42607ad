"""A law or a reward that comes to nothing says why, by the rule that would have given something (R-17, R-25, R-28)."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.games.viceroy.effects import Nothing
from support.playing import after
from support.viceroy import place

# The card that is played on the left of level 1, what else is given, what is chosen then; why nothing comes, the rule.
CASES: list[tuple[int, dict[str, Any], tuple[str, ...], str, str]] = [
    (32, {"gems": {"Anna": "green"}, "small": 0, "laws": []}, (), "both decks are empty", "VC-3.12"),
    (67, {"gems": {"Anna": "3 red"}}, (), "no swap is possible", "VC-4.67"),
    (69, {}, (), "no card is on display", "VC-4.69"),
    (70, {"laws": []}, (), "the law deck is empty", "VC-4.70"),
    (71, {"supply": "none"}, ("law 71 gems",), "the supply is empty", "VC-4.71"),
    (73, {"supply": "none"}, ("law 73 infinite-blue",), "there is no blue gem", "VC-4.73"),
    (73, {"supply": "none"}, ("law 73 infinite-yellow",), "there is no yellow gem", "VC-4.73"),
    (74, {}, (), "no card of the pyramid is free", "VC-4.74"),
    (76, {}, (), "there are no gems behind the screen", "VC-4.76"),
    (77, {"small": 0, "laws": []}, ("law 77 card",), "both decks are empty", "VC-3.12"),
    (84, {"supply": "none"}, ("law 84 gems",), "the supply is empty", "VC-4.84"),
]


@pytest.mark.parametrize(("card", "given", "chosen", "why", "rule"), CASES)
def test_why_nothing_comes(card: int, given: dict[str, Any], chosen: tuple[str, ...], why: str, rule: str) -> None:
    pyramid = {"1.0": {"card": 2, "tucked": [5]}}
    session = place(phase="select", pyramids={"Anna": pyramid}, hands={"Anna": [card]}, **given)
    after(session, f"select {card}", "place left", *chosen)
    assert [effect for effect in session.line.events[-1].then if isinstance(effect, Nothing)] == [Nothing(0, why, rule)]


def test_law_66_on_a_card_without_tokens() -> None:
    """R-23."""
    session = place(phase="select", pyramids={"Anna": {"1.0": 1, "1.1": 70}}, hands={"Anna": [66]})
    session.play("select 66")
    (nothing,) = [effect for effect in session.line.events[-1].then if isinstance(effect, Nothing)]
    assert nothing == Nothing(0, "no token lies on 1 Boatswain", "VC-4.66")
