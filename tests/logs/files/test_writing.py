"""One way to write a file: under its lock, only if it is what was read, all or nothing, and true words about it."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kronika.logs.corpus.accept import Proposal, accept
from kronika.logs.corpus.pins import Pin, read_pins, write_pins
from kronika.logs.files import disk, writing
from kronika.logs.files.faults import FileError
from kronika.logs.files.scratch import scratch_name
from kronika.logs.files.writing import create_file, open_locked, read_unlocked, write_new_file
from kronika.logs.replaying.logfile import LogFile, write_log
from kronika.logs.replaying.validation import validate
from kronika.logs.texts.convert import repair, seal
from support.logs import DUEL_MOVES, data_of, duel_game, hand_written
from support.writing import failing, grow, unsealed

pytestmark = pytest.mark.usefixtures("duel", "any_disk")


# -- only what was read is written to ---------------------------------------------------------------------------------


@pytest.mark.parametrize("moves", [DUEL_MOVES[4:5], DUEL_MOVES[4:]])
@pytest.mark.parametrize("in_place", [True, False])
def test_another_log_of_the_same_size_gets_no_move(log: Path, in_place: bool, moves: tuple[str, ...]) -> None:
    """Bob plays 1 instead of 2: as many bytes, another game."""
    file = LogFile.open(str(log))
    other = data_of(duel_game(("chance: prize 3", "Anna: play 4", "Bob: play 1", "Anna: take")))
    assert len(other) == log.stat().st_size
    if in_place:
        log.write_bytes(other)
    else:
        (log.parent / "other").write_bytes(other)
        os.replace(log.parent / "other", log)
    with pytest.raises(FileError) as caught:
        grow(file, *moves)
    assert str(caught.value) == f"{log}: another program has written to it meanwhile; nothing was appended."
    assert log.read_bytes() == other
    assert os.listdir(log.parent) == ["game.jsonl"]


def test_the_same_bytes_in_another_file_are_another_log(log: Path) -> None:
    """Somebody has written it again, and may hold the lock of that file."""
    file = LogFile.open(str(log))
    (log.parent / "copy").write_bytes(log.read_bytes())
    os.replace(log.parent / "copy", log)
    with pytest.raises(FileError, match="meanwhile"):
        grow(file, DUEL_MOVES[4])


def test_a_log_that_changes_while_it_is_sealed_is_left(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a program that knows no lock, such as an editor."""
    before = unsealed(log)
    synced = writing._sync

    def sync_and_edit(new: writing.LockedFile) -> None:
        synced(new)
        log.write_bytes(log.read_bytes() + b"\n")

    monkeypatch.setattr(writing, "_sync", sync_and_edit)
    with pytest.raises(FileError) as caught:
        seal(str(log), str(log))
    assert str(caught.value) == f"{log}: another program has written to it meanwhile; nothing was changed."
    assert log.read_bytes() == before + b"\n"
    assert os.listdir(log.parent) == ["game.jsonl"]


