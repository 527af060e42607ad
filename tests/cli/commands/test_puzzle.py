"""`puzzle`: games are looked through, puzzles written and solved again."""

from __future__ import annotations

import json
import re
from contextlib import chdir
from pathlib import Path
from shutil import copytree

import pytest

from kronika.cli.page.puzzles import _said
from kronika.core.examples.solver import EndValue
from support.cli import fine, run
from support.logs import data_of, duel_game

GAME = (
    *("chance: prize 2", "Anna: play 2", "Bob: play 1", "Anna: take"),
    *("chance: prize 3", "Anna: play 1", "Bob: play 3", "Bob: take"),
    *("chance: prize 2", "Anna: play 4", "Bob: play 2", "Anna: take"),
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three games of Imhotep, and a puzzle that is found in them."""
    folder = tmp_path_factory.mktemp("made")
    with chdir(folder):
        fine("simulate", "imhotep", "-n", 3, "--bots", "greedy", "--out", "games")
        fine("puzzle", "games", "--positions", 200, "--out", "p.toml")
    return folder


@pytest.fixture
def puzzles(here: Path, made: Path) -> str:
    """A file with a puzzle of Imhotep: in the last round Anna has one ship to load or to sail."""
    copytree(made, here, dirs_exist_ok=True)
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


def test_what_cannot_be_read_is_reported(puzzles: str) -> None:
    lines = Path("games/imhotep-0001.jsonl").read_text().splitlines()
    Path("games/broken.jsonl").write_text("\n".join([*lines[:3], "{}", *lines[4:]]))
    assert "broken.jsonl:4: " in run("puzzle", "games", "--positions", 50).err
    assert run("puzzle", "nothing.toml").status == 3
    Path("bad.toml").write_text("[[example]]\nid = 1\n")
    done = run("puzzle", "bad.toml")
    assert (done.status, "bad.toml:2: key id: " in done.err) == (2, True)
    done = run("puzzle", puzzles, "--out", "p.txt")
    assert done.err == "error: p.txt: the name of a file of puzzles ends in .toml or .html.\n"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("lead = -?[0-9]+", "lead = 100", "goal.lead: expected 100 points ahead, got "),
        ("\n\n", '\nwhen = ["fly"]\n\n', "when.1: expected the move `fly`, got "),
    ],
)
def test_what_is_not_proved_has_no_page(puzzles: str, old: str, new: str, why: str) -> None:
    Path("wrong.toml").write_text(re.sub(old, new, Path(puzzles).read_text(), count=1))
    done = run("puzzle", "wrong.toml", "--out", "wrong.html")
    assert done.err.startswith(f"error: wrong.toml: P-1 is not proved: {why}")
    assert not Path("wrong.html").exists()


def test_what_can_not_be_written_is_reported_before_the_search(puzzles: str) -> None:
    before = Path(puzzles).read_bytes()
    for out, why in ((puzzles, "exists already"), ("nowhere/p.toml", "No such file")):
        done = run("puzzle", "games", "--out", out)
        assert why in done.err
        assert "searching" not in done.err
    assert Path(puzzles).read_bytes() == before


def test_ends_in_words() -> None:
    """A table of one has points; who has won may be level on points."""
    assert _said(EndValue(1, 33), 1) == "33 points"
    assert _said(EndValue(1, 0), 2) == "won, level on points"
    assert _said(EndValue(0, -1), 2) == "lost, 1 point behind"
    assert _said(EndValue(0.5, 0), 2) == "a shared win, level on points"


def test_no_id_is_there_twice(puzzles: str) -> None:
    """Two files begin with P-1 each, and what is found in logs as well."""
    fine("puzzle", puzzles, "games", "--positions", 200, "--out", "all.toml")
    assert fine("example", "check", "all.toml").status == 0


@pytest.mark.parametrize(
    ("path", "status", "why"),
    [("nowhere", 3, "No position in what could be read has one"), ("plain.toml", 1, "No example has a goal.")],
)
def test_what_has_none_is_named(here: Path, path: str, status: int, why: str) -> None:
    Path("plain.toml").write_text('[[example]]\nid = "E"\ngame = "tides"\n')
    done = run("puzzle", path)
    assert (done.status, done.out) == (status, "")
    assert why in done.err
    assert run("puzzle", path, "--format", "json").out == "[]\n"
