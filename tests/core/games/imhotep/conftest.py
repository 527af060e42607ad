from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kronika.core.errors import IllegalAction
from kronika.core.examples import Example, start_example
from kronika.core.session import Session

NAMES = ("Wanda", "Klara", "Bruno", "Gita")


@pytest.fixture
def place() -> Callable[..., Session]:
    """A session from a hand-written position; without one, a new game before any chance."""

    def build(players: int = 4, options: dict[str, Any] | None = None, **given: Any) -> Session:
        names = list(NAMES[:players])
        return start_example(Example("X", "imhotep", players=names, options=options or {}, given=given or None))

    return build


@pytest.fixture
def refused() -> Callable[[Session, str], IllegalAction]:
    """Why a move is refused; the session must be left as it was."""

    def refusal(session: Session, move: str) -> IllegalAction:
        before, events = session.state, len(session.history)
        with pytest.raises(IllegalAction) as caught:
            session.play(move)
        assert session.state is before
        assert len(session.history) == events
        return caught.value

    return refusal