def test_a_log_that_is_sealed_already_is_left_as_it_is(log: Path) -> None:
    before = log.stat()
    assert len(seal(str(log), str(log)).history) == 4
    assert (log.stat().st_ino, log.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


# -- what is no file --------------------------------------------------------------------------------------------------

KINDS: tuple[tuple[str, Callable[[Path], object]], ...] = (
    ("a named pipe", lambda path: os.mkfifo(path)),
    ("a directory", lambda path: path.mkdir()),
    ("a device", lambda path: path.symlink_to(os.devnull)),
)


@pytest.mark.parametrize(("kind", "make"), KINDS, ids=[kind for kind, _ in KINDS])
def test_what_is_no_file_is_not_written_to(tmp_path: Path, kind: str, make: Callable[[Path], object]) -> None:
    """And never waited for: anyone who opens a pipe that nobody writes to hangs."""
    path = tmp_path / "odd"
    make(path)
    for work in (
        lambda: LogFile.open(str(path)),
        lambda: seal(str(path), str(path)),
        lambda: repair(str(path)),
        lambda: open_locked(str(path)),
    ):
        with pytest.raises(FileError) as caught:
            work()
        assert str(caught.value) == f"{path}: is {kind}, not a file to write to."
    with pytest.raises(FileError) as caught:
        LogFile.create(str(path), duel_game())
    assert str(caught.value) == f"{path}: exists already, and is {kind}; it is left as it is."


def test_a_pipe_can_still_be_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    source = hand_written(tmp_path / "hand.jsonl")
    code = "import sys; open(sys.argv[2], 'wb').write(open(sys.argv[1], 'rb').read())"
    with subprocess.Popen([sys.executable, "-c", code, source, str(pipe)]):
        seal(str(pipe), str(tmp_path / "sealed.jsonl"))
    assert (tmp_path / "sealed.jsonl").read_bytes() == data_of(duel_game())


# -- what stays -------------------------------------------------------------------------------------------------------


def test_several_lines_keep_the_permissions_and_the_link(log: Path) -> None:
    log.chmod(0o604)
    link = log.parent / "link.jsonl"
    link.symlink_to(log)
    grow(LogFile.open(str(link)), *DUEL_MOVES[4:])
    assert link.is_symlink()
    assert log.read_bytes() == data_of(duel_game())
    assert stat.S_IMODE(log.stat().st_mode) == 0o604


@pytest.mark.parametrize("names", [1, 2, 3])
def test_other_names_of_a_file_that_is_written_again_keep_what_was_there_and_that_is_reported(
    log: Path, names: int
) -> None:
    """One line grows in place, for all names; several are a new file. Nothing is reported where there is one name."""
    others = [log.with_name(f"other-{n}") for n in range(1, names)]
    for other in others:
        other.hardlink_to(log)
    told: list[str] = []
    with LogFile.open(str(log), tell=told.append) as file:
        grow(file, DUEL_MOVES[4])
        assert (told, {other.read_bytes() for other in others} - {log.read_bytes()}) == ([], set())
        before = log.read_bytes()
        grow(file, *DUEL_MOVES[5:7])
    says = (
        f"{log}: the file had {names} names (hard links). It was appended under this one alone: the others keep what "
        "was there before."
    )
    assert told == [says] * (names > 1)
    assert {other.read_bytes() for other in others} <= {before}
    assert log.read_bytes() != before


def test_whatever_writes_a_file_again_tells_of_its_other_names(log: Path) -> None:
    """A log that is sealed, accepted, or raised; a list of pins."""
    told: list[str] = []
    pins = log.parent / "kronika-pins.toml"
    write_pins(str(log.parent), {"a.jsonl": Pin(1, "old")})
    for path in (log, pins):
        path.with_name(f"other-{path.name}").hardlink_to(path)
    accept(str(log.parent), Proposal(log.name, "duel", 1, "rules", ""), tell=told.append)
    write_pins(str(log.parent), {"b.jsonl": Pin(1, "old")}, told.append)
    hand_written(log)
    log.with_name("third").hardlink_to(log)
    seal(str(log), str(log), tell=told.append)
    assert [one.partition(": the file had 2 names (hard links). It was rewritten")[0] for one in told] == [
        str(log),
        str(pins),
        str(log),
    ]


def test_saves_go_on_after_one_that_put_a_new_file_there(log: Path) -> None:
    file = LogFile.open(str(log))
    for moves in (DUEL_MOVES[4:7], DUEL_MOVES[7:8], DUEL_MOVES[8:]):
        grow(file, *moves)
    assert log.read_bytes() == data_of(duel_game())
    assert validate(str(log), strict=True).ok


def test_pins_are_written_like_everything_else(tmp_path: Path) -> None:
    for pins in ({"a.jsonl": Pin(1, "old")}, {"a.jsonl": Pin(1, "old"), "b.jsonl": Pin(2, "older")}):
        write_pins(str(tmp_path), pins)
        assert read_pins(str(tmp_path)) == pins
    assert os.listdir(tmp_path) == ["kronika-pins.toml"]


@pytest.mark.parametrize("error", [errno.EPERM, errno.EOPNOTSUPP, errno.EMLINK])
def test_where_no_second_name_can_be_a_file_is_made_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: int
) -> None:
    failing(monkeypatch, "link", error)
    path = tmp_path / "a"
    assert create_file(str(path), b"whole").size == 5
    assert path.read_bytes() == b"whole"
    assert os.listdir(tmp_path) == ["a"]


