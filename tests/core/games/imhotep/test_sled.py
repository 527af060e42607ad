"""How many stones come to a sled: by the action, the hammer, a bonus of the pyramids, a space of the temple."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.sessions.session import Session
from support.imhotep import place

SHIPS: dict[str, Any] = {"card": 4322, "ships": ["W - - -"]}


def got(session: Session, *moves: str) -> list[tuple[int, str]]:
    """How many stones the moves bring to sleds, and by which rule."""
    found = [effect for move in moves for event in session.play(move) for effect in event.then]
    return [(effect.stones, effect.rule) for effect in found if type(effect).__name__ == "GotStones"]


@pytest.mark.parametrize(
    ("sled", "quarry", "stones"),
    [
        (0, 20, 3),  # three at most, though five would fit
        (1, 20, 3),
        (2, 20, 3),
        (3, 20, 2),  # EX-3: two free spaces
        (4, 20, 1),
        (0, 2, 2),  # no more than there are
        (0, 1, 1),
        (4, 1, 1),
    ],
)
def test_how_many_stones_are_taken(sled: int, quarry: int, stones: int) -> None:
    """IM-2.4: min(3, 5 - sled, quarry)."""
    session = place(**SHIPS, sleds={"Wanda": sled}, quarries={"Wanda": quarry})
    assert got(session, "Wanda: take") == [(stones, "IM-2.4")]
    assert (session.view().sleds[0], session.view().quarries[0]) == (sled + stones, quarry - stones)


@pytest.mark.parametrize(("sled", "stones"), [(0, 3), (1, 3), (2, 3), (3, 2), (4, 1)])
def test_how_many_stones_a_hammer_takes(sled: int, stones: int) -> None:
    """IM-2.7, R-6: as an action does; one of them goes on a ship."""
    session = place(**SHIPS, sleds={"Wanda": sled}, quarries={"Wanda": 20}, cards={"Wanda": ["hammer"]})
    assert got(session, "Wanda: hammer 4:2") == [(stones, "IM-2.7")]
    assert (session.view().sleds[0], session.view().quarries[0]) == (sled + stones - 1, 20 - stones)


@pytest.mark.parametrize(("sled", "stones"), [(0, 3), (1, 3), (2, 3), (3, 2), (4, 1)])
def test_how_many_stones_a_bonus_of_the_pyramids_brings(sled: int, stones: int) -> None:
    """IM-3.8: up to three; the third place of the middle pyramid."""
    session = place(
        options={"pyramids": "b"},
        card=4322,
        ships=["W K G -"],
        pyramids={"middle": "K K"},
        sleds={"Wanda": sled},
        quarries={"Wanda": 20},
    )
    moves = ["Wanda: sail 4 pyramids", "Wanda: pyramid middle", "Wanda: bonus stones"]
    assert got(session, *moves) == [(stones, "IM-3.8")]
    assert session.view().sleds[0] == sled + stones


@pytest.mark.parametrize(("sled", "stones"), [(0, 2), (3, 2), (4, 1)])
def test_how_many_stones_a_space_of_the_temple_brings(sled: int, stones: int) -> None:
    """IM-3.11: two, by choice instead of a point."""
    session = place(
        options={"temple": "b"},
        card=4322,
        ships=["W -"],
        harbours={"market": 4, "pyramids": 3, "burial_chamber": "2b"},
        temple="W",
        sleds={"Wanda": sled},
        quarries={"Wanda": 20},
    )
    assert got(session, "Wanda: sail 2 obelisks", "Wanda: choose stones") == [(stones, "IM-3.11")]
    assert session.view().sleds[0] == sled + stones
