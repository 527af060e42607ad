"""Names that must be free for what is made, and folders made as a whole."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kronika.logs.files import disk, writing
from kronika.logs.files.faults import FileError
from kronika.logs.files.folders import create_folder, making_folder, refuse_existing, refuse_occupied
from kronika.logs.files.scratch import scratch_name

pytestmark = pytest.mark.usefixtures("any_disk")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with a file, a folder with something in it, an empty one, and a link that leads nowhere."""
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    Path("full/empty").mkdir(parents=True)
    Path("empty").mkdir()
    Path("link").symlink_to("nowhere")
    return tmp_path


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("", "A folder needs a name. Nothing was changed."),
        ("file", "file: exists already, and is not a folder; it is left as it is."),
        ("link", "link: exists already, and is not a folder; it is left as it is."),
        ("full", "full: is a folder with something in it, which is left as it is. Name a new one."),
        ("empty", None),
        ("new", None),
        ("new/below", None),
    ],
)
def test_where_a_folder_can_be_made(here: Path, name: str, says: str | None) -> None:
    assert refusal(refuse_occupied, name) == says
    assert refusal(lambda path: create_folder(path, {"a/b": b"c"}), name) == says
    assert (here / name / "a" / "b").exists() is (says is None)
    assert sorted(path.name for path in here.iterdir() if path.name.startswith(".")) == []


def test_the_working_directory_is_no_new_folder(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(here / "empty")
    for name in (".", "../empty", str(here / "empty")):
        assert refusal(refuse_occupied, name) == f"{name}: is the working directory. Name a new folder in it."


def test_a_folder_that_cannot_be_looked_into_is_named(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: str) -> list[str]:
        raise PermissionError(errno.EACCES, "Permission denied", path)

    monkeypatch.setattr(os, "listdir", refuse)
    assert refusal(refuse_occupied, "full") == "full: cannot create: Permission denied. Nothing was changed."


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("", "A file needs a name. Nothing was changed."),
        ("file", "file: exists already; it is left as it is."),
        ("full", "full: exists already, and is a directory; it is left as it is."),
        ("link", "link: exists already; it is left as it is."),
        ("none/new", "none/new: cannot write: No such file or directory. Nothing was changed."),
        ("file/new", "file/new: cannot write: Not a directory. Nothing was changed."),
        ("new", None),
        ("full/new", None),
        ("-", None),
    ],
)
def test_where_a_file_can_be_made(here: Path, name: str, says: str | None) -> None:
    assert refusal(refuse_existing, name) == says


def refusal(work: Callable[[str], object], name: str) -> str | None:
    """Why it is refused; None where it is not."""
    try:
        work(name)
    except FileError as error:
        return str(error)
    return None


@pytest.mark.parametrize("there", [True, False], ids=["an empty one there", "none there"])
def test_a_folder_is_there_as_a_whole_or_not_at_all(here: Path, monkeypatch: pytest.MonkeyPatch, there: bool) -> None:
    """The disk is full at the second file."""
    written: list[bytes] = []
    write_all = writing.write_all

    def write(fd: int, data: bytes) -> None:
        if written:
            raise OSError(errno.ENOSPC, "No space left on device")
        written.append(data)
        write_all(fd, data)

    monkeypatch.setattr("kronika.logs.files.folders.write_all", write)
    name = "empty" if there else "new"
    before = sorted(os.listdir())
    said = refusal(lambda path: create_folder(path, {"a": b"1", "b/c": b"2"}), name)
    assert said == f"{name}: cannot create: No space left on device. Nothing was changed."
    assert written == [b"1"]
    assert sorted(os.listdir()) == before


def left_of_a_kill(name: Path) -> Path:
    """A scratch folder as a kill leaves it, in the midst of its files."""
    scratch = Path(scratch_name(str(name)))
    (scratch / "kronika-making" / "below").mkdir(parents=True)
    (scratch / "kronika-making" / "below" / "half").touch()
    (scratch / "kronika-lock").touch()
    return scratch


def test_what_a_kill_has_left_gives_way_and_what_another_program_makes_does_not(here: Path) -> None:
    """Who is at work in a scratch folder has locked the file in it."""
    scratch = left_of_a_kill(here / "new")
    handle = os.open(scratch / "kronika-lock", os.O_RDWR)
    disk.flock(handle)
    assert refusal(lambda path: create_folder(path, {"a": b"1"}), "new") == (
        "new: another program is making it. Nothing was changed."
    )
    assert (scratch / "kronika-making" / "below" / "half").exists()
    os.close(handle)
    create_folder("new", {"a": b"1"})
    assert os.listdir("new") == ["a"]
    assert not scratch.exists()


def test_what_a_kill_has_left_goes_where_the_name_is_taken_too(here: Path) -> None:
    """The kill came after the folder had its name."""
    scratch = left_of_a_kill(here / "full")
    assert refusal(refuse_occupied, "full") is not None
    assert not scratch.exists()


