"""The scripts of this project for people who work on it: each says what it does before it does anything."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from support.playouts import ROOT

SCRIPTS = [
    path.relative_to(ROOT).as_posix()
    for room in ("tests/support", "tests/bench", "docs/making")
    for path in sorted((ROOT / room).glob("*.py"))
    if '\nif __name__ == "__main__":' in path.read_text(encoding="utf-8")
]


def test_there_are_scripts() -> None:
    assert {"tests/support/readme.py", "tests/support/open_questions.py"} <= {*SCRIPTS}


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_says_what_it_is_for(script: str, tmp_path: Path) -> None:
    words = [sys.executable, str(ROOT / script), "--help"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=60)
    said = ast.get_docstring(ast.parse((ROOT / script).read_text(encoding="utf-8"))) or ""
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("usage: ")
    assert " ".join(said.split())[:60] in " ".join(done.stdout.split())


def test_a_game_that_does_not_exist_is_a_message(tmp_path: Path) -> None:
    words = [sys.executable, str(ROOT / "tests/support/open_questions.py"), "tidse"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=60)
    assert done.returncode == 2
    assert "Did you mean tides?" in done.stderr
    assert "Traceback" not in done.stderr
