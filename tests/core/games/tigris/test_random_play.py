"""What random play does: all kinds of actions, and only legal ones (TE-3.4, TE-9.4)."""

from __future__ import annotations

from collections import Counter

from kronika.core.basics.chance import Dice
from kronika.core.sessions.session import Session
from support.tigris import place


def picks(session: Session, n: int) -> Counter[str]:
    """The kinds of actions that random play takes here, in this many moves."""
    return Counter(type(session.game.pick(session.state, 0, Dice("picks", at))).__name__ for at in range(n))


def test_random_play_does_all_kinds_of_things() -> None:
    """The bag must empty (TE-9.4): mostly tiles, and swaps, withdrawals and ends of turns now and then."""
    session = place(
        start=True, leaders={"Lion": {"king": "A2", "farmer": "O8"}}, hands={"Lion": "2 red black blue 2 green"}
    )
    picked = picks(session, 600)
    assert max(picked, key=lambda kind: picked[kind]) == "PlaceTile"
    kinds = {"PlaceTile", "PlaceLeader", "MoveLeader", "PlayCatastrophe", "WithdrawLeader", "Swap", "EndTurn"}
    assert {kind for kind, times in picked.items() if times >= 3} == kinds


def test_random_play_without_a_temple_places_no_leader() -> None:
    """TE-3.4: a leader needs one beside it."""
    picked = picks(place(hands={"Lion": "black green"}), 200)
    assert {"PlaceTile", "EndTurn"} <= set(picked)
    assert "PlaceLeader" not in picked
