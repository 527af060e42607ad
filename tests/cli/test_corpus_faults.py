"""`kronika corpus …` where something stands in the way: catalogs, odd files, full disks, killed processes."""

from __future__ import annotations

import errno
import json
import multiprocessing
import os
import re
import signal
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from kronika.core.basics import limits
from kronika.logs.corpus.pins import PINS, Pin, read_pins, write_pins
from kronika.logs.files.writing import open_locked
from kronika.logs.replaying.survey import Survey, survey
from support.cli import fine, run


@pytest.fixture
def games(tmp_path: Path) -> Path:
    fine("simulate", "tides", "-n", 8, "--seed", 3, "--out", tmp_path / "games")
    return tmp_path / "games"


# -- the catalog --------------------------------------------------------------------------------------------------


def test_a_second_check_says_the_same_and_the_catalog_can_be_named(games: Path, tmp_path: Path) -> None:
    (games / "tides-0002.jsonl").write_bytes((games / "tides-0002.jsonl").read_bytes()[:-30])
    first = run("corpus", "check", games, "--catalog", tmp_path / "kept")
    again = run("corpus", "check", games, "--catalog", tmp_path / "kept", "--jobs", 2)
    assert (again.status, again.out, again.err) == (first.status, first.out, first.err)
    (tmp_path / "notes").write_text("precious")
    for command in ("check", "accept", "stats", "dedupe", "filter"):
        refused = run("corpus", command, games, "--catalog", tmp_path / "notes")
        assert refused.status == 3
    assert (tmp_path / "notes").read_text() == "precious"


