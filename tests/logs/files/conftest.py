from __future__ import annotations

from pathlib import Path

import pytest

from support.logs import data_of, duel_game
from support.writing import BEFORE


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A log of the first four events of the tiny game."""
    path = tmp_path / "game.jsonl"
    path.write_bytes(data_of(duel_game(BEFORE)))
    return path
