"""The table as text: every worked example pinned, and what is shown to whom."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from kronika.core.examples import Example, read_examples, run_example
from kronika.core.games.imhotep import GAME
from kronika.core.games.imhotep.render import letters_of
from kronika.core.paper import Paper
from support.imhotep import place
from support.playing import drawn
from support.playouts import ROOT

EXAMPLES = read_examples((ROOT / "fixtures" / "examples" / "imhotep.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.id)
def test_the_end_of_an_example(example: Example, snapshot: SnapshotAssertion) -> None:
    session = run_example(example).session
    assert session is not None
    assert GAME.render(session.view(), session.players, Paper()) == snapshot


def test_letters_of_players() -> None:
    assert letters_of(["Wanda", "Klara", "Bruno"]) == ["W", "K", "B"]
    assert letters_of(["Anna", "Alan", "Ána", "An"]) == ["A", "L", "N", "4"]
    assert letters_of(["Šárka", "Šimon"]) == ["S", "I"]


def test_the_pair_is_shown_to_its_taker_alone() -> None:
    session = place(options={"market": "b"}, card=4322, ships=["K W"], row=["lever"], pair=["?", "?"])
    session.play("Wanda: sail 2a market")
    session.play("Klara: market pair")
    session.play("chance: pair paved_path hammer")
    assert "face down: paved path, hammer" in drawn(session, 1)
    assert "face down: ?, ?" in drawn(session, 0)
    assert "still on board: W" in drawn(session, 0)


def test_stones_lie_on_their_places() -> None:
    session = place(
        players=2,
        card=4322,
        ships=["W K W -"],
        harbours={"temple": 3},
        pyramids="W K K K W W W W W K K W W W K W",
        temple="W K W W K K",
        burial_chamber="W K W W",
        obelisks="K W K",
    )
    text = drawn(session)
    assert "    4   W K W .  may sail\n    3   at the temple\n    2a  . .      sails with 1" in text
    assert "    W K W   K W   W\n    K W W   K W\n    K W W\n    beside: K W\n" in text
    assert "    level 2  K K\n    level 1  W K W W\n" in text
    assert "    W W\n    K\n    W\n" in text
    assert "    W   K K\n" in text


def test_places_of_the_pyramid_that_are_free_show_their_points() -> None:
    assert "    W 2 2   2 1   4\n    1 4 1   3 3\n    3 3 3\n" in drawn(place(players=2, pyramids="W"))
    session = place(players=2, options={"pyramids": "b"}, pyramids={"left": "W K"})
    assert "    left    W K 1+card 3 4\n    middle  2 1 1+stones 3 4\n" in drawn(session)


def test_towers_show_their_owner() -> None:
    session = place(players=2, options={"obelisks": "b"}, obelisks="K K K W")
    assert "    W\n    towers: 10:K 9:- 8:- 7:- 6:- 5:- 4:-\n" in drawn(session)


def test_colour_is_ink_only() -> None:
    session = place(card=4322, ships=["W K B G"])
    text = GAME.render(session.view(), session.players, Paper(colour=True))
    for code in (27, 136, 164, 28):
        assert f"\x1b[38;5;{code}m" in text
