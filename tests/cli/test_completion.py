"""Tab where bash breaks words, and where the set of words is known."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

import kronika.cli
from kronika.cli.printing.completing import LineComplete
from kronika.logs.replaying.logfile import write_log
from support.cli import PROGRAM
from support.logs import tides_game

needs_bash = pytest.mark.skipif(shutil.which("bash") is None or os.name != "posix", reason="bash is not here")


def completed(*words: str) -> list[str]:
    """What the shell offers for the last word."""
    shell = ShellComplete(kronika.cli.cli, {}, "kronika", "_KRONIKA_COMPLETE")
    return [item.value for item in shell.get_completions(list(words[:-1]), words[-1])]


@cache
def source() -> str:
    """What bash evaluates once."""
    return LineComplete(kronika.cli.cli, {}, "kronika", "_KRONIKA_COMPLETE").source()


def tab(line: str, part: str) -> list[str]:
    """What bash puts in the place of `part`, the end of a line after a break, as it hands it to the function."""
    script = (
        'eval "$3"; COMP_LINE=$1 COMP_POINT=${#1}; _kronika_completion kronika "$2"; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(
        ["bash", "-c", script, "bash", line, part, source()],
        env={**os.environ, "PATH": f".{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


@pytest.fixture
def program(here: Path) -> Path:
    (here / "kronika").write_text(f"#!{sys.executable}\n{PROGRAM}\n", encoding="utf-8")
    (here / "kronika").chmod(0o755)
    write_log("a b.jsonl", tides_game(()))
    write_log("g.jsonl", tides_game(()))
    return here


@needs_bash
@pytest.mark.usefixtures("program")
@pytest.mark.parametrize(
    ("line", "part", "wanted"),
    [
        ("kronika play g.jsonl Anna", "Anna", "Anna: pick 6"),
        ("kronika play g.jsonl Anna:", "", " pick 6"),
        ("kronika play g.jsonl Anna: ", "", "pick 6"),
        ("kronika play g.jsonl Anna: pick 1", "1", "14"),
        ("kronika play 'a b.jsonl' \"Anna: pi", "Anna: pi", "Anna: pick 6"),
        (r"kronika play g.jsonl Anna:\ pi", r"\ pi", " pick 6"),
        ("kronika play g.jsonl --bot Bob=gr", "gr", "greedy"),
        ("kronika play g.jsonl --bot Bob=", "", "mcts"),
        ("kronika new tides -o zero_tie=n", "n", "need_one"),
        ("kronika example show tides/FX-1", "tides/FX-1", "tides/FX-1"),
        ("kronika he", "he", "help"),
    ],
)
def test_bash_completes_after_its_breaks(line: str, part: str, wanted: str) -> None:
    assert wanted in tab(line, part)


@needs_bash
@pytest.mark.usefixtures("program")
def test_bash_completes_the_moves_of_one_player_alone() -> None:
    assert tab("kronika play g.jsonl Anna: pick ", "") == ["6", "8", "9", "14", "16"]


def test_the_bots_are_completed(here: Path) -> None:
    bots = ["random", "first", "greedy", "mc", "mcts", "value", "mc-value", "mcts-value"]
    write_log("g.jsonl", tides_game(()))
    assert completed("play", "g.jsonl", "--bot", "") == ["Anna=", "Bob="]
    assert completed("play", "g.jsonl", "--bot", "Bob=") == [f"Bob={bot}" for bot in bots]
    assert completed("play", "g.jsonl", "--bot", "Bob=mc") == ["Bob=mc", "Bob=mcts", "Bob=mc-value", "Bob=mcts-value"]
    assert completed("tournament", "--bot", "g") == ["greedy"]
    assert completed("tournament", "--bot", "Ada=g") == ["Ada=greedy"]
    assert completed("simulate", "tides", "--bots", "greedy,m") == [
        "greedy,mc",
        "greedy,mcts",
        "greedy,mc-value",
        "greedy,mcts-value",
    ]
    assert completed("analyse", "g.jsonl", "--bot", "") == bots
    assert completed("fairplay", "r") == ["random"]


def test_the_cards_of_a_game_are_completed() -> None:
    assert completed("cards", "tides", "mol") == ["Molehill"]
    assert completed("cards", "tides", "16") == ["16"]
    assert completed("cards", "tidse", "") == []
    assert "Molehill" in completed("cards", "tides", "")


@pytest.mark.usefixtures("duel")
def test_commands_are_completed_after_help() -> None:
    assert completed("help", "an") == ["analyse"]
    assert completed("help", "corpus", "ch") == ["check"]
    assert completed("help", "rules", "au") == ["audit"]
    assert completed("help", "new", "") == []
    assert completed("help", "nothing", "") == []


@pytest.mark.usefixtures("duel")
def test_the_examples_to_show_are_completed(here: Path) -> None:
    assert {"tides/", "duel/"} <= set(completed("example", "show", ""))
    assert completed("example", "show", "ti") == ["tides/", "tigris/"]
    assert completed("example", "show", "tides/fx-") == ["tides/FX-1", "tides/FX-2", "tides/FX-3", "tides/FX-4"]
    assert completed("example", "show", "tidse/") == []
