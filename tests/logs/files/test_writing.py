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

from kronika.cli.printing.options import wait_option
from kronika.core.basics import limits
from kronika.logs.corpus.accept import Proposal, accept
from kronika.logs.corpus.pins import Pin, read_pins, write_pins
from kronika.logs.files import disk, writing
from kronika.logs.files.faults import FileError
from kronika.logs.files.folders import refuse_existing
from kronika.logs.files.writing import WAIT, create_file, open_locked, read_unlocked, scratch_name, write_new_file
from kronika.logs.replaying.logfile import LogFile, write_log
from kronika.logs.replaying.replay import validate
from kronika.logs.texts.convert import convert, repair, seal
from support.logs import DUEL_MOVES, data_of, duel_game, hand_written, played

pytestmark = pytest.mark.usefixtures("duel", "any_disk")

BEFORE = DUEL_MOVES[:4]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A log of the first four events of the tiny game."""
    path = tmp_path / "game.jsonl"
    path.write_bytes(data_of(duel_game(BEFORE)))
    return path


def failing(monkeypatch: pytest.MonkeyPatch, name: str, error: int, *, after: bool = False, module: Any = os) -> None:
    """From now on the call fails, before it has done its work or after."""
    real = getattr(module, name)

    def fail(*args: Any, **more: Any) -> None:
        if after:
            real(*args, **more)
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr(module, name, fail)


def grow(file: LogFile, *moves: str) -> LogFile:
    played(file.session, moves)
    file.save()
    return file


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
    """Somebody has written it anew, and may hold the lock of that file."""
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


def unsealed(log: Path) -> bytes:
    """Takes a number out of the log, so that there is something to fill in; its bytes now."""
    log.write_bytes(log.read_bytes().replace(b'{"n":2,', b"{", 1))
    return log.read_bytes()


# -- locks ------------------------------------------------------------------------------------------------------------


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
    """Under Windows the lock is given back right before: whoever comes then, and is done, has the last word."""
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
    assert log.read_bytes() == (data_of(other) if writing.RENAMES_OPEN is False else data_of(duel_game(BEFORE)))
    assert os.listdir(log.parent) == ["game.jsonl"]


# -- what is said after an error --------------------------------------------------------------------------------------


@pytest.mark.posix
@pytest.mark.parametrize("moves", [DUEL_MOVES[4:5], DUEL_MOVES[4:]])
def test_an_error_after_the_moves_are_safe_says_that_they_are_there(
    log: Path, monkeypatch: pytest.MonkeyPatch, moves: tuple[str, ...]
) -> None:
    file = LogFile.open(str(log))
    failing(monkeypatch, "close", errno.EIO, after=True)
    with pytest.raises(FileError) as caught:
        grow(file, *moves)
    assert str(caught.value) == f"{log}: it was appended, but then something failed: Input/output error."
    assert log.read_bytes() == data_of(duel_game((*BEFORE, *moves)))
    assert file.unsaved == 0


@pytest.mark.posix
def test_a_rename_that_was_done_although_it_failed_is_seen(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So it is with network disks whose answer was lost."""
    file = LogFile.open(str(log))
    failing(monkeypatch, "replace", errno.EIO, after=True)
    grow(file, *DUEL_MOVES[4:])
    assert log.read_bytes() == data_of(duel_game())


