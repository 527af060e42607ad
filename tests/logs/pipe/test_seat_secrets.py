"""A connection for one seat says the same of two tables that this seat can't tell apart, whatever it asks or tries."""

from __future__ import annotations

import json
from random import Random
from typing import Any, Final

import pytest

from kronika.core import game_names
from kronika.core.basics.chance import Dice
from kronika.core.contract.registry import AnyGame, get_game
from kronika.core.sessions.session import Session
from kronika.logs.pipe.handler import RequestHandler
from support.pipe import answered

LONGEST: Final = 25
"""Decisions of a game that are looked at."""

LOOKS: Final[tuple[dict[str, Any], ...]] = (
    {"type": "legal"},
    {"type": "view"},
    {"type": "events"},
    {"type": "score"},
    {"type": "result"},
    {"type": "render"},
    {"type": "render", "form": "svg"},
)


def tables(game: AnyGame, dice: Random) -> list[Session]:
    """A game as it went on, after each of its events."""
    seats = dice.randint(*game.seats)
    session = Session.new(game, ("Anna", "Bob", "Cyril", "Dana")[:seats], seed=dice.randrange(1 << 30))
    found = []
    while session.actors and len(found) < LONGEST:
        seat = dice.choice(session.actors)
        session.do(seat, dice.choice(list(game.actions(session.state, seat))))
        session.resolve_chance()
        found.append(at(session, session.state))
    return found


def at(session: Session, state: Any) -> Session:
    """A session that begins with this state."""
    return Session(session.game, session.header, chance="given", start=state)


def tried(found: list[Session], dice: Random, number: int) -> list[str]:
    """Moves as they are written that were legal for somebody at some time, and such with a word of another one."""
    moves = []
    for _ in range(number):
        session = dice.choice([table for table in found if table.actors])
        seat = dice.choice(session.actors)
        do = dice.choice(list(session.game.actions(session.state, seat)))
        moves.append(session.game.format(session.state, seat, do, session.players))
    words = [word for move in moves for word in move.split()]
    return [*moves, *(" ".join(dice.choice([word, dice.choice(words)]) for word in move.split()) for move in moves)]


def differing(game: AnyGame, number: int, positions: int, moves: int, *, referee: bool = False) -> list[str]:
    """What a seat is answered differently at tables that it can't tell apart; to the `referee` they are others."""
    dice = Random(number)
    found = tables(game, dice)
    asks = [*LOOKS, *({"type": "check", "move": move} for move in tried(found, dice, moves))]
    wrong = []
    for session in dice.sample(found, min(positions, len(found))):
        for seat in dice.sample(range(len(session.players)), min(2, len(session.players))):
            name = session.players[seat]
            desk = RequestHandler(seat=None if referee else name)
            dealt = game.redeal(session.state, seat, Dice(number, seat))
            for ask in asks:
                told = set()
                for state in (session.state, dealt):
                    desk._sessions["g"] = at(session, state)
                    told.add(answered(desk, json.dumps({**ask, "session": "g"}).encode()))
                if len(told) > 1:
                    wrong.append(f"{game.name}, {name}, {ask}: {sorted(told)}")
    return wrong


@pytest.mark.parametrize("name", game_names())
def test_a_seat_learns_nothing_by_asking_or_trying(name: str) -> None:
    assert not differing(get_game(name), 1, positions=1, moves=6)


def test_a_difference_would_be_seen() -> None:
    assert differing(get_game("tides"), 1, positions=1, moves=6, referee=True)


@pytest.mark.long
@pytest.mark.parametrize("name", game_names())
def test_a_seat_learns_nothing_however_long_it_tries(name: str) -> None:
    for number in range(4):
        assert not differing(get_game(name), 100 + number, positions=6, moves=40)
