"""The sentence after a game on what decided it, each case worked out by hand."""

from __future__ import annotations

from kronika.cli.printing.decided import decided_text
from kronika.core.sessions.session import Session
from support import ancient, imhotep, tigris
from support.logs import tides_game


def told(session: Session) -> str:
    return decided_text(session, session.state)


def test_the_source_in_which_the_winner_is_ahead() -> None:
    """IM-3.15: heights of 3 and 2 pay 10 and 1. IM-3.13: three stones pay 6, in which the winner is behind."""
    session = imhotep.place(players=2, burial_chamber="W W W K", obelisks="W K W K K", over=True)
    assert told(session) == "Klara gained most over Wanda with obelisks (10 to 1)."


def test_the_largest_lead_comes_first_and_two_are_named() -> None:
    """IM-3.15: 10 to 1. IM-4.1: three statues pay 6. IM-3.7: a first stone at the pyramids pays 2, and is not named."""
    sites = {"obelisks": "W K K", "pyramids": "K"}
    session = imhotep.place(players=2, cards={"Klara": ["statue"] * 3}, over=True, **sites)
    assert told(session) == "Klara gained most over Wanda with obelisks (10 to 1) and statues (6 to 0)."


def test_the_next_player_is_the_one_with_most_points() -> None:
    """IM-3.15: three players have 12, 6 and 1 for heights of 3, 2 and 1."""
    session = imhotep.place(players=3, obelisks="W K K B B B", over=True)
    assert told(session) == "Bruno gained most over Klara with obelisks (12 to 6)."


def test_where_the_smallest_colour_counts_it_is_named() -> None:
    """TE-9.4: Lion's smallest colour is red with 5, Archer's blue with 4, though Archer has more of all others."""
    lion, archer = {"red": 5, "black": 6, "blue": 7, "green": 8}, {"red": 9, "black": 9, "blue": 4, "green": 9}
    session = tigris.place(players=2, phase="end", points={"Lion": lion, "Archer": archer})
    assert told(session) == "Only the lowest part of each player counts: Lion's is 5, in red; Archer's is 4, in blue."


def test_colours_that_are_equally_small_are_all_named() -> None:
    lion = {"red": 1, "black": 2, "blue": 1, "green": 2}
    session = tigris.place(players=2, phase="end", points={"Lion": lion, "Archer": {"red": 9}})
    lowest = "Lion's is 1, in red and blue; Archer's is 0, in black, blue and green"
    assert told(session) == f"Only the lowest part of each player counts: {lowest}."


def test_a_card_is_a_source() -> None:
    """AK-7.3: Atlantis (C29) in the Past pays 12."""
    session = ancient.place(phase="end", players=2, anna={"past": ["C29"]}, bob={})
    assert told(session) == "Anna gained most over Bob with C29 Atlantis (12 to 0)."


def test_without_a_single_winner_nothing_is_said() -> None:
    """During the game, after a tie, and in a game for one."""
    assert told(imhotep.place(players=2)) == ""
    assert told(tides_game()) == "", "60 to 60"
    equal = {"red": 5, "black": 5, "blue": 5, "green": 5}
    assert told(tigris.place(players=2, phase="end", points={"Lion": equal, "Archer": equal})) == ""


def test_a_tie_on_points_has_no_source() -> None:
    """IM-4.3: without any points, the longer sled wins."""
    session = imhotep.place(players=2, sleds={"Wanda": 1, "Klara": 2}, over=True)
    assert session.result().winners == (1,)
    assert told(session) == ""
