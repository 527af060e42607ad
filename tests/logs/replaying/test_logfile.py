"""A log that grows: whole lines, under a lock, and after any trouble what it was before."""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from kronika.core.basics import limits
from kronika.logs.files.faults import FileError, LogError
from kronika.logs.files.writing import write_new_file
from kronika.logs.replaying.logfile import LogFile, write_log
from kronika.logs.replaying.validation import validate
from support.logs import DUEL_MOVES, TIDES_MOVES, data_of, duel_game, hand_written, played, tides_game

pytestmark = pytest.mark.usefixtures("duel", "any_disk")


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A log of the first four events of the tiny game."""
    path = tmp_path / "game.jsonl"
    LogFile.create(str(path), duel_game(DUEL_MOVES[:4]))
    return path


# -- creating ---------------------------------------------------------------------------------------------------


def test_create_writes_what_the_session_holds(tmp_path: Path) -> None:
    session = duel_game(DUEL_MOVES[:4])
    file = LogFile.create(str(tmp_path / "game.jsonl"), session)
    assert (tmp_path / "game.jsonl").read_bytes() == data_of(session)
    assert file.session is session
    assert os.listdir(tmp_path) == ["game.jsonl"]


def test_create_then_save_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    file = LogFile.create(str(path), duel_game(()))
    for move in DUEL_MOVES:
        file.session.play(move)
        file.save()
    assert path.read_bytes() == data_of(duel_game())


def test_create_does_not_overwrite(log: Path) -> None:
    before = log.read_bytes()
    with pytest.raises(FileError) as caught:
        LogFile.create(str(log), duel_game(()))
    assert str(caught.value) == f"{log}: exists already; it is left as it is."
    assert log.read_bytes() == before
    assert os.listdir(log.parent) == ["game.jsonl"]


def test_create_does_not_overwrite_a_file_that_comes_meanwhile(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The look whether it exists is over when another program makes it."""
    before = log.read_bytes()
    monkeypatch.setattr(os.path, "lexists", lambda path: False)
    with pytest.raises(FileError, match="exists already"):
        LogFile.create(str(log), duel_game(()))
    assert log.read_bytes() == before
    assert os.listdir(log.parent) == ["game.jsonl"]


def test_create_where_there_are_no_hard_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: Any) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    LogFile.create(str(tmp_path / "game.jsonl"), duel_game())
    assert (tmp_path / "game.jsonl").read_bytes() == data_of(duel_game())
    assert os.listdir(tmp_path) == ["game.jsonl"]


def test_create_in_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot write: No such file or directory"):
        LogFile.create(str(tmp_path / "none" / "game.jsonl"), duel_game())


@pytest.mark.parametrize(("mask", "mode"), [(0o027, 0o640), (0, 0o666)])
def test_a_new_log_has_the_usual_permissions(tmp_path: Path, mask: int, mode: int) -> None:
    mask = os.umask(mask)
    try:
        LogFile.create(str(tmp_path / "game.jsonl"), duel_game())
    finally:
        os.umask(mask)
    assert stat.S_IMODE((tmp_path / "game.jsonl").stat().st_mode) == mode


def test_a_file_that_cannot_be_written_whole_is_not_there(tmp_path: Path) -> None:
    def parts() -> Iterator[bytes]:
        yield b"beginning"
        raise FileError("no more")

    with pytest.raises(FileError, match="no more"):
        write_new_file(str(tmp_path / "a.jsonl"), parts())
    assert os.listdir(tmp_path) == []


# -- appending --------------------------------------------------------------------------------------------------


def test_append_is_whole_lines_and_numbers_go_on(log: Path) -> None:
    before = log.read_bytes()
    file = LogFile.open(str(log))
    played(file.session, (*DUEL_MOVES[4:], "undo", "redo"))
    file.save()
    after = log.read_bytes()
    assert after.startswith(before)
    assert after == data_of(duel_game((*DUEL_MOVES, "undo", "redo")))
    numbers = re.findall(rb'^\{"n":(\d+),', after, re.MULTILINE)
    assert numbers == [str(n).encode() for n in range(1, 14)]


