"""Points over time, as the viewer may know them."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

from kronika.core.basics.chance import Dice
from kronika.core.sessions.session import Session
from support.cli import fine
from support.pages import (
    WHOLE,
    film,
    page_of,
)
from support.playouts import ROOT


def test_points_over_time(here: Path) -> None:
    points = film(fine("page", ROOT / WHOLE, "--out", "-").out)["points"]
    assert [points["totals"][event] for event in (10, 11, 24, 25, 38, 39)] == [
        [0, 0],
        [14, 18],
        [14, 18],
        [38, 37],
        [38, 37],
        [60, 60],
    ]
    now: dict[int, int] = {}
    for frame, changes in enumerate(points["changes"]):
        now |= dict(zip(changes[::2], changes[1::2], strict=True))
        for player in (0, 1):
            own = sum(n for source, n in now.items() if points["sources"][source][0] == player)
            assert own == points["totals"][frame][player]
    assert {part for _, part, _ in points["sources"]} == {"round 1", "round 2", "round 3"}
    assert points["dyes"] == []


def test_where_the_game_turned(here: Path) -> None:
    """Bob leads after the first round, Anna after the second; that Bob draws level with her is no turn."""
    text = fine("page", ROOT / WHOLE, "--out", "-").out
    assert film(text)["points"]["turns"] == [25]
    told = re.sub("<.*?>", "", text[text.index('<p class="turns">') :].split("</p>")[0])
    assert told == "Anna takes the lead from Bob at 25."


def test_what_is_not_to_be_known_of_points_is_not_there(here: Path) -> None:
    """In Tigris the points are behind screens: of Bob's Anna knows nothing while the game goes on."""
    session = Session.new("tigris", ["Anna", "Bob"], seed=1)
    for number in range(40):
        seat = session.actors[0]
        session.do(seat, session.game.pick(session.state, seat, Dice(1, number)))
        session.resolve_chance()
    points = film(page_of(session, "--as", "Anna"))["points"]
    assert {totals[1] for totals in points["totals"]} == {None}
    assert {player for player, _, _ in points["sources"]} <= {0}
    assert points["turns"] == []
    assert set(film(page_of(session))["points"]["dyes"]) <= {"red", "black", "blue", "green"}


def test_the_end_and_what_is_unconfirmed_are_reported(here: Path) -> None:
    """As `score` tells them, in lines."""
    told = " ".join(fine("score", ROOT / WHOLE).out.split())
    text = fine("page", ROOT / WHOLE, "--out", "-").out
    said = [
        unescape(found) for found in re.findall("<p>(.*?)</p>", text) if "Unconfirmed" in found or "The end: " in found
    ]
    assert len(said) == told.count("Unconfirmed") + 1 > 1
    for sentence in said:
        assert sentence in told
