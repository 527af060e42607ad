"""Rules that only a recorded game would have noticed, each with a value worked out by hand."""

from __future__ import annotations

import re
from typing import Any

import pytest

from kronika.core.errors import IllegalAction
from kronika.core.examples import Example, start_example
from kronika.core.games.tigris import GAME
from kronika.core.games.tigris.actions import Swap
from kronika.core.games.tigris.state import Options
from kronika.core.paper import Paper
from kronika.core.session import Session

PLAYERS = ["Lion", "Archer", "Bull", "Potter"]


def standing(*, buildings: bool = False, **given: Any) -> Session:
    options = {"dynasties": [name.lower() for name in PLAYERS], "buildings": buildings}
    return start_example(Example("?", "tigris", players=PLAYERS, options=options, given=given))


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
    session = standing(buildings=True, tiles={"green": there}, hands={"Lion": "green"})
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
    session = standing(buildings=True, tiles={"green": there}, hands={"Lion": "green"})
    session.play(f"Lion: green {placed}")
    assert session.view().phase == "action"


# -- swapping (TE-4.10) -----------------------------------------------------------------------------------------------


def test_a_swap_is_of_at_least_one_tile() -> None:
    """TE-4.10: 1 to 6 tiles; a program may send what nobody can type."""
    session = standing(hands={"Lion": "red red"})
    with pytest.raises(IllegalAction, match="A swap is of at least one tile") as caught:
        session.do(0, Swap())
    assert caught.value.rule == "TE-4.10"
    session.play("Lion: swap red")
    assert session.view().phase == "swap"


# -- the picture of a conflict ----------------------------------------------------------------------------------------

WARS: dict[str, Any] = {
    "tiles": {"red": ["F5", "I5"], "black": ["G5", "G6", "K5", "K6"], "green": ["J5"]},
    "leaders": {"Lion": {"trader": "E5", "king": "F4"}, "Potter": {"king": "I4", "trader": "I6"}},
    "hands": {"Lion": "green green green red"},
}


def shown(session: Session) -> list[str]:
    return GAME.render(session.view(), session.players, Paper()).splitlines()


def test_the_picture_says_which_wars_are_due() -> None:
    """EX-17: kings and traders; then one war is fought, and its tiles lie open."""
    session = standing(**WARS)
    session.play("Lion: red H5")
    assert shown(session)[:2] == [
        "Lion's turn, 2 actions left · Due: Lion, which war is next",
        "Wars at H5: kings and traders",
    ]
    session.play("Lion: war traders")
    assert shown(session)[:2] == [
        "Lion's turn, 2 actions left · Due: Lion, tiles to commit",
        "War of traders at H5: Lion against Potter",
    ]
    session.play("Lion: commit 3")
    assert shown(session)[:2] == [
        "Lion's turn, 2 actions left · Due: Potter, tiles to commit",
        "War of traders at H5: Lion, 3 committed against Potter",
    ]


def test_the_picture_of_a_revolt() -> None:
    """TE-5.2: the leader that comes is the attacker."""
    session = standing(tiles={"red": ["F5"]}, leaders={"Bull": {"farmer": "E5"}}, hands={"Lion": "red"})
    session.play("Lion: farmer G5")
    assert shown(session)[0].endswith(" · Due: Lion, temples to commit")
    assert shown(session)[1] == "Revolt of farmers at G5: Lion against Bull"


LIONS = "Lion's turn, 2 actions left"


def test_a_leader_in_the_corner_has_a_revolt_as_any_other() -> None:
    """TE-5.1, TE-5.2: A1 is the first of all cells; the Potter's farmer, who stands elsewhere, has no part in it."""
    session = standing(
        tiles={"red": ["B1", "N9"]},
        leaders={"Bull": {"farmer": "A1"}, "Potter": {"farmer": "O9"}},
        hands={"Lion": "red"},
    )
    session.play("Lion: farmer C1")
    assert shown(session)[:2] == [
        f"{LIONS} · Due: Lion, temples to commit",
        "Revolt of farmers at C1: Lion against Bull",
    ]
    session.play("Lion: commit 1")
    assert shown(session)[0] == f"{LIONS} · Due: Bull, temples to commit"


def test_a_leader_in_the_corner_has_a_war_as_any_other() -> None:
    """TE-6.1, TE-6.4: A1 and B1 are one kingdom, D1 and D2 the other; C1 unites them."""
    session = standing(
        tiles={"red": ["B1", "D1", "N9"]},
        leaders={"Bull": {"trader": "A1"}, "Lion": {"trader": "D2"}, "Potter": {"trader": "O9"}},
        hands={"Lion": "black"},
    )
    session.play("Lion: black C1")
    assert shown(session)[:2] == [f"{LIONS} · Due: Lion, tiles to commit", "War of traders at C1: Lion against Bull"]


# -- what no source confirms ------------------------------------------------------------------------------------------


def questions(**options: Any) -> set[str]:
    """The open questions that the caveats of a game name."""
    return set(re.findall(r"OQ-\d+", " ".join(caveat.why for caveat in GAME.caveats(Options(**options), 2))))


def test_each_variant_has_its_own_caveats() -> None:
    """SPEC, section 13: OQ-1 is about the advanced board, OQ-2 to OQ-6 and OQ-11 about buildings, OQ-8 about all."""
    assert questions(board="advanced") == {"OQ-1", "OQ-8"}
    assert questions(buildings=True) >= {"OQ-2", "OQ-3", "OQ-4", "OQ-5", "OQ-6", "OQ-11"}
    assert "OQ-1" not in questions(buildings=True)
    assert questions(board="advanced", buildings=True) == {"OQ-1"} | questions(buildings=True)
