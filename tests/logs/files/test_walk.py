"""Which logs there are."""

from __future__ import annotations

import gzip
import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kronika.logs.files.faults import FileError
from kronika.logs.files.walk import find_logs, path_to_text, text_to_path

needs_links = pytest.mark.skipif(sys.platform == "win32", reason="links and pipes as they are elsewhere")


def touch(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()


def found(folder: Path) -> list[str]:
    return [Path(path).relative_to(folder).as_posix() for path in find_logs([str(folder)]).paths]


def test_the_logs_of_a_folder_by_their_endings_sorted(tmp_path: Path) -> None:
    touch(tmp_path, "b.jsonl", "a/z.kpack", "a/y.jsonl.gz", "a/x.jsonl.zst", "notes.txt", "a.gz", ".hidden.jsonl")
    assert found(tmp_path) == ["a/x.jsonl.zst", "a/y.jsonl.gz", "a/z.kpack", "b.jsonl"]


def test_folders_that_hold_no_games_are_left_out(tmp_path: Path) -> None:
    touch(tmp_path, "a.jsonl", ".git/b.jsonl", ".venv/c.jsonl", "node_modules/d.jsonl", "deep/node_modules/e.jsonl")
    touch(tmp_path, "env/pyvenv.cfg", "env/lib/f.jsonl", "environment/g.jsonl")
    assert found(tmp_path) == ["a.jsonl", "environment/g.jsonl"]


def test_a_folder_that_is_named_is_looked_into_whatever_it_is(tmp_path: Path) -> None:
    touch(tmp_path, ".games/a.jsonl", "env/pyvenv.cfg", "env/b.jsonl", "node_modules/c.jsonl")
    for folder, log in ((".games", "a.jsonl"), ("env", "b.jsonl"), ("node_modules", "c.jsonl")):
        assert found(tmp_path / folder) == [log]


def test_files_that_are_named_are_taken_as_they_are(tmp_path: Path) -> None:
    touch(tmp_path, "x/a.jsonl")
    names = ("-", str(tmp_path / "no.such"), str(tmp_path / "x"), "/dev/null")
    assert find_logs(names).paths == ("-", str(tmp_path / "no.such"), str(tmp_path / "x" / "a.jsonl"), "/dev/null")


@needs_links
def test_pipes_and_sockets_of_a_folder_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    touch(tmp_path, "a.jsonl")
    os.mkfifo(tmp_path / "b.jsonl")
    os.symlink("b.jsonl", tmp_path / "c.jsonl")
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("d.jsonl")
        assert found(tmp_path) == ["a.jsonl"]


@needs_links
def test_links_to_files_are_logs_and_links_to_folders_are_not_followed(tmp_path: Path) -> None:
    touch(tmp_path, "a/a.jsonl")
    os.symlink("a.jsonl", tmp_path / "a" / "b.jsonl")
    os.symlink("nowhere", tmp_path / "a" / "c.jsonl")  # reading it says that there is nothing
    os.symlink(".", tmp_path / "a" / "loop")
    os.symlink("..", tmp_path / "a" / "loop.jsonl")
    os.symlink("itself.jsonl", tmp_path / "a" / "itself.jsonl")
    assert found(tmp_path) == ["a/a.jsonl", "a/b.jsonl", "a/c.jsonl", "a/itself.jsonl"]


def test_a_folder_that_cannot_be_listed_is_reported_and_the_rest_is_found(
    tmp_path: Path, refuse_to_list: Callable[[Path], None]
) -> None:
    touch(tmp_path, "a.jsonl", "shut/b.jsonl", "z/c.jsonl")
    shut = str(tmp_path / "shut")
    refuse_to_list(tmp_path / "shut")
    logs = find_logs([str(tmp_path)])
    assert [Path(path).name for path in logs.paths] == ["a.jsonl", "c.jsonl"]
    assert logs.unlisted == {shut: f"{shut}: cannot list: Permission denied."}
    assert find_logs([shut]).unlisted == logs.unlisted


def test_a_folder_without_logs_is_a_wrong_name(tmp_path: Path) -> None:
    touch(tmp_path, "notes.txt", ".git/a.jsonl")
    with pytest.raises(FileError, match="there is no log in it"):
        find_logs([str(tmp_path)])


@pytest.mark.parametrize(
    ("name", "text"),
    [(b"a.jsonl", "a.jsonl"), (b"n\xff.jsonl", "n\\udcff.jsonl"), ("ł\\n".encode(), "ł\\n"), (b"\x80", "\\udc80")],
)
def test_a_name_that_is_no_text_is_written_as_text_and_read_again(name: bytes, text: str) -> None:
    path = name.decode("utf-8", "surrogateescape")
    assert path_to_text(path) == text
    assert text_to_path(text) == path


HEADER = b'{"kronika":2,"game":"tides","rules":1,"players":["Anna","Bob"]}\n'


@pytest.mark.parametrize(
    ("data", "is_log"),
    [
        (HEADER, True),
        (b'{"players":1}', True),  # a header once, and spoilt since
        (b'{"kronika":1', True),
        (b"", True),
        (b"[1]\n", True),
        (b"junk", True),
        (b"\xff\n", True),
        (b"[" * 5000, True),
        (b'{"id":1,"text":"one"}\n' + HEADER, False),
        (b"{}\n", False),
        (b'{"id":"' + b"x" * (1 << 20) + b'"}\n', True),  # longer than a line of a log: reading it says so
    ],
)
def test_a_jsonl_of_something_else_is_passed_over(tmp_path: Path, data: bytes, is_log: bool) -> None:
    (tmp_path / "a.jsonl").write_bytes(HEADER)
    names = ("b.jsonl", "b.jsonl.gz")
    for name in names:
        (tmp_path / name).write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    logs = find_logs([str(tmp_path)])
    assert found(tmp_path) == ["a.jsonl", *(names if is_log else ())]
    assert [Path(path).name for path in logs.others] == ([] if is_log else list(names))
    assert len(find_logs([str(tmp_path)], strict=True).paths) == 3
    assert len(find_logs([str(tmp_path / name) for name in names]).paths) == 2


def test_a_folder_in_which_nothing_is_a_log(tmp_path: Path) -> None:
    for name in ("a.jsonl", "b.jsonl"):
        (tmp_path / name).write_text("{}\n")
    with pytest.raises(FileError, match=r"there is no log in it but 2 files that are not logs\.$"):
        find_logs([str(tmp_path)])
