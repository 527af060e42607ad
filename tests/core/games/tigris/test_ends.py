"""Each end of the game says why: in its effect, in the outcome, in the refusal of another move (TE-9.3, TE-9.4)."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.basics.errors import IllegalAction
from kronika.core.games.tigris.effects import Ended
from support.tigris import place

PLAYERS = ["Lion", "Archer", "Bull", "Potter"]
FULL = dict.fromkeys(PLAYERS, "3 red 3 black")
ENDS: dict[str, tuple[dict[str, Any], str, str, str]] = {
    "treasures": (
        {"tiles": {"red": ["B2", "K1"]}, "treasures": ["B2", "K1"], "hands": FULL},
        "Lion: end",
        "TE-9.3",
        "only one or two treasures are left on the board",
    ),
    "refill": (
        {"hands": {**FULL, "Bull": "red"}, "bag": "4 red"},
        "Lion: end",
        "TE-9.4",
        "the bag is too small for the refill",
    ),
    "swap": ({"hands": FULL, "bag": "1 red"}, "Lion: swap 2 red", "TE-9.4", "the bag is too small for the swap"),
}


@pytest.mark.parametrize("end", ENDS)
def test_each_end_says_why(end: str) -> None:
    """TE-9.3, TE-9.4: in the effect, in the outcome, and to anyone who would play on."""
    given, move, rule, why = ENDS[end]
    session = place(**given)
    (event,) = session.play(move)
    assert event.then[-1] == Ended(why, rule)
    result = session.result()
    assert result is not None
    assert (result.reason, result.rule) == (why, rule)
    with pytest.raises(IllegalAction, match=f"The game is over: {why}") as caught:
        session.play("Lion: end")
    assert caught.value.rule == rule
    assert session.game.given(session.state, session.players).ended == end
