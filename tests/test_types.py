"""What a second checker of types says of the whole program; `make check` asks mypy."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from support.playouts import ROOT


@pytest.mark.long
@pytest.mark.skipif(not (ROOT / "src" / "kronika" / "core").exists(), reason="an sdist has no links for pyright")
def test_pyright_finds_no_error() -> None:
    pytest.importorskip("pyright")
    command = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    said = json.loads(done.stdout)
    errors = [one for one in said["generalDiagnostics"] if one["severity"] == "error"]
    assert [(one["file"], one["range"]["start"]["line"] + 1, one["message"]) for one in errors] == []
    modules = [path for room in ("core", "logs", "cli", "pytest_plugin", "src") for path in (ROOT / room).rglob("*.py")]
    assert said["summary"]["filesAnalyzed"] >= len({path.resolve() for path in modules})
