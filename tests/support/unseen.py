"""Whole games, and what a witness would have recorded of them."""

from __future__ import annotations

from functools import cache
from typing import Any

from kronika.core.basics.chance import Dice
from kronika.core.contract.game import BYSTANDER
from kronika.core.sessions.session import Session
from kronika.core.unseen.session import WitnessSession, begin, seen_by
from support.playouts import games

NAMES = ("Anna", "Bob", "Cyril", "Dana")
GAMES = [game.name for game in games() if game.hidden is not None]


@cache
def played(game: str, seats: int, seed: int, *, bot: bool = False) -> Session:
    """A game of random moves, or of likely ones."""
    session = Session.new(game, NAMES[:seats], seed=seed)
    dice, likely = Dice(seed, "moves"), session.game.heuristic().playout_policy if bot else None
    while session.actors:
        seat = session.actors[0]
        pick: Any = likely or session.game.pick
        session.do(seat, pick(session.state, seat, dice))
        session.resolve_chance()
    return session


def witnesses(seats: int) -> tuple[str, ...]:
    return ("bystander", *NAMES[:seats])


@cache
def recorded(game: str, seats: int, seed: int, witness: str = "bystander", *, bot: bool = False) -> WitnessSession:
    """What a witness has recorded of it."""
    return seen_by(played(game, seats, seed, bot=bot), witness)


def again(session: WitnessSession, events: int | None = None) -> WitnessSession:
    """The same record once more, or its first events."""
    found = begin(session.game, session.header)
    assert isinstance(found, WitnessSession)
    found.extend(session.line.events[:events], ())
    return found


def viewer_of(session: WitnessSession) -> int:
    return BYSTANDER if session.witness is None else session.witness
