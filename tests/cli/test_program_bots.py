"""Bots in other languages, as they are typed: those of the documentation, in every game and every command."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kronika.core.basics.chance import Dice
from kronika.core.contract.registry import game_names
from kronika.core.sessions.events import Ending
from kronika.logs.players.engine_process import close_all
from kronika.logs.replaying.logfile import write_log
from kronika.logs.replaying.replay import load
from support.cli import PROGRAM, alive, fine, run
from support.logs import tides_game
from support.playouts import ROOT

CLIENTS = ROOT / "docs" / "clients"
PY = f"program:{sys.executable} -S {CLIENTS / 'bot.py'}"
WRONG = f"program:{sys.executable} -IS {ROOT / 'tests' / 'support' / 'wrong_bot.py'}"


@pytest.fixture(autouse=True)
def ended() -> Iterator[None]:
    """No program outlives its test."""
    yield
    close_all()


def contents(folder: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(Path(folder).iterdir())}


@pytest.mark.parametrize(("language", "file"), [(sys.executable, "bot.py"), ("node", "bot.js")])
@pytest.mark.parametrize(
    "game",
    [pytest.param(name, marks=() if name in ("tides", "imhotep") else pytest.mark.long) for name in game_names()],
)
def test_a_bot_of_the_documentation_plays_every_game(game: str, language: str, file: str, here: Path) -> None:
    """To its end by the rules; thirty lines are enough."""
    if shutil.which(language) is None:
        pytest.skip(f"there is no {language} here: its bot is not tried")
    assert len((CLIENTS / file).read_text().splitlines()) <= 30
    (here / "b.toml").write_text(f'[program.b]\ncommand = ["{language}", "{CLIENTS / file}"]\nseconds = 20')
    fine("simulate", game, "--bots", "b.toml#b", "--out", "a")
    (log,) = Path("a").glob("*.jsonl")
    assert load(str(log)).result() is not None


def test_the_same_seed_gives_the_same_bytes_with_any_number_of_jobs(here: Path) -> None:
    words = ("simulate", "tides", "-n", 4, "--seed", 1, "--bots", f"{PY},random", "--out")
    fine(*words, "one")
    fine(*words, "two", "--jobs", 2)
    assert contents("one") == contents("two")
    assert len({log.split(b"\n", 1)[1] for log in contents("one").values()}) == 4


def test_in_a_match(here: Path) -> None:
    Path("m.toml").write_text(
        '[[match]]\nname = "m"\ngame = "tides"\nplayers = ["Anna", "Bob"]\nseeds = [4]\n'
        'bots = { Anna = "mine", Bob = "first" }\nexpect.turn = []\n'
    )
    assert fine("match", "m.toml", "--bot", f"mine={PY}").out.startswith("ok    m 4: Anna ")
    done = run("match", "m.toml", "--bot", f"mine={WRONG} late:0.2s")
    assert "got The bot 'mine' of Anna was late: no answer within 0.2 s" in " ".join(done.out.split())
    Path("m.toml").write_text(Path("m.toml").read_text().replace('"mine"', '"program:touch pwned"'))
    assert "a file can't name a program to run" in run("match", "m.toml").err
    assert not Path("pwned").exists()


def test_at_the_table(here: Path) -> None:
    write_log("g.jsonl", tides_game(()))
    before = len(load("g.jsonl").history)
    fine("play", "g.jsonl", f"pick {min(load('g.jsonl').state.hands[0])}", "--bot", f"Bob={PY}")
    assert [getattr(entry, "by", None) for entry in load("g.jsonl").history[before:]] == [1, 0, 1]


def test_one_that_resigns_at_the_table_ends_the_game(here: Path) -> None:
    write_log("g.jsonl", tides_game(()))
    played = ("play", "g.jsonl", "--bot", f"Bob={WRONG} resign")
    fine(*played, f"pick {min(load('g.jsonl').state.hands[0])}")
    done = fine(*played, f"pick {min(load('g.jsonl').state.hands[0])}")
    assert load("g.jsonl").ending == Ending("resigned", 1, (0,))
    assert "resigned (Bob), won by Anna" in done.out + done.err


def test_does_it_peek(here: Path) -> None:
    """It is sent the same each time, whatever is hidden: it can't."""
    done = fine("fairplay", PY, "tides", "-n", 4, "--games", 1)
    assert "the choice never changed in 4 positions of Tides of Time" in done.err
    done = run("fairplay", f"{WRONG} resign", "tides", "-n", 4, "--games", 1)
    assert done.status == 1
    assert "with other things hidden, `resign`." in " ".join(done.out.split())  # it goes right twice


