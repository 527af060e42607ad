"""The words of the tests of all games: a game begun, a position placed, moves played or refused, points, what is drawn.

What differs between games, names and kinds of positions, stands in the module of each: `support.tides`, …
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

import msgspec
import pytest

from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.paper import Paper
from kronika.core.contract.registry import AnyGame
from kronika.core.examples.example import Example, start_example
from kronika.core.sessions.session import Session
from kronika.logs.replaying.replay import load
from kronika.logs.replaying.validation import validate


class Tables:
    """Tables of one game: a new one, or one where things lie as they are given.

    `players` is how many of the usual names sit there, or the names themselves.
    """

    def __init__(self, game: AnyGame, names: Sequence[str], players: int) -> None:
        self.game = game
        self.names = tuple(names)
        self.players = players

    def start(
        self, *moves: str, players: int | Sequence[str] | None = None, options: Mapping[str, Any] | None = None
    ) -> Session:
        """A new game in which chance is given, after these moves."""
        return after(Session.new(self.game, self._named(players), chance="given", options=options), *moves)

    def place(
        self, players: int | Sequence[str] | None = None, options: Mapping[str, Any] | None = None, **given: Any
    ) -> Session:
        """A game that stands as it is given, in the keys of an example."""
        names = list(self._named(players))
        example = Example("X", self.game.name, players=names, options=dict(options or {}), given=self._written(given))
        return start_example(example, self.game)

    def _written(self, given: dict[str, Any]) -> dict[str, Any]:
        """What is given, as an example has it."""
        return given

    def _named(self, players: int | Sequence[str] | None) -> tuple[str, ...]:
        """The names of N players, or of as many as is usual."""
        if players is None or isinstance(players, int):
            return self.names[: players or self.players]
        return tuple(players)


def after(session: Session, *moves: str) -> Session:
    """The session, when these moves have been played."""
    for move in moves:
        session.play(move)
    return session


def effects(session: Session, *moves: str) -> list[Any]:
    """Plays the moves; the effects of all."""
    return [effect for move in moves for event in session.play(move) for effect in event.then]


def play(session: Session, *moves: str) -> list[dict[str, Any]]:
    """Plays the moves; the effects of all as plain tables."""
    return [msgspec.to_builtins(effect) for effect in effects(session, *moves)]


def happened(session: Session, kind: type) -> list[Any]:
    """The effects of a kind in the whole game."""
    return [effect for event in session.line.events for effect in event.then if isinstance(effect, kind)]


def done(session: Session) -> set[type]:
    """The kinds of actions and outcomes that a game has."""
    return {type(event.do) for event in session.line.events}


def refused(session: Session, move: str) -> IllegalAction:
    """Why a move may not be made; the session is left as it was."""
    before, events = session.state, len(session.history)
    with pytest.raises(IllegalAction) as caught:
        session.play(move)
    assert session.state is before
    assert len(session.history) == events
    return caught.value


def allowed(session: Session, move: str) -> bool:
    """May this move be made?"""
    seat, do = session.read(move)
    try:
        session.game.check(session.state, seat, do)
    except IllegalAction:
        return False
    return True


def legal(session: Session) -> list[str]:
    """The legal moves of all who may act."""
    return [move for moves in session.legal().values() for move in moves]


def points(session: Session, player: str) -> dict[str, int]:
    """The points of a player by part of the score sheet."""
    found: dict[str, int] = {}
    for item in session.score():
        if session.players[item.seat] == player:
            found[item.part] = found.get(item.part, 0) + item.points
    return found


def drawn(session: Session, seat: int | None = None, width: int = 80) -> str:
    """The table as a seat sees it."""
    return session.game.render(session.view(seat), session.players, Paper(width))


def path_of(game: str, name: str) -> str:
    """Where a recorded game of that name lies."""
    return str(files("kronika.fixtures").joinpath("games", game, f"{name}.jsonl"))


def recorded(game: str, name: str) -> Session:
    """A recorded game without a fault."""
    assert validate(path_of(game, name), strict=True).faults == ()
    return load(path_of(game, name))
