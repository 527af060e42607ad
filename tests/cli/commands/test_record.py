"""The commands that record a game, with a log that others write to and in processes of their own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kronika.logs.files.writing import open_locked
from support.cli import PROGRAM, Result, fine, process, run
from support.logs import TIDES_MOVES, data_of, tides_game
from support.playouts import ROOT

pytestmark = pytest.mark.usefixtures("duel")


# -- a log that somebody else writes to -------------------------------------------------------------------------


@pytest.mark.parametrize("words", [("play", "Anna: pick 9"), ("undo",), ("redo",), ("seal",), ("repair",)])
def test_a_busy_log_is_refused_after_a_while(log: Path, words: tuple[str, ...]) -> None:
    before = log.read_bytes()
    with open_locked(str(log)):
        done = run(words[0], log, *words[1:], "--wait", 0.01)
    assert done == Result(3, "", f"error: {log}: another program is writing to it; nothing was changed.\n")
    assert log.read_bytes() == before


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
@pytest.mark.parametrize("words", [("play", "Anna: pick 9"), ("undo",), ("redo",), ("seal",), ("repair",)])
def test_a_pipe_is_no_log_to_write_to(here: Path, words: tuple[str, ...]) -> None:
    os.mkfifo("pipe")
    done = run(words[0], "pipe", *words[1:])
    assert done == Result(3, "", "error: pipe: is a named pipe, not a file to write to.\n")
    done = run("new", "tides", "-p", "A", "-p", "B", "pipe")
    assert done == Result(3, "", "error: pipe: exists already, and is a named pipe; it is left as it is.\n")


# -- in processes of their own ----------------------------------------------------------------------------------


def test_a_session_in_processes_of_their_own(here: Path) -> None:
    assert process("new", "tides", "-p", "Anna", "-p", "Bob", "--seed", 7, "g.jsonl", cwd=here).status == 0
    script = "\n".join(TIDES_MOVES).encode()
    assert process("play", "g.jsonl", "-q", stdin=script, cwd=here).status == 0
    assert (here / "g.jsonl").read_bytes() == data_of(tides_game())
    assert process("play", "g.jsonl", "Anna: pick 1", cwd=here).status == 1
    assert process("play", "g.jsonl", "Anna: jump", cwd=here).status == 2
    assert process("play", "none.jsonl", "Anna: jump", cwd=here).status == 3


@pytest.mark.parametrize(
    "words",
    [
        ("new", "tides", "-p", "Anna", "-p", b"B\xffb", "x.jsonl"),
        ("new", "tides", "-p", "Anna", "-p", "Bob", "--tag", b"event=\xff", "x.jsonl"),
        ("new", "tides", "-p", "Anna", "-p", "Bob", "-o", b"zero_tie=\xff", "x.jsonl"),
        ("new", b"tides\xff", "-p", "Anna", "-p", "Bob", "x.jsonl"),
        ("play", "g.jsonl", b"Anna: pick \xff"),
        ("rules", "tides", b"\xff"),
    ],
)
def test_arguments_that_are_no_text(log: Path, words: tuple[Any, ...]) -> None:
    log.rename("g.jsonl")
    done = process(*words, cwd=log.parent)
    assert done.status == 2, done
    assert "Traceback" not in done.err
    assert os.listdir(log.parent) == ["g.jsonl"]


def test_a_file_name_that_is_no_text(log: Path) -> None:
    name = os.fsencode("g") + b"\xff.jsonl"
    try:
        log.rename(os.path.join(os.fsencode(log.parent), name).decode("utf-8", "surrogateescape"))
    except OSError:
        pytest.skip("this file system takes only text")
    for words, status in ((("show", name), 0), (("validate", name), 0), (("play", name, "Anna: jump"), 2)):
        done = process(*words, cwd=log.parent)
        assert (done.status, "Traceback" in done.err) == (status, False), done
    os.truncate(os.path.join(os.fsencode(log.parent), name), 200)
    for encoding in ("utf-8:strict", "ascii"):
        done = process("validate", name, cwd=log.parent, env={"PYTHONIOENCODING": encoding})
        assert done.status == 1, done
        assert re.match(r"g.{1,7}\.jsonl:2: incomplete", done.out), done


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device")
def test_standard_output_that_is_full(log: Path) -> None:
    """Long texts and short ones: neither is a traceback, nor an error at the interpreter's end."""
    for words in (("show", log), ("games",), ("rules", "tides"), ("convert", log, "-"), ("--version",)):
        with open("/dev/full", "wb") as full:
            command = [sys.executable, "-c", PROGRAM, *map(str, words)]
            done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, timeout=60, check=False)
        assert done.returncode == 3, done
        assert done.stderr == b"error: standard output: cannot write: No space left on device.\n"


THE_END = b"The game is over. Anna and Bob share the victory: the totals are equal (TT-5.2).\n"


def test_a_reader_that_goes_away(log: Path) -> None:
    fine("play", log, "-q", "--script", ROOT / "fixtures" / "scripts" / "tides-demo.txt")
    command = [sys.executable, "-c", PROGRAM, "replay", str(log)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as replay:
        assert replay.stdout
        assert replay.stderr
        replay.stdout.read(10)
        replay.stdout.close()
        # What was written before the reader went is lost in the pipe: the program may also have come to its end.
        assert replay.stderr.read() in (b"", THE_END)
