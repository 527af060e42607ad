from __future__ import annotations

from pathlib import Path

import pytest

from kronika.logs.replaying.logfile import write_log
from support.logs import duel_game, tides_game


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def tiny(here: Path) -> Path:
    """The whole game of the tiny game, `duel.jsonl`."""
    write_log("duel.jsonl", duel_game())
    return here / "duel.jsonl"


@pytest.fixture
def whole(here: Path) -> Path:
    """A whole game of Tides of Time, `game.jsonl`: Anna and Bob end 60 : 60."""
    write_log("game.jsonl", tides_game())
    return here / "game.jsonl"
