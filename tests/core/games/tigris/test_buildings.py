"""Buildings: the lines they go onto, and what they keep on the board (TE-10.2, TE-6.9, TE-6.10)."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.games.tigris.effects import Removed, Spared
from kronika.core.sessions.session import Session
from support.tigris import place


def standing(stands: dict[str, str] | None = None, **given: Any) -> Session:
    """A table of four, played with buildings; `stands` are those on the board, by colour."""
    given |= {"buildings": stands} if stands else {}
    return place(options={"buildings": True}, **given)


# -- lines at the edges of the board (TE-10.2) ------------------------------------------------------------------------

LINES = {
    "the row through A1": (["A1", "B1"], "C1"),
    "the row from A1, the tile in the corner": (["B1", "C1"], "A1"),
    "the column through A1": (["A1", "A2"], "A3"),
    "the column from A1, the tile in the corner": (["A2", "A3"], "A1"),
    "the column to A11": (["A9", "A10"], "A11"),
    "the column through A11": (["A10", "A11"], "A9"),
    "the row through A11": (["A11", "B11"], "C11"),
    "the row to P1": (["N1", "O1"], "P1"),
    "the row through P1": (["O1", "P1"], "N1"),
    "the column through P1": (["P1", "P2"], "P3"),
    "the row to P11": (["N11", "O11"], "P11"),
    "the row through P11": (["O11", "P11"], "N11"),
    "the column to P11": (["P9", "P10"], "P11"),
    "the column through P11": (["P10", "P11"], "P9"),
}


@pytest.mark.parametrize("line", LINES)
def test_a_line_reaches_the_edge_of_the_board(line: str) -> None:
    """TE-10.2: the market hall may go onto each of the three tiles."""
    there, placed = LINES[line]
    session = standing(tiles={"green": there}, hands={"Lion": "green"})
    session.play(f"Lion: green {placed}")
    offered = session.legal()["Lion"]
    assert sorted(offered) == sorted(["no building", *(f"build {cell}" for cell in [*there, placed])])


@pytest.mark.parametrize(
    ("there", "placed"),
    [
        (["O1", "A2"], "P1"),  # the end of a row and the beginning of the next
        (["P1", "B2"], "A2"),
        (["B1", "A2"], "A1"),  # a corner is no line
        (["P10", "O11"], "P11"),
        (["A1", "C1"], "D1"),  # a gap
        (["A10", "B11"], "A11"),
    ],
)
def test_no_line_goes_round_the_edge_or_a_corner(there: list[str], placed: str) -> None:
    """TE-10.2: an unbroken row or column."""
    session = standing(tiles={"green": there}, hands={"Lion": "green"})
    session.play(f"Lion: green {placed}")
    assert session.view().phase == "action"


# -- what stays on the board after a war (TE-6.9, TE-6.10) ------------------------------------------------------------

LINKED: dict[str, Any] = {
    "red": ["F5", "H5", "N9"],
    "green": ["D5", "I5", "J5", "K5", "N10"],
}


@pytest.mark.parametrize(
    ("hall", "stays"),
    [(None, ()), ("N10", ()), ("D5", ()), ("I5", ("I5",)), ("K5", ("K5",))],
    ids=["in stock", "elsewhere", "on the winner's side", "on the loser's side", "at its end"],
)
def test_a_building_keeps_its_tile_where_that_was_a_supporter_of_the_loser(
    hall: str | None, stays: tuple[str, ...]
) -> None:
    """TE-6.8, TE-6.10: Lion has D5 and four tiles of the hand against I5, J5 and K5."""
    session = standing(
        tiles=LINKED,
        leaders={"Lion": {"trader": "E5"}, "Bull": {"trader": "H4"}},
        hands={"Lion": "black green green green green"},
        stands={"green": hall} if hall else None,
    )
    for move in ("Lion: black G5", "Lion: commit 4"):
        session.play(move)
    (event,) = session.play("Bull: commit 0")
    gone = tuple(cell for cell in ("I5", "J5", "K5") if cell not in stays)
    assert [effect for effect in event.then if isinstance(effect, Spared)] == (
        [Spared(stays, "TE-6.10")] if stays else []
    )
    assert [effect.cells for effect in event.then if isinstance(effect, Removed)] == [gone]
    assert session.view().players[0].points == {"red": 0, "black": 0, "blue": 0, "green": 1 + len(gone)}


@pytest.mark.parametrize(
    ("library", "spared"),
    [
        ("I5", [Spared(("H5", "I5"), "TE-6.9")]),  # it would stay in any case, and is reported once
        ("J5", [Spared(("H5", "I5"), "TE-6.9"), Spared(("J5",), "TE-6.10")]),
    ],
)
def test_a_temple_that_stays_in_any_case_is_not_spared_for_its_building(library: str, spared: list[Spared]) -> None:
    """TE-6.9: H5 is beside the king on H6, I5 beside the trader on I4; K5 is beside the loser alone and goes."""
    session = standing(
        tiles={"red": ["F5", "H5", "I5", "J5", "K5"]},
        leaders={"Lion": {"priest": "E5"}, "Bull": {"priest": "L5", "king": "H6", "trader": "I4"}},
        hands={"Lion": "black red red red red"},
        stands={"red": library},
    )
    for move in ("Lion: black G5", "Lion: commit 4"):
        session.play(move)
    (event,) = session.play("Bull: commit 0")
    assert [effect for effect in event.then if isinstance(effect, Spared)] == spared
