"""The geometry of a pyramid: places, circles, neighbours, free cards (VC-3.1 to VC-3.6)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kronika.core.basics.chance import Dice
from kronika.core.games.viceroy import pyramid
from kronika.core.games.viceroy.state import NEW_PLAYER, Options, Player

PLAIN = Options()
FREE_BASE = Options(free_base=True)


def built(*rows: bytes, left: int = 0, tucked: bytes = b"") -> Player:
    """A player with these rows from level 1 up; 0 is a gap."""
    full = [*rows, b"", b"", b"", b""][:5]
    return replace(NEW_PLAYER, left=left, rows=tuple(full), tucked=tucked)


# -- places -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "top", "places"),
    [
        (built(b"\1"), 5, [(1, -1), (1, 1)]),
        (built(b"\1\2"), 5, [(1, -1), (1, 2), (2, 0)]),
        (built(b"\1\2"), 1, [(1, -1), (1, 2)]),
        (built(b"\1\2\3", b"\4"), 5, [(1, -1), (1, 3), (2, 1)]),
        (built(b"\1\2\3", b"\4\5"), 5, [(1, -1), (1, 3), (3, 0)]),
        (built(b"\1\2\3", b"\4\5", left=-2), 5, [(1, -3), (1, 1), (3, -2)]),
        (built(b"\1\2\3", b"\4\5", b"\6"), 5, [(1, -1), (1, 3)]),
    ],
)
def test_open_places(player: Player, top: int, places: list[tuple[int, int]]) -> None:
    """VC-3.2: next to the base row, and on two supports side by side."""
    assert list(pyramid.open_places(player, top)) == places


def test_two_supports_must_lie_side_by_side() -> None:
    """Bug class 2: cards on both sides of a gap carry nothing."""
    gap = built(b"\1\2\3\4", b"\5\0\6")
    assert not pyramid.is_open(gap, 3, 0)
    assert not pyramid.is_open(gap, 3, 1)
    assert pyramid.is_open(gap, 2, 1)
    assert list(pyramid.open_places(gap, 5)) == [(1, -1), (1, 4), (2, 1)]


def test_open_places_and_is_open_agree() -> None:
    dice = Dice(1)
    player = built(b"\1")
    for card in range(2, 40):
        places = list(pyramid.open_places(player, 5))
        square = [(level, column) for level in range(1, 6) for column in range(-30, 31)]
        assert [place for place in square if pyramid.is_open(player, *place)] == sorted(places)
        level, column = dice.choice(places)
        left, rows = pyramid.with_card(player, level, column, card)
        player = replace(player, left=left, rows=rows)
        assert pyramid.card_at(player, level, column) == card
        assert pyramid.place_of(player, card) == (level, column)
        assert pyramid.is_placed(player, card)
        assert len(list(pyramid.placed(player))) == card
    assert pyramid.place_of(player, 60) is None
    assert pyramid.card_at(player, 1, 40) == pyramid.card_at(player, 5, -40) == 0


def test_the_same_pyramid_is_the_same_value_however_it_was_built() -> None:
    one, two = built(b"\2"), built(b"\2")
    for level, column, card in ((1, 1, 3), (2, 0, 4), (1, -1, 1)):
        left, rows = pyramid.with_card(one, level, column, card)
        one = replace(one, left=left, rows=rows)
    for level, column, card in ((1, -1, 1), (1, 1, 3), (2, 0, 4)):
        left, rows = pyramid.with_card(two, level, column, card)
        two = replace(two, left=left, rows=rows)
    assert one == two == built(b"\1\2\3", b"\0\4", left=-1)


@pytest.mark.parametrize(
    ("level", "column", "after"),
    [
        (1, 3, built(b"\1\2\3", b"\5")),
        (2, 0, built(b"\1\2\3\4")),
    ],
)
def test_taking_a_card_out(level: int, column: int, after: Player) -> None:
    before = built(b"\1\2\3\4", b"\5")
    left, rows = pyramid.without_card(before, level, column)
    assert replace(before, left=left, rows=rows) == after


def test_taking_the_left_end_out_moves_the_left_edge_not_the_columns() -> None:
    before = built(b"\1\2\3", b"\0\5")
    left, rows = pyramid.without_card(before, 1, 0)
    assert (left, rows[:2]) == (1, (b"\2\3", b"\5"))
    assert pyramid.card_at(replace(before, left=left, rows=rows), 2, 1) == 5


def test_height_and_priority() -> None:
    """VC-2.2, R-9: the lowest number of a placed card; a tucked one doesn't count."""
    player = built(bytes((30, 20)), bytes((25,)), tucked=bytes((20, 3)))
    assert pyramid.height(player) == 2
    assert pyramid.lowest_number(player) == 20


