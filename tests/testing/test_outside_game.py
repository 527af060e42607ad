"""Ballast, a game by an author outside this project who had the documents alone: all commands work for it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

BALLAST = Path(__file__).parents[1] / "support" / "ballast"
Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs a command where Ballast is found as if it were installed, in a folder that has it."""
    shutil.copytree(BALLAST, tmp_path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    info = tmp_path / "ballast-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: kronika-ballast\nVersion: 0.1.0\n")
    (info / "entry_points.txt").write_text("[kronika.games]\nballast = ballast:GAME\n")
    env = {**os.environ, "PYTHONPATH": str(tmp_path), "NO_COLOR": "1"}

    def do(*command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", *command], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
        )

    return do


def test_it_passes_the_suite_and_its_own_tests(run: Run) -> None:
    done = run("pytest", "-q", "-x", "-p", "no:cacheprovider")
    assert done.returncode == 0, done.stdout[-3000:]
    assert " passed" in done.stdout


def test_its_examples_say_what_its_rules_say(run: Run) -> None:
    done = run("kronika", "example", "check", "ballast/examples.toml")
    assert (done.returncode, done.stderr) == (0, "3 examples: all as the book says.\n"), done.stdout


def test_what_lies_in_a_safe_is_reported_to_nobody_else(run: Run) -> None:
    """BA-1.3, at the command line: the safe of another, what it is worth, and the move that filled it."""
    people = [word for name in ("Anna", "Bob", "Cyril") for word in ("-p", name)]
    moves = ("Anna: stow 3", "Bob: stow 1", "Cyril: stow 2", "pay", "load")
    for words in (("new", "ballast", *people, "--seed", "1", "game.jsonl"), ("play", "game.jsonl", *moves)):
        done = run("kronika", *words)
        assert done.returncode == 0, (words, done.stderr)
    told = {words: run("kronika", *words, "game.jsonl", "--as", "Bob").stdout for words in (("show",), ("replay",))}
    assert "Anna: stow ?" in told["replay",]
    assert "Bob: stow 1" in told["replay",]
    assert "in the safe ?   crates -" in told["show",]
    assert "in the safe 1" in told["show",]


def test_random_games_are_valid_and_told_with_their_rules(run: Run) -> None:
    for words in (
        ("simulate", "ballast", "-n", "5", "--players", "5", "--seed", "1", "-o", "glass=true", "--out", "games"),
        ("simulate", "ballast", "-n", "5", "--seed", "1", "--out", "more"),
        ("validate", "--strict", "games", "more"),
    ):
        done = run("kronika", *words)
        assert done.returncode == 0, (words, done.stdout, done.stderr)
    told = run("kronika", "replay", "more/ballast-0001.jsonl").stdout
    assert "the safes hold" in told
    assert "(BA-4.1)" in told


def test_it_has_a_kit_whose_answers_are_right(run: Run) -> None:
    for words in (("ballast", "--out", "kit"), ("check", "kit", "kit")):
        done = run("kronika", "kit", *words)
        assert done.returncode == 0, (words, done.stdout, done.stderr)
    assert ": all as they should be; compared: " in done.stderr
