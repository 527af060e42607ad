"""What is said after an error of the disk: which moves are safe."""

from __future__ import annotations

import errno
import os
import shlex
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kronika.cli.printing.options import wait_option
from kronika.logs.files.faults import FileError
from kronika.logs.files.streams import typed_path
from kronika.logs.files.writing import WAIT, create_file, open_locked
from kronika.logs.replaying.logfile import LogFile
from support.logs import DUEL_MOVES, data_of, duel_game
from support.writing import BEFORE, failing, grow

pytestmark = pytest.mark.usefixtures("duel", "any_disk")


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


def test_an_error_after_others_were_appended_says_that_no_more_was(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Several appends under one lock: the one that fails is not there, the others are."""
    before = log.read_bytes()

    def append_two() -> None:
        with open_locked(str(log)) as held:
            held.append(b"one\n")
            failing(monkeypatch, "write", errno.ENOSPC)
            held.append(b"two\n")

    with pytest.raises(FileError) as caught:
        append_two()
    assert str(caught.value) == f"{log}: cannot append: No space left on device. Nothing more was appended."
    assert log.read_bytes() == before + b"one\n"


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


@pytest.mark.parametrize(
    ("path", "typed"), [("my game.jsonl", "my game.jsonl"), ("-a.jsonl", "./-a.jsonl"), ("--as", "./--as")]
)
def test_the_command_that_is_named_can_be_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, typed: str
) -> None:
    monkeypatch.chdir(tmp_path)
    create_file(path, b"")
    with open_locked(path) as held:
        assert shlex.split(held.unsure.split("`")[1]) == ["kronika", "validate", typed]


def test_standard_input_is_typed_as_it_is() -> None:
    assert typed_path("-") == "-"


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
