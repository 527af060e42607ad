"""`simulate` and `demo`."""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path

import pytest

import kronika.cli
from kronika.cli.commands.demo import SCENES
from kronika.core.basics.chance import Dice
from kronika.core.contract.registry import game_names, get_game
from kronika.logs.replaying.replay import load
from kronika.logs.replaying.validation import validate
from support.cli import Result, fine, killed, process, run

pytestmark = pytest.mark.usefixtures("duel")


def contents(folder: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(Path(folder).iterdir())}


def test_simulate(here: Path) -> None:
    assert fine("simulate", "tides", "-n", 3, "--out", "games") == Result(0, "", "games: 3 games of Tides of Time.\n")
    assert sorted(os.listdir("games")) == [f"tides-000{number}.jsonl" for number in (1, 2, 3)]
    assert fine("validate", "--strict", "games").err == "3 logs, 117 events: none with faults.\n"


def test_one_game_is_the_default(here: Path) -> None:
    assert fine("simulate", "duel", "--out", "a").err == "a: 1 game of Duel.\n"
    assert len(load("a/duel-0001.jsonl").players) == 2


def test_players_options_and_packed(here: Path) -> None:
    fine("simulate", "duel", "--players", 3, "--out", "a")
    assert load("a/duel-0001.jsonl").players == ("Anna", "Bob", "Cyril")
    fine("simulate", "duel", "-o", "joker=true", "--packed", "--out", "b")
    assert os.listdir("b") == ["duel-0001.kpack"]
    assert load("b/duel-0001.kpack").header.options == {"joker": True}


def test_a_game_for_more_players_than_there_are_first_names(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(get_game("duel")), "seats", (2, 7))
    fine("simulate", "duel", "--players", 7, "--out", "a")
    assert load("a/duel-0001.jsonl").players[3:] == ("Dana", "Eva", "Filip", "Player 7")


def test_the_same_bytes_with_any_number_of_jobs_and_any_hashing(here: Path, duel: dict[str, str]) -> None:
    words = ("simulate", "duel", "-n", 5, "--seed", 9, "--players", 3, "--out")
    fine(*words, "here")
    for folder, jobs, seed in (("one", 1, "0"), ("two", 2, "random")):
        done = process(*words, folder, "--jobs", jobs, env={**duel, "PYTHONHASHSEED": seed}, cwd=here)
        assert done.status == 0, done
        assert contents(folder) == contents("here")


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (("tides", "--out", "a", "--players", 3), 2, "Tides of Time is for 2 players, not 3."),
        (("duel", "--out", "a", "--players", 1), 2, "Duel is for 2 to 3 players, not 1."),
        (("ancient_knowledge", "--out", "a", "--players", 9), 2, "Ancient Knowledge is for 2 to 4 players, not 9."),
        (("imhotep", "--out", "a", "--players", 5), 2, "is for 2 to 4 players, not 5."),
        (("viceroy", "--out", "a", "--players", 5), 2, "is for 1 to 4 players, not 5."),
        (("duel", "--out", "a", "--players", 3, "-o", "joker=true"), 2, "The joker is for two players."),
        (("duel", "--out", "a", "-o", "jocker=true"), 2, "Did you mean joker?"),
        (("duel", "--out", "a", "-n", 0), 2, "Invalid value for '-n'"),
        (("duel", "--out", "a", "--jobs", 0), 2, "Invalid value for '--jobs'"),
        (("duel",), 2, "Missing option '--out'"),
        (("duel", "--out", "file/a"), 3, "file/a: cannot create: "),
        (("duel", "--out", "file"), 3, "file: cannot create: "),
        (("duel", "--out", "full"), 3, "full/duel-0001.jsonl: exists already, and is no log that can be read: "),
    ],
)
def test_simulate_refused(here: Path, words: tuple[object, ...], status: int, message: str) -> None:
    Path("file").write_text("")
    os.mkdir("full")
    Path("full/duel-0001.jsonl").write_text("precious")
    done = run("simulate", *words)
    assert (done.status, done.out) == (status, "")
    assert message in done.err
    assert sorted(os.listdir()) == ["file", "full"]
    assert Path("full/duel-0001.jsonl").read_text() == "precious"


def test_simulate_beside_a_later_log_stops_there(here: Path) -> None:
    os.mkdir("a")
    Path("a/duel-0002.jsonl").write_text("precious")
    done = run("simulate", "duel", "-n", 3, "--out", "a")
    assert done.status == 3
    assert "exists already" in done.err
    assert Path("a/duel-0002.jsonl").read_text() == "precious"
    assert validate("a/duel-0001.jsonl").ok


