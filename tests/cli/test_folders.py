"""`validate`, `coverage` and `simulate` with folders of odd things, and with processes that are killed."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from kronika.logs.replaying.logfile import write_log
from kronika.logs.replaying.validation import Report, validate
from support.cli import fine, process, run
from support.logs import tides_game

forks = pytest.mark.skipif(multiprocessing.get_start_method() != "fork", reason="the damage is done in this process")


def test_a_pipe_in_a_folder_is_not_waited_for(here: Path, whole: Path) -> None:
    os.mkfifo(here / "a.jsonl")
    assert fine("validate", ".").err == "1 log, 39 events: none with faults.\n"
    assert fine("coverage", ".").err == ""


def test_a_pipe_that_is_named_is_read(here: Path, whole: Path) -> None:
    os.mkfifo(here / "a.jsonl")
    data = (here / "game.jsonl").read_bytes()
    writer = threading.Thread(target=(here / "a.jsonl").write_bytes, args=(data,), daemon=True)
    writer.start()
    assert fine("validate", "a.jsonl").err == "1 log, 39 events: none with faults.\n"
    writer.join()


def test_a_file_of_something_else_is_counted_and_a_fault_when_strict(here: Path, whole: Path) -> None:
    (here / "words.jsonl").write_text('{"id":1}\n')
    fault = "words.jsonl:1: schema the first line is not a header"
    passed = "1 file that is not a log skipped.\n"
    assert fine("validate", ".").err == f"1 log, 39 events: none with faults. {passed}"
    for words in (("validate", "--strict", "."), ("validate", "words.jsonl"), ("corpus", "check", "--strict", ".")):
        done = run(*words)
        assert done.status == 1
        assert fault in done.out
    assert fine("coverage", ".").err == passed
    assert fine("corpus", "check", ".").err == f"1 log: none with faults, 0 pinned. {passed}"
    assert passed in fine("corpus", "stats", ".").err
    before = fine("corpus", "check", ".", "--format", "json")
    assert before.json["others"] == ["words.jsonl"]
    (here / "before.json").write_text(before.out)
    assert passed in fine("corpus", "check", ".", "--against", "before.json").err


def test_a_folder_that_cannot_be_listed_is_reported_and_the_rest_is_checked(
    here: Path, whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "shut").mkdir()
    scandir = os.scandir

    def refusing(path: Any) -> Any:
        if path == "./shut":
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refusing)
    word = "./shut: cannot list: Permission denied."
    done = run("validate", ".")
    assert (done.status, done.out) == (3, "")
    assert done.err == f"{word}\n1 log, 39 events: none with faults.\n"
    done = run("validate", ".", "--format", "json")
    assert (done.status, done.json[0]["events"], done.json[1]) == (3, 39, {"error": word})
    assert word in run("validate", ".", "--format", "junit").out
    done = run("coverage", ".")
    assert (done.status, done.err) == (3, f"{word}\n")
    assert "rules cited" in done.out


def test_coverage_counts_what_can_be_read(here: Path, whole: Path) -> None:
    done = run("coverage", "gone.jsonl", "game.jsonl")
    assert (done.status, done.err) == (
        3,
        "gone.jsonl: cannot read: No such file or directory. Did you mean game.jsonl?\n",
    )
    assert done.out == fine("coverage", "game.jsonl").out


def test_a_name_that_is_no_text_stops_nothing(here: Path, whole: Path) -> None:
    (here / os.fsdecode(b"n\xff.jsonl")).write_bytes((here / "game.jsonl").read_bytes()[:-30])
    for jobs in (1, 2):
        done = process("validate", ".", "--jobs", jobs, cwd=here)
        assert (done.status, done.err) == (1, "2 logs, 77 events: 1 with faults.\n")
    assert process("coverage", ".", cwd=here).status == 1


@forks
def test_of_a_killed_process_the_other_results_are_printed(
    here: Path, whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seven logs and one that kills its process; the second has a fault."""
    for number in range(7):
        write_log(f"{number}.jsonl", tides_game())
    (here / "1.jsonl").write_bytes((here / "1.jsonl").read_bytes()[:-30])

    def deadly(path: str, **more: Any) -> Report:
        if path == "./game.jsonl":
            time.sleep(0.3)
            os.kill(os.getpid(), signal.SIGKILL)
        return validate(path, **more)

    monkeypatch.setattr("kronika.cli.commands.check.validate_log", deadly)
    done = run("validate", ".", "--jobs", 2, ours=False)
    assert done.status == 4
    assert done.out.startswith("./1.jsonl:40: incomplete ")
    summary, error = done.err.splitlines()
    assert summary == "7 logs, 272 events: 1 with faults."
    assert error == (
        "error: A process that did part of the work was killed, perhaps for want of memory: 1 of 8 are not done."
    )
    told = run("validate", ".", "--jobs", 2, "--format", "json", ours=False)
    assert (told.status, len(told.json)) == (4, 7)
    assert run("validate", ".", "--jobs", 2, "--format", "junit", ours=False).out.count("<testcase") == 7


@pytest.mark.skipif(sys.platform == "win32", reason="no process groups there")
def test_ctrl_c_in_parallel_work_ends_quietly_and_leaves_only_whole_logs(here: Path) -> None:
    words = ["simulate", "viceroy", "-n", "2000", "--out", "games", "--jobs", "2"]
    run_ = subprocess.Popen(
        [sys.executable, "-c", "from kronika.cli import main; main()", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    until = time.monotonic() + 30
    while not (here / "games" / "viceroy-0001.jsonl").exists() and time.monotonic() < until:
        time.sleep(0.01)
    os.killpg(run_.pid, signal.SIGINT)
    out, err = run_.communicate(timeout=20)  # waits until the last process is gone
    assert run_.returncode not in (0, -signal.SIGINT)
    assert (out, b"Traceback" in err, b"Error" in err) == (b"", False, False)
    assert fine("validate", "games").out == ""


@pytest.mark.skipif(sys.platform == "win32", reason="there the working directory cannot be removed")
@pytest.mark.parametrize(
    "words",
    [
        ("corpus", "check", "../games"),
        ("corpus", "check", "{games}", "--catalog", "x.sqlite"),
        ("validate", "{games}/bad.jsonl", "--format", "github"),
        ("validate", "{games}/bad.jsonl", "--format", "sarif"),
    ],
)
def test_a_working_directory_that_is_gone_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "bad.jsonl").write_text("no log")
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    done = run(*(word.format(games=tmp_path / "games") for word in words))
    assert (done.status, done.out) == (3, "")
    assert done.err == "error: The working directory is no longer there; change to one that is.\n"
