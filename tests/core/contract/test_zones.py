"""Zones as bytes: places, cards, tallies. All values are by hand."""

from __future__ import annotations

import pytest

from kronika.core.contract.zones import (
    add_tallies,
    add_to_tally,
    expand_tally,
    insert_sorted,
    move_between,
    remove_card,
    remove_cards,
    replace_byte,
    replace_item,
    subtract_tallies,
    tally_of,
)


@pytest.mark.parametrize(("at", "cells"), [(0, b"\x09\2\3"), (1, b"\1\x09\3"), (2, b"\1\2\x09")])
def test_another_value_in_one_place(at: int, cells: bytes) -> None:
    assert replace_byte(b"\1\2\3", at, 9) == cells
    assert replace_item((b"\1", b"\2", b"\3"), at, b"\x09") == tuple(bytes((cell,)) for cell in cells)


@pytest.mark.parametrize(
    ("cards", "more"), [(b"", b"\5"), (b"\1\3", b"\1\3\5"), (b"\x07", b"\5\x07"), (b"\3\xff", b"\3\5\xff")]
)
def test_one_card_more_and_one_less(cards: bytes, more: bytes) -> None:
    assert insert_sorted(cards, 5) == more
    assert remove_card(more, 5) == cards
    assert remove_card(cards, 5) == cards, "a card that is not there"


def test_several_cards_less() -> None:
    assert remove_cards(b"\1\2\3\4", (4, 2)) == b"\1\3"
    assert remove_cards(b"\1\2", b"\2\x09") == b"\1"
    assert remove_cards(b"\1\2", ()) == b"\1\2"


def test_kinds_are_counted_and_spread() -> None:
    """Two of kind 0, one of kind 2; kind 7 is none of the four."""
    assert tally_of(b"\0\2\0\7", 4) == b"\2\0\1\0"
    assert expand_tally(b"\2\0\1\0") == b"\0\0\2"
    assert (tally_of(b"", 2), expand_tally(b"\0\0")) == (b"\0\0", b"")


def test_tallies_grow_and_shrink() -> None:
    assert add_to_tally(b"\2\0\1", 1, 3) == b"\2\3\1"
    assert add_to_tally(b"\2\0\1", 0, -2) == b"\0\0\1"
    assert add_to_tally(b"\2\0\xfe", 2) == b"\2\0\xff"
    assert move_between(b"\5\4", b"\1\1", 0, 3) == (b"\2\4", b"\4\1")


def test_tallies_together_and_apart() -> None:
    """As bytes or as the numbers that a record holds."""
    assert add_tallies(b"\1\2\3\4", b"\4\3\2\1") == b"\5\5\5\5"
    assert add_tallies(b"\xfe\0", (1, 255)) == b"\xff\xff"
    assert subtract_tallies(b"\5\5\5\5", (1, 2, 3, 5)) == b"\4\3\2\0"
    assert subtract_tallies((3, 1), b"\3\0") == b"\0\1"
