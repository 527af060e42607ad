"""The suite that ships with the package, run against any game; and what a viewer sees of a game."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from kronika.core.contract.game import Viewer
from kronika.core.contract.registry import AnyGame
from kronika.core.sessions.session import Session
from kronika.core.sessions.visibility import VisibleEvent, redact_event
from kronika.testing import contract
from kronika.testing.playouts import Table, cases

TESTS: dict[str, Callable[[Any], None]] = {
    name: getattr(contract, name) for name in contract.__all__ if name.startswith("test_")
}


def failure(game: AnyGame, test: str) -> BaseException | None:
    """What a test of the suite says against a game, if anything."""
    (kind,) = inspect.signature(TESTS[test]).parameters
    try:
        for value in [Table(case, 0) for case in cases(game)] if kind == "table" else [game]:
            TESTS[test](value)
    except (Exception, pytest.fail.Exception) as error:
        return error
    return None


def last_seen_by(session: Session, viewer: Viewer) -> VisibleEvent:
    """The last record of a session as a viewer sees it."""
    number = len(session.history)
    event: Any = session.history[-1]
    return redact_event(session.game, session.at(number - 1), event, session.players, viewer)
