"""A game of another package that is broken spoils no command but its own."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from support.cli import Result, fine, run
from support.logs import write

Install = Callable[..., None]

WHY = (
    "The game 'second' of pack-of-second can't be used: "
    "it can't be imported (ModuleNotFoundError: No module named 'numbers_that_are_nowhere')."
)
EXAMPLES = '[[example]]\nid = "A"\ngame = "{game}"\nexpect.turn = ["chance"]\n'


@pytest.fixture(autouse=True)
def broken(install: Install) -> None:
    install("pack-of-second", "second = pack_of_second:GAME", "import numbers_that_are_nowhere")


@pytest.mark.parametrize("words", [("games",), ("games", "--format", "json"), ("schema", "--examples")])
def test_listings_have_all_others_and_name_it_once(words: tuple[str, ...]) -> None:
    done = fine(*words)
    assert done.err == f"warning: {WHY}\n"
    assert all(game in done.out for game in ("ancient_knowledge", "imhotep", "tides", "tigris", "viceroy"))


@pytest.mark.parametrize("words", [("rules", "second"), ("schema", "second"), ("new", "second", "-p", "A", "x.jsonl")])
def test_asked_for_it_is_refused_with_the_reason(here: Path, words: tuple[str, ...]) -> None:
    assert run(*words) == Result(2, "", f"error: {WHY}\n")


def test_a_log_and_an_example_of_it(here: Path) -> None:
    write(here / "a.jsonl", [{"kronika": 2, "game": "second", "rules": 1, "players": ["Anna", "Bob"]}])
    Path("a.toml").write_text(EXAMPLES.format(game="second") + EXAMPLES.format(game="tides"))
    assert run("validate", "a.jsonl").out == f"a.jsonl:1: unknown-game {WHY}\n"
    done = run("example", "check", "a.toml")
    assert (done.status, done.err) == (1, "2 examples: 1 failed.\n")
    assert "can't be used" in done.out
    for words in (("validate", "a.jsonl"), ("example", "check", "a.toml"), ("corpus", "check", ".")):
        done = run(*words, "--format", "sarif")
        assert done.status == 1
        assert "can't be used" in json.dumps(done.json)


def test_a_built_in_game_whose_name_is_taken_is_played_as_ever(here: Path, install: Install) -> None:
    install("pack-of-tides", "tides = pack_of_tides:GAME", "raise SystemExit")
    assert fine("simulate", "tides", "--out", "a").err == "a: 1 game of Tides of Time.\n"
    assert fine("games").err.splitlines() == [
        f"warning: {WHY}",
        "warning: The game 'tides' of pack-of-tides is ignored: kronika has a game of this name.",
    ]


def test_an_entry_point_that_names_nothing(here: Path, install: Install) -> None:
    install("odd-pack", "odd = :GAME", "")
    assert "'odd' of odd-pack can't be used: it can't be imported (" in fine("games").err
    fine("simulate", "tides", "--out", "a")
    fine("corpus", "check", "a")
