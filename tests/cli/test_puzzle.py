"""`puzzle`: games are looked through, puzzles written and solved again."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from support.cli import fine, run
from support.logs import data_of, duel_game

GAME = (
    *("chance: prize 2", "Anna: play 2", "Bob: play 1", "Anna: take"),
    *("chance: prize 3", "Anna: play 1", "Bob: play 3", "Bob: take"),
    *("chance: prize 2", "Anna: play 4", "Bob: play 2", "Anna: take"),
)


@pytest.fixture
def puzzles(here: Path) -> str:
    """A file with a puzzle of Imhotep: in the last round Anna has one ship to load or to sail."""
    fine("simulate", "imhotep", "-n", 3, "--bots", "greedy", "--out", "games")
    fine("puzzle", "games", "--positions", 200, "--out", "p.toml")
    return "p.toml"


def test_they_are_proved_again(puzzles: str) -> None:
    assert fine("example", "check", puzzles).status == 0
    text = Path(puzzles).read_text()
    Path("wrong.toml").write_text(re.sub("lead = -?", "lead = 100", text, count=1))
    done = run("example", "check", "wrong.toml")
    assert done.status == 1
    assert "goal.lead" in done.out


def test_the_answer_is_not_told(puzzles: str) -> None:
    best = [line for line in Path(puzzles).read_text().splitlines() if line.startswith("goal")]
    told = fine("puzzle", puzzles).out
    listed = json.loads(fine("puzzle", puzzles, "--format", "json").out)
    assert len(listed) == len(best)
    assert "best = " not in told
    assert {one["game"] for one in listed} == {"imhotep"}
    assert all(one["positions"] > 1 for one in listed)


def test_the_page(puzzles: str) -> None:
    fine("puzzle", puzzles, "--out", "p.html")
    page = Path("p.html").read_text()
    assert "<script" not in page
    listed = json.loads(fine("puzzle", puzzles, "--format", "json").out)
    assert page.count("<strong>Best: ") == page.count("<article>") == len(listed)
    assert page.count("<details>") == sum(int(one["title"].split()[3]) for one in listed), "each move can be tried"


def test_jobs_change_nothing(puzzles: str) -> None:
    fine("puzzle", "games", "--positions", 200, "--jobs", 2, "--out", "q.toml")
    assert Path("q.toml").read_bytes() == Path(puzzles).read_bytes()


@pytest.mark.usefixtures("duel")
def test_a_game_without_any(here: Path) -> None:
    """To take the last prize pays most at once, and there are two moves alone."""
    Path("g.jsonl").write_bytes(data_of(duel_game(GAME)))
    done = run("puzzle", "g.jsonl")
    assert (done.status, done.out) == (1, "")
    assert done.err == "No position has one best move that can be proved.\n"


def test_what_cannot_be_read_is_told(puzzles: str) -> None:
    lines = Path("games/imhotep-0001.jsonl").read_text().splitlines()
    Path("games/broken.jsonl").write_text("\n".join([*lines[:3], "{}", *lines[4:]]))
    assert "broken.jsonl:4: " in run("puzzle", "games", "--positions", 50).err
    assert run("puzzle", "nothing.toml").status == 3
    Path("bad.toml").write_text("[[example]]\nid = 1\n")
    done = run("puzzle", "bad.toml")
    assert (done.status, "bad.toml:2: key id: " in done.err) == (2, True)
    done = run("puzzle", puzzles, "--out", "p.txt")
    assert done.err == "error: p.txt: the name of a file of puzzles ends in .toml or .html.\n"
