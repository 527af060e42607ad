"""The catalog with several processes at once, and after a kill."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from kronika.core import get_game
from kronika.logs.corpus.check import check
from kronika.logs.corpus.places import logs_in
from kronika.logs.files.scratch import scratch_name
from kronika.logs.replaying.survey import Survey
from kronika.logs.work import simulate
from kronika.logs.work.catalog import Catalog, content_of
from kronika.logs.work.catalog_rows import row_of
from support.catalogs import KRONIKA, TOLD, WORK, rows, surveys

pytestmark = pytest.mark.usefixtures("any_disk")


@pytest.mark.here
@pytest.mark.parametrize("state", ["none", "damaged"])
def test_four_checks_at_once_are_four_right_answers(games: Path, file: Path, state: str) -> None:
    (games / "tides-0003.jsonl").write_bytes((games / "tides-0003.jsonl").read_bytes()[:-30])
    words = [sys.executable, "-c", KRONIKA, "corpus", "check", str(games), "--format", "json", "--catalog", str(file)]
    right = subprocess.run([*words[:-2]], capture_output=True, check=False).stdout
    if state == "damaged":
        surveys(games, file)
        os.truncate(file, 4096)
    runs = [subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(4)]
    told = [run.communicate(timeout=60) for run in runs]
    assert [(run.returncode, out) for run, (out, _) in zip(runs, told, strict=True)] == [(1, right)] * 4
    errors = b"".join(err for _, err in told)
    assert b"Error" not in errors
    assert b"keeps nothing" not in errors


@pytest.mark.posix
def test_a_damaged_catalog_is_not_taken_from_under_one_that_writes_to_it(games: Path, file: Path) -> None:
    surveys(games, file)
    told: list[str] = []
    with Catalog(str(file), WORK, told.append) as one, Catalog(str(file), WORK, told.append) as other:
        with closing(sqlite3.connect(file)) as db:
            db.execute("pragma user_version = 9")
        damage = sqlite3.DatabaseError("found by both")
        for catalog in (one, other):
            catalog._recover(damage)
            catalog.put(content_of(b"a"), Survey("", game="tides"))
            catalog._store()
        assert other.get(content_of(b"a")) is not None
    assert told == [
        f"{file}: the catalog is damaged or of another version (found by both): it is replaced.",
    ]
    assert rows(file) == 1


@pytest.mark.posix
@pytest.mark.parametrize("kills", [1, pytest.param(5, marks=pytest.mark.long)])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_killed_at_random_moments_the_report_is_the_same(tmp_path: Path, jobs: str, kills: int) -> None:
    folder, file = tmp_path / "games", tmp_path / "catalog"
    list(simulate.simulate(simulate.plan(get_game("tides"), 2, {}, 3, 100, str(folder))))
    command = [sys.executable, "-c", KRONIKA, "corpus", "check", str(folder), "--format", "json", "--jobs", jobs]
    whole = subprocess.run(command, capture_output=True, check=True).stdout
    command += ["--catalog", str(file)]
    chance = random.Random(20)
    killed = 0
    for _ in range(100):
        file.unlink(missing_ok=True)
        run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        while run.poll() is None and not file.exists():
            time.sleep(0.005)
        time.sleep(chance.uniform(0, 0.25))
        if run.poll() is None:
            os.killpg(run.pid, signal.SIGKILL)
            killed += 1
        run.communicate()
        assert subprocess.run(command, capture_output=True, check=True).stdout == whole
        if killed == kills:
            break
    assert killed == kills


def test_what_a_kill_has_left_of_a_catalog_in_the_making_goes(games: Path, file: Path) -> None:
    scratch = Path(scratch_name(str(file)))
    scratch.write_bytes(b"SQLite")
    whole = surveys(games, file)
    assert ([path.name for path in file.parent.iterdir() if path != games], TOLD) == ([file.name], [])
    os.link(file, scratch)
    assert surveys(games, file) == whole
    assert not scratch.exists()
    scratch.write_bytes(b"SQLite")
    with file.open("r+b") as damaged:
        damaged.write(b"\xff" * 60)
        damaged.seek(100)
        damaged.write(b"\xff" * 100)
        damaged.seek(0)
        damaged.write(b"SQLite format 3\x00")
    assert surveys(games, file) == whole
    assert [path.name for path in file.parent.iterdir() if path != games] == [file.name]


def test_a_check_that_is_broken_off_goes_on(games: Path, file: Path, asked: list[str]) -> None:
    paths = logs_in(str(games)).paths
    with Catalog(str(file), WORK) as catalog:
        half = check(str(games), paths, catalog=catalog)
        for _ in range(3):
            next(half)
        with pytest.raises(KeyboardInterrupt):
            half.throw(KeyboardInterrupt)
    whole = surveys(games)
    asked.clear()
    assert surveys(games, file) == whole
    assert asked == list(paths[3:])


def test_ctrl_c_while_rows_are_written_leaves_a_catalog(games: Path, file: Path, asked: list[str]) -> None:
    surveys(games, file)

    with Catalog(str(file), WORK) as catalog:
        catalog._found = Interrupted([row_of(Survey(""), b"x", b"y")])
        with pytest.raises(KeyboardInterrupt):
            catalog._store()
        catalog.put(b"x", Survey(""))
    asked.clear()
    surveys(games, file)
    assert (asked, TOLD) == ([], [])


class Interrupted(list[Any]):
    """Rows in whose midst Ctrl-C comes."""

    def __iter__(self) -> Iterator[Any]:
        yield from super().__iter__()
        raise KeyboardInterrupt


DIES = """
import os, signal, sys
number, real = int(sys.argv.pop(1)), {name: getattr(os, name) for name in ("open", "write", "fsync", "link", "unlink")}
def dying(name):
    def call(path, *args, **more):
        global number
        if "catalog" in str(path) or name in ("write", "fsync"):
            number -= 1
        if not number:
            os.kill(os.getpid(), signal.SIGKILL)
        return real[name](path, *args, **more)
    return call
for name in real:
    setattr(os, name, dying(name))
from kronika.logs.work.catalog import Catalog
Catalog(sys.argv[1], b"work").__exit__(None, None, None)
"""
"""Makes a catalog, and is killed at a call by number."""


@pytest.mark.parametrize("number", range(1, 8))
def test_what_is_killed_while_the_catalog_is_made_leaves_nothing_for_ever(file: Path, number: int) -> None:
    words = [sys.executable, "-c", DIES, str(number), str(file)]
    killed = subprocess.run(words, capture_output=True, check=False, timeout=60)
    assert killed.returncode in (-signal.SIGKILL, 0), killed
    with Catalog(str(file), WORK):
        pass
    assert os.listdir(file.parent) == ["catalog.sqlite"]