def test_a_tournament_names_its_programs_in_its_own_file(here: Path) -> None:
    """They are started where the command line says so alone."""
    file = f"""\
name = "cup"
game = "tides"

[[bot]]
name = "Anna"

[[bot]]
name = "Bob"
bot = "first"

[program.mine]
command = ["{sys.executable}", "-S", "{CLIENTS / "bot.py"}"]
environment = {{ SECRET = "of mine" }}
"""
    Path("cup.toml").write_text(file)
    assert fine("tournament", "cup.toml", "--bot", "Anna=cup.toml#mine", "--out", "one").err.startswith("one: 2 games")
    assert "SECRET" not in "".join(data.decode() for data in contents("one").values())
    assert b'"bot Anna":"cup.toml#mine"' in contents("one")["0000001.jsonl"]
    Path("cup.toml").write_text(file.replace('name = "Anna"', 'name = "Anna"\nbot = "cup.toml#mine"'))
    assert "a file can't name a program to run" in run("tournament", "cup.toml", "--out", "two").err


def test_standings_name_faults_by_kind(here: Path) -> None:
    """Game 1 is Good's and Bad's, game 4 the other seating of Good and Tired; against each other one of them goes."""
    words = ("--game", "tides", "--bot", "Good=first", "--bot", f"Bad={WRONG} dies", "--bot", f"Tired={WRONG} resign")
    told = " ".join(fine("tournament", *words, "--games", 2, "--out", "one").out.split())
    assert re.search(
        r"Bad: \d faults, crashed; in game 1: The bot '.*' of Bad crashed: it has ended, with status 3", told
    )
    assert r"Its last word: 'so long\x1b[2J'" in told
    assert re.search(r"Tired: resigned \d times\.", told)
    lines = json.loads(fine("standings", "one", "--format", "json").out)["lines"]
    bad, tired = (next(line for line in lines if line["name"] == name) for name in ("Bad", "Tired"))
    assert (bad["faults"]["crashed"]["game"], bad["resigned"], tired["faults"]) == (1, 0, {})
    assert bad["faults"]["crashed"]["count"] + tired["resigned"] == 6


def test_games_lost_by_a_fault_are_reported_again(here: Path) -> None:
    """The same command plays nothing again, so it must not look as if all were well: the logs are there."""
    words = ("simulate", "tides", "-n", 2, "--bots", f"{WRONG} dies,first", "--out", "games")
    first, again = run(*words), run(*words)
    assert (first.status, first.err) == (again.status, again.err) == (1, first.err)
    assert "2 games lost by a fault of a bot (crashed), the first games/tides-0001.jsonl: The bot '" in again.err
    assert "with status 3. Its last word:" in again.err
    assert "delete them: the command plays the games again." in again.err
    assert fine("simulate", "tides", "-n", 2, "--bots", "first", "--out", "well").err.count("\n") == 1


@pytest.mark.skipif(os.name != "posix", reason="processes are looked for by POSIX signals")
@pytest.mark.parametrize("jobs", [1, 2])
def test_one_that_does_not_end_by_itself_ends_with_the_command(jobs: int, here: Path) -> None:
    """Anyone who ends the command from outside leaves no program behind, and no game that looks lost by a fault."""
    Path("bot.sh").write_text(f"echo $$ >> pids\nexec {WRONG.removeprefix('program:')} stays\n")
    words = ["tournament", "--game", "tides", "--bot", "A=program:sh bot.sh", "--bot", "B=first"]
    words += ["--games", "400", "--out", "cup", "--jobs", str(jobs)]
    process = subprocess.Popen([sys.executable, "-c", PROGRAM, *words], stderr=subprocess.DEVNULL)
    until = time.monotonic() + 30
    while not list(Path().glob("cup/0*")) and time.monotonic() < until:
        time.sleep(0.05)
    process.terminate()
    assert process.wait(30) == 128 + signal.SIGTERM
    pids = [int(pid) for pid in Path("pids").read_text().split()]
    assert pids
    assert [pid for pid in pids if alive(pid)] == []
    assert b'"fault"' not in b"".join(contents("cup").values())


@pytest.mark.long
def test_killed_at_any_time_it_ends_with_the_same_files(here: Path) -> None:
    """Also what a program has said that dies in each game."""
    words = ["tournament", "--game", "tides", "--bot", f"Py={PY}", "--bot", "Greedy=greedy"]
    words += ["--bot", f"Bad={WRONG} dies", "--games", "40", "--seed", "1", "--out"]
    fine(*words, "whole")
    dice = Dice("programs")
    for jobs in (1, 2) * 5:
        command = [sys.executable, "-c", PROGRAM, *words, "broken", "--jobs", str(jobs)]
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        time.sleep(0.5 + dice.below(100) / 100)
        process.send_signal(signal.SIGKILL)
        process.wait()
    fine(*words, "broken")
    assert contents("broken") == contents("whole")
