"""Rules that only a recorded game would have noticed, each with a value worked out by hand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.paper import Paper
from kronika.core.examples.example import Example, start_example
from kronika.core.games.tigris import GAME
from kronika.core.games.tigris.actions import Swap
from kronika.core.games.tigris.effects import Ended, Removed, Spared
from kronika.core.games.tigris.state import Options
from kronika.core.sessions.session import Session

PLAYERS = ["Lion", "Archer", "Bull", "Potter"]


def standing(*, buildings: bool = False, stands: Mapping[str, str] | None = None, **given: Any) -> Session:
    """A table of four, played with buildings or without; `stands` are those on the board, by colour."""
    given |= {"buildings": dict(stands)} if stands else {}
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


# -- committing tiles (TE-5.4, TE-6.7) --------------------------------------------------------------------------------


@pytest.mark.parametrize("held", range(7))
def test_any_number_of_the_tiles_held_may_be_committed(held: int) -> None:
    """TE-5.4: from none to all, in a revolt and, with tiles of the leaders' colour, in a war."""
    hand = {"black": 6 - held}
    revolt = standing(tiles={"red": ["F5"]}, leaders={"Bull": {"farmer": "E5"}}, hands={"Lion": hand | {"red": held}})
    revolt.play("Lion: farmer G5")
    war = standing(
        tiles={"red": ["F5", "H5"]},
        leaders={"Bull": {"trader": "E5"}, "Lion": {"trader": "H4"}},
        hands={"Lion": {"red": 1, "green": min(held, 5)}},
    )
    war.play("Lion: red G5")
    assert revolt.legal() == {"Lion": [f"commit {n}" for n in range(held + 1)]}
    assert war.legal() == {"Lion": [f"commit {n}" for n in range(min(held, 5) + 1)]}


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
        buildings=True,
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
        ("I5", [Spared(("H5", "I5"), "TE-6.9")]),  # it would stay in any case, and is told of once
        ("J5", [Spared(("H5", "I5"), "TE-6.9"), Spared(("J5",), "TE-6.10")]),
    ],
)
def test_a_temple_that_stays_in_any_case_is_not_spared_for_its_building(library: str, spared: list[Spared]) -> None:
    """TE-6.9: H5 is beside the king on H6, I5 beside the trader on I4; K5 is beside the loser alone and goes."""
    session = standing(
        buildings=True,
        tiles={"red": ["F5", "H5", "I5", "J5", "K5"]},
        leaders={"Lion": {"priest": "E5"}, "Bull": {"priest": "L5", "king": "H6", "trader": "I4"}},
        hands={"Lion": "black red red red red"},
        stands={"red": library},
    )
    for move in ("Lion: black G5", "Lion: commit 4"):
        session.play(move)
    (event,) = session.play("Bull: commit 0")
    assert [effect for effect in event.then if isinstance(effect, Spared)] == spared


# -- the end (TE-9.3, TE-9.4) -----------------------------------------------------------------------------------------

FULL = dict.fromkeys(PLAYERS, "3 red 3 black")
ENDS: dict[str, tuple[dict[str, Any], str, str, str]] = {
    "treasures": (
        {"tiles": {"red": ["B2", "K1"]}, "treasures": ["B2", "K1"], "hands": FULL},
        "Lion: end",
        "TE-9.3",
        "only one or two treasures are left on the board",
    ),
    "refill": (
        {"hands": {**FULL, "Bull": "red"}, "bag": "4 red"},
        "Lion: end",
        "TE-9.4",
        "the bag is too small for the refill",
    ),
    "swap": ({"hands": FULL, "bag": "1 red"}, "Lion: swap 2 red", "TE-9.4", "the bag is too small for the swap"),
}


@pytest.mark.parametrize("end", ENDS)
def test_each_end_says_why(end: str) -> None:
    """TE-9.3, TE-9.4: in the effect, in the outcome, and to whoever would play on."""
    given, move, rule, why = ENDS[end]
    session = standing(**given)
    (event,) = session.play(move)
    assert event.then[-1] == Ended(why, rule)
    result = session.result()
    assert result is not None
    assert (result.reason, result.rule) == (why, rule)
    with pytest.raises(IllegalAction, match=f"The game is over: {why}") as caught:
        session.play("Lion: end")
    assert caught.value.rule == rule
    assert session.game.given(session.state, session.players).ended == end


# -- random play ------------------------------------------------------------------------------------------------------


def picks(session: Session, n: int) -> Counter[str]:
    """What kinds of actions random play takes here, of so many."""
    return Counter(type(session.game.pick(session.state, 0, Dice("picks", at))).__name__ for at in range(n))


def test_random_play_does_all_kinds_of_things() -> None:
    """The bag must empty (TE-9.4): mostly tiles, and swaps, withdrawals and ends of turns now and then."""
    session = standing(
        start=True, leaders={"Lion": {"king": "A2", "farmer": "O8"}}, hands={"Lion": "2 red black blue 2 green"}
    )
    picked = picks(session, 600)
    assert max(picked, key=lambda kind: picked[kind]) == "PlaceTile"
    kinds = {"PlaceTile", "PlaceLeader", "MoveLeader", "PlayCatastrophe", "WithdrawLeader", "Swap", "EndTurn"}
    assert {kind for kind, times in picked.items() if times >= 3} == kinds


def test_random_play_without_a_temple_places_no_leader() -> None:
    """TE-3.4: a leader needs one beside it."""
    picked = picks(standing(hands={"Lion": "black green"}), 200)
    assert {"PlaceTile", "EndTurn"} <= set(picked)
    assert "PlaceLeader" not in picked


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
