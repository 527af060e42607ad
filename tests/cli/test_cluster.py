"""A cluster of one machine: the same bytes, also when a worker is killed in the middle.

To start one takes a few seconds, so that is for `make test-long`; what is handed over is tried with a stand-in too.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from kronika.core.contract.registry import game_names, get_game
from kronika.logs.files.faults import FileError
from kronika.logs.replaying.logfile import write_log
from kronika.logs.running.program import this_program
from kronika.logs.work.cluster import Workers
from kronika.logs.work.pool import Success, map_in_order
from kronika.logs.work.simulate import play_bots
from support.cli import PROGRAM, fine, run
from support.cluster import Cluster, running
from support.dask import HERE, Dask
from support.logs import data_of, tides_game
from support.playouts import ROOT
from support.work import square


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


# -- without one ------------------------------------------------------------------------------------------------


def test_items_are_made_when_they_are_handed_out() -> None:
    made: list[int] = []
    items = Success(range(9), lambda key: made.append(key) or key * 10)
    assert (len(items), made) == (9, [])
    assert (items[3:5], items[8], made) == ([30, 40], 80, [3, 4, 8])


def test_without_its_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(FileError, match=r"pip install 'kronika\[cluster\]'"):
        list(map_in_order(square, range(3), 1, cluster="tcp://127.0.0.1:1"))


class Dying(Executor):
    """Every call fails in one way."""

    def __init__(self, error: BaseException | None) -> None:
        self._error = error

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if self._error is None:
            future.cancel()
            future.set_running_or_notify_cancel()
        else:
            future.set_exception(self._error)
        return future


def test_what_becomes_of_a_call_is_reported_as_with_processes() -> None:
    distributed = pytest.importorskip("distributed", reason="this needs `pip install distributed`")
    told = partial(Workers, here=this_program(), address=HERE)
    killed = told(Dying(distributed.KilledWorker("key", None, 5)))
    assert isinstance(killed.submit(square, 1).exception(), BrokenExecutor)
    assert isinstance(told(Dying(None)).submit(square, 1).exception(), BrokenExecutor)
    assert isinstance(told(Dying(TypeError("own"))).submit(square, 1).exception(), TypeError)


# -- with a stand-in --------------------------------------------------------------------------------------------

ROUNDS = "import sys\nfor line in sys.stdin: print('{}', flush=True)"
MATCH = '[[match]]\nname = "m"\ngame = "tides"\nplayers = ["Anna", "Bob"]\nseeds = "1..3"\nbots = { Anna = "greedy" }\n'


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("simulate", ("tides", "-n", 5, "--out", "near")),
        ("tournament", ("--game", "tides", "--bot", "A=greedy", "--bot", "B=random", "--games", 2, "--out", "near")),
        ("match", ("m.toml", "--out", "near")),
        ("validate", ("games",)),
        ("corpus check", ("games", "--format", "json")),
        ("whatif", ("games", "-o", "zero_tie=need_one")),
        ("find", ("games", "--rule", "TT-4.18", "--all")),
        ("beside", ("tides", "--logs", "games/b.jsonl", "-n", 2, "--", sys.executable, "-c", ROUNDS)),
        ("analyse", ("games/b.jsonl", "--to", 3, "--iterations", 1, "--playouts", 5, "--format", "json")),
        ("puzzle", ("games", "--positions", 2)),
    ],
)
def test_what_a_cluster_does_is_what_is_done_here(
    here: Path, dask: Dask, command: str, words: tuple[object, ...]
) -> None:
    """Of three logs one has a fault, and one can't be read."""
    Path("m.toml").write_text(MATCH)
    Path("games").mkdir()
    write_log("games/b.jsonl", tides_game())
    Path("games/c.jsonl").write_bytes(data_of(tides_game()).replace(b'"TT-4.5"', b'"TT-4.6"', 1))
    Path("games/d.jsonl").symlink_to("nowhere")
    near = run(*command.split(), *words)
    there = run(*command.split(), "--cluster", HERE, *("far" if word == "near" else word for word in words))
    assert (there.status, there.out.replace("far", "near"), there.err.replace("far", "near")) == near
    assert "near" not in words or contents(Path("far")) == contents(Path("near"))
    assert dask.far.handed


# -- with one ---------------------------------------------------------------------------------------------------


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    with running(workers=2) as cluster:
        yield cluster


@pytest.mark.long
def test_nobody_answers() -> None:
    pytest.importorskip("distributed", reason="this needs `pip install distributed`")
    done = run("simulate", "tides", "--out", "never", "--cluster", "tcp://127.0.0.1:9")
    assert done.status == 2
    assert "no scheduler answers at tcp://127.0.0.1:9" in done.err


