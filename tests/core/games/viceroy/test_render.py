"""The table as text: every worked example pinned, and what is shown to whom."""

from __future__ import annotations

import re

import pytest
from syrupy.assertion import SnapshotAssertion

from kronika.core.examples import Example, read_examples, run_example
from kronika.core.games.viceroy import GAME
from kronika.core.paper import Paper
from support.playing import drawn
from support.playouts import ROOT
from support.viceroy import TABLE, place

EXAMPLES = read_examples((ROOT / "fixtures" / "examples" / "viceroy.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.id)
def test_the_end_of_an_example(example: Example, snapshot: SnapshotAssertion) -> None:
    session = run_example(example).session
    assert session is not None
    assert GAME.render(session.view(), session.players, Paper()) == snapshot


def test_the_table() -> None:
    lines = drawn(place(players=3, **TABLE), 0).splitlines()
    assert lines[0] == "Round 3 of 12 · bidding round 1 of 3 · the players bid · Anna, Bob and Cyril to"
    assert "Supply   10 blue, 10 red, 9 green, 11 yellow" in lines
    assert "Decks    large 36, small 13, laws 20; 1 card discarded" in lines
    assert any(line.startswith("red    above  51 Helmsman         gb/r  r 3 gems") for line in lines)
    assert "green  -" in lines


def test_a_pyramid_with_its_circles() -> None:
    """The circle at 2.0 is green: two letters below 3, the right corner of 22, the left one of 33."""
    text = drawn(place(players=3, **TABLE), 0)
    at = text.splitlines().index("Anna  19 points · in")
    assert text.splitlines()[at + 1 : at + 6] == [
        "2      r  3   rr  5   y",
        "         (gg)     rr",
        "1  b  22  gg  33  bg  72  g",
        "      0       1       2",
        "  1.0   22 Outlaw  green+2",
    ]
    assert "  1.2   72 Secret Service  under it 9 Cannoneer, 70 law" in text
    assert "  screen  1 blue, 2 red; 0 attack tokens" in text
    assert "  hand    (2 cards unknown)" in text
    assert "an unknown card, an unknown card" in drawn(place(players=3, **TABLE), 1)


def test_a_wide_pyramid_is_drawn_closer_or_listed() -> None:
    wide = {f"1.{column}": column + 1 for column in range(12)}
    session = place(pyramids={"Anna": wide}, lanes={"red": {"below": 50}})
    assert "r 1  rb 2  br 3  r" in drawn(session, 0, 80)
    assert max(map(len, drawn(session, 0, 80).splitlines())) <= 80
    assert re.search(r"^ {2}1\.11 +12 Lookout", drawn(session, 0, 70), re.MULTILINE)


def test_what_is_pending_is_shown() -> None:
    given = {**TABLE, "phase": "select", "gems": {"Anna": "blue", "Bob": "blue"}}
    session = place(players=3, **given)
    session.play("Bob: pass")
    assert "chosen: pass" in drawn(session, 1)
    assert "chosen: face down" in drawn(session, 0)
    session.play("Cyril: pass")
    session.play("Anna: select 36")
    assert "Shown    36 Sniper" in drawn(session, 2)
    assert "a player lays the selected card · Anna to act" in drawn(session, 2, 120)
    holder = {"pyramids": {"Anna": {"1.0": 78}}, "lanes": {"red": {"below": 50}}, "gems": {"Anna": "red"}}
    taken = place(**holder)
    taken.play("bid red")
    taken.play("chance: box blue")
    assert "Taken    50 Warlord" in drawn(taken, 0)