def test_a_rename_that_failed_leaves_the_log(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = LogFile.open(str(log))
    failing(monkeypatch, "replace", errno.EBUSY)
    with pytest.raises(FileError) as caught:
        grow(file, *DUEL_MOVES[4:])
    assert str(caught.value) == f"{log}: cannot append: Device or resource busy. Nothing was appended."
    assert log.read_bytes() == data_of(duel_game(BEFORE))
    assert os.listdir(log.parent) == ["game.jsonl"]


def test_what_is_not_known_is_said_too(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk takes a move and then nothing more, not even the cut."""
    file = LogFile.open(str(log))
    failing(monkeypatch, "fsync", errno.EIO)
    failing(monkeypatch, "ftruncate", errno.EIO)
    with pytest.raises(FileError) as caught:
        grow(file, DUEL_MOVES[4])
    assert str(caught.value) == (
        f"{log}: cannot append: Input/output error. How much of it was appended is not known: "
        f"`kronika validate {log}` shows it."
    )


@pytest.mark.posix
def test_a_folder_that_cannot_be_waited_for(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some systems have no fsync of a folder: that is no error. One that fails is."""
    sync = os.fsync

    def fail(error: int) -> Callable[[int], None]:
        def call(fd: int) -> None:
            if stat.S_ISDIR(os.fstat(fd).st_mode):
                raise OSError(error, os.strerror(error))
            sync(fd)

        return call

    monkeypatch.setattr(os, "fsync", fail(errno.EINVAL))
    file = grow(LogFile.open(str(log)), *DUEL_MOVES[4:])
    monkeypatch.setattr(os, "fsync", fail(errno.EIO))
    with pytest.raises(FileError, match="it was appended, but then something failed: Input/output error"):
        grow(file, "undo", "redo")
    assert log.read_bytes() == data_of(duel_game((*DUEL_MOVES, "undo", "redo")))


def test_a_folder_that_nothing_can_be_put_into(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = LogFile.open(str(log))
    real = os.open

    def only_what_is_there(path: Any, flags: int, mode: int = 0o777) -> int:
        if flags & os.O_CREAT:
            raise PermissionError(errno.EACCES, "Permission denied")
        return real(path, flags, mode)

    monkeypatch.setattr(os, "open", only_what_is_there)
    with pytest.raises(FileError, match=r"cannot append: Permission denied\. Nothing was changed\."):
        grow(file, *DUEL_MOVES[4:])
    with pytest.raises(FileError, match=r"cannot write: Permission denied\. Nothing was changed\."):
        create_file(str(log.parent / "other"), b"")


def test_a_log_that_may_only_be_read(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, "open", errno.EROFS)
    with pytest.raises(FileError) as caught:
        LogFile.open(str(log))
    assert str(caught.value) == f"{log}: cannot write: Read-only file system. Nothing was changed."


def test_the_option_waits_as_long_as_the_library() -> None:
    @wait_option
    def command() -> None:
        """Of any kind."""

    assert [option.default for option in command.__click_params__] == [WAIT]  # type: ignore[attr-defined]  # click sets it


# -- what a kill leaves -----------------------------------------------------------------------------------------------


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


# -- what is no file --------------------------------------------------------------------------------------------------

KINDS: tuple[tuple[str, Callable[[Path], object]], ...] = (
    ("a named pipe", lambda path: os.mkfifo(path)),
    ("a directory", lambda path: path.mkdir()),
    ("a device", lambda path: path.symlink_to(os.devnull)),
)


@pytest.mark.parametrize(("kind", "make"), KINDS, ids=[kind for kind, _ in KINDS])
def test_what_is_no_file_is_not_written_to(tmp_path: Path, kind: str, make: Callable[[Path], object]) -> None:
    """And never waited for: whoever opens a pipe that nobody writes to hangs."""
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
def test_other_names_of_a_file_that_is_written_anew_keep_what_was_there_and_that_is_told(log: Path, names: int) -> None:
    """One line grows in place, for all names; several are a new file. Nothing is told where there is one name."""
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


def test_whatever_writes_a_file_anew_tells_of_its_other_names(log: Path) -> None:
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
    assert [one.partition(": the file had 2 names (hard links). It was written anew")[0] for one in told] == [
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


@pytest.mark.posix
@pytest.mark.parametrize("there", [True, False], ids=["renewed", "made"])
def test_a_scratch_file_that_another_program_takes_for_a_leftover(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    """Between its making and its lock it looks like one. The other one has the name then, and goes on undisturbed."""
    path, lock = tmp_path / "a", disk.flock
    scratch = Path(scratch_name(str(path)))
    if there:
        path.write_bytes(b"before")

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
