"""Points: the tables worked out by hand, the items of the score sheet, ties and winners."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise, permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kronika.core.games.imhotep.board import OBELISKS_A, PYRAMID_A, growing, temple_width
from kronika.core.games.imhotep.scoring import areas, share
from kronika.core.sessions.session import Session
from support.imhotep import place


def items(session: Session, name: str) -> dict[str, tuple[int, str, str]]:
    seat = session.players.index(name)
    return {item.source: (item.points, item.rule, item.note) for item in session.score() if item.seat == seat}


def shares(heights: Sequence[int], places: Sequence[int]) -> tuple[int, ...]:
    return tuple(share(heights, seat, places)[0] for seat in range(len(heights)))


# IM-3.16: every result that is possible on side A, from the top rank down, by the heights that give it.
@pytest.mark.parametrize(
    ("heights", "points"),
    [
        ((2, 1), (10, 1)),
        ((1, 0), (10, 0)),
        ((3, 3), (5, 5)),
        ((0, 0), (0, 0)),
        ((3, 2, 1), (12, 6, 1)),
        ((3, 2, 0), (12, 6, 0)),
        ((3, 2, 2), (12, 3, 3)),
        ((3, 0, 0), (12, 0, 0)),
        ((3, 3, 1), (9, 9, 1)),
        ((3, 3, 0), (9, 9, 0)),
        ((2, 2, 2), (6, 6, 6)),
        ((4, 3, 2, 1), (15, 10, 5, 1)),
        ((4, 3, 2, 0), (15, 10, 5, 0)),
        ((4, 3, 2, 2), (15, 10, 3, 3)),
        ((4, 3, 0, 0), (15, 10, 0, 0)),
        ((4, 3, 3, 1), (15, 7, 7, 1)),
        ((4, 3, 3, 0), (15, 7, 7, 0)),
        ((4, 3, 3, 3), (15, 5, 5, 5)),
        ((4, 0, 0, 0), (15, 0, 0, 0)),
        ((4, 4, 2, 1), (12, 12, 5, 1)),
        ((4, 4, 2, 0), (12, 12, 5, 0)),
        ((4, 4, 2, 2), (12, 12, 3, 3)),
        ((4, 4, 0, 0), (12, 12, 0, 0)),
        ((4, 4, 4, 1), (10, 10, 10, 1)),
        ((4, 4, 4, 0), (10, 10, 10, 0)),
        ((4, 4, 4, 4), (7, 7, 7, 7)),
    ],
)
def test_shared_places(heights: tuple[int, ...], points: tuple[int, ...]) -> None:
    assert shares(heights, OBELISKS_A[len(heights)]) == points
    assert shares(heights[::-1], OBELISKS_A[len(heights)]) == points[::-1]


@given(st.lists(st.integers(0, 5), min_size=2, max_size=4), st.lists(st.integers(0, 20), min_size=4, max_size=4))
def test_a_share_is_the_mean_over_all_ways_to_break_the_ties(heights: list[int], places: list[int]) -> None:
    """Reckoned another way: every order of the seats that puts no lower tower first."""
    orders = [
        order
        for order in permutations(seat for seat, n in enumerate(heights) if n)
        if all(heights[a] >= heights[b] for a, b in pairwise(order))
    ]
    sums = [0] * len(heights)
    for order in orders:
        for at, seat in enumerate(order):
            sums[seat] += places[at]
    assert shares(heights, places) == tuple(total // len(orders) for total in sums)


@given(st.binary(max_size=40).map(lambda raw: bytes(byte % 3 for byte in raw)))
def test_areas_reckoned_on_a_grid(chamber: bytes) -> None:
    """Areas grown by joining labels until nothing changes, over rows and columns."""
    label = {divmod(at, 3): at for at in range(len(chamber))}
    changed = True
    while changed:
        changed = False
        for column, row in list(label):
            for near in ((column + 1, row), (column, row + 1)):
                if near in label and chamber[near[0] * 3 + near[1]] == chamber[column * 3 + row]:
                    low = min(label[near], label[column, row])
                    changed = changed or label[near] != low or label[column, row] != low
                    label[near] = label[column, row] = low
    for seat, found in enumerate(areas(chamber, 3)):
        sizes = Counter(mark for (column, row), mark in label.items() if chamber[column * 3 + row] == seat)
        assert found == sorted(sizes.values(), reverse=True)


def test_places_beyond_the_table_pay_nothing() -> None:
    assert shares((4, 3, 2, 1), (8, 4)) == (8, 4, 0, 0)
    assert shares((4, 3, 3, 1), (8, 4)) == (8, 2, 2, 0)


def test_growing_points() -> None:
    assert [growing(n) for n in range(9)] == [0, 1, 3, 6, 10, 15, 17, 19, 21]


def test_the_pyramid_of_side_a() -> None:
    """The board's columns, top to bottom (IM-3.7)."""
    assert PYRAMID_A == (2, 1, 3, 2, 4, 3, 2, 1, 3, 2, 3, 1, 3, 4)
    assert sum(PYRAMID_A) == 34


