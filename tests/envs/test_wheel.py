"""The environments as a new user has them: from the wheel, in an environment of its own, with the page alone."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support.playouts import ROOT
from support.readme import blocks

PAGE = ROOT / "docs" / "researchers.md"
CHECKS = """
import warnings
warnings.simplefilter("ignore")
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test
from kronika.core import game_names
from kronika.envs import aec_env, gym_env
for name in game_names():
    api_test(aec_env(name), num_cycles=30)
    seed_test(lambda: aec_env(name), num_cycles=30)
    check_env(gym_env(name), skip_render_check=True)
print("checked", *game_names())
"""
LEFT_OUT = (".git", ".venv*", "build", "dist", ".*_cache", "*.egg-info", "__pycache__")


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A Python that has the wheel of these files, with its extras `rl` and `sql`."""
    here = tmp_path_factory.mktemp("wheel")
    shutil.copytree(ROOT, here / "source", symlinks=True, ignore=shutil.ignore_patterns(*LEFT_OUT))
    build = ("-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", here / "dist", here / "source")
    subprocess.run([sys.executable, *build], check=True, cwd=here)
    (wheel,) = (here / "dist").glob("*.whl")
    subprocess.run([sys.executable, "-m", "venv", here / "venv"], check=True)
    found = str(here / "venv" / ("Scripts" if sys.platform == "win32" else "bin") / "python")
    subprocess.run([found, "-m", "pip", "install", "-q", f"{wheel}[rl,sql]"], check=True, cwd=here)
    return found


def said(python: str, folder: Path, *words: str) -> str:
    """What a program prints that must succeed; nothing of the checkout is on its path."""
    done = subprocess.run([python, "-I", *words], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.long
def test_the_checkers_of_the_standards_accept_the_games_of_the_wheel(python: str, tmp_path: Path) -> None:
    told = said(python, tmp_path, "-c", CHECKS)
    assert told.splitlines()[-1] == "checked ancient_knowledge imhotep tides tigris viceroy"


@pytest.mark.long
def test_the_page_prints_what_it_says_from_the_wheel(python: str, tmp_path: Path) -> None:
    """Every program and every command of the page, in order, in one folder."""
    printed, tried = "", 0
    env = os.environ | {"PATH": f"{Path(python).parent}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "100"}
    for language, body in blocks(PAGE.read_text(encoding="utf-8")):
        if named := re.match(r"# file: (\S+)\n", body):
            (tmp_path / named[1]).write_text(body.removeprefix(named[0]), encoding="utf-8")
        elif language == "python":
            printed = said(python, tmp_path, "-c", body)
        elif language == "output":
            assert printed == body
            tried += 1
        elif language == "console":
            for command in re.findall(r"^\$ (.*)$", body, re.MULTILINE):
                subprocess.run(["bash", "-c", command], cwd=tmp_path, env=env, check=True, capture_output=True)
    assert tried >= 6


@pytest.mark.long
def test_the_learner_of_the_wheel_learns(python: str, tmp_path: Path) -> None:
    for name in ("learn", "learned"):
        program = said(python, tmp_path, "-m", "kronika", "docs", f"researchers/{name}.py")
        (tmp_path / f"{name}.py").write_text(program, encoding="utf-8")
    said(python, tmp_path, "learn.py", "tides", "0.05")
    assert (tmp_path / "tides.npz").exists()


@pytest.mark.long
def test_a_data_set_of_the_wheel_is_verified(python: str, tmp_path: Path) -> None:
    said(python, tmp_path, "-m", "kronika", "simulate", "tides", "-n", "5", "--seed", "3", "--out", "games")
    said(python, tmp_path, "-m", "kronika", "dataset", "games", "--out", "set")
    said(python, tmp_path, "-m", "kronika", "dataset", "verify", "set")