@pytest.mark.parametrize("jobs", [1, 2])
def test_simulate_goes_on_where_it_was(here: Path, jobs: int) -> None:
    """What is there is left as it is, and not even read beyond its header; what is not there is played."""
    words = ("simulate", "duel", "-n", 9, "--seed", 9, "--packed", "--jobs", jobs, "--out")
    fine(*words, "whole")
    fine(*words, "broken")
    for number in (1, 4, 9):
        os.unlink(f"broken/duel-000{number}.kpack")
    before = {path: path.stat().st_ino for path in Path("broken").iterdir()}
    assert fine(*words, "broken").err == "broken: 9 games of Duel.\n"
    assert contents("broken") == contents("whole")
    assert {path: path.stat().st_ino for path in before} == before


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--seed", 2), "another game: its seed: "),
        (("--players", 3), "another game: its players: 'Anna' and 'Bob', not 'Anna', 'Bob' and 'Cyril'"),
        (("-o", "joker=true"), "another game: its options: {'joker': False}, not {'joker': True}"),
        (("--bots", "random"), "another game: its tags: {}, not {'bots': 'Anna random, Bob random'}"),
    ],
)
def test_simulate_refuses_to_go_on_with_other_games(here: Path, more: tuple[object, ...], said: str) -> None:
    fine("simulate", "duel", "-n", 2, "--out", "a")
    before = contents("a")
    done = run("simulate", "duel", "-n", 3, "--out", "a", *more)
    assert (done.status, done.out) == (3, "")
    said = f"a/duel-0001.jsonl: exists already, and is {said}"
    assert said in " ".join(done.err.split())
    assert contents("a") == before


def test_simulate_does_not_mix_games_of_bots_that_end_otherwise(here: Path) -> None:
    words = ("simulate", "duel", "--bots", "random,first", "--out", "a", "--maxmoves")
    fine(*words, 2000)
    assert load("a/duel-0001.jsonl").tags == {"bots": "Anna random, Bob first"}
    done = run(*words, 5)
    assert done.status == 3
    assert "'maxmoves': '5'" in done.err


def test_simulate_does_not_wait_for_a_pipe_in_its_way(here: Path) -> None:
    os.mkdir("a")
    os.mkfifo("a/duel-0001.jsonl")
    done = run("simulate", "duel", "--out", "a")
    assert done.status == 3
    assert "a/duel-0001.jsonl: exists already, and is a named pipe" in done.err


@pytest.mark.parametrize("kills", [1, pytest.param(10, marks=pytest.mark.long)])
@pytest.mark.parametrize("jobs", [1, 2])
def test_simulate_killed_at_any_time_ends_with_the_same_files(here: Path, jobs: int, kills: int) -> None:
    words = [*("simulate", "tides", "-n", str(400 * kills), "--jobs", str(jobs), "--out")]
    fine(*words, "whole")
    dice = Dice(kills, jobs)
    for _ in range(kills):
        assert killed([*words, "broken"], "broken", dice.below(20) / 100), "too few games: it was over before"
    fine(*words, "broken")
    assert contents("broken") == contents("whole")


def test_demo_shows_commands_and_ends_with_the_score_sheet(here: Path) -> None:
    """The scripted match ends 60 : 60."""
    done = fine("demo")
    commands = [line for line in done.lines if line.startswith("$ kronika ")]
    assert commands[0] == "$ kronika new tides -p Anna -p Bob --seed 7 --tag event=Demo --quiet game.jsonl"
    for command in ("play", "undo", "redo", "replay", "validate", "score"):
        assert any(line.startswith(f"$ kronika {command} ") for line in commands)
    assert [line.split() for line in done.lines if line.startswith("total")] == [["total", "60", "60"]]
    assert any(line.startswith("Anna and Bob share the victory") for line in done.lines)
    assert os.listdir(here) == []


def test_demo_shows_each_game_on_one_screen_and_says_what_next(here: Path) -> None:
    lines = fine("demo").lines
    titles = [at for at, line in enumerate(lines) if line.startswith("$ kronika replay ") and "--step" in line]
    assert [lines[at].split()[3].removesuffix(".jsonl") for at in titles] == [*SCENES]
    assert set(SCENES) == set(game_names()) - {"duel"}
    end = lines.index("What next?")
    for first, last in pairwise([*titles, end]):
        assert last - first <= 24
        assert max(map(len, lines[first:last])) <= 80
    assert lines[-1] == "kronika help                                    all commands"
    for line in lines[end + 1 :]:
        assert line.split()[1] in kronika.cli._COMMANDS


def test_demo_of_one_game(here: Path) -> None:
    """The title is that of a command that shows this very page."""
    lines = fine("demo", "tigris").lines
    assert [line for line in lines if line.startswith("$ kronika")] == [
        "$ kronika replay tigris.jsonl --from 131 --as Anna --step --boards"
    ]
    assert any(line.startswith(" 131  ") for line in lines)
    done = run("demo", "tigirs")
    assert (done.status, done.out) == (2, "")
    assert "There is no scene of 'tigirs'. Did you mean tigris?" in done.err
