"""An evening of a club: standings and pages of a folder of games that people have played."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from kronika.core.events import Ending
from kronika.logs.store import write_log
from support.cli import fine, run
from support.logs import TIDES_MOVES, tides_game


def game(name: str, players: Sequence[str], ending: Ending | None, moves: Sequence[str] = (), **more: Any) -> None:
    session = tides_game(moves, players, **more)
    if ending:
        session.set(ending=ending)
    write_log(f"evening/{name}", session)


@pytest.fixture
def evening(here: Path) -> Path:
    """Anna beats Bob, Cyril beats Anna, Bob and Cyril share; the rest is not to count."""
    Path("evening/late").mkdir(parents=True)
    game("a.jsonl", ("Anna", "Bob"), Ending("agreed", None, (0,)), TIDES_MOVES[:0])
    game("late/b #2.jsonl", ("Cyril", "anna"), Ending("resigned", 1, (0,)), seed=8)
    game("late/c.jsonl", ("Bob", "Cyril"), Ending("agreed", None, (0, 1)), seed=9)
    game("other-scribe.jsonl", ("Anna", "Bob"), Ending("agreed", None, (0,)), tags={"scribe": "two"})
    game("open.jsonl", ("Anna", "Bob"), None, seed=10)
    game("index.jsonl", ("Anna", "Bob"), Ending("abandoned", 1), seed=11)
    Path("evening/text.jsonl").write_text("hello\n")
    return Path("evening")


def test_who_has_won_the_evening(evening: Path) -> None:
    done = fine("standings", "evening", "--format", "json")
    lines = json.loads(done.out)["lines"]
    assert [(one["name"], one["games"], one["wins"], one["shared"], one["score"]) for one in lines] == [
        ("Cyril", 2, 1, 1, 1.5),
        ("Anna", 2, 1, 0, 1.0),
        ("Bob", 2, 0, 1, 0.5),
    ]
    assert [one["resigned"] for one in lines] == [0, 1, 0]
    assert sorted(done.err.splitlines()) == [
        "evening/index.jsonl: it ended before its end, and nobody is said to have won (`kronika end LOG --result NAME` "
        "does); it does not count.",
        "evening/open.jsonl: the game is not at its end; it does not count.",
        "evening/other-scribe.jsonl: the same game as evening/a.jsonl; it does not count.",
        "evening/text.jsonl: line 1: the first line is no header: a sign stands there that JSON does not have there "
        "(byte 1); it does not count.",
    ]


def test_of_an_evening_without_a_game_that_counts_there_are_no_standings(here: Path) -> None:
    """A table of nobody would look as if the evening had been read."""
    Path("evening").mkdir()
    game("open.jsonl", ("Anna", "Bob"), None)
    Path("evening/empty.jsonl").touch()
    done = run("standings", "evening", "--format", "json")
    assert (done.status, done.out) == (2, "")
    assert sorted(done.err.splitlines()) == [
        "error: evening: no game in it counts, so nobody stands anywhere.",
        "evening/empty.jsonl: line 1: the log is empty: the first line must be its header; it does not count.",
        "evening/open.jsonl: the game is not at its end; it does not count.",
    ]


def test_the_table_has_no_column_for_bots(evening: Path) -> None:
    told = fine("standings", "evening")
    assert told.lines[0].split() == ["name", "games", "won", "shared", "score", "95", "%"]
    assert "resigned 1 time." in told.out


def test_points_are_not_added_over_games(evening: Path) -> None:
    """In one game points have a mean; where there are two, places alone say something."""
    for seed in (1, 2):
        fine("simulate", "tides", "--seed", seed, "--out", f"evening/one-{seed}")
    assert "points" in fine("standings", "evening").lines[0]
    fine("simulate", "imhotep", "--out", "evening/two")
    assert "points" not in fine("standings", "evening").out


def test_the_evening_as_pages(evening: Path) -> None:
    done = run("page", "evening", "--out", "stick")
    assert done.status == 1
    assert "evening/text.jsonl:1: syntax" in done.err
    assert done.err.splitlines()[-1] == "stick: 6 games. Open stick/index.html in a browser."
    names = {path.name for path in Path("stick").iterdir()}
    assert names == {
        "index.html",
        "index-2.html",
        "a.html",
        "late-b #2.html",
        "late-c.html",
        "open.html",
        "other-scribe.html",
    }
    index = Path("stick/index.html").read_text("utf-8")
    for link in ("index-2.html", "a.html", "late-b%20%232.html"):
        assert f'href="{link}"' in index
    assert "3 games of Tides of Time in the standings." in index
    assert "<td>Cyril</td>" in index


def test_pages_for_everyone_have_nothing_of_a_hand(evening: Path) -> None:
    """Nor does the page that leads to them: neither what a fault quotes nor points of a game that kept its secrets."""
    fine("simulate", "tides", "--out", "evening/one")
    session = tides_game(("Anna: pick 9",), seed=7)
    data = json.dumps({"hand": "not for all"})
    write_log("evening/whole.jsonl", session)
    with Path("evening/whole.jsonl").open("a", encoding="utf-8") as file:
        file.write(data + "\n")
    assert run("page", "evening", "--out", "stick", "--as", "everyone").status == 1
    index = Path("stick/index.html").read_text("utf-8")
    assert "it has a fault (`kronika validate` tells the referee more); it does not count." in index
    assert "hello" not in index
    assert ">points</th>" not in index
    assert "As everyone may see it." in Path("stick/open.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("page", "evening", "other.jsonl", "--out", "stick"), "A folder goes with --as and --columns alone."),
        (("page", "evening", "--out", "evening"), "is a folder with something in it, which is left as it is."),
        (("page", "evening", "--out", "evening/a.jsonl"), "exists already, and is no folder"),
        (("standings", "nowhere"), "nowhere: cannot list: No such file or directory."),
        (("page", "evening", "--as", "Nobody", "--out", "stick"), "There is no player 'Nobody'."),
    ],
)
def test_wrong_usage(evening: Path, words: tuple[str, ...], said: str) -> None:
    done = run(*words)
    assert done.status in (1, 2, 3)
    assert said in done.err
