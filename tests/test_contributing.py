"""CONTRIBUTING.md is short, and names only what is there: paths, rooms, tests, targets of make."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from support.playouts import ROOT

PAGE = ROOT / "CONTRIBUTING.md"
TEXT = PAGE.read_text(encoding="utf-8")
MAP, ROOMS_OF_A_GAME = re.findall(r"(?:^    .*\n)+", TEXT, re.MULTILINE)
GAMES = sorted(path.parent for path in (ROOT / "core" / "games").glob("*/SPEC.md"))


def quoted() -> set[str]:
    """All that stands in backticks."""
    return set(re.findall(r"`([^`\n]+)`", TEXT))


def test_it_is_short() -> None:
    assert len(TEXT.split("\n")) <= 170


def test_every_path_is_there() -> None:
    """All with a slash; NAME and GAME stand for others, and `make ready` makes .venv."""
    words = {word for text in quoted() for word in text.split()}
    named = {
        word
        for word in words
        if re.fullmatch(r"[\w.-]+(/[\w.-]+)+", word) and not re.search(r"NAME|GAME|^\.venv", word)
    }
    named |= {"MANIFEST.in", "pyproject.toml"} & words
    assert len(named) > 60
    assert sorted(path for path in named if not (ROOT / path).exists()) == []


@pytest.mark.parametrize("name", sorted(re.findall(r"\btest_\w+\.py\b", TEXT)))
def test_every_test_is_there(name: str) -> None:
    assert list((ROOT / "tests").rglob(name))


def test_every_target_of_make_is_there() -> None:
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = set(re.findall(r"`make ([\w-]+)", TEXT))
    assert {"test", "check", "ready"} <= named <= targets


def rooms() -> set[str]:
    """The folders at the top, and the packages in them; those within a game are listed for all games together."""
    found = {"src/kronika", "src/kronika/testing", "src/kronika/envs", "core", "logs", "cli", "pytest_plugin"}
    found |= {"fixtures", "docs", "tests"}
    for place in ("core", "logs", "cli"):
        found |= {f"{place}/{path.name}" for path in (ROOT / place).iterdir() if any(path.glob("*.py"))}
    return found


def test_the_map_has_every_room_and_no_other() -> None:
    assert {line.split()[0].rstrip("/") for line in MAP.split("\n")[:-1]} == rooms()


@pytest.mark.parametrize("room", sorted(rooms() - {"docs", "tests"}))
def test_every_room_says_what_is_in_it(room: str) -> None:
    """In one plain sentence, the first line of its package."""
    first = (ROOT / room / "__init__.py").read_text(encoding="utf-8").partition("\n")[0]
    assert re.match(r'""".{15,}[.:]', first), first


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_has_the_same_rooms(game: Path) -> None:
    named = [name for line in ROOMS_OF_A_GAME.split("\n")[:-1] for name in line.strip().split("  ")[0].split(", ")]
    assert {"SPEC.md", "rules", "view", "redeal", "heuristic"} < set(named)
    there = {path.name for path in game.iterdir()}
    assert [name for name in named if not {name, f"{name}.py"} & there] == []


def test_every_note_has_a_date() -> None:
    notes = [path for place in ("core", "logs", "cli") for path in (ROOT / place).rglob("NOTES.md")]
    assert len(notes) > 10
    for path in notes:
        lines = path.read_text(encoding="utf-8").split("\n")[4:-1]
        assert all(re.match(r"- 20\d\d-\d\d: |  \S", line) for line in lines), path