@pytest.mark.parametrize("links", [True, False], ids=["links", "no links"])
def test_what_another_program_makes_meanwhile_is_not_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    """At the last moment, and by a program that knows no lock; a disk without second names has to rename."""
    path, link = tmp_path / "a", os.link

    def meanwhile(old: str, new: str) -> None:
        path.write_bytes(b"theirs")
        if links:
            link(old, new)
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", meanwhile)
    with pytest.raises(FileError) as caught:
        create_file(str(path), b"ours")
    why = "exists already; it is left as it is." if links else "cannot write: Operation not permitted. {}"
    assert str(caught.value) == f"{path}: {why.format('Nothing was changed.')}"
    assert path.read_bytes() == b"theirs"
    assert os.listdir(tmp_path) == ["a"]


@pytest.mark.posix
@pytest.mark.parametrize(
    "make",
    [
        lambda path, **more: create_file(path, b"a", **more),
        lambda path, **more: write_new_file(path, [b"a"], **more),
        lambda path, **more: write_log(path, duel_game(), **more),
    ],
    ids=["create", "write_new", "write_log"],
)
def test_a_new_file_is_on_the_disk_with_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make: Callable[..., object]
) -> None:
    """Unless who makes many says that it waits for all the names at the end."""
    sync, waits = os.fsync, []

    def call(fd: int) -> None:
        waits.append("folder" if stat.S_ISDIR(os.fstat(fd).st_mode) else "file")
        sync(fd)

    monkeypatch.setattr(os, "fsync", call)
    make(str(tmp_path / "a"))
    make(str(tmp_path / "b"), sync=False)
    assert waits == ["file", "folder", "file"]


CHANGES: dict[str, tuple[Callable[[writing.LockedFile], object], str]] = {
    "grow": (lambda held: held.append(b"more"), "nothing was appended."),
    "cut": (lambda held: held.truncate(3, lambda rest: None), "nothing was cut off."),
    "renew": (lambda held: held.replace(b"new"), "nothing was changed."),
    "remove": (lambda held: held.unlink(), "nothing was changed."),
}


@pytest.mark.posix
@pytest.mark.parametrize("name", CHANGES)
def test_what_somebody_writes_who_knows_no_lock_is_left(tmp_path: Path, name: str) -> None:
    """Into the file that is held, or another one in its place."""
    path = tmp_path / "a"
    change, words = CHANGES[name]
    for theirs in (path, tmp_path / "b"):
        path.write_bytes(b"before")
        with open_locked(str(path)) as held:
            theirs.write_bytes(b"theirs")
            os.replace(theirs, path)
            with pytest.raises(FileError) as caught:
                change(held)
        assert str(caught.value) == f"{path}: another program has written to it meanwhile; {words}"
        assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("a", b"theirs")]


