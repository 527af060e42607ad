"""A game of somebody else, recorded by a witness: its cards are numbers that people call by names."""

from __future__ import annotations

from typing import Any

import pytest

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import NotationError
from kronika.core.contract.game import CHANCE
from kronika.core.sessions.events import Seen, done_text, event_text
from kronika.core.sessions.new_header import new_header
from kronika.core.sessions.session import Session
from kronika.core.unseen.ranges import possible_contents
from kronika.core.unseen.session import WitnessSession, begin, seen_by, witnessed_by
from support.relay import GAME, NAMES

PLAYERS = ("Anna", "Bob", "Cyril")


def begun(witness: str = "bystander", seats: int = 2) -> WitnessSession:
    session: Any = begin(GAME, witnessed_by(new_header(GAME, PLAYERS[:seats], None, None, None), witness))
    return session


def played(seats: int, seed: int) -> Session:
    session = Session(GAME, new_header(GAME, PLAYERS[:seats], None, None, None))
    dice = Dice(seed, "moves")
    while session.actors:
        seat = session.actors[0]
        chance = seat == CHANCE
        session.do(seat, GAME.sample(session.state, dice) if chance else GAME.pick(session.state, seat, dice))
    return session


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("witness", ["bystander", "Bob"])
def test_a_record_comes_back_from_what_is_printed(seats: int, witness: str) -> None:
    for seed in range(5):
        seen = seen_by(played(seats, seed), witness)
        typed = begun(witness, seats)
        for n, (before, event) in enumerate(zip(seen.line.states, seen.line.events, strict=False), 1):
            typed.play(f"{event_text(GAME, before, event, seen.players)}{seen.shows(n)}")
        assert typed.line.events == seen.line.events


def test_what_was_seen_is_printed_by_name() -> None:
    session = begun()
    for move in ("deal 3", "deal 3", "seen Bob hand larch, 2"):
        session.play(move)
    assert session.line.events[-1].do == Seen(1, (12, 2))
    assert done_text(GAME, session.state, CHANCE, session.line.events[-1].do, PLAYERS) == "seen Bob hand Larch, Birch"
    (hand,) = [one for one in possible_contents(session, session.state) if one.seat == 1]
    assert [thing.thing for thing in hand.things if thing.least] == ["Birch", "Larch"]
    assert {thing.thing for thing in hand.things} <= {*NAMES}


def test_the_example_of_what_is_due_names_it_too() -> None:
    """At the end both remaining cards are laid open (RE-3.3)."""
    session = begun()
    for move in ("deal 3", "deal 3", "Anna: pass ?", "Bob: pass ?", "play 1", "play 2", "take 1", "play 3", "play 4"):
        session.play(move)
    with pytest.raises(NotationError) as refused:
        session.play("Anna: take 3")
    assert "1 in the hand of Anna and 1 in the hand of Bob" in str(refused.value)
    assert refused.value.can_be == ("Anna: take 3 shows Elm, Fir",)
    session.play(*refused.value.can_be)
    assert session.shows(len(session.history)) == " shows Elm, Fir"
