"""Two exports into one folder at once, and one that is killed: nothing is lost or twice, and what is said is true."""

from __future__ import annotations

import csv
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from support.cli import fine

EXPORT = """
import sys
from kronika.cli import main
from kronika.logs.tables import export, planning

planning.LOGS_OF_PART = 2
make_part = export._make_part

def stopping(*item):
    print("stopped", flush=True)
    sys.stdin.readline()
    return make_part(*item)

if sys.argv[1] == "stop":
    export._make_part = stopping
del sys.argv[1]
main()
"""
"""An export with two logs in a part. With `stop` before it, it stops before each part, until it gets a line."""

pytestmark = pytest.mark.posix


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Five games, and three others."""
    monkeypatch.chdir(tmp_path)
    for seed, games in ((1, 5), (2, 3)):
        fine("simulate", "tides", "-n", games, "--seed", seed, "--out", f"games{seed}.kpack")


def begun(how: str, *words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", EXPORT, how, "corpus", "export", *words, "--to", "to", "--form", "csv"]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, start_new_session=True)


def ended(export: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = export.communicate("\n", timeout=60)
    return export.returncode, out, err


def contents() -> list[str]:
    """The content of each log in the export, as often as it is there."""
    found = []
    for path in Path("to").glob("part-*/logs.csv"):
        with path.open(encoding="utf-8", newline="") as file:
            found += [row["content"] for row in csv.DictReader(file)]
    return found


def files() -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in Path("to").rglob("*") if path.is_file()}


@pytest.mark.parametrize("games", ["games1.kpack", pytest.param("games2.kpack", marks=pytest.mark.long)])
def test_the_second_of_two_at_once_changes_nothing(games: str) -> None:
    first = begun("stop", "games1.kpack")
    assert first.stdout is not None
    assert first.stdout.readline() == "stopped\n"
    before = files()
    said = "error: to: another program is writing to it; nothing was changed.\n"
    assert ended(begun("go", games)) == (3, "", said)
    assert files() == before
    status, out, _ = ended(first)
    assert (status, out.splitlines()[-1]) == (0, "to: 5 logs added.")
    logs, says = (5, "0 logs added, 5 known already") if games == "games1.kpack" else (8, "3 logs added")
    assert ended(begun("go", games)) == (0, f"to: {says}.\n", "")
    assert len(contents()) == len({*contents()}) == logs


@pytest.mark.parametrize("kills", [1, pytest.param(12, marks=pytest.mark.long)])
@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.long)])
def test_after_a_kill_the_same_command_gives_the_same_files(jobs: str, kills: int) -> None:
    """All processes are killed, or the first alone, whose others end by themselves."""
    words = ("games1.kpack", "games2.kpack", "--jobs", jobs)
    assert ended(begun("go", *words))[0] == 0
    whole = files()
    chance, killed = random.Random(7200303), 0
    while killed < kills:
        shutil.rmtree("to")
        export = begun("go", *words)
        while export.poll() is None and not Path("to").exists():
            time.sleep(0.005)
        time.sleep(chance.uniform(0, 0.3))
        if export.poll() is None:
            (os.killpg if chance.random() < 0.5 else os.kill)(export.pid, signal.SIGKILL)
            killed += 1
        export.wait()  # not for its others, which have its pipes
        again = ended(begun("go", *words))
        if again[0]:  # a process of the killed one is at work still
            assert re.fullmatch(r"error: to/part-\d+: another program is making it\. Nothing was changed\.\n", again[2])
            again = ended(begun("go", *words))
        assert again[0] == 0, again
        assert files() == whole
        export.communicate()
