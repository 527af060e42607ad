"""Whole games, and what a witness would have recorded of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

from kronika.core.basics.chance import Dice
from kronika.core.contract.game import BYSTANDER
from kronika.core.contract.registry import AnyGame
from kronika.core.contract.unseen import Move, Trade
from kronika.core.sessions.session import Session
from kronika.core.unseen.session import WitnessSession, begin, seen_by
from support.playouts import games

LOOKED_AT = 4
"""The random moves of which the best is a likely one."""

NAMES = ("Anna", "Bob", "Cyril", "Dana")
GAMES = [game.name for game in games() if game.hidden is not None]


def likely(game: AnyGame) -> Callable[[Any, int, Dice], Any]:
    """The choice of a move that a sensible player might make: the game's own, else the best of a few random ones."""
    heuristic = game.heuristic()

    def best(state: Any, seat: int, dice: Dice) -> Any:
        some = [game.pick(state, seat, dice) for _ in range(LOOKED_AT)]
        return max(some, key=lambda do: heuristic.estimate(game.apply(state, seat, do)[0])[seat])

    return heuristic.playout_policy or best


@cache
def played(game: str, seats: int, seed: int, *, bot: bool = False) -> Session:
    """A game of random moves, or of likely ones."""
    session = Session.new(game, NAMES[:seats], seed=seed)
    dice, pick = Dice(seed, "moves"), likely(session.game) if bot else session.game.pick
    while session.actors:
        seat = session.actors[0]
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


def contents(session: Session, moves: int) -> dict[Any, Counter[Any]]:
    """What lies in each place of a full game after N events, by what the game says of each."""
    hidden: Any = session.game.hidden
    there = {place: Counter(of) for place, of in hidden.supply(session.line.states[0]).items()}
    for before, event in zip(session.line.states, session.line.events[:moves], strict=False):
        for one in hidden.operations(before, event.by, event.do, event.then):
            if isinstance(one, Move):
                kind = one.kind if one.kind is not None else alone(there[one.source])
                there.setdefault(one.source, Counter())[kind] -= 1
                there.setdefault(one.goal, Counter())[kind] += 1
            elif isinstance(one, Trade):
                there[one.one], there[one.other] = there.get(one.other, Counter()), there.get(one.one, Counter())
    return there


def alone(things: Counter[Any]) -> Any:
    """The thing that moves where nobody names it: one of all that leave a place together, such as the only one."""
    return next(kind for kind, n in things.items() if n > 0)