@pytest.mark.posix
@pytest.mark.parametrize("name", CHANGES)
def test_each_change_is_waited_for_and_nobody_else_sees_a_part_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Files and names; what is on its way may be read by its owner alone until it has the permissions of the old."""
    path = tmp_path / "a"
    path.write_bytes(b"before")
    path.chmod(0o644)
    sync, waits = os.fsync, []

    def call(fd: int) -> None:
        found = os.fstat(fd)
        waits.append("folder" if stat.S_ISDIR(found.st_mode) else oct(stat.S_IMODE(found.st_mode)))
        sync(fd)

    monkeypatch.setattr(os, "fsync", call)
    with open_locked(str(path)) as held:
        CHANGES[name][0](held)
    held_by = {"grow": (["0o644"], b"beforemore"), "cut": (["0o644"], b"bef"), "renew": (["0o600", "folder"], b"new")}
    wanted, left = held_by.get(name, (["folder"], None))
    assert waits == wanted
    assert (path.read_bytes() if path.exists() else None) == left
    assert left is None or stat.S_IMODE(path.stat().st_mode) == 0o644


def test_a_disk_that_is_full_in_the_midst_of_a_line_has_nothing_of_it(
    log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, write = log.read_bytes(), os.write

    def part(fd: int, data: Any) -> int:
        monkeypatch.setattr(os, "write", lambda *more: (_ for _ in ()).throw(OSError(errno.ENOSPC, "No space left")))
        return write(fd, data[:5])

    with open_locked(str(log)) as held:
        monkeypatch.setattr(os, "write", part)
        with pytest.raises(OSError, match="No space left") as caught:
            held.append(b"a whole line\n")
    assert str(held.failure(caught.value)) == f"{log}: cannot append: No space left. Nothing was appended."
    assert log.read_bytes() == before


def target(folder: Path, there: bool) -> tuple[Path, Path]:
    """A file that is `there` already or is to be made, and the scratch file of its writer."""
    path = folder / "a"
    if there:
        path.write_bytes(b"before")
    return path, Path(scratch_name(str(path)))


@pytest.mark.posix
@pytest.mark.parametrize("there", [True, False], ids=["renewed", "made"])
def test_a_scratch_file_that_another_program_takes_for_a_leftover(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    """Between its making and its lock it looks like one. The other one has the name then, and goes on undisturbed."""
    (path, scratch), lock = target(tmp_path, there), disk.flock

    def late(fd: int) -> None:
        lock(fd)
        if scratch.exists():
            scratch.unlink()
            scratch.write_bytes(b"theirs")

    monkeypatch.setattr(disk, "flock", late)
    with pytest.raises(FileError) as caught:
        (renew if there else create_file)(str(path), b"ours")
    assert str(caught.value) == f"{path}: another program is writing to it; nothing was changed."
    assert scratch.read_bytes() == b"theirs"
    scratch.unlink()
    assert [file.read_bytes() for file in tmp_path.iterdir()] == ([b"before"] if there else [])


@pytest.mark.posix
@pytest.mark.parametrize("there", [True, False], ids=["renewed", "made"])
@pytest.mark.parametrize("gone", [True, False], ids=["removed", "left"])
def test_one_that_looks_for_leftovers_stops_no_writer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool, gone: bool
) -> None:
    """It has the lock of the new scratch file before its writer, and removes it or is stopped in between."""
    (path, scratch), lock = target(tmp_path, there), disk.flock

    def late(fd: int) -> None:
        if scratch.exists():
            monkeypatch.setattr(disk, "flock", lock)
            other = os.open(scratch, os.O_RDWR)
            lock(other)
            if gone:
                scratch.unlink()
            monkeypatch.setattr(disk.time, "sleep", lambda seconds: os.close(other))
        lock(fd)

    monkeypatch.setattr(disk, "flock", late)
    (renew if there else create_file)(str(path), b"ours")
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("a", b"ours")]


@pytest.mark.posix
def test_a_scratch_file_of_another_writer_is_not_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first one is taken for a leftover, and the other writer has its name before the first one gives up."""
    path, lock = tmp_path / "a", disk.flock
    scratch = Path(scratch_name(str(path)))

    def never(fd: int) -> None:
        scratch.unlink()
        scratch.write_bytes(b"theirs")
        monkeypatch.setattr(disk, "flock", lock)
        raise KeyboardInterrupt

    monkeypatch.setattr(disk, "flock", never)
    with pytest.raises(KeyboardInterrupt):
        create_file(str(path), b"ours")
    assert scratch.read_bytes() == b"theirs"


def renew(path: str, data: bytes) -> None:
    with open_locked(path) as held:
        held.replace(data)


def test_a_log_is_copied_as_it_is_when_nobody_writes_to_it(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lock that somebody has is waited for; where the disk has none nothing can be lost, for it is only read."""
    with open_locked(str(log)), pytest.raises(FileError) as caught:
        read_unlocked(str(log), wait=0)
    assert str(caught.value) == f"{log}: another program is writing to it; nothing was changed."
    first = LogFile.open(str(log), keep=True)
    monkeypatch.setattr(writing.time, "sleep", lambda seconds: grow(first, DUEL_MOVES[4]).close())
    assert read_unlocked(str(log)) == data_of(duel_game(DUEL_MOVES[:5]))
    failing(monkeypatch, "flock", errno.ENOLCK, module=disk)
    assert read_unlocked(str(log)) == data_of(duel_game(DUEL_MOVES[:5]))
    for name, why in (("none", "No such file or directory"), ("", "Is a directory")):
        with pytest.raises(FileError) as caught:
            read_unlocked(str(log.parent / name))
        assert str(caught.value) == f"{log.parent / name}: cannot read: {why}. Nothing was changed."


@pytest.mark.posix
def test_a_file_that_is_being_made_is_no_leftover(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between its last byte and its name another program comes for the same name: it is turned away."""
    path, link, came = str(tmp_path / "a"), os.link, []

    def meanwhile(old: str, new: str) -> None:
        monkeypatch.setattr(os, "link", link)
        with pytest.raises(FileError, match="another program is writing to it") as caught:
            create_file(path, b"other")
        came.append(caught)
        link(old, new)

    monkeypatch.setattr(os, "link", meanwhile)
    create_file(path, b"first")
    assert came
    assert Path(path).read_bytes() == b"first"
    assert os.listdir(tmp_path) == ["a"]
