"""Locks of logs: who waits, who is alone, and disks without locks."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from kronika.core.basics import limits
from kronika.logs.files import disk, writing
from kronika.logs.files.faults import FileError
from kronika.logs.files.scratch import scratch_name
from kronika.logs.replaying.logfile import LogFile, write_log
from kronika.logs.replaying.validation import validate
from kronika.logs.texts.convert import repair, seal
from support.logs import DUEL_MOVES, data_of, duel_game
from support.writing import BEFORE, failing, grow

pytestmark = pytest.mark.usefixtures("duel", "any_disk")


def test_who_keeps_the_lock_is_alone_until_it_has_saved(log: Path) -> None:
    with LogFile.open(str(log), keep=True) as file:
        for work in (
            lambda: LogFile.open(str(log), wait=0),
            lambda: seal(str(log), str(log), wait=0),
            lambda: repair(str(log), wait=0),
        ):
            with pytest.raises(FileError) as caught:
                work()
            assert str(caught.value) == f"{log}: another program is writing to it; nothing was changed."
        grow(file, *DUEL_MOVES[4:])
        grow(LogFile.open(str(log), wait=0), "undo")
    assert log.read_bytes() == data_of(duel_game((*DUEL_MOVES, "undo")))


def test_a_lock_that_is_kept_goes_with_its_context(log: Path) -> None:
    with pytest.raises(ZeroDivisionError), LogFile.open(str(log), keep=True):
        raise ZeroDivisionError
    LogFile.open(str(log), wait=0)


def test_a_busy_log_is_waited_for(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = LogFile.open(str(log), keep=True)
    pauses: list[float] = []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 3:
            grow(first, "chance: prize 5")

    monkeypatch.setattr(writing.time, "sleep", pause)
    grow(LogFile.open(str(log)), "undo")
    assert len(pauses) == 3
    assert log.read_bytes().endswith(b'{"n":6,"undo":2}\n')  # Anna's `take` and the prize that followed


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (errno.ENOLCK, "No locks available"),
        (errno.EOPNOTSUPP, "Operation not supported"),
        (errno.EIO, "Input/output error"),
        (errno.ENOSYS, "Function not implemented"),
    ],
)
def test_a_disk_without_locks_is_not_another_program(
    log: Path, monkeypatch: pytest.MonkeyPatch, error: int, words: str
) -> None:
    failing(monkeypatch, "flock", error, module=disk)
    with pytest.raises(FileError) as caught:
        LogFile.open(str(log))
    assert str(caught.value) == (
        f"{log}: cannot be locked: {words}; some network disks have no locks, and without one moves could be lost. "
        "Nothing was changed."
    )


def test_a_disk_without_locks_takes_new_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, "flock", errno.ENOLCK, module=disk)
    write_log(str(tmp_path / "g.jsonl"), duel_game())
    assert (tmp_path / "g.jsonl").read_bytes() == data_of(duel_game())
    assert os.listdir(tmp_path) == ["g.jsonl"]


def test_a_lock_stands_for_the_whole_file_wherever_its_handle_is_and_hides_no_byte(log: Path) -> None:
    """Under Windows nobody else can read a byte that is locked, so it is none that a file has."""
    size = log.stat().st_size
    with log.open("r+b", buffering=0) as mine, log.open("r+b", buffering=0) as other:
        mine.seek(3)
        disk.flock(mine.fileno())
        assert mine.tell() == 3
        for at in (0, size, 1 << 20):
            other.seek(at)
            with pytest.raises(OSError, match=r".") as caught:
                disk.flock(other.fileno())
            assert caught.value.errno in disk.BUSY
            assert other.tell() == at
    assert max(limits.LOG, (1 << 30) + 512) < disk.LOCKED  # SQLite locks from 1 GiB on
    with LogFile.open(str(log), keep=True) as file:
        assert validate(str(log)).faults == ()
        grow(file, *DUEL_MOVES[4:])
    assert log.read_bytes() == data_of(duel_game())


def test_a_second_name_that_a_kill_has_left_goes(log: Path) -> None:
    """A maker was killed between the two names of a new file: it is the log itself, not another program's."""
    os.link(log, scratch_name(str(log)))
    grow(LogFile.open(str(log)), *DUEL_MOVES[4:])
    assert log.read_bytes() == data_of(duel_game())
    assert os.listdir(log.parent) == ["game.jsonl"]


def test_what_is_written_before_a_file_gives_way_is_not_lost(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under Windows the lock is given back right before: anyone who comes then, and is done, has the last word."""
    file = LogFile.open(str(log))
    other = duel_game((*BEFORE, "chance: prize 5"))
    replace = os.replace

    def late(old: Any, new: Any) -> None:
        monkeypatch.setattr(os, "replace", replace)
        grow(LogFile.open(str(log), wait=0), "chance: prize 5")
        replace(old, new)

    monkeypatch.setattr(os, "replace", late)
    with pytest.raises(FileError):
        grow(file, *DUEL_MOVES[4:])
    assert log.read_bytes() == (data_of(other) if disk.RENAMES_OPEN is False else data_of(duel_game(BEFORE)))
    assert os.listdir(log.parent) == ["game.jsonl"]
