"""A leader in a corner of the board is a leader as any other: A1 is the first of all cells, P11 the last."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from kronika.core.basics.chance import Dice
from kronika.core.games.tigris import GAME
from kronika.core.games.tigris.actions import MoveLeader, WithdrawLeader
from kronika.core.games.tigris.effects import Scored
from kronika.core.sessions.session import Session
from support.playing import refused
from support.tigris import place

FULL = dict.fromkeys(("Lion", "Archer", "Bull", "Potter"), "3 red 3 black")


class Corner(NamedTuple):
    """Where a leader stands, two cells beside it in its row, and a square that lies at the first of them."""

    leader: str
    beside: str
    further: str
    square: str


CORNERS = [
    Corner("A1", "B1", "C1", "A2"),
    Corner("P1", "O1", "N1", "O2"),
    Corner("A11", "B11", "C11", "A9"),
    Corner("P11", "O11", "N11", "O9"),
]
INLAND = Corner("F4", "G4", "H4", "F5")
everywhere = pytest.mark.parametrize("corner", [*CORNERS, INLAND], ids=lambda corner: corner.leader)


def standing(corner: Corner, leader: str, **more: Any) -> Session:
    """Lion's leader in the corner, beside a temple."""
    given: dict[str, Any] = {
        "tiles": {"red": [corner.beside]},
        "leaders": {"Lion": {leader: corner.leader}},
        "hands": FULL,
    }
    return place(**{**given, **more})


@everywhere
@pytest.mark.parametrize(("leader", "colour"), [("priest", "red"), ("trader", "green"), ("king", None)])
def test_it_is_paid_for_a_monument(corner: Corner, leader: str, colour: Any) -> None:
    """TE-7.6: one point where the monument has its colour, none for the king."""
    session = standing(corner, leader, monuments={"red-green": corner.square})
    (event,) = session.play("Lion: end")
    paid = [effect for effect in event.then if isinstance(effect, Scored)]
    assert paid == ([Scored(0, colour, 1, "monuments", "TE-7.6")] if colour else [])


@everywhere
def test_it_is_paid_for_a_tile(corner: Corner) -> None:
    """TE-4.3."""
    session = standing(corner, "king")
    (event,) = session.play(f"Lion: black {corner.further}")
    assert event.then == (Scored(0, "black", 1, "tiles", "TE-4.3"),)


@everywhere
def test_a_trader_takes_treasures(corner: Corner) -> None:
    """TE-8.1: placed beside two it takes one of them."""
    tiles = {"red": [corner.beside, corner.further]}
    session = standing(corner, "trader", tiles=tiles, treasures=[corner.beside, corner.further], leaders={})
    session.play(f"Lion: trader {corner.leader}")
    assert set(session.legal()["Lion"]) == {f"take {corner.beside}", f"take {corner.further}"}
    session.play(f"Lion: take {corner.beside}")
    assert session.view().treasures == (corner.further,)
    assert session.view().players[0].treasures == 1


@everywhere
def test_it_moves_and_is_withdrawn_but_not_placed(corner: Corner) -> None:
    """TE-3.4 to TE-3.6."""
    session = standing(corner, "king", tiles={"red": [corner.beside, "K5"]})
    kings = [move for move in session.legal()["Lion"] if "king" in move]
    assert {f"king {corner.leader}>{cell}" for cell in ("J5", "L5", "K4", "K6")} <= set(kings)
    assert all(move == "withdraw king" or move.startswith(f"king {corner.leader}>") for move in kings)
    assert corner.leader in refused(session, "Lion: king K4").reason
    session.play("Lion: withdraw king")
    assert session.view().players[0].leaders["king"] is None
    assert f"king {corner.leader}" in session.legal()["Lion"]


def test_random_play_moves_and_withdraws_it() -> None:
    state = standing(CORNERS[0], "king").state
    picked = {type(GAME.pick(state, 0, Dice("corner", n))) for n in range(1500)}
    assert {MoveLeader, WithdrawLeader} <= picked


@everywhere
def test_it_is_worth_as_much_to_a_bot(corner: Corner) -> None:
    """Alone beside a temple, or with a monument of its colour."""
    for monuments in ({}, {"red-green": "square"}):
        there, inland = (
            GAME.heuristic().estimate(standing(at, "priest", monuments=dict.fromkeys(monuments, at.square)).state)
            for at in (corner, INLAND)
        )
        assert there == inland
        assert there[0] > there[1]


@everywhere
def test_a_position_has_it(corner: Corner) -> None:
    session = standing(corner, "farmer")
    given = GAME.given(session.state, session.players)
    assert given is not None
    assert GAME.position(given, session.state.options, session.players) == session.state
    assert session.view().players[0].leaders["farmer"] == corner.leader
