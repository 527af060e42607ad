"""The learner of the documentation: it writes weights, and these play as a bot."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support.playouts import ROOT

pytest.importorskip("pettingzoo")


LEARNER = ROOT / "docs" / "researchers"


def ran(folder: Path, *arguments: str) -> str:
    """What a program prints that must succeed in a folder with the learner."""
    env = os.environ | {"PYTHONPATH": str(folder)}
    done = subprocess.run([sys.executable, *arguments], cwd=folder, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def learner(folder: Path) -> None:
    for file in LEARNER.glob("*.py"):
        shutil.copy(file, folder)


@pytest.mark.parametrize("game", ["tides", pytest.param("imhotep", marks=pytest.mark.long)])
def test_what_the_learner_writes_plays_as_a_bot(game: str, tmp_path: Path) -> None:
    learner(tmp_path)
    ran(tmp_path, "learn.py", game, "0.001")
    command = ("simulate", game, "-n", "1", "--bots", f"learned:{game},random", "--out", "games")
    ran(tmp_path, "-m", "kronika", *command)
    assert (tmp_path / f"{game}.npz").exists()
    assert [*(tmp_path / "games").glob("*.jsonl")]


def test_the_learner_is_as_short_as_the_page_says() -> None:
    assert len((LEARNER / "learn.py").read_text(encoding="utf-8").splitlines()) < 200


@pytest.mark.long
def test_half_a_minute_of_learning_beats_random_play(tmp_path: Path) -> None:
    learner(tmp_path)
    ran(tmp_path, "learn.py", "tides", "0.5")
    bots = ("--bot", "mine=learned:tides", "--bot", "random")
    ran(tmp_path, "-m", "kronika", "tournament", "--game", "tides", *bots, "--games", "60", "--out", "games")
    told = ran(tmp_path, "-m", "kronika", "standings", "games", "--format", "json")
    rates = {line["name"]: line["win_rate"]["rate"] for line in json.loads(told)["lines"]}
    assert rates["mine"] > 0.6
