"""What a checker of types knows of a session: its game's own state and view, or anything for a game that is named."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

PROGRAM = """
from kronika.core import Session, options_of_log, options_of_new_game
from kronika.core.games.tides import GAME, Tides

session = Session.new(GAME, ["Anna", "Bob"], seed=1)
reveal_type(session)
reveal_type(session.state)
reveal_type(session.view(0))
reveal_type(Session.new("tides", ["Anna", "Bob"], seed=1).state)
reveal_type(options_of_new_game(GAME))
reveal_type(options_of_log(GAME, {}))


def takes_any(session: Session) -> None:
    reveal_type(session.state)


def takes_one(session: Session[Tides]) -> None:
    takes_any(session)
"""


def test_a_session_is_generic_in_its_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    api = pytest.importorskip("mypy.api")
    monkeypatch.chdir(ROOT)
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    said, wrong, _ = api.run([str(tmp_path / "program.py")])
    assert wrong == ""
    assert [line.split('"')[1] for line in said.split("\n") if "Revealed type" in line] == [
        "kronika.core.sessions.session.Session[kronika.core.games.tides.Tides]",
        "kronika.core.games.tides.state.State",
        "kronika.core.games.tides.view.View",
        "Any",
        "kronika.core.games.tides.state.Options",
        "kronika.core.games.tides.state.Options",
        "Any",
    ], said
    assert "error" not in said


def test_pyright_knows_the_same(tmp_path: Path) -> None:
    """It follows an editable install by its path, as editors do."""
    pytest.importorskip("pyright")
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    command = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable, "program.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    found = json.loads(done.stdout)
    assert found["summary"]["errorCount"] == 0, done.stdout
    kinds = [re.findall(r'is "(.*)"$', said["message"]) for said in found["generalDiagnostics"]]
    assert kinds == [["Session[Tides]"], ["State"], ["View"], ["Any"], ["Options"], ["Options"], ["Any"]]