# -- neighbours -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "cards"),
    [
        ((1, 0), [2, 5]),
        ((1, 1), [1, 3, 5, 6]),
        ((2, 1), [5, 7, 2, 3, 8, 9]),
        ((3, 0), [9, 5, 6]),
    ],
)
def test_neighbours(place: tuple[int, int], cards: list[int]) -> None:
    """VC-3.5: left, right, below, above."""
    player = built(b"\1\2\3\4", b"\5\6\7", bytes((8, 9)))
    assert pyramid.neighbours(player, *place) == cards


def test_cards_on_both_sides_of_a_gap_are_no_neighbours() -> None:
    """Bug class 3."""
    player = built(b"\1\2\3\4", b"\5\0\6")
    assert pyramid.neighbours(player, 2, 0) == [1, 2]
    assert pyramid.neighbours(player, 2, 2) == [3, 4]


# -- free cards -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "options", "cards"),
    [
        (built(b"\1"), PLAIN, [1]),
        (built(b"\1\2\3"), PLAIN, [1, 3]),
        (built(b"\1\2\3"), FREE_BASE, [1, 2, 3]),
        (built(b"\1\2\3", b"\4"), PLAIN, [3, 4]),
        (built(b"\1\2\3\4", b"\5\6\7"), PLAIN, [5, 6, 7]),
        (built(b"\1\2\3\4", b"\5\6\7"), FREE_BASE, [5, 6, 7]),
        (built(b"\1\2\3\4", b"\5\6\7", b"\x08"), PLAIN, [7, 8]),
        (built(b"\1\2\3\4\5", b"\6\0\7\x08", b"\0\0\x09"), PLAIN, [6, 9]),
        (built(b"\1\2\3", b"\4", tucked=bytes((4, 66))), PLAIN, [3]),
    ],
)
def test_free_cards(player: Player, options: Options, cards: list[int]) -> None:
    """VC-3.6, R-29: ends of rows and the highest level, nothing on them, nothing under them."""
    assert pyramid.free_cards(player, options) == cards


# -- circles ----------------------------------------------------------------------------------------------------


def test_segments_of_a_circle() -> None:
    """VC-3.3: twice the bottom of the top card, the right corner of the left support, the left of the right one."""
    player = built(bytes((22, 16)), bytes((3,)))
    assert pyramid.segments(player, 2, 0) == (2, 2, 2, 0)
    assert pyramid.circle_colour(player, 2, 0) == -1
    green = built(bytes((22, 33)), bytes((3,)))
    assert pyramid.circle_colour(green, 2, 0) == 2
    assert list(pyramid.circles(green)) == [(2, 0, 3, 2)]


def test_recoloured_circles_have_their_new_colour() -> None:
    player = replace(built(bytes((22, 16)), bytes((3,))), paint=bytes((3, 0)))
    assert list(pyramid.circles(player)) == [(2, 0, 3, 0)]


def test_a_circle_for_every_card_above_level_one() -> None:
    """VC-9.8."""
    player = built(b"\1\2\3\4", b"\5\0\6", left=-3)
    assert [(level, column) for level, column, *_ in pyramid.circles(player)] == [(2, -3), (2, -1)]