def test_the_width_of_the_temple() -> None:
    assert [temple_width(players) for players in (2, 3, 4)] == [4, 5, 5]


def test_areas_partition_the_stones() -> None:
    """The chamber of EX-10."""
    chamber = bytes((3, 2, 2, 3, 3, 2, 3, 3, 1, 3, 0, 0, 2))
    assert areas(chamber, 4) == [[2], [1], [3, 1], [6]]


def test_the_items_of_side_a() -> None:
    session = place(
        players=2,
        pyramids="W K W",
        temple="W K",
        temple_points={"Wanda": 4, "Klara": 1},
        burial_chamber="W W K",
        obelisks="W W K",
        cards={"Wanda": ["statue", "statue", "temple_ornament", "sail"], "Klara": ["pyramid_ornament"] * 2},
        over=True,
    )
    assert items(session, "Wanda") == {
        "pyramids": (5, "IM-3.7", "2 + 3"),
        "temple": (4, "IM-3.10", "4"),
        "burial chamber": (3, "IM-3.13", "areas of 2: 3"),
        "obelisks": (10, "IM-3.15", "2 stones, place 1"),
        "temple ornament": (0, "IM-4.2", "2 stones / 3"),
        "statues": (3, "IM-4.1", "2 statues"),
        "unused blue cards": (1, "IM-4.1", "sail"),
    }
    assert items(session, "Klara") == {
        "pyramids": (1, "IM-3.7", "1"),
        "temple": (1, "IM-3.10", "1"),
        "burial chamber": (1, "IM-3.13", "areas of 1: 1"),
        "obelisks": (1, "IM-3.15", "1 stone, place 2"),
        "pyramid ornament": (2, "IM-4.2", "3 stones / 3, 2 cards"),
    }
    assert session.totals() == {"Wanda": 26, "Klara": 6}


def test_the_items_of_side_b() -> None:
    options = dict.fromkeys(("pyramids", "temple", "burial_chamber", "obelisks"), "b")
    session = place(
        players=3,
        options=options,
        pyramids={"left": "W W W W W", "middle": "K K K K K", "right": "K K K K W", "extra": "W W"},
        temple_points={"Bruno": 7},
        burial_chamber="W K B W B B",
        obelisks="W W W K K K W B W W",
        over=True,
    )
    # 2 + 1 + 1 and a card + 3 + 4, the last place of the right pyramid, two extra stones; towers 10 and 8.
    assert items(session, "Wanda") == {
        "pyramids": (17, "IM-3.8", "2 + 1 + 1 + 3 + 4 + 4 + 1 + 1"),
        "temple": (0, "IM-3.11", "0"),
        "obelisk towers": (18, "IM-3.17", "10 + 8"),
        "top row": (8, "IM-3.14", "2 stones, place 1"),
        "middle row": (0, "IM-3.14", "no stone"),
        "bottom row": (0, "IM-3.14", "no stone"),
        "obelisks": (0, "IM-3.17", "0 single stones"),
    }
    assert items(session, "Klara")["obelisk towers"] == (9, "IM-3.17", "9")
    assert items(session, "Klara")["middle row"] == (6, "IM-3.14", "1 stone, places 1 and 2 shared: (8 + 4) / 2")
    assert items(session, "Bruno")["bottom row"] == (8, "IM-3.14", "2 stones, place 1")
    assert items(session, "Bruno")["obelisks"] == (1, "IM-3.17", "1 single stone")


@pytest.mark.parametrize(
    ("card", "sites", "stones", "points"),
    [
        ("pyramid_ornament", {"pyramids": "W " * 17}, 17, 5),  # extra stones count
        ("temple_ornament", {"temple": "K " * 9}, 9, 3),  # covered stones count
        ("burial_chamber_ornament", {"burial_chamber": "K " * 11}, 11, 3),
        ("obelisk_ornament", {"obelisks": "W K " * 4}, 8, 2),
    ],
)
def test_ornaments_count_everyones_stones(card: str, sites: dict[str, str], stones: int, points: int) -> None:
    session = place(players=2, cards={"Klara": [card]}, **sites, over=True)
    (item,) = [item for item in session.score() if item.part == "ornaments"]
    assert (item.seat, item.points, item.note) == (1, points, f"{stones} stones / 3")


def test_stones_in_towers_count_for_the_ornament() -> None:
    session = place(
        players=2, options={"obelisks": "b"}, obelisks="W W W K K", cards={"Klara": ["obelisk_ornament"]}, over=True
    )
    assert items(session, "Klara")["obelisk ornament"] == (1, "IM-4.2", "5 stones / 3")


def test_points_before_the_end_are_those_given_so_far() -> None:
    session = place(players=2, pyramids="W", burial_chamber="W W W", obelisks="K", cards={"Klara": ["statue"]})
    assert session.totals() == {"Wanda": 2, "Klara": 0}
    assert session.result() is None


