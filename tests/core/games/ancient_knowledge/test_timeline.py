"""Halves, neighbours, drops and moves on a timeline (AK-3.3, AK-3.6 to AK-3.8)."""

from __future__ import annotations

import pytest

from kronika.core.games.ancient_knowledge.timeline import ADJACENT, slot_of
from support.ancient import area, cards, place, play, standing


def test_who_is_adjacent() -> None:
    """AK-3.8, for every pair of places: one slot, or one row and slots side by side."""
    for a in range(12):
        for b in range(12):
            same_slot = a // 2 == b // 2 and a != b
            same_row = a % 2 == b % 2 and abs(a // 2 - b // 2) == 1
            assert (b in ADJACENT[a]) == (same_slot or same_row), (a, b)


def test_slots_are_counted_from_the_left() -> None:
    assert [slot_of(place) for place in range(12)] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]


def test_a_neighbour_on_slot_1() -> None:
    session = place(phase="timeline", anna={"timeline": {1: ["C1 2", "C2 2"], 2: ["C6 1"]}})
    play(session, "decline C1")
    assert area(session).lost == 1 + 2


def test_the_bottom_half_is_filled_first() -> None:
    session = place(anna={"hand": ["C6", "M31"]})
    play(session, "create C6 at 2", "create M31 at 2")
    assert [monument.card for monument in area(session).timeline[1]] == ["C6", "M31"]


def test_a_monument_of_another_player_is_never_adjacent() -> None:
    session = place(phase="timeline", anna={"timeline": {3: ["C6 1"]}}, bob={"timeline": {3: ["C1 2"], 4: ["C2 2"]}})
    assert standing(session)["C1"] == (3, 2)
    assert standing(session)["C2"] == (4, 2)


def test_a_move_lets_the_upper_one_drop_and_goes_to_the_lower_half() -> None:
    boards = [["T10", "T9", "T14"], ["T5", "T19", "T6"], ["T28", "T29", "T30"]]
    session = place(boards=boards, anna={"timeline": {3: ["C1 2", "M1 1"], 5: ["P1 3"]}})
    effects = play(session, "learn T10", "choose C1", "to 5")
    assert [effect["type"] for effect in effects[-2:]] == ["moved", "dropped"]
    assert [[(m.card, m.knowledge) for m in slot] for slot in area(session).timeline] == [
        [],
        [],
        [("M1", 1)],
        [],
        [("P1", 3), ("C1", 2)],
        [],
    ]


def test_the_only_slot_left_is_not_asked_for() -> None:
    """AK-6.13: every other slot is full."""
    full = {slot: [f"C{2 * slot} 1", f"C{2 * slot + 1} 1"] for slot in (1, 2, 3, 4)}
    boards = [["T10", "T9", "T14"], ["T5", "T19", "T6"], ["T28", "T29", "T30"]]
    session = place(boards=boards, anna={"timeline": {**full, 5: ["M1 1"], 6: ["M2 1"]}})
    play(session, "learn T10", "choose M1")
    assert standing(session)["M1"] == (6, 1)


@pytest.mark.parametrize("slot", [1, 6])
def test_a_full_slot_takes_nothing(slot: int) -> None:
    full = {n: [f"M{n} 1", f"P{n} 1"] for n in range(1, 7) if n != slot}
    session = place(anna={"hand": cards("C", 6, 15), "timeline": full})
    play(session, f"create C12 at {slot}" if slot == 1 else "create C11 at 6 discard C6")
    assert len(area(session).timeline[slot - 1]) == 1