def test_a_catalog_in_the_folder_to_be_checked_is_refused(games: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(games / "cat")
    (games / "away").symlink_to(tmp_path / "cat")
    for name in (games / "cat", games / "below" / ".." / "cat", games / "away", tmp_path / "link"):
        for command in ("check", "accept", "stats", "dedupe", "filter"):
            done = run("corpus", command, games, "--catalog", name)
            assert done.status == 2
            assert "is in the folder to check" in done.err
    assert not (games / "cat").exists()
    assert run("corpus", "check", games, "--catalog", tmp_path / "games-cat").status == 0


def test_a_catalog_that_cannot_be_made_fails_no_command(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null")
    for command in ("check", "accept", "stats", "dedupe", "filter"):
        done = run("corpus", command, games)
        assert done.status == 0
        assert done.err.startswith("warning: /dev/null/kronika/catalog.sqlite: cannot write: Not a directory.")


# -- odd files ----------------------------------------------------------------------------------------------------


def test_a_folder_that_cannot_be_listed_makes_it_status_3(games: Path, refuse_to_list: Callable[[Path], None]) -> None:
    (games / "shut").mkdir()
    refuse_to_list(games / "shut")
    word = f"{games}/shut: cannot list: Permission denied."
    for command in ("check", "accept", "stats", "dedupe", "filter"):
        done = run("corpus", command, games)
        assert done.status == 3
        assert word in done.err.splitlines()
    assert re.search(r"^tides +1 +8 +312 +0$", run("corpus", "check", games).out, re.MULTILINE)
    told = json.loads(run("corpus", "check", games, "--format", "json").out)
    assert (len(told["logs"]), told["unlisted"]) == (8, {f"{games}/shut": word})
    assert word in run("corpus", "check", games, "--format", "junit").out


def test_a_pipe_in_the_folder_is_not_waited_for(games: Path) -> None:
    os.mkfifo(games / "a.jsonl")
    assert run("corpus", "check", games).err == "8 logs: none with faults, 0 pinned.\n"
    os.mkfifo(games / PINS)
    done = run("corpus", "check", games)
    assert (done.status, done.err) == (3, f"error: {games}/{PINS}: is not a list of pins: it is not a file.\n")


def test_a_log_that_cannot_be_read_is_status_3(games: Path) -> None:
    (games / "gone.jsonl").symlink_to("nowhere")
    done = run("corpus", "check", games)
    assert done.status == 3
    assert "gone.jsonl: cannot read: No such file or directory." in done.out


def test_a_name_that_is_no_text_stops_no_command(games: Path, tmp_path: Path) -> None:
    name = os.fsdecode(b"n\xff.jsonl")
    (games / name).write_bytes((games / "tides-0002.jsonl").read_bytes().replace(b'"by":0', b'"by":1', 1))
    (games / os.fsdecode(b"zz\xff.jsonl")).write_bytes((games / "tides-0002.jsonl").read_bytes())
    for jobs in (1, 2):
        assert run("corpus", "check", games, "--jobs", jobs).status == 1
    for form in ("junit", "sarif", "github"):
        assert run("corpus", "check", games, "--format", form).status == 1
    assert run("corpus", "stats", games).status == 0
    assert run("corpus", "filter", games, "--copy", tmp_path / "to").status == 0
    assert (tmp_path / "to" / os.fsdecode(b"zz\xff.jsonl")).exists()
    assert run("corpus", "dedupe", games, "--move", tmp_path / "doubles").status == 0
    assert os.listdir(os.fsencode(tmp_path / "doubles")) == [b"zz\xff.jsonl"]
    assert run("corpus", "accept", games, "--yes", "--pin").status == 0
    assert run("corpus", "check", games).status == 0


def test_a_name_that_is_no_text_is_the_same_log_in_an_earlier_result(games: Path, tmp_path: Path) -> None:
    """JSON holds such a name as it is shown."""
    before = tmp_path / "before.json"
    told = json.loads(run("corpus", "check", games, "--format", "json").out)
    told["logs"][0]["path"] = "n\\udcff.jsonl"
    before.write_text(json.dumps(told))
    (games / "tides-0001.jsonl").rename(games / os.fsdecode(b"n\xff.jsonl"))
    same = run("corpus", "check", games, "--against", before)
    assert (same.status, same.out) == (0, "Nothing changed.\n")


@pytest.mark.parametrize("what", ["a folder", "deep JSON"])
def test_against_what_is_no_result(games: Path, tmp_path: Path, what: str) -> None:
    other = tmp_path / "other"
    if what == "a folder":
        other.mkdir()
    else:
        other.write_text('{"logs":[{"path":"a","options":{"x":' + "[" * 100_000)
    done = run("corpus", "check", games, "--against", other)
    assert done.status == 3
    assert done.err.startswith(f"error: {other}: ")


def test_an_earlier_result_has_an_end(games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = run("corpus", "check", games, "--against", "/dev/zero")
    assert (done.status, done.err) == (3, "error: /dev/zero: is not a file to read.\n")
    monkeypatch.setattr(limits, "RESULT", 1 << 20)
    with open(tmp_path / "large", "wb") as file:
        file.truncate((1 << 20) + 1)
    done = run("corpus", "check", games, "--against", tmp_path / "large")
    message = f"error: {tmp_path}/large: is larger than 1 MiB, the most that is read of the result of a check.\n"
    assert (done.status, done.err) == (3, message)


def test_pins_that_another_program_sets_before_the_answer_stay(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = games / "tides-0002.jsonl"
    log.write_bytes(log.read_bytes().replace(b'"by":0', b'"by":1', 1))

    def meanwhile(folder: str, proposals: list[Any]) -> int:
        write_pins(str(games), {"theirs.jsonl": Pin(1, "why")})
        return 0

    monkeypatch.setattr("kronika.cli.corpus.accept._accept_all", meanwhile)
    assert run("corpus", "accept", games, "--yes", "--pin").status == 0
    assert list(read_pins(str(games))) == ["theirs.jsonl", "tides-0002.jsonl"]


# -- copying and moving -------------------------------------------------------------------------------------------


def test_what_is_in_the_way_is_told_and_the_rest_is_copied(games: Path, tmp_path: Path) -> None:
    to = tmp_path / "to"
    to.mkdir()
    (to / "tides-0002.jsonl").symlink_to("nowhere")
    done = run("corpus", "filter", games, "--copy", to)
    assert done.status == 3
    assert f"{to}/tides-0002.jsonl: exists already; it is left as it is." in done.err
    assert len(os.listdir(to)) == 8
    assert (to / "tides-0008.jsonl").read_bytes() == (games / "tides-0008.jsonl").read_bytes()
    assert (to / "tides-0008.jsonl").stat().st_mtime_ns == (games / "tides-0008.jsonl").stat().st_mtime_ns
    (tmp_path / "file").touch()
    assert run("corpus", "filter", games, "--copy", tmp_path / "file").status == 3


@pytest.mark.parametrize("command", ["filter --copy", "dedupe --move"])
def test_a_copy_is_as_old_as_its_log_which_stays_as_it_is(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """On another disk, too: there a log that is moved is copied first."""
    first, double = games / "tides-0003.jsonl", games / "zz.jsonl"
    double.write_bytes(first.read_bytes())
    double.chmod(0o640)
    os.utime(double, ns=(10**18, 10**18))

    def another_disk(*names: Any, **more: Any) -> None:
        raise OSError(errno.EXDEV, "Invalid cross-device link")

    monkeypatch.setattr(os, "link", another_disk)
    word, option = command.split()
    fine("corpus", word, games, option, tmp_path / "to")
    there = [tmp_path / "to" / "zz.jsonl", *([double] if word == "filter" else [])]
    assert [(path.stat().st_mtime_ns, path.stat().st_mode & 0o777) for path in there] == [(10**18, 0o640)] * len(there)
    assert double.exists() is (word == "filter")


def test_where_no_folder_can_be_made_for_a_copy(games: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = run("corpus", "filter", games, "--copy", tmp_path / "file" / "to")
    assert done.status == 3
    assert f"{tmp_path}/file/to/tides-0001.jsonl: cannot write: Not a directory." in done.err.splitlines()


def test_a_disk_that_fills_up_leaves_no_half_copy(games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    done = run("corpus", "filter", games, "--copy", tmp_path / "to")
    assert done.status == 3
    assert f"{tmp_path}/to/tides-0001.jsonl: cannot write: No space left on device." in done.err
    assert os.listdir(tmp_path / "to") == []


def test_doubles_are_moved_to_another_disk_too(games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = (games / "tides-0003.jsonl").read_bytes()
    (games / "zz.jsonl").write_bytes(data)

    def another_disk(*names: Any, **more: Any) -> None:
        raise OSError(errno.EXDEV, "Invalid cross-device link")

    monkeypatch.setattr(os, "link", another_disk)
    assert run("corpus", "dedupe", games, "--move", tmp_path / "to").status == 0
    assert (tmp_path / "to" / "zz.jsonl").read_bytes() == data
    assert not (games / "zz.jsonl").exists()


def test_a_log_that_is_busy_is_not_moved_and_not_copied(games: Path, tmp_path: Path, quick: None) -> None:
    double = games / "zz.jsonl"
    double.write_bytes((games / "tides-0003.jsonl").read_bytes())
    with open_locked(str(double)):
        moved = run("corpus", "dedupe", games, "--move", tmp_path / "to")
        copied = run("corpus", "filter", games, "--copy", tmp_path / "copies")
    assert (moved.status, copied.status) == (3, 3)
    assert f"{double}: another program is writing to it; nothing was changed." in moved.err.splitlines()
    assert f"{double}: another program is writing to it; nothing was changed." in copied.err.splitlines()
    assert double.exists()
    assert not (tmp_path / "to" / "zz.jsonl").exists()
    assert len(os.listdir(tmp_path / "copies")) == 8


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is waited for."""
    monkeypatch.setattr("kronika.logs.files.writing.time.sleep", lambda seconds: None)
    monkeypatch.setattr("kronika.logs.files.writing.time.monotonic", count(step=100).__next__)


@pytest.mark.parametrize("disk", ["the same disk", "another disk"])
@pytest.mark.parametrize("how", ["appended", "renamed into its place"])
def test_what_is_written_while_a_log_is_moved_is_not_lost(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, disk: str, how: str
) -> None:
    """By a program that knows nothing of the lock: the log stays, with what was written, and is nowhere else."""
    double, link = games / "zz.jsonl", os.link
    data = (games / "tides-0003.jsonl").read_bytes()
    double.write_bytes(data)

    def meanwhile(source: Any, goal: Any, **more: Any) -> None:
        if not str(goal).startswith(str(tmp_path / "to")):  # the catalog is placed so too
            link(source, goal, **more)
            return
        if source == str(double) and disk == "another disk":
            raise OSError(errno.EXDEV, "Invalid cross-device link")
        link(source, goal, **more)
        if how == "appended":
            double.write_bytes(data + b"a move\n")
        else:
            (tmp_path / "new").write_bytes(data + b"a move\n")
            os.replace(tmp_path / "new", double)

    monkeypatch.setattr(os, "link", meanwhile)
    moved = run("corpus", "dedupe", games, "--move", tmp_path / "to")
    assert moved.status == 3
    assert f"{double}: another program has written to it meanwhile; it was not moved." in moved.err.splitlines()
    assert double.read_bytes() == data + b"a move\n"
    assert os.listdir(tmp_path / "to") == []


def test_a_file_under_two_names_is_no_double(games: Path, tmp_path: Path) -> None:
    (games / "a-link.jsonl").symlink_to("tides-0003.jsonl")
    os.link(games / "tides-0004.jsonl", games / "zz.jsonl")
    assert run("corpus", "dedupe", games, "--move", tmp_path / "to").status == 0
    assert not (tmp_path / "to").exists()
    assert len(os.listdir(games)) == 10


def test_no_link_is_moved_nor_what_one_leads_to(games: Path, tmp_path: Path) -> None:
    """The second of three equal logs has a link, the third is free; one more is a link to a log elsewhere."""
    data = (games / "tides-0003.jsonl").read_bytes()
    for name in (games / "xx.jsonl", games / "yy.jsonl", tmp_path / "elsewhere.jsonl"):
        name.write_bytes(data)
    (games / "a-link.jsonl").symlink_to("xx.jsonl")
    (games / "zz.jsonl").symlink_to("../elsewhere.jsonl")
    done = run("corpus", "dedupe", games, "--move", tmp_path / "to")
    assert (done.status, done.out) == (3, "tides-0003.jsonl  xx.jsonl  yy.jsonl  zz.jsonl\n")
    assert f"{games}/xx.jsonl: a link leads to it; it is left as it is." in done.err.splitlines()
    assert f"{games}/zz.jsonl: is a link to another file; it is left as it is." in done.err.splitlines()
    assert os.listdir(tmp_path / "to") == ["yy.jsonl"]
    assert (games / "a-link.jsonl").read_bytes() == (games / "zz.jsonl").read_bytes() == data


# -- killed processes ---------------------------------------------------------------------------------------------


@pytest.mark.skipif(multiprocessing.get_start_method() != "fork", reason="the damage is done in this process")
def test_a_killed_process_is_one_sentence_and_the_check_goes_on(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as damage:
        damage.setattr("kronika.logs.corpus.stretches.survey", deadly)
        for command in ("check", "accept", "stats", "dedupe", "filter"):
            done = run("corpus", command, games, "--jobs", 2, ours=False)
            assert done.status == 4
            assert re.search(r"^error: A process .* was killed, .*: \d of 8 are not done\.$", done.err, re.MULTILINE)
            assert re.search(r"^tides +1 +[4-7] ", done.out, re.MULTILINE) or command != "check"
    assert run("corpus", "check", games, "--jobs", 2).status == 0


def deadly(folder: str, path: str, *more: Any) -> Survey:
    if path == "tides-0007.jsonl":
        time.sleep(0.3)
        os.kill(os.getpid(), signal.SIGKILL)
    if path == "tides-0008.jsonl":
        time.sleep(30)
    return survey(folder, path, *more)
