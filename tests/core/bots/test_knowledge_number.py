"""The number from which a program draws: of what its seat knows as data, and of no sentence."""

from __future__ import annotations

from typing import Any
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from kronika.core.basics.chance import Dice
from kronika.core.bots.driver import choose
from kronika.core.bots.lookup import Player
from kronika.core.bots.turn import Turn
from kronika.core.contract.registry import AnyGame
from kronika.core.sessions.session import Session
from support.playouts import games


class Program:
    """A bot that stands in for a program, and keeps what it draws."""

    is_external = True
    drawn = 0

    def __call__(self, turn: Turn, dice: Dice) -> Any:
        self.drawn = dice.below(2**48)
        return turn.actions[0]


def drawn(session: Session) -> int:
    program = Program()
    choose(session, session.actors[0], Player("program", program), 9)
    return program.drawn


def after(game: AnyGame, decisions: int) -> Session:
    session = Session.new(game, ("Anna", "Bob"), seed=5)
    session.resolve_chance()
    for _ in range(decisions):
        seat = session.actors[0]
        session.do(seat, session.game.actions(session.state, seat)[0])
        session.resolve_chance()
    return session


@pytest.mark.parametrize("game", [game for game in games() if game.name != "duel"], ids=lambda game: game.name)
def test_it_depends_on_what_is_known_and_on_no_sentence(game: AnyGame) -> None:
    number = drawn(after(game, 4))
    assert drawn(after(game, 3)) != number
    describe, view = game.describe, game.view

    def in_other_words(effect: Any, *told: Any) -> str:
        return describe(effect, *told) and "in other words"

    def due_in_other_words(state: Any, viewer: Any) -> Any:
        return replace(view(state, viewer), due="in other words")

    session = after(game, 4)
    with patch.object(game, "describe", in_other_words), patch.object(game, "view", due_in_other_words):
        assert drawn(session) == number
