from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from kronika.core.events import FORMAT, Header
from kronika.core.games.tigris import GAME
from kronika.core.games.tigris.position import Given
from kronika.core.options import plain_options, read_options
from kronika.core.session import Session

PLAYERS = ("Lion", "Archer", "Bull", "Potter")


def start(players: tuple[str, ...] = PLAYERS, options: dict[str, Any] | None = None, **given: Any) -> Session:
    """A session that starts from a position; players are named after their dynasties."""
    chosen = read_options(GAME, {"dynasties": [name.lower() for name in players], **(options or {})})
    header = Header(FORMAT, GAME.name, GAME.rules_version, players, plain_options(chosen))
    return Session(GAME, header, start=GAME.position(msgspec.convert(given, Given), chosen, players))


@pytest.fixture
def at() -> Callable[..., Session]:
    return start
