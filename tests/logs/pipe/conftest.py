from __future__ import annotations

import pytest

from kronika.logs.pipe.handler import RequestHandler
from support.pipe import ask, desk


@pytest.fixture
def at() -> RequestHandler:
    """A desk with a session of the tiny game, chance given."""
    found = desk()
    assert ask(found, "new", game="duel")["session"] == "1"
    return found
