"""Exchanges that both searches must find, whether there is one thing of each kind or many."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from kronika.core.contract.unseen import OPEN, Move, Trade
from support.exchanges import exchanged_kinds, exchanged_singles
from support.small_decks import ANNA, BOB, CARDS, OUT, drawn, is_followed

Exchanged = Callable[..., list[Any] | None]

both = pytest.mark.parametrize("exchanged", [exchanged_singles, exchanged_kinds], ids=["singles", "kinds"])


@both
def test_what_was_chosen_face_down_is_another_card_of_the_hand(exchanged: Exchanged) -> None:
    """Of a hand that is known, 1 and 2, 1 was thought to lie face down; 2 is turned up."""
    moves = [*drawn(ANNA, 1, 2), Move(ANNA, OUT), Move(OUT, OPEN, 2)]
    assert exchanged(CARDS, moves, [1], 1) == [2]


@both
def test_what_was_seen_elsewhere_is_not_exchanged(exchanged: Exchanged) -> None:
    moves = [*drawn(ANNA, None), *drawn(BOB, 2), Move(ANNA, OPEN, 2)]
    assert exchanged(CARDS, moves, [1], 1) is None


@both
def test_exchanges_find_ways_that_are_ways(exchanged: Exchanged) -> None:
    random, found = Random(3), 0
    for _ in range(300):
        hidden = random.sample(range(1, 9), 4)
        begun = [*drawn(ANNA, None, None), *drawn(BOB, None, None)]
        last = [Move(random.choice((ANNA, BOB)), OPEN, random.randint(1, 8))]
        moves = [*begun, *random.choice(([], [Trade(ANNA, BOB)])), *last]
        things = exchanged(CARDS, moves, hidden, 1)
        if things is not None:
            found += 1
            assert is_followed(CARDS, moves, dict(enumerate(things)))
    assert found == 300