@pytest.mark.long
def test_all_that_works_in_parallel_works_there(here: Path, cluster: Cluster) -> None:
    far = ("--cluster", cluster.address)
    fine("simulate", "tides", "-n", 60, "--out", "near")
    fine("simulate", "tides", "-n", 60, "--out", "far", *far)
    assert contents(Path("near")) == contents(Path("far"))
    Path("m.toml").write_text(
        '[[match]]\nname = "m"\ngame = "tides"\nplayers = ["Anna", "Bob"]\nseeds = "1..20"\n'
        'bots = { Anna = "greedy", Bob = "random" }\nexpect.turn = []\n'
    )
    assert fine("match", "m.toml", "--out", "played") == fine("match", "m.toml", "--out", "played far", *far)
    assert contents(Path("played")) == contents(Path("played far"))
    log = Path("far/tides-0007.jsonl")
    log.write_bytes(log.read_bytes().replace(b'"seed"', b'"sead"'))
    (here / "far" / "tides-0008.jsonl").write_bytes(b"")
    reading = ("whatif", "far", "-o", "zero_tie=need_one")
    seeking = ("find", "far", "--rule", "TT-4.18", "--all")
    for command in (("validate", "far"), ("corpus", "check", "far", "--format", "json"), reading, seeking):
        near, there = run(*command), run(*command, *far)
        assert (near.status, near.out, near.err) == (there.status, there.out, there.err)
        assert near.status != 0
    words = ("beside", "tides", "--logs", "far", "-n", 90)
    for answer, said in (("{}", "148 games, 5772 events; "), ('{"totals": [9, 9]}', "1 game, 0 events; ")):
        program = ("--", sys.executable, "-c", f"import sys\nfor line in sys.stdin: print({answer!r}, flush=True)")
        near, there = run(*words, "--jobs", 2, *program), run(*words, *far, *program)
        assert (near.status, near.out, near.err) == (there.status, there.out, there.err)
        assert said in near.err, "of 60 logs two can't be read; a game has 39 events"


@pytest.mark.long
@pytest.mark.parametrize("game", game_names())
def test_a_worker_that_is_killed_in_the_middle_costs_time_alone(game: str, here: Path, cluster: Cluster) -> None:
    """With three bots, of which one is a program that each worker starts for itself."""
    program = f"program:{sys.executable} -S {ROOT / 'docs' / 'clients' / 'bot.py'}"
    bots = ("--bot", "A=greedy", "--bot", "B=random", "--bot", f"C={program}")
    words = ("tournament", "--game", game, *bots, "--games", GAMES.get(game, 6), "--maxmoves", 60, "--seed", 1)
    fine(*words, "--jobs", 2, "--out", "near")
    command = [sys.executable, "-c", PROGRAM, *map(str, words), "--out", "far", "--cluster", cluster.address]
    process = subprocess.Popen(command)
    until = time.monotonic() + 60
    while len(list(Path("far").glob("0*.jsonl")) if Path("far").exists() else ()) < 8 and time.monotonic() < until:
        time.sleep(0.05)
    assert process.poll() is None
    cluster.workers[0].send_signal(signal.SIGKILL)
    assert process.wait(timeout=120) == 0
    assert contents(Path("near")) == contents(Path("far"))


@pytest.mark.long
@pytest.mark.parametrize("game", game_names())
def test_an_analysis_is_the_same_there(game: str, here: Path, cluster: Cluster) -> None:
    """As by one process and by two, also when one of the two workers is killed in the middle."""
    write_log("g.jsonl", play_bots(get_game(game), ["random", "random"], {}, 3)[0])
    words = ("analyse", "g.jsonl", "--to", "60", "--format", "json", "--iterations", "5", "--playouts", "150")
    near = fine(*words, "--resume", "near").out
    assert fine(*words, "--jobs", 2).out == near
    far = ("--resume", "far", "--cluster", cluster.address)
    command = [sys.executable, "-c", PROGRAM, *words, *far]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    until = time.monotonic() + 60
    while (not Path("far").exists() or Path("far").read_bytes().count(b"\n") < 6) and time.monotonic() < until:
        time.sleep(0.05)
    assert process.poll() is None
    cluster.workers[0].send_signal(signal.SIGKILL)
    assert process.communicate(timeout=120)[0].decode() == near
    assert Path("far").read_bytes() == Path("near").read_bytes()
    assert fine(*words, "--cluster", cluster.address).out == near, "by the worker that is left"


@pytest.mark.long
def test_bots_of_ones_own_are_looked_for_where_the_workers_are(
    here: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The workers were started in `here`; the command is not there."""
    bot = "def last(turn, dice):\n    return turn.actions[-1]\n"
    far = ("--out", "games", "--cluster", cluster.address)
    Path("mine.py").write_text(bot)
    assert fine("simulate", "tides", "-n", 2, "--bots", "mine:last", *far).err.startswith("games: 2 games")
    (here / "off").mkdir()
    monkeypatch.chdir(here / "off")
    Path("bots.toml").write_text('[program.it]\ncommand = ["true"]\n')
    done = run("tournament", "--game", "tides", "--bot", "A=bots.toml#it", "--bot", "B=first", *far)
    assert done.status == 2
    assert "runs another program: the file bots.toml is not there." in " ".join(done.err.split())
    assert f"A bot of your own must be where the workers are started, there {here}." in " ".join(done.err.split())


GAMES = {"tides": 60, "imhotep": 40}
"""Games for each table, where six are over before a worker is killed."""
