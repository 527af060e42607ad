"""Whether the pieces on a program's table are those that there are, at a table of Imhotep, where stones are seats.

IM-1.6: of 29 stones each Wanda, who begins, had 2 on her sled, and the others clockwise 3, 4 and 5; the rest lie in the
quarries. She has loaded one. Of the 10 statues two lie in the row, the others face down.
"""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.sessions.session import Session
from kronika.logs.beside.comparing import Difference
from kronika.logs.beside.engine import EngineReport, to_plain
from kronika.logs.beside.pieces import compare_pieces
from support.imhotep import start

BEGUN = ("chance: start Wanda", "chance: round 4432", "chance: fill paved_path obelisk_ornament statue statue")
BARE = to_plain(start(*BEGUN).view())["ships"]
"""The four ships before anything is loaded."""


@pytest.fixture
def table() -> Session:
    return start(*BEGUN, "Wanda: load 4b:1")


def found(table: Session, viewer: int | None = None, **otherwise: Any) -> Difference | None:
    """What is found where a program tells of all that lies on the table as it is, but for this."""
    lies = {key: value for key, value in to_plain(table.view(viewer)).items() if key not in ("first", "turn")}
    return compare_pieces(table, EngineReport(views={viewer: lies | otherwise}))


@pytest.mark.parametrize(
    "otherwise",
    [
        {},
        {"sleds": [0, 3, 4, 5], "quarries": [28, 26, 25, 24]},
        {"sleds": [2, 3, 4, 5], "ships": BARE},
        {"sleds": [0, 3, 4, 5], "temple": [0]},
        {"sleds": [0, 3, 4, 5], "obelisks": [1, 0, 0, 0]},
        {"sleds": [0, 3, 4, 5], "pyramids": [[], [0]]},
        {"row": ["paved_path", "obelisk_ornament", "", "statue"], "cards": [[], ["statue"], [], []]},
        {"totals": [3, 0, 0, 7], "actors": [3], "viewer": 2},
        {"deck_size": 7, "round": 3, "cubes": [9, 9, 9, 9]},
    ],
)
def test_they_may_lie_wherever_they_are(table: Session, otherwise: dict[str, Any]) -> None:
    """And what is no piece, such as points, or nothing that a view has, is not counted."""
    assert found(table, **otherwise) is None


@pytest.mark.parametrize(
    ("otherwise", "piece", "ours", "theirs"),
    [
        ({"sleds": [1, 3, 4, 6]}, "seat 3", 29, 30),
        ({"quarries": [27, 25, 25, 24]}, "seat 1", 29, 28),
        ({"ships": BARE}, "seat 0", 29, 28),
        ({"temple": [2]}, "seat 2", 29, 30),
        ({"towers": [{"seat": 2}, {"seat": -1}]}, "seat 2", 29, 30),
        ({"pyramids": [[1, 1]]}, "seat 1", 29, 31),
        ({"row": ["paved_path", "obelisk_ornament", "statue", ""]}, "statue", 10, 9),
        ({"cards": [["statue"], [], [], ["statue"]]}, "statue", 10, 12),
        ({"discard": ["papyrus"]}, "papyrus", 0, 1),
    ],
)
def test_one_too_many_or_too_few_is_named(
    table: Session, otherwise: dict[str, Any], piece: str, ours: int, theirs: int
) -> None:
    assert found(table, **otherwise) == Difference(f"pieces.referee.{piece}", f"{ours} of them", f"{theirs} of them")


def test_of_the_view_of_a_seat_it_is_said_whose_it_is(table: Session) -> None:
    difference = found(table, 1, sleds=[1, 3, 5, 5])
    assert difference == Difference("pieces.Klara.seat 2", "29 of them", "30 of them")


def test_what_a_program_does_not_tell_of_is_left_out_on_both_sides(table: Session) -> None:
    assert (
        compare_pieces(table, EngineReport(views={None: {"sleds": [1, 3, 4, 5]}, 1: {"quarries": [27, 26, 25, 24]}}))
        is None
    )
    difference = compare_pieces(table, EngineReport(views={None: {"sleds": [1, 3, 4, 4]}}))
    assert difference == Difference("pieces.referee.seat 3", "5 of them", "4 of them")
