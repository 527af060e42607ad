from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from kronika.core import registry

TESTS = Path(__file__).parent
PLUGIN = TESTS / "support" / "plugin"


_NUMBERS = count()


def _forget() -> None:
    importlib.invalidate_caches()
    registry._entry_points.cache_clear()
    registry.get_game.cache_clear()


@pytest.fixture(autouse=True)
def no_catalog(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test has a folder for caches of its own, which is made when something is kept in it."""
    folder = str(tmp_path_factory.getbasetemp() / f"cache-{next(_NUMBERS)}")
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, folder)


@pytest.fixture
def duel(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """The tiny game `duel` installed as another package's game; the environment in which a process finds it too."""
    monkeypatch.setattr(sys, "path", [*sys.path, str(PLUGIN)])
    _forget()
    yield {**os.environ, "PYTHONPATH": os.pathsep.join((str(TESTS), str(PLUGIN)))}
    monkeypatch.undo()
    _forget()
