"""An evening of a club: standings and pages of a folder of games that people have played."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from kronika.core.contract.registry import get_game
from kronika.core.sessions.events import Ending
from kronika.core.sessions.session import Session
from kronika.logs.replaying.logfile import write_log
from kronika.logs.work.simulate import play_random
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
    done = run("standings", "evening", "--format", "json")
    assert done.status == 1, "a log has a fault"
    lines = json.loads(done.out)["lines"]
    assert [(one["name"], one["games"], one["wins"], one["ties"], one["losses"], one["won"]) for one in lines] == [
        ("Cyril", 2, 1, 1, 0, 1.5),
        ("Anna", 2, 1, 0, 1, 1.0),
        ("Bob", 2, 0, 1, 1, 0.5),
    ]
    assert [one["resigned"] for one in lines] == [0, 1, 0]
    assert sorted(done.err.splitlines()) == [
        "The standings omit 1 log that can't be read.",
        "evening/index.jsonl: it ended early, and no winner is given (`kronika end LOG --result NAME` "
        "does that); it does not count.",
        "evening/open.jsonl: the game is not finished; it does not count.",
        "evening/other-scribe.jsonl: the same game as evening/a.jsonl, the first of them by name; it does not count.",
        "evening/text.jsonl: line 1: this is not a log: it is not JSON. Each line of a log is an object, and the first "
        'has `{"kronika":2,"game":…}`; it does not count.',
    ]


def test_the_sheet_has_points_and_places_by_game_and_player_and_the_points_in_all(here: Path) -> None:
    for seed in (1, 2):
        fine("simulate", "tides", "--seed", seed, "--out", f"evening/{seed}")
    totals = [json.loads(fine("score", f"evening/{n}/tides-0001.jsonl", "--format", "json").out) for n in (1, 2)]
    first, second = ({"Anna": one["totals"][0], "Bob": one["totals"][1]} for one in totals)
    sheet = json.loads(fine("standings", "evening", "--format", "json").out)["sheet"]
    assert [(one["log"], one["title"], one["points"]) for one in sheet["games"]] == [
        ("1/tides-0001.jsonl", "Tides of Time", first),
        ("2/tides-0001.jsonl", "Tides of Time", second),
    ]
    for game in sheet["games"]:
        best = max(game["points"].values())
        assert game["places"] == {name: 1 if points == best else 2 for name, points in game["points"].items()}
    assert sheet["points"] == {name: first[name] + second[name] for name in first}
    told = fine("standings", "evening").lines
    names = told[0].split()[2:]
    assert told[2].split()[4:] == [part for name in names for part in (f"{first[name]},", f"{_place(first, name)}.")]
    assert told[4].split() == ["in", "all", *(str(sheet["points"][name]) for name in names)]
    fine("standings", "evening", "--out", "evening.html")
    page = Path("evening.html").read_text("utf-8")
    for name in names:
        assert f">{first[name]}, {_place(first, name)}.</td>" in page


def _place(points: dict[str, int], name: str) -> int:
    return 1 + sum(other > points[name] for other in points.values())


def test_points_of_several_games_are_on_the_sheet_and_not_added(here: Path) -> None:
    fine("simulate", "tides", "--out", "evening")
    fine("simulate", "imhotep", "--players", 3, "--out", "evening")
    sheet = json.loads(fine("standings", "evening", "--format", "json").out)["sheet"]
    assert [sorted(one["points"]) for one in sheet["games"]] == [["Anna", "Bob", "Cyril"], ["Anna", "Bob"]]
    assert sheet["points"] == {}
    assert "in all" not in fine("standings", "evening").out


def whole_game(moves: int | None = None) -> Session:
    """A game of bots, or its first moves."""
    whole = play_random(get_game("tides"), 2, {}, seed=5)
    session = Session(whole.game, whole.header)
    for event in whole.line.events[:moves]:
        session.do(event.by, event.do)
    return session


@pytest.mark.parametrize(
    ("one", "other", "counts", "why"),
    [
        (5, None, "b", "which is played to its end"),
        (None, 5, "a", "which is played to its end"),
        (5, 9, "b", "which continues for 4 more events"),
    ],
)
def test_of_two_logs_of_one_game_that_counts_which_goes_further(
    here: Path, one: int | None, other: int | None, counts: str, why: str
) -> None:
    Path("evening").mkdir()
    for name, moves in (("a", one), ("b", other)):
        session = whole_game(moves)
        if moves:
            session.set(ending=Ending("agreed", None, (0,)))
        write_log(f"evening/{name}.jsonl", session)
    done = fine("standings", "evening", "--format", "json")
    assert [one["log"] for one in json.loads(done.out)["sheet"]["games"]] == [f"{counts}.jsonl"]
    left = {"a": "b", "b": "a"}[counts]
    assert done.err == (f"evening/{left}.jsonl: the same game as evening/{counts}.jsonl, {why}; it does not count.\n")


@pytest.mark.parametrize(
    ("ending", "counts", "why"),
    [
        (None, "b", "which says who has won"),
        (Ending("abandoned", 1), "b", "which says who has won"),
        (
            Ending("agreed", None, (1,)),
            "a",
            "the first of them by name, which says that others have won: correct one of",
        ),
    ],
)
def test_of_two_logs_as_long_that_counts_which_says_who_has_won(
    here: Path, ending: Ending | None, counts: str, why: str
) -> None:
    Path("evening").mkdir()
    for name, told in (("a", ending), ("b", Ending("agreed", None, (0,)))):
        session = whole_game(6)
        if told:
            session.set(ending=told)
        write_log(f"evening/{name}.jsonl", session)
    done = fine("standings", "evening", "--format", "json")
    assert [one["log"] for one in json.loads(done.out)["sheet"]["games"]] == [f"{counts}.jsonl"]
    assert why in done.err


def test_a_log_that_can_t_be_read_at_all_ends_it_with_status_3(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fine("simulate", "tides", "--out", "evening")
    Path("evening/gone.jsonl").symlink_to("nowhere")
    done = run("standings", "evening")
    assert (done.status, done.lines[0].split()[0]) == (3, "game")
    assert "The standings omit 1 log that can't be read." in done.err


def test_of_an_evening_without_a_game_that_counts_there_are_no_standings(here: Path) -> None:
    """A table of nobody would look as if the evening had been read."""
    Path("evening").mkdir()
    game("open.jsonl", ("Anna", "Bob"), None)
    Path("evening/empty.jsonl").touch()
    done = run("standings", "evening", "--format", "json")
    assert (done.status, done.out) == (2, "")
    assert sorted(done.err.splitlines()) == [
        "error: evening: no game in it counts, so there are no standings.",
        "evening/empty.jsonl: line 1: the log is empty: the first line must be its header; it does not count.",
        "evening/open.jsonl: the game is not finished; it does not count.",
    ]


def test_the_table_has_no_column_for_bots(evening: Path) -> None:
    Path("evening/text.jsonl").unlink()
    told = fine("standings", "evening")
    assert told.lines[7].split() == ["name", "games", "won", "tied", "lost", "win", "rate", "95", "%"]
    assert "resigned 1 time." in told.out


def test_points_are_not_added_over_games(evening: Path) -> None:
    """In one game points have a mean; where there are two, places alone say something."""
    Path("evening/text.jsonl").unlink()
    for seed in (1, 2):
        fine("simulate", "tides", "--seed", seed, "--out", f"evening/one-{seed}")
    assert " points\n" in fine("standings", "evening").out
    fine("simulate", "imhotep", "--out", "evening/two")
    assert " points\n" not in fine("standings", "evening").out


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
    assert ">Cyril</td>" in index


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
    assert "it has a fault (`kronika validate` shows the referee more); it does not count." in index
    assert "hello" not in index
    assert ">points</th>" not in index
    assert "Public information only." in Path("stick/open.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("page", "evening", "other.jsonl", "--out", "stick"), "Several logs go with --as and --columns alone."),
        (("page", "evening", "--out", "evening"), "is a folder with something in it, which is left as it is."),
        (("page", "evening", "--out", "evening/a.jsonl"), "exists already, and is not a folder"),
        (("standings", "nowhere"), "nowhere: cannot list: No such file or directory."),
        (("page", "evening", "--as", "Nobody", "--out", "stick"), "There is no player 'Nobody'."),
    ],
)
def test_wrong_usage(evening: Path, words: tuple[str, ...], said: str) -> None:
    done = run(*words)
    assert done.status in (1, 2, 3)
    assert said in done.err