@pytest.mark.parametrize("there", [{"half"}, {"kronika-making"}, {"kronika-lock", "mine"}], ids=sorted)
def test_a_folder_that_is_called_like_a_scratch_folder_is_left_as_it_is(here: Path, there: set[str]) -> None:
    scratch = Path(scratch_name(str(here / "new")))
    for name in there:
        (scratch / name).mkdir(parents=True)
    said = refusal(lambda path: create_folder(path, {"a": b"1"}), "new")
    assert said == f"new: cannot create: {scratch} is in the way, and is left as it is. Nothing was changed."
    assert {*os.listdir(scratch)} == there
    assert not os.path.exists("new")


def test_a_file_that_is_called_like_a_scratch_folder_is_left_as_it_is(here: Path) -> None:
    scratch = Path(scratch_name(str(here / "one")))
    scratch.touch()
    said = refusal(lambda path: create_folder(path, {}), "one")
    assert said == f"one: cannot create: {scratch} is in the way, and is left as it is. Nothing was changed."


def test_who_fails_at_the_last_step_goes_on_with_the_same_command(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder has its name, but the disk does not say that it keeps it."""
    settle, files = disk.fsync_name, {"a": b"1", "b/c": b"2"}

    def fail(path: str) -> None:
        if os.path.basename(path) == "new":
            raise OSError(errno.EIO, "Input/output error")
        settle(path)

    with monkeypatch.context() as patched:
        patched.setattr(disk, "fsync_name", fail)
        said = refusal(lambda path: create_folder(path, files), "new")
    assert said == "new: it was made as a whole, but the disk may not have its name: Input/output error."
    assert refusal(lambda path: create_folder(path, files), "new") is None
    Path("new/b/c").write_bytes(b"3")
    said = refusal(lambda path: create_folder(path, files), "new")
    assert said == "new: is a folder with something in it, which is left as it is. Name a new one."
    assert Path("new/b/c").read_bytes() == b"3"


@pytest.mark.parametrize("more", ["d", "b/d"])
def test_a_folder_with_more_in_it_is_not_the_same(here: Path, more: str) -> None:
    create_folder("new", {"a": b"1", "b/c": b"2"})
    Path("new", more).touch()
    assert refusal(lambda path: create_folder(path, {"a": b"1", "b/c": b"2"}), "new") is not None


def test_folders_above_go_again_where_nothing_came_into_them(here: Path) -> None:
    with contextlib.suppress(ValueError), making_folder("full/x/y"):
        assert os.path.isdir("full/x/y")
        raise ValueError
    assert os.listdir("full") == ["empty"]
    with contextlib.suppress(ValueError), making_folder("full/x/y"):
        Path("full/x/mine").touch()
        raise ValueError
    assert os.listdir("full/x") == ["mine"]
    with making_folder("empty/x"):
        pass
    assert os.path.isdir("empty/x")
    with contextlib.suppress(ValueError), making_folder("empty"):
        raise ValueError
    assert os.path.isdir("empty/x")


def test_nothing_stays_open(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system gives the lowest handle that is free; whatever comes of it, with a leftover of a kill or without."""

    def free() -> int:
        handle = os.open(os.devnull, os.O_RDONLY)
        os.close(handle)
        return handle

    before = free()
    create_folder("a", {"b": b"1"})
    left_of_a_kill(here / "b")
    create_folder("b", {"b": b"1"})
    assert refusal(lambda path: create_folder(path, {"b": b"1"}), "full") is not None
    monkeypatch.setattr("kronika.logs.files.folders.write_all", lambda fd, data: os.close(-1))
    assert refusal(lambda path: create_folder(path, {"b": b"1"}), "c") is not None
    assert free() == before


def test_a_folder_that_comes_meanwhile_stays(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Made by a program that knows no lock, while the files are written."""
    write_all = writing.write_all

    def write(fd: int, data: bytes) -> None:
        Path("new").mkdir()
        Path("new/theirs").touch()
        write_all(fd, data)

    monkeypatch.setattr("kronika.logs.files.folders.write_all", write)
    said = refusal(lambda path: create_folder(path, {"a": b"1"}), "new")
    assert said == "new: is a folder with something in it, which is left as it is. Name a new one."
    assert os.listdir("new") == ["theirs"]


@pytest.mark.posix
def test_all_of_it_is_on_the_disk_before_it_has_its_name(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each file, and the name of each in its folder; then the name of the whole."""
    done: list[int] = []
    sync, rename = os.fsync, os.rename

    def note(fd: int) -> None:
        done.append(os.fstat(fd).st_ino)
        sync(fd)

    def named(old: Any, new: Any) -> None:
        rename(old, new)
        done.append(0)

    monkeypatch.setattr(os, "fsync", note)
    monkeypatch.setattr(os, "rename", named)
    create_folder("new", {"a": b"1", "b/c": b"2"})
    assert sorted(done[:-2]) == sorted(Path(name).stat().st_ino for name in ("new", "new/a", "new/b", "new/b/c"))
    assert done[-2:] == [0, here.stat().st_ino]
