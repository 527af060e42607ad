"""Cards as `cards` shows them: what to type to play one."""

from __future__ import annotations

import pytest

from kronika.cli.printing.cards import played_by
from kronika.core.contract.registry import get_game


@pytest.mark.parametrize(
    ("card", "typed"),
    [
        ("sail", "To play it, type `sailcard SHIP:SLOT SITE`, such as `sailcard 4:2 temple`."),  # `sail` sails a ship
        ("chisel", "To play it, type `chisel SHIP:SLOT SHIP:SLOT`, such as `chisel 4:1 4:2`."),
        ("statue", ""),
    ],
)
def test_a_card_with_a_verb_says_how_it_is_played(card: str, typed: str) -> None:
    """IM-2.7: blue cards are actions of their own."""
    game = get_game("imhotep")
    (found,) = (one for one in game.cards() if one.id == card)
    assert played_by(game, found) == typed
