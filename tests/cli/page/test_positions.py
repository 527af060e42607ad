"""Positions are copied from a page as examples."""

from __future__ import annotations

from pathlib import Path

import pytest

from kronika.core.basics.chance import Dice
from kronika.core.contract.registry import game_names, get_game
from kronika.core.examples.example import read_examples, start_example
from kronika.core.sessions.session import Session
from support.pages import (
    HAND,
    MOVES,
    film,
    game,
    lists,
    page_of,
)


@pytest.mark.parametrize("name", game_names())
def test_a_position_is_copied_as_an_example(here: Path, name: str) -> None:
    """The text leads back to the state; where there is none, no keys describe it."""
    found = get_game(name)
    session = Session.new(found, ["Anna", 'B"ob'][: found.seats[1]], seed=5)
    for number in range(40):
        if not session.actors:
            break
        seat = session.actors[0]
        session.do(seat, found.pick(session.state, seat, Dice(5, number)))
        session.resolve_chance()
    data = film(page_of(session))
    lines, changes = data["positions"]["lines"], data["positions"]["changes"]
    described = 0
    for number, change, numbers in zip(data["records"], changes, lists(changes), strict=True):
        if change is None:
            assert found.given(session.at(number), session.players) is None
            continue
        (example,) = read_examples("".join(f"{lines[line]}\n" for line in numbers))
        assert (example.id, start_example(example).state) == (f"after-{number}", session.at(number))
        described += 1
    assert described


def test_a_seat_gets_no_positions(here: Path) -> None:
    text = page_of(game(MOVES), "--as", "Bob")
    assert film(text)["positions"] is None
    assert HAND.split()[0] in text
