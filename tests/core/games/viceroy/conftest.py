"""What the tests of Viceroy share: positions as tables, and why a move is refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from kronika.core.errors import IllegalAction
from kronika.core.examples import Example, start_example
from kronika.core.session import Session


@pytest.fixture
def start() -> Callable[..., Session]:
    """Starts from a hand-written position: `start({...}, "Anna", "Bob", virtual=1)`."""

    def begin(given: dict[str, Any], *players: str, **options: Any) -> Session:
        return start_example(Example("?", "viceroy", players=list(players or ("Anna",)), options=options, given=given))

    return begin


@pytest.fixture
def effects() -> Callable[..., list[Any]]:
    """Plays moves and gives what the rules derived from them."""

    def play(session: Session, *moves: str) -> list[Any]:
        return [effect for move in moves for event in session.play(move) for effect in event.then]

    return play


@pytest.fixture
def refused() -> Callable[[Session, str], str]:
    """The number of the rule that a move breaks; empty when it is legal."""

    def rule(session: Session, move: str) -> str:
        seat, do = session.read(move)
        try:
            session.game.check(session.state, seat, do)
        except IllegalAction as error:
            return error.rule
        return ""

    return rule


@pytest.fixture
def kinds() -> Callable[[Sequence[Any]], list[str]]:
    """The names of effects."""
    return lambda found: [type(effect).__name__ for effect in found]
