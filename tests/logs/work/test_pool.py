"""Work in parallel: the same results, in the same order, whatever becomes of the processes."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

import pytest

from kronika.core import get_game
from kronika.core.analysis.judge import AnalysisConfig
from kronika.core.basics.errors import WorkerDied
from kronika.logs.corpus.check import check
from kronika.logs.running.processes import SPARE_HANDLES, SameProcess
from kronika.logs.tournament import running
from kronika.logs.tournament.plan import Entrant, Tournament, check_tournament
from kronika.logs.work import simulate
from kronika.logs.work.analysis import plan, verdicts
from kronika.logs.work.citations import citations
from kronika.logs.work.match import read_matches
from kronika.logs.work.matches import run_matches
from kronika.logs.work.pool import all_results, map_in_order
from support.logs import TIDES_MOVES, tides_game
from support.work import die_at_seven, square

ENDLESS = """
import sys
from kronika.logs.work.pool import map_in_order
from support import work
try:
    list(map_in_order(getattr(work, sys.argv[2]), [sys.argv[1]] * 8, 2))
except KeyboardInterrupt:
    sys.exit(130)
"""


def begun(folder: Path, work: str = "wait_in") -> subprocess.Popen[bytes]:
    """A process in a session of its own whose two workers have begun to work for a minute."""
    run = subprocess.Popen(
        [sys.executable, "-c", ENDLESS, str(folder), work],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    until = time.monotonic() + 30
    while len(list(folder.iterdir())) < 2 and time.monotonic() < until:
        time.sleep(0.01)
    return run


@pytest.mark.parametrize("jobs", [1, 2, 3])
@pytest.mark.parametrize("count", [0, 1, 2, 50])
def test_results_come_in_the_order_of_the_items(jobs: int, count: int) -> None:
    assert list(map_in_order(square, range(count), jobs)) == [n * n for n in range(count)]


def test_one_job_does_nothing_before_it_is_asked() -> None:
    done: list[int] = []
    results = map_in_order(done.append, range(9), 1)
    assert done == []
    next(results)
    assert done == [0]


def test_in_process_is_an_executor() -> None:
    executor: Executor = SameProcess()
    assert executor.submit(square, 5).result() == 25
    assert isinstance(executor.submit(int, "none").exception(), ValueError)


def test_a_killed_process_is_reported_after_the_results_that_there_are() -> None:
    """Items 0 to 6 are done before 7 kills its process; with two jobs and 16 items two go to a process at once."""
    results, died = all_results(map_in_order(die_at_seven, range(16), 2))
    assert results == [0, 1, 2, 3, 4, 5]
    assert str(died) == (
        "A process that did part of the work was killed, perhaps for want of memory: 10 of 16 are not done."
    )
    assert multiprocessing.active_children() == []


def test_a_process_gets_no_more_at_once_than_was_asked_for() -> None:
    """As above, but one item at once: so 6 is not lost with 7."""
    results, died = all_results(map_in_order(die_at_seven, range(16), 2, chunk=1))
    assert results == [0, 1, 2, 3, 4, 5, 6]
    assert str(died).endswith(": 9 of 16 are not done.")


def run_alone(program: str) -> subprocess.CompletedProcess[str]:
    """A program in a process of its own that finds what this one finds."""
    return subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        timeout=30,
        check=False,
        text=True,
    )


UNGUARDED = """
import multiprocessing
from kronika.logs.work.pool import map_in_order
from support.work import square
multiprocessing.set_start_method("spawn", force=True)
print(list(map_in_order(square, range(5), 2, print)))
"""


def test_a_script_that_begins_all_over_in_each_process_is_reported_in_a_sentence(tmp_path: Path) -> None:
    """Its processes do none of the work, and the script does it all."""
    script = tmp_path / "script.py"
    script.write_text(UNGUARDED)
    done = subprocess.run(
        [sys.executable, script],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        timeout=30,
        check=False,
        text=True,
    )
    assert done.stderr == (
        "Processes that work in parallel begin by importing this script: its code must be below "
        "`if __name__ == '__main__':`.\n"
    )
    told = "2 processes cannot be started (they end as soon as they begin): one does all the work."
    assert (done.returncode, done.stdout) == (0, f"{told}\n[0, 1, 4, 9, 16]\n")


@pytest.mark.parametrize(("start", "alone"), [("fork", False), ("spawn", True), ("forkserver", True)])
def test_processes_that_would_load_another_program_are_not_started(
    monkeypatch: pytest.MonkeyPatch, start: str, alone: bool
) -> None:
    """A rule was written since this one has loaded it: what is forked goes on with it, what begins again does not."""
    monkeypatch.setattr(multiprocessing, "get_start_method", lambda: start)
    monkeypatch.setattr("kronika.logs.running.program.changed_source", lambda: "tides/rules.py")
    begun: list[int] = []
    monkeypatch.setattr("kronika.logs.running.processes._spare_handles", lambda: begun.append(2))
    told: list[str] = []
    assert list(map_in_order(square, range(5), 2, told.append)) == [0, 1, 4, 9, 16]
    word = (
        "tides/rules.py has changed since it was loaded, so that other processes would load another program: one does "
        "all the work."
    )
    assert (told, begun) == (([word], []) if alone else ([], [2]))


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal there")
@pytest.mark.parametrize("start", ["fork", "spawn"])
def test_a_process_killed_while_it_sends_a_result_is_reported_too(start: str) -> None:
    """The rest of the result is waited for in vain: another process has the pipe open, and so has the parent."""
    program = (
        "import multiprocessing\n"
        "from kronika.logs.work.pool import all_results, map_in_order\n"
        "from support.work import die_while_sending_seven\n"
        "if __name__ == '__main__':\n"
        f"    multiprocessing.set_start_method({start!r})\n"
        "    results, died = all_results(map_in_order(die_while_sending_seven, range(16), 2))\n"
        "    print(results, died, multiprocessing.active_children())"
    )
    done = run_alone(program)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "[0, 1, 2, 3, 4, 5] A process that did part of the work was killed, perhaps for want of memory: 10 of 16 are "
        "not done. []\n"
    )


def test_an_error_of_the_work_ends_it_and_leaves_no_process() -> None:
    with pytest.raises(TypeError):
        list(map_in_order(square, ["x"] * 50, 2))  # type: ignore[list-item]  # that is the error
    assert multiprocessing.active_children() == []


def test_who_stops_asking_leaves_no_process() -> None:
    results = map_in_order(square, range(50), 2)
    next(results)
    results.close()
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize(
    "error", [OSError(24, "Too many open files"), PermissionError(13, "Permission denied"), ImportError("no _x")]
)
def test_where_no_processes_can_be_had_one_does_the_work(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def refuse(jobs: int, **more: Any) -> Any:
        raise error

    told: list[str] = []
    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", refuse)
    assert list(map_in_order(square, range(5), 2, told.append)) == [0, 1, 4, 9, 16]
    why = getattr(error, "strerror", None) or "no _x"
    assert told == [f"2 processes cannot be started ({why}): one does all the work."]


@pytest.mark.parametrize("threads", [0, 1, 2])
def test_where_no_more_threads_can_be_had_the_work_is_done(monkeypatch: pytest.MonkeyPatch, threads: int) -> None:
    """The first is the pool's own, without which it can do nothing; the others only watch over it."""
    start, left = threading.Thread.start, [None] * threads

    def start_if_any(thread: threading.Thread) -> None:
        if not left and thread.name != "QueueFeederThread":
            raise RuntimeError("can't start new thread")
        left[-1:] = []
        start(thread)

    told: list[str] = []
    monkeypatch.setattr(threading.Thread, "start", start_if_any)
    assert list(map_in_order(square, range(5), 2, told.append)) == [0, 1, 4, 9, 16]
    word = "2 processes cannot be started (can't start new thread): one does all the work."
    assert told == ([] if threads else [word])
    for process in multiprocessing.active_children():  # it has been killed
        process.join(20)
    assert multiprocessing.active_children() == []


