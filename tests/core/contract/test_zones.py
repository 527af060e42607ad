"""Zones as bytes: places, cards, tallies. All values are by hand."""

from __future__ import annotations

import pytest

from kronika.core.contract.zones import (
    add,
    insert,
    minus,
    moved,
    plus,
    put,
    put_in,
    spread,
    tally,
    without,
    without_all,
)


@pytest.mark.parametrize(("at", "cells"), [(0, b"\x09\2\3"), (1, b"\1\x09\3"), (2, b"\1\2\x09")])
def test_another_value_in_one_place(at: int, cells: bytes) -> None:
    assert put(b"\1\2\3", at, 9) == cells
    assert put_in((b"\1", b"\2", b"\3"), at, b"\x09") == tuple(bytes((cell,)) for cell in cells)


@pytest.mark.parametrize(
    ("cards", "more"), [(b"", b"\5"), (b"\1\3", b"\1\3\5"), (b"\x07", b"\5\x07"), (b"\3\xff", b"\3\5\xff")]
)
def test_one_card_more_and_one_less(cards: bytes, more: bytes) -> None:
    assert insert(cards, 5) == more
    assert without(more, 5) == cards
    assert without(cards, 5) == cards, "a card that is not there"


def test_several_cards_less() -> None:
    assert without_all(b"\1\2\3\4", (4, 2)) == b"\1\3"
    assert without_all(b"\1\2", b"\2\x09") == b"\1"
    assert without_all(b"\1\2", ()) == b"\1\2"


def test_kinds_are_counted_and_spread() -> None:
    """Two of kind 0, one of kind 2; kind 7 is none of the four."""
    assert tally(b"\0\2\0\7", 4) == b"\2\0\1\0"
    assert spread(b"\2\0\1\0") == b"\0\0\2"
    assert (tally(b"", 2), spread(b"\0\0")) == (b"\0\0", b"")


def test_tallies_grow_and_shrink() -> None:
    assert add(b"\2\0\1", 1, 3) == b"\2\3\1"
    assert add(b"\2\0\1", 0, -2) == b"\0\0\1"
    assert add(b"\2\0\xfe", 2) == b"\2\0\xff"
    assert moved(b"\5\4", b"\1\1", 0, 3) == (b"\2\4", b"\4\1")


def test_tallies_together_and_apart() -> None:
    """As bytes or as the numbers that a record holds."""
    assert plus(b"\1\2\3\4", b"\4\3\2\1") == b"\5\5\5\5"
    assert plus(b"\xfe\0", (1, 255)) == b"\xff\xff"
    assert minus(b"\5\5\5\5", (1, 2, 3, 5)) == b"\4\3\2\0"
    assert minus((3, 1), b"\3\0") == b"\0\1"
