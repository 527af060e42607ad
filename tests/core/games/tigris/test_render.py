"""The table as text while a conflict is due: who fights whom, where, and what is committed (TE-5, TE-6)."""

from __future__ import annotations

from typing import Any

from kronika.core.sessions.session import Session
from support.playing import drawn
from support.tigris import place

WARS: dict[str, Any] = {
    "tiles": {"red": ["F5", "I5"], "black": ["G5", "G6", "K5", "K6"], "green": ["J5"]},
    "leaders": {"Lion": {"trader": "E5", "king": "F4"}, "Potter": {"king": "I4", "trader": "I6"}},
    "hands": {"Lion": "green green green red"},
}


def shown(session: Session) -> list[str]:
    return drawn(session).splitlines()


def test_the_table_says_which_wars_are_due() -> None:
    """EX-17: kings and traders; then one war is fought, and its tiles lie open."""
    session = place(**WARS)
    session.play("Lion: red H5")
    assert shown(session)[:2] == [
        "Lion's turn, 2 actions left · Due: Lion, which war is next",
        "Wars at H5: kings and traders",
    ]
    session.play("Lion: war traders")
    assert shown(session)[:2] == [
        "Lion's turn, 2 actions left · Due: Lion, tiles to commit",
        "War of traders at H5: Lion with 0 against Potter with 1",
    ]
    session.play("Lion: commit 3")
    assert shown(session)[:2] == [
        "Lion's turn, 2 actions left · Due: Potter, tiles to commit",
        "War of traders at H5: Lion with 0 + 3 against Potter with 1",
    ]


def test_the_table_in_a_revolt() -> None:
    """TE-5.2: the leader that comes is the attacker."""
    session = place(tiles={"red": ["F5"]}, leaders={"Bull": {"farmer": "E5"}}, hands={"Lion": "red"})
    session.play("Lion: farmer G5")
    assert shown(session)[0].endswith(" · Due: Lion, temples to commit")
    assert shown(session)[1] == "Revolt of farmers at G5: Lion with 1 against Bull with 1"
    assert session.view(0).due == "commit temples to the attack (attack 1 on the board, defence 1 on the board)"
    session.play("Lion: commit 1")
    asked = "commit temples to the defence (attack 1 on the board and 1 committed, defence 1 on the board)"
    assert session.view(1).due == asked


LIONS = "Lion's turn, 2 actions left"


def test_a_leader_in_the_corner_has_a_revolt_as_any_other() -> None:
    """TE-5.1, TE-5.2: A1 is the first of all cells; the Potter's farmer, who stands elsewhere, has no part in it."""
    session = place(
        tiles={"red": ["B1", "N9"]},
        leaders={"Bull": {"farmer": "A1"}, "Potter": {"farmer": "O9"}},
        hands={"Lion": "red"},
    )
    session.play("Lion: farmer C1")
    assert shown(session)[:2] == [
        f"{LIONS} · Due: Lion, temples to commit",
        "Revolt of farmers at C1: Lion with 1 against Bull with 1",
    ]
    session.play("Lion: commit 1")
    assert shown(session)[0] == f"{LIONS} · Due: Bull, temples to commit"


def test_a_leader_in_the_corner_has_a_war_as_any_other() -> None:
    """TE-6.1, TE-6.4: A1 and B1 are one kingdom, D1 and D2 the other; C1 unites them."""
    session = place(
        tiles={"red": ["B1", "D1", "N9"]},
        leaders={"Bull": {"trader": "A1"}, "Lion": {"trader": "D2"}, "Potter": {"trader": "O9"}},
        hands={"Lion": "black"},
    )
    session.play("Lion: black C1")
    assert shown(session)[:2] == [
        f"{LIONS} · Due: Lion, tiles to commit",
        "War of traders at C1: Lion with 0 against Bull with 0",
    ]
