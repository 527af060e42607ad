"""Two processes that make the same folder: between a scratch folder and its lock, either may take it from the other."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kronika.logs.files import folders
from kronika.logs.files.faults import FileError
from kronika.logs.files.folders import create_folder, refuse_occupied

OTHERS = {"theirs": b"3"}
ONE = """
import os, sys
from kronika.logs.files.faults import FileError
from kronika.logs.files.folders import create_folder

call, at = getattr(os, sys.argv[1]), sys.argv[2]
waited = []

def stopping(path, *more, **named):
    done = call(path, *more, **named)
    if str(path).endswith(at) and not waited:
        waited.append(path)
        print("stopped", flush=True)
        sys.stdin.readline()
    return done

setattr(os, sys.argv[1], stopping)
try:
    create_folder("new", {"a": b"1", "b/c": b"2"})
    print("made")
except FileError as error:
    print(error)
"""
"""A program that makes the folder, and stops once on the way, until it gets a line."""
MOMENTS = {"the folder is made": ("mkdir", ".kronika-new"), "the lock is made": ("open", "kronika-lock")}

pytestmark = [pytest.mark.posix, pytest.mark.parametrize("moment", MOMENTS)]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@contextmanager
def stopped(moment: str) -> Iterator[list[str]]:
    """One process stops at this moment; it goes on after the block, and what it says is added to the list."""
    words = [sys.executable, "-c", ONE, *MOMENTS[moment]]
    one = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    said: list[str] = []
    assert one.stdout is not None
    try:
        assert one.stdout.readline() == "stopped\n"
        yield said
    finally:
        told, _ = one.communicate("\n", timeout=60)
        said.append(told.strip())
    assert one.returncode == 0


def files(folder: str) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in Path(folder).rglob("*") if path.is_file()}


def test_one_that_looks_for_leftovers_stops_nobody(moment: str) -> None:
    with stopped(moment) as said:
        refuse_occupied("new")
    assert said == ["made"]
    assert files(".") == {"new/a": b"1", "new/b/c": b"2"}


def test_the_folder_of_the_faster_one_stays(moment: str) -> None:
    with stopped(moment) as said:
        create_folder("new", OTHERS)
    assert said == ["new: is a folder with something in it, which is left as it is. Name a new one."]
    assert files(".") == {"new/theirs": b"3"}


def test_what_the_other_one_fills_meanwhile_is_whole(moment: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first one goes on while the second one writes its files."""
    go, filled = threading.Event(), threading.Event()
    fill = folders._fill

    def fill_slowly(path: str, data: folders.Content) -> None:
        fill(path, data)
        filled.set()
        assert go.wait(60)

    monkeypatch.setattr(folders, "_fill", fill_slowly)
    errors: list[str] = []

    def second() -> None:
        try:
            create_folder("new", OTHERS)
        except FileError as error:
            errors.append(str(error))
            filled.set()

    other = threading.Thread(target=second)
    try:
        with stopped(moment) as said:
            other.start()
            assert filled.wait(60)
    finally:
        go.set()
        other.join()
    assert (errors, said) == ([], ["new: another program is making it. Nothing was changed."])
    assert files(".") == {"new/theirs": b"3"}
