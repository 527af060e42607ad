"""Choices that are not shown yet, as a state keeps them: digests of logs are made of these numbers, so they stay."""

from __future__ import annotations

from typing import Any

import pytest

from support.viceroy import place, start

PYRAMIDS = {"Anna": {"1.0": 11}, "Bob": {"1.0": 12}}
BIDDING: dict[str, Any] = {
    "lanes": {lane: {"below": 50 + at} for at, lane in enumerate(("blue", "red", "green", "yellow"))},
    "gems": {"Anna": "1 blue 1 red 1 green 1 yellow"},
    "attacks": {"Anna": 1},
}
BUILDING: dict[str, Any] = {"phase": "select", "hands": {"Anna": [2, 64, 88]}, "gems": {"Anna": "4 green 4 yellow"}}


@pytest.mark.parametrize(
    ("move", "sealed"),
    [("bid blue", 1), ("bid red", 2), ("bid green", 3), ("bid yellow", 4), ("bid attack", 5), ("pass", 6)],
)
def test_a_bid(move: str, sealed: int) -> None:
    """A gem is its colour's number and one; then the attack token and none."""
    session = place(players=2, pyramids=PYRAMIDS, **BIDDING)
    session.play(f"Anna: {move}")
    assert [player.sealed for player in session.state.players] == [sealed, 0]


@pytest.mark.parametrize(
    ("move", "sealed"),
    [("select 2", 2), ("select 88", 88), ("sell 2", 130), ("sell 64", 192), ("sell 88", 216), ("pass", 255)],
)
def test_a_selection(move: str, sealed: int) -> None:
    """A card is its number, one to be sold 128 more (VC-6.8); none is 255."""
    session = place(players=2, options={"second_edition": True}, pyramids=PYRAMIDS, **BUILDING)
    session.play(f"Anna: {move}")
    assert [player.sealed for player in session.state.players] == [sealed, 0]


@pytest.mark.parametrize(
    ("second_edition", "deal", "move", "sealed"),
    [
        (False, "3 5 / 4 9", "start 3", 3),
        (True, "3 5 6 7 / 4 9 10 11", "start 3 keep 7", 3 + 7 * 256),
    ],
)
def test_a_first_card(second_edition: bool, deal: str, move: str, sealed: int) -> None:
    """A card is its number; the one kept in the second edition counts 256 times (VC-6.8)."""
    session = start(
        "chance: return blue red / red red",
        f"chance: deal {deal}",
        f"Anna: {move}",
        players=2,
        options={"second_edition": second_edition},
    )
    assert [player.sealed for player in session.state.players] == [sealed, 0]