@pytest.mark.parametrize(
    ("sites", "points"),
    [
        ({"pyramids": "W", "temple": "W", "burial_chamber": "W", "obelisks": "W"}, 0),
        ({"temple": "W", "burial_chamber": "W", "obelisks": "W"}, -5),
        ({"pyramids": "W", "burial_chamber": "W", "obelisks": "W"}, -5),
        ({"pyramids": "W", "temple": "W", "obelisks": "W"}, -5),
        ({"pyramids": "W", "temple": "W", "burial_chamber": "W"}, -5),
        ({}, -5),
        # A covered stone of the temple is delivered (IM-5.1).
        ({"pyramids": "W", "temple": "W K K K K", "burial_chamber": "W", "obelisks": "W"}, 0),
    ],
)
def test_the_wrath_of_the_pharaoh(sites: dict[str, str], points: int) -> None:
    session = place(players=2, options={"wrath": True}, **sites, over=True)
    assert items(session, "Wanda")["wrath of the pharaoh"][:2] == (points, "IM-5.1")
    without = place(players=2, **sites, over=True)
    assert "wrath of the pharaoh" not in items(without, "Wanda")
    assert session.totals()["Wanda"] == without.totals()["Wanda"] + points


def test_towers_and_extra_stones_are_delivered_too() -> None:
    given: dict[str, Any] = {"temple": "W", "burial_chamber": "W", "pyramids": "K " * 14 + "W"}
    session = place(
        players=2, options={"wrath": True, "obelisks": "b"}, obelisks="W W W", over=True, sleds={"Wanda": 1}, **given
    )
    assert items(session, "Wanda")["wrath of the pharaoh"][0] == 0


def test_a_negative_score() -> None:
    session = place(players=2, options={"wrath": True}, over=True)
    assert session.totals() == {"Wanda": -5, "Klara": -5}


@pytest.mark.parametrize(
    ("points", "sleds", "ranking", "tie_rule"),
    [
        ((40, 39, 38, 0), (0, 5, 5, 5), ((0,), (1,), (2,), (3,)), ""),
        ((30, 40, 40, 0), (5, 1, 2, 0), ((2,), (1,), (0,), (3,)), "IM-4.3"),
        ((40, 40, 40, 40), (3, 3, 3, 3), ((0, 1, 2, 3),), "IM-4.3"),
        ((40, 30, 30, 30), (0, 1, 1, 2), ((0,), (3,), (1, 2)), ""),
    ],
)
def test_winners(
    points: tuple[int, ...],
    sleds: tuple[int, ...],
    ranking: tuple[tuple[int, ...], ...],
    tie_rule: str,
) -> None:
    names = ("Wanda", "Klara", "Bruno", "Gita")
    session = place(
        temple_points=dict(zip(names, points, strict=True)), sleds=dict(zip(names, sleds, strict=True)), over=True
    )
    result = session.result()
    assert result is not None
    assert (result.totals, result.ranking, result.tie_rule) == (points, ranking, tie_rule)
    assert (result.rule, bool(result.tie_break)) == ("IM-4.1", bool(tie_rule))


# -- places in a row of the burial chamber ----------------------------------------------------------------------------


NAMES = ("Wanda", "Klara", "Bruno", "Gita")


def row(stones: str, **options: Any) -> dict[str, int]:
    """What the upper row of the burial chamber pays when these stones lie in it; nobody else's lie below."""
    filled = "".join(f"{stone}{stone}{stone}" for stone in stones)
    chosen = {"burial_chamber": "b", **options}
    session = place(options=chosen, burial_chamber=" ".join(filled), over=True)
    rows: dict[str, set[tuple[str, int]]] = {}
    for item in session.score():
        if item.part == "burial chamber":
            rows.setdefault(item.source, set()).add((NAMES[item.seat], item.points))
    assert len(rows) == 3
    assert len(set(map(frozenset, rows.values()))) == 1, "the three rows are alike"
    return dict(next(iter(rows.values())))


@pytest.mark.parametrize(
    ("stones", "paid"),
    [
        ("WWWWKKKBBG", (8, 4, 2, 0)),  # IM-3.14: the fourth place is worth nothing
        ("GGGGBBBKKW", (0, 2, 4, 8)),
        ("WWWKKBG", (8, 4, 1, 1)),  # (2 + 0) / 2
        ("WWWKBG", (8, 2, 2, 2)),  # (4 + 2 + 0) / 3
        ("WKBG", (3, 3, 3, 3)),  # (8 + 4 + 2 + 0) / 4
        ("WWKKBG", (6, 6, 1, 1)),
        ("WWWKKB", (8, 4, 2, 0)),  # Gita has no stone there
    ],
)
def test_four_places_in_a_row(stones: str, paid: tuple[int, ...]) -> None:
    """IM-3.14, IM-3.16; the fourth place is OQ-4."""
    assert row(stones) == dict(zip(NAMES, paid, strict=True))


def test_a_fourth_place_that_the_table_pays_for() -> None:
    """The option `burial_chamber_b`: (3 + 1) / 2 where third and fourth are equal."""
    table = [9, 6, 3, 1]
    assert row("WWWWKKKBBG", burial_chamber_b=table) == dict(zip(NAMES, (9, 6, 3, 1), strict=True))
    assert row("WWWKKBG", burial_chamber_b=table) == dict(zip(NAMES, (9, 6, 2, 2), strict=True))
