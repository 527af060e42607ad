"""A program that is none: it answers in this process as `kronika serve` does, with a fault where one is wanted."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec

from kronika.core.contract.options import new_game_options, plain_options
from kronika.core.contract.players import default_names
from kronika.core.contract.registry import AnyGame
from kronika.core.sessions.events import FORMAT, Header
from kronika.logs.beside.comparing import Difference
from kronika.logs.beside.engine import Engine
from kronika.logs.beside.lockstep import Chooser, GameStart, LockstepGame, choose_at_random, play_in_lockstep
from kronika.logs.beside.naming import NameMap
from kronika.logs.beside.trial import Trial
from kronika.logs.pipe.handler import RequestHandler
from kronika.logs.pipe.messages import Reader
from kronika.logs.pipe.requests import REQUESTS

Spoil = Callable[[dict[str, Any], dict[str, Any]], Any]
"""Changes an answer, the second, to a request."""


class Within:
    """What `Engine` asks in place of a `Program`. `asked` are the requests so far."""

    name = "`within`"
    running = False

    def __init__(self, spoil: Spoil | None = None) -> None:
        self.asked: list[dict[str, Any]] = []
        self._spoil = spoil
        self._desk = RequestHandler()
        self._reader = Reader(REQUESTS)

    def ask(self, *messages: Any, seconds: float) -> list[dict[str, Any]]:
        """The answers of the desk, one after another."""
        return [self._answer(msgspec.json.encode(message)) for message in messages]

    def _answer(self, line: bytes) -> dict[str, Any]:
        ask = json.loads(line)
        self.asked.append(ask)
        answer: dict[str, Any] = json.loads(msgspec.json.encode(self._desk.answer(self._reader.read(line))))
        if self._spoil:
            self._spoil(ask, answer)
        return answer


def program(spoil: Spoil | None = None, asked: list[dict[str, Any]] | None = None) -> type[Within]:
    """A class to be put in the place of `Program`, with this fault; `asked` gets the requests."""

    class Put(Within):
        def __init__(self, command: Any) -> None:
            super().__init__(spoil)
            if asked is not None:
                self.asked = asked

        def __enter__(self) -> Put:
            return self

        def __exit__(self, *error: object) -> None:
            """There is nothing to end."""

    return Put


def gives_a_point(ask: dict[str, Any], answer: dict[str, Any]) -> None:
    """A fault: the last seat has a point more than it should."""
    if ask["type"] == "score":
        answer["totals"][-1] += 1
        del answer["items"]


def engine(spoil: Spoil | None = None, naming: NameMap | None = None) -> Engine:
    """The program beside, which is this process."""
    asked: Any = Within(spoil)  # it has what an engine calls of a program, and starts none
    return Engine(asked, naming or NameMap(), 1.0)


def beginning(game: AnyGame, seats: int = 0, **options: Any) -> GameStart:
    """A new game."""
    read = plain_options(new_game_options(game, options))
    return GameStart(game, Header(FORMAT, game.name, game.rules_version, default_names(seats or game.seats[0]), read))


def played(
    game: AnyGame, spoil: Spoil | None = None, choose: Chooser | None = None, pieces: bool = False
) -> LockstepGame:
    """A random game beside this process."""
    trial = Trial((), NameMap(), 1.0, pieces)
    return play_in_lockstep(engine(spoil), beginning(game), choose or choose_at_random(7), trial.comparer)


def difference(game: AnyGame, spoil: Spoil, choose: Chooser | None = None, pieces: bool = False) -> Difference:
    """What such a program tells otherwise."""
    found = played(game, spoil, choose, pieces).found
    assert found is not None
    return found.difference
