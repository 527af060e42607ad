"""What a killed writer has left: the next writer removes it, and nothing else."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kronika.logs.files import writing
from kronika.logs.files.faults import FileError
from kronika.logs.files.folders import refuse_existing
from kronika.logs.files.scratch import scratch_name
from kronika.logs.files.writing import create_file, open_locked
from kronika.logs.replaying.logfile import LogFile, write_log
from kronika.logs.texts.convert import convert, repair, seal
from support.logs import DUEL_MOVES, data_of, duel_game
from support.writing import grow, unsealed

pytestmark = pytest.mark.usefixtures("duel", "any_disk")


@pytest.mark.parametrize("work", ["grow", "many", "seal", "repair"])
def test_the_next_writer_removes_what_a_kill_has_left(log: Path, work: str) -> None:
    Path(scratch_name(str(log))).write_bytes(b"half of a l")
    if work == "seal":
        seal(str(log), str(log))
    elif work == "repair":
        assert repair(str(log)).saved is None
    else:
        grow(LogFile.open(str(log)), *(DUEL_MOVES[4:] if work == "many" else DUEL_MOVES[4:5]))
    assert os.listdir(log.parent) == ["game.jsonl"]


def test_what_a_killed_maker_has_left_is_removed_by_the_next_one(tmp_path: Path) -> None:
    path = tmp_path / "new.jsonl"
    Path(scratch_name(str(path))).write_bytes(b"half of a l")
    write_log(str(path), duel_game())
    assert path.read_bytes() == data_of(duel_game())
    os.link(path, scratch_name(str(path)))  # killed between the two names
    grow(LogFile.open(str(path)), "undo")
    assert os.listdir(tmp_path) == ["new.jsonl"]


def test_what_another_program_is_writing_is_not_removed(tmp_path: Path) -> None:
    path = tmp_path / "new.jsonl"
    scratch = scratch_name(str(path))
    Path(scratch).write_bytes(b"half of a l")
    with open_locked(scratch), pytest.raises(FileError) as caught:
        write_log(str(path), duel_game())
    assert str(caught.value) == (
        f"{path}: another program is writing to it, or {scratch} is in the way. Nothing was changed."
    )
    assert os.listdir(tmp_path) == [os.path.basename(scratch)]


def test_nothing_is_written_through_a_link_in_the_way(log: Path) -> None:
    """The name of the scratch file is known, so anybody could put a link there."""
    precious = log.parent / "precious"
    precious.write_text("precious")
    unsealed(log)
    Path(scratch_name(str(log))).symlink_to(precious)
    with pytest.raises(FileError, match="is in the way"):
        seal(str(log), str(log))
    assert precious.read_text() == "precious"


def test_the_name_of_a_scratch_file_is_nobodys(log: Path) -> None:
    """What is called so is removed by the next writer, so nothing is kept under it."""
    name = scratch_name(str(log))
    for work in (lambda: writing.create_file(name, b""), lambda: convert(str(log), name)):
        with pytest.raises(FileError, match="a file of this name is removed by the next writer"):
            work()
    assert os.listdir(log.parent) == ["game.jsonl"]
    for other in (".game.jsonl", "game.kronika-new", ".kronika-new.jsonl"):
        create_file(str(log.parent / other), b"one like it")
        assert (log.parent / other).read_bytes() == b"one like it"


@pytest.mark.parametrize("name", ["CON.jsonl", "nul", "aux.a.jsonl.gz", "Com1.jsonl", "lpt9 .kpack", "prn."])
def test_no_new_file_is_a_device_elsewhere(tmp_path: Path, name: str) -> None:
    """What is made here goes to others: under Windows its bytes would go to a printer, or nowhere."""
    path = tmp_path / name
    for work in (lambda: create_file(str(path), b"a"), lambda: refuse_existing(str(path))):
        with pytest.raises(FileError) as caught:
            work()
        assert str(caught.value) == (
            f"{path}: under Windows a file of this name is a device; choose another. Nothing was changed."
        )
    path.write_bytes(b"")  # one that is there already goes on
    with open_locked(str(path)) as held:
        held.append(b"more")
    for other in ("console.jsonl", "com10", "a.con", "nul-1.jsonl"):
        create_file(str(tmp_path / other), b"one like it")


FORKS = """
import os, sys, time
from kronika.logs.files.writing import growing_file, open_locked
with {work}(sys.argv[1]):
    if os.fork() == 0:
        print(os.getpid(), flush=True)
    time.sleep(60)
"""


@pytest.mark.posix
@pytest.mark.parametrize("work", ["open_locked", "growing_file"])
def test_a_process_that_outlives_a_killed_writer_keeps_no_lock(tmp_path: Path, work: str) -> None:
    """The writer has forked it, as it forks workers; it would go on for a minute."""
    path = tmp_path / "a"
    if work == "open_locked":
        path.write_bytes(b"there")
    command = [sys.executable, "-c", FORKS.format(work=work), str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout
        forked = int(writer.stdout.readline())
        writer.kill()
        writer.wait()
        try:
            if work == "growing_file":
                create_file(str(path), b"anew")
            else:
                open_locked(str(path), wait=0).close()
        finally:
            os.kill(forked, signal.SIGKILL)