def test_a_pool_needs_handles_to_work_with(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some are tried whether they are there, and given back."""
    real, begun = os.open, []

    def few(path: Any, *more: Any) -> int:
        if path == os.devnull and len(begun) == SPARE_HANDLES - 1:
            raise OSError(24, "Too many open files")
        handle = real(path, *more)
        if path == os.devnull:
            begun.append(handle)
        return handle

    told: list[str] = []
    monkeypatch.setattr(os, "open", few)
    assert list(map_in_order(square, range(5), 2, told.append)) == [0, 1, 4, 9, 16]
    assert told == ["2 processes cannot be started (Too many open files): one does all the work."]
    for handle in begun:
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(handle)
    begun.append(0)  # from now on there are enough
    assert list(map_in_order(square, range(5), 2, told.append)) == [0, 1, 4, 9, 16]
    assert len(told) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="no limits there")
@pytest.mark.parametrize("handles", [10, 14, 18])
def test_with_few_file_handles_one_process_does_the_work(handles: int) -> None:
    """Too few for a pool, or enough for it but not for what its processes have to open."""
    program = (
        "import resource, sys\n"
        "from kronika.logs.work.pool import map_in_order\n"
        "from support.work import square\n"
        f"resource.setrlimit(resource.RLIMIT_NOFILE, ({handles}, {handles}))\n"
        "print(list(map_in_order(square, range(5), 2, print)))"
    )
    done = run_alone(program)
    assert (done.returncode, done.stderr) == (0, "")
    told, results = done.stdout.splitlines()
    assert told == "2 processes cannot be started (Too many open files): one does all the work."
    assert results == "[0, 1, 4, 9, 16]"


@pytest.mark.skipif(sys.platform == "win32", reason="no process groups there")
@pytest.mark.parametrize("everybody", [True, False], ids=["the whole group", "the parent alone"])
def test_ctrl_c_ends_all_processes_quietly(tmp_path: Path, everybody: bool) -> None:
    run = begun(tmp_path)
    (os.killpg if everybody else os.kill)(run.pid, signal.SIGINT)
    out, err = run.communicate(timeout=20)  # waits until nobody has the pipes any more
    assert (run.returncode, out, err) == (130, b"", b"")


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal there")
def test_when_the_parent_is_killed_the_others_end_too(tmp_path: Path) -> None:
    run = begun(tmp_path)
    os.kill(run.pid, signal.SIGKILL)
    out, err = run.communicate(timeout=20)
    assert (run.returncode, out, err) == (-signal.SIGKILL, b"", b"")


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_what_the_processes_have_started_ends_with_them(tmp_path: Path, number: int) -> None:
    """Programs in sessions of their own, which nobody else would end: they have the pipes as well."""
    run = begun(tmp_path, "ask_a_program")
    os.kill(run.pid, number)
    assert run.communicate(timeout=20) == (b"", b"")
    assert len([*tmp_path.iterdir()]) == 2


def test_what_keeps_results_from_coming_is_given_with_those_that_came() -> None:
    def broken() -> Any:
        yield 1
        raise WorkerDied("x")

    results, died = all_results(broken())
    assert (results, str(died)) == ([1], "x")
    assert all_results(iter([1, 2])) == ([1, 2], None)


def _games(folder: Path, count: int = 2) -> simulate.Batch:
    return simulate.plan(get_game("tides"), 2, {}, 1, count, str(folder))


def _logs(folder: Path) -> list[str]:
    return [os.path.basename(name) for name in simulate.simulate(_games(folder))]


MATCH = """
[[match]]
name = "m"
game = "tides"
players = ["Anna", "Bob"]
seeds = [1, 2]
bots = { Anna = "first", Bob = "first" }
expect.turn = []
"""
CUP = check_tournament(Tournament("cup", "tides", [Entrant("A", "first"), Entrant("B", "random")]))

UNASKED: dict[str, Callable[[Path], Iterable[object]]] = {
    "simulate": lambda folder: simulate.simulate(_games(folder)),
    "match": lambda folder: run_matches(read_matches(MATCH), "", {}),
    "tournament": lambda folder: running.run(running.open_or_create(str(folder), CUP)),
    "check": lambda folder: check(str(folder), _logs(folder)),
    "citing": lambda folder: citations(get_game("tides"), logs=[os.path.join(folder, name) for name in _logs(folder)]),
    "analysis": lambda folder: verdicts(
        plan(tides_game(TIDES_MOVES[:4]), AnalysisConfig(bot="mcts:1", playouts=1), None)
    ),
}


@pytest.mark.parametrize("name", UNASKED)
def test_who_does_not_ask_for_processes_gets_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """All of it has at least two parts, which two processes could share."""
    begun: list[int] = []
    monkeypatch.setattr("concurrent.futures.ProcessPoolExecutor", lambda jobs, **more: begun.append(jobs))
    assert len([*UNASKED[name](tmp_path)]) >= 2
    assert begun == []
