"""Logs as the command line makes them, for the tests of the commands that record a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.cli import fine


@pytest.fixture
def log(here: Path) -> Path:
    """A new game of Tides of Time with seed 7, as the command line makes it."""
    fine("new", "tides", "-p", "Anna", "-p", "Bob", "--seed", 7, "game.jsonl")
    return here / "game.jsonl"


@pytest.fixture
def table(here: Path) -> Path:
    """A log for a game at a real table: chance is entered."""
    fine("new", "tides", "-p", "Anna", "-p", "Bob", "--chance", "given", "table.jsonl")
    return here / "table.jsonl"