def test_each_save_appends_only_what_is_new(log: Path) -> None:
    file = LogFile.open(str(log))
    for number, move in enumerate(DUEL_MOVES[4:], 5):
        file.session.play(move)
        file.save()
        assert log.read_bytes() == data_of(duel_game(DUEL_MOVES[:number]))


def test_a_log_never_grows_beyond_what_can_be_opened_again(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = log.read_bytes()
    file = LogFile.open(str(log))
    file.session.note("x" * 100)
    line = len(data_of(file.session)) - len(before)
    monkeypatch.setattr(limits, "LOG", len(before) + line - 1)
    with pytest.raises(FileError, match=r"there is no room. Nothing was appended.$"):
        file.save()
    assert log.read_bytes() == before
    monkeypatch.setattr(limits, "LOG", len(before) + line)
    file.save()
    assert LogFile.open(str(log)).session.history == file.session.history


def test_save_without_news_does_not_touch_the_file(log: Path) -> None:
    before = log.stat()
    LogFile.open(str(log)).save()
    after = log.stat()  # the time of the last reading may be another
    assert (after.st_ino, after.st_size, after.st_mtime_ns) == (before.st_ino, before.st_size, before.st_mtime_ns)


def test_nothing_is_rewritten_by_undo(log: Path) -> None:
    """What was taken back stays readable in the file."""
    before = log.read_bytes()
    file = LogFile.open(str(log))
    played(file.session, ("undo", "Anna: spare"))
    file.save()
    assert log.read_bytes().startswith(before)
    assert log.read_bytes()[len(before) :].startswith(b'{"n":5,"undo":1}\n{"n":6,"by":0,"do":{"type":"spare"}')


def calls_of(monkeypatch: pytest.MonkeyPatch, *names: str) -> list[str]:
    """The calls of the system with these names, as they are made."""
    calls: list[str] = []

    def watch(name: str) -> None:
        real = getattr(os, name)
        monkeypatch.setattr(os, name, lambda *args, **more: (calls.append(name), real(*args, **more))[1])

    for name in names:
        watch(name)
    return calls


def test_one_line_is_one_write_that_reaches_the_disk(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = LogFile.open(str(log))
    file.session.play(DUEL_MOVES[4])
    calls = calls_of(monkeypatch, "write", "fsync", "replace", "ftruncate")
    inode = log.stat().st_ino
    file.save()
    assert calls == ["write", "fsync"]
    assert log.stat().st_ino == inode


@pytest.mark.posix
def test_several_lines_take_the_place_of_the_log_at_once(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole and on the disk before, and its name on the disk after: a kill leaves all of them or none."""
    file = LogFile.open(str(log))
    played(file.session, DUEL_MOVES[4:])
    calls = calls_of(monkeypatch, "write", "fsync", "replace", "ftruncate")
    file.save()
    assert calls == ["write", "fsync", "replace", "fsync"]


def test_a_missing_last_line_break_is_made_up_for(log: Path) -> None:
    whole = log.read_bytes()
    log.write_bytes(whole[:-1])
    file = LogFile.open(str(log))
    file.session.play(DUEL_MOVES[4])
    file.save()
    file.session.play(DUEL_MOVES[5])
    file.save()
    assert log.read_bytes() == data_of(duel_game(DUEL_MOVES[:6]))


def test_windows_line_ends_and_blank_lines_at_the_end(log: Path) -> None:
    for end in (b"\r\n", b"\n\n\n", b"\r\n\r\n"):
        log.write_bytes(data_of(duel_game(DUEL_MOVES[:4]))[:-1] + end)
        file = LogFile.open(str(log))
        file.session.play(DUEL_MOVES[4])
        file.save()
        assert validate(str(log), strict=True).faults == ()
        assert validate(str(log)).records == 5


def test_a_hand_written_log_goes_on_with_the_next_number(tmp_path: Path) -> None:
    path = hand_written(tmp_path / "hand.jsonl")
    file = LogFile.open(path)
    file.session.undo()
    file.save()
    assert Path(path).read_bytes().endswith(b'{"by":1,"do":{"type":"take"}}\n{"n":12,"undo":1}\n')
    assert validate(path).ok


def test_append_to_a_long_game_of_tides(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    LogFile.create(str(path), tides_game(()))
    for number in range(0, len(TIDES_MOVES), 5):
        file = LogFile.open(str(path))
        file.session.chance = "auto"
        played(file.session, TIDES_MOVES[number : number + 5])
        file.save()
    assert path.read_bytes() == data_of(tides_game())


# -- other programs ---------------------------------------------------------------------------------------------


def test_refused_when_another_program_has_written_meanwhile(log: Path) -> None:
    mine, other = LogFile.open(str(log)), LogFile.open(str(log))
    other.session.play("prize 5")
    other.save()
    after_other = log.read_bytes()
    mine.session.play("prize 2")
    with pytest.raises(FileError) as caught:
        mine.save()
    assert str(caught.value) == f"{log}: another program has written to it meanwhile; nothing was appended."
    assert log.read_bytes() == after_other


def test_refused_when_the_log_was_cut_or_removed_meanwhile(log: Path) -> None:
    mine = LogFile.open(str(log))
    mine.session.play("prize 2")
    whole = log.read_bytes()
    log.write_bytes(whole[:100])
    with pytest.raises(FileError, match="meanwhile"):
        mine.save()
    assert log.read_bytes() == whole[:100]
    log.write_bytes(b"")
    with pytest.raises(FileError, match="meanwhile"):
        mine.save()
    log.unlink()
    with pytest.raises(FileError, match="cannot append: No such file"):
        mine.save()
    assert not log.exists()


HOLD = """
import sys
from kronika.logs.files import disk
file = open(sys.argv[1], "r+b")
disk.flock(file.fileno())
print("held", flush=True)
sys.stdin.readline()
"""


def test_refused_while_another_process_holds_the_lock(log: Path) -> None:
    before = log.read_bytes()
    file = LogFile.open(str(log), wait=0)
    file.session.play("prize 5")
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(log)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdin
        assert holder.stdout
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(FileError) as caught:
            file.save()
        assert str(caught.value) == f"{log}: another program is writing to it; nothing was changed."
        assert log.read_bytes() == before
        holder.stdin.write("\n")
    file.save()
    assert log.read_bytes() == data_of(duel_game((*DUEL_MOVES[:4], "chance: prize 5")))


HAMMER = """
import sys
from kronika.logs.files.faults import FileError, LogError
from kronika.logs.replaying.logfile import LogFile
done = 0
while done < 25:
    try:
        file = LogFile.open(sys.argv[1])
        if file.session.line.undone:
            file.session.redo()
        else:
            file.session.undo()
        file.save()
    except (FileError, LogError) as error:
        # A reader may see half of another's line: that is the only fault there can be.
        assert isinstance(error, FileError) or error.fault.code == "incomplete", error
        continue
    done += 1
"""


@pytest.mark.here
def test_two_processes_that_append_at_once_lose_and_break_nothing(log: Path, duel: dict[str, str]) -> None:
    command = [sys.executable, "-c", HAMMER, str(log)]
    racers = [subprocess.Popen(command, env=duel, stderr=subprocess.PIPE) for _ in range(2)]
    for racer in racers:
        _, errors = racer.communicate(timeout=60)
        assert errors == b""
    report = validate(str(log), strict=True)
    assert report.faults == ()
    assert report.records == 4 + 50


# -- a disk that is full ----------------------------------------------------------------------------------------


@contextmanager
def at_most(size: int) -> Iterator[None]:
    """No file may grow beyond N bytes, as if the disk were full.

    What is imported meanwhile is not written down compiled: Python 3.11 would leave it cut off, for all who come later.
    """
    resource = pytest.importorskip("resource")
    compiled, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        sys.dont_write_bytecode = compiled


@pytest.mark.parametrize("room", [0, 1, 50, 110, 500])
def test_a_full_disk_leaves_the_log_as_it_was(log: Path, room: int) -> None:
    before = log.read_bytes()
    file = LogFile.open(str(log))
    played(file.session, DUEL_MOVES[4:])
    with at_most(len(before) + room), pytest.raises(FileError, match=f"{log}: cannot append: "):
        file.save()
    assert log.read_bytes() == before
    file.save()  # there is room again: nothing was lost, nothing is there twice
    assert log.read_bytes() == data_of(duel_game())


def test_nothing_is_written_after_a_full_disk_has_room_again(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What failed is not tried again behind our back when the file is closed."""
    resource = pytest.importorskip("resource")
    before = log.read_bytes()
    file = LogFile.open(str(log))
    file.session.play(DUEL_MOVES[4])
    cut = os.ftruncate

    def cut_and_make_room(number: int, size: int) -> None:
        cut(number, size)
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

    monkeypatch.setattr(os, "ftruncate", cut_and_make_room)
    with at_most(len(before) + 50), pytest.raises(FileError, match="cannot append"):
        file.save()
    assert log.read_bytes() == before


@pytest.mark.parametrize("room", [0, 50])
def test_a_full_disk_leaves_no_half_of_a_new_log(tmp_path: Path, room: int) -> None:
    with at_most(room), pytest.raises(FileError, match="cannot write: "):
        LogFile.create(str(tmp_path / "game.jsonl"), duel_game())
    assert os.listdir(tmp_path) == []


def test_an_error_of_the_disk_leaves_the_log_as_it_was(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bytes went out, but the disk says no when they are to be kept."""
    before = log.read_bytes()

    def fail(number: int) -> None:
        raise OSError(5, "Input/output error")

    file = LogFile.open(str(log))
    file.session.play("prize 5")
    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(FileError, match="cannot append: Input/output error"):
        file.save()
    assert log.read_bytes() == before


def test_an_interruption_leaves_the_log_as_it_was(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = log.read_bytes()

    def interrupt(number: int) -> None:
        raise KeyboardInterrupt

    file = LogFile.open(str(log))
    file.session.play("prize 5")
    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        file.save()
    assert log.read_bytes() == before


# -- what can't grow --------------------------------------------------------------------------------------------

ONLY_TEXT = "only a plain text log can grow; `kronika convert` makes one of it"


@pytest.mark.parametrize("name", ["g.jsonl.gz", "g.jsonl.zst", "g.kpack", "g.kpack.gz", "g.kpack.zst"])
def test_compressed_and_packed_logs_do_not_grow(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    write_log(str(path), duel_game())
    before = path.read_bytes()
    with pytest.raises(FileError, match=ONLY_TEXT):
        LogFile.open(str(path))
    with pytest.raises(FileError, match=ONLY_TEXT):
        LogFile.create(str(tmp_path / f"new-{name}"), duel_game())
    disguised = tmp_path / "disguised.jsonl"
    disguised.write_bytes(before)
    with pytest.raises(FileError, match=ONLY_TEXT):
        LogFile.open(str(disguised))
    assert path.read_bytes() == disguised.read_bytes() == before
    assert sorted(os.listdir(tmp_path)) == sorted((name, "disguised.jsonl"))


def test_standard_input_does_not_grow() -> None:
    with pytest.raises(FileError, match=ONLY_TEXT):
        LogFile.open("-")


def test_missing_file_and_folder(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot read: No such file"):
        LogFile.open(str(tmp_path / "none.jsonl"))
    with pytest.raises(FileError, match="is a directory"):
        LogFile.open(str(tmp_path))


def test_a_faulty_log_is_not_opened(log: Path) -> None:
    log.write_bytes(log.read_bytes()[:-5])
    with pytest.raises(LogError, match="incomplete"):
        LogFile.open(str(log))


def test_a_log_with_other_digests_is_opened_with_warnings(log: Path) -> None:
    """Derived fields that differ can be lived with: the session holds what the rules say now."""
    text = log.read_text()
    log.write_text(re.sub('"state":"[0-9a-f]{16}"', '"state":"0123456789abcdef"', text))
    file = LogFile.open(str(log))
    assert [(fault.line, fault.code) for fault in file.session.warnings] == [(line, "digest") for line in (2, 3, 4, 5)]
    assert file.session.history == duel_game(DUEL_MOVES[:4]).history
