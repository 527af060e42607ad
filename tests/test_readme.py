from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from kronika.core import game_names, get_game
from support.readme import PAGES, PICTURES, README, SHOWN, blocks, pictures, told

SELDOM = ("index", "install", "promise", "record-a-table", "verify-a-rulebook", "why-", "how-")
"""What pages begin with whose commands others show too; they are run with the slow suites."""


def pages() -> list[Any]:
    return [pytest.param(page, id=page.stem, marks=[pytest.mark.long] * page.stem.startswith(SELDOM)) for page in PAGES]


@pytest.mark.parametrize("page", pages())
def test_what_a_page_shows_is_what_its_commands_print(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    if "-- node " in text and shutil.which("node") is None:
        pytest.skip(f"{page.name} is about a program in JavaScript, and node is not here")
    assert told(page) == text


@pytest.mark.parametrize("name", SHOWN)
def test_the_pictures_of_the_readme_are_what_is_drawn_now(name: str) -> None:
    assert (PICTURES / name).read_text(encoding="utf-8") == pictures()[name]
    assert f'src="docs/pictures/{name}"' in README.read_text(encoding="utf-8")


def test_no_page_shows_a_fault_of_the_program() -> None:
    for page in PAGES:
        assert not re.search(r"Traceback|Please report it|command not found", page.read_text(encoding="utf-8")), page


def test_no_command_of_the_readme_fails_with_a_traceback() -> None:
    text = README.read_text(encoding="utf-8")
    assert sum(body.count("$ kronika ") for language, body in blocks(text) if language == "console") > 15
    assert "Traceback" not in text


def test_the_readme_begins_with_the_two_commands_and_names_every_game() -> None:
    text = README.read_text(encoding="utf-8")
    first, second = text.splitlines()[:2]
    assert first.strip().startswith("make demo")
    assert second.strip().startswith("make test")
    for name in game_names():
        game = get_game(name)
        if type(game).__module__.startswith("kronika."):
            assert f"| {game.title} | `{name}` |" in text
