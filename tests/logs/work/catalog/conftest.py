from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kronika.core import get_game
from kronika.logs.replaying.survey import Survey, survey
from kronika.logs.work import simulate


@pytest.fixture
def games(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    list(simulate.simulate(simulate.plan(get_game("tides"), 2, {}, 3, 6, str(folder))))
    return folder


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "catalog.sqlite"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The logs that were validated in this process."""
    names: list[str] = []

    def counted(folder: str, path: str, *more: Any) -> Survey:
        names.append(path)
        return survey(folder, path, *more)

    monkeypatch.setattr("kronika.logs.corpus.stretches.survey", counted)
    return names
