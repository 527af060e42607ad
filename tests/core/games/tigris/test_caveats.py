"""Which open questions each variant of the game names (SPEC, section 13)."""

from __future__ import annotations

import re
from typing import Any

from kronika.core.games.tigris import GAME
from kronika.core.games.tigris.state import Options


def questions(**options: Any) -> set[str]:
    """The open questions that the caveats of a game name."""
    return set(re.findall(r"OQ-\d+", " ".join(caveat.why for caveat in GAME.caveats(Options(**options), 2))))


def test_each_variant_has_its_own_caveats() -> None:
    """SPEC, section 13: OQ-1 is about the advanced board, OQ-2 to OQ-6 and OQ-11 about buildings, OQ-8 about all."""
    assert questions(board="advanced") == {"OQ-1", "OQ-8"}
    assert questions(buildings=True) >= {"OQ-2", "OQ-3", "OQ-4", "OQ-5", "OQ-6", "OQ-11"}
    assert "OQ-1" not in questions(buildings=True)
    assert questions(board="advanced", buildings=True) == {"OQ-1"} | questions(buildings=True)
