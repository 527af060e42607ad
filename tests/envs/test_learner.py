"""The learner of the documentation: it writes weights, and these play as a bot."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support.playouts import ROOT

pytest.importorskip("pettingzoo")


def test_what_the_learner_writes_plays_as_a_bot(tmp_path: Path) -> None:
    for file in (ROOT / "docs" / "researchers").glob("*.py"):
        shutil.copy(file, tmp_path)
    env = os.environ | {"PYTHONPATH": str(tmp_path)}
    command = ["simulate", "tides", "-n", "1", "--bots", "learned:play,random", "--out", "games"]
    for arguments in (["learn.py", "0.01"], ["-m", "kronika", *command]):
        done = subprocess.run([sys.executable, *arguments], cwd=tmp_path, env=env, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "tides.npz").exists()
    assert [*(tmp_path / "games").glob("*.jsonl")]
