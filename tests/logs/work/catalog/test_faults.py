"""A catalog that is damaged, old or without room changes no verdict."""

from __future__ import annotations

import os
import random
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from kronika.logs.files.faults import FileError
from kronika.logs.replaying.survey import Survey, renamed
from kronika.logs.work import catalog as module
from kronika.logs.work.cache_folder import cache_folder, home_catalog
from kronika.logs.work.catalog import APPLICATION, Catalog, content_of
from support.catalogs import TOLD, WORK, kronika, rows, surveys

pytestmark = pytest.mark.usefixtures("any_disk")


@pytest.mark.parametrize("seed", range(6))
def test_a_damaged_catalog_changes_no_verdict(games: Path, file: Path, seed: int) -> None:
    whole = surveys(games, file)
    chance = random.Random(seed)
    data = bytearray(file.read_bytes())
    for _ in range((1, 20, 500)[seed % 3]):
        data[chance.randrange(100, len(data))] = chance.randrange(256)
    file.write_bytes(data)
    for jobs in (1, 2, 1):
        assert surveys(games, file, jobs=jobs) == whole
    assert TOLD == []
    assert rows(file) == 6


@pytest.mark.parametrize("size", [100, 1000, 4096, 5000])
def test_a_catalog_that_was_cut_is_made_again(games: Path, file: Path, size: int) -> None:
    whole = surveys(games, file)
    os.truncate(file, size)
    assert surveys(games, file) == whole
    (word,) = TOLD
    assert word.startswith(f"{file}: the catalog is damaged or of another version (")
    assert surveys(games, file) == whole
    assert TOLD == []


@pytest.mark.here
def test_an_older_catalog_that_was_interrupted_is_made_again(games: Path, file: Path) -> None:
    """Its journal is played back before its version is looked at, and none of its rows is believed."""
    whole = surveys(games, file)
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("pragma user_version = 2")
        db.execute("pragma cache_size = 1")  # so that pages are written before the end
        db.execute("begin")
        db.execute(
            "insert into surveys select randomblob(32), work, seal, survey || hex(zeroblob(5000)), '' from surveys"
        )
        db.execute("update surveys set survey = '{}'")
        journal = Path(f"{file}-journal")
        killed = file.read_bytes(), journal.read_bytes()
    file.write_bytes(killed[0])
    journal.write_bytes(killed[1])
    assert surveys(games, file) == whole
    (word,) = TOLD
    assert word.startswith(f"{file}: the catalog is damaged or of another version (")
    assert not journal.exists()
    assert rows(file) == 6


def test_a_catalog_of_another_version_is_made_again(games: Path, file: Path) -> None:
    with closing(sqlite3.connect(file)) as db:
        db.execute(f"pragma application_id = {APPLICATION}")
        db.execute("pragma user_version = 77")
        db.execute("create table other (x)")
        db.commit()
    surveys(games, file)
    assert [
        f"{file}: the catalog is damaged or of another version (it has another user_version): it is replaced."
    ] == TOLD
    assert rows(file) == 6


@pytest.mark.posix
def test_a_catalog_that_another_process_makes_again_meanwhile_is_taken_up(games: Path, file: Path) -> None:
    told: list[str] = []
    with Catalog(str(file), WORK, told.append) as catalog:
        with Catalog(str(file.parent / "new"), WORK):
            pass
        os.replace(file.parent / "new", file)
        for name in "ab":  # the first finds that the file is another one
            catalog.put(content_of(name.encode()), Survey("", game=name))
            catalog._store()
        found = catalog.get(content_of(b"b"))
    assert found is not None
    assert (found.game, told) == ("b", [])
    assert rows(file) == 1


def test_a_catalog_whose_index_hides_a_file_fails_nothing(games: Path, file: Path) -> None:
    """A damaged index says that the name of a file is there, and does not find it: here a trigger does the same."""
    right = surveys(games)
    with Catalog(str(file), WORK), closing(sqlite3.connect(file)) as db:
        db.execute("create trigger hides before insert on files begin select raise(ignore); end")
    assert surveys(games, file) == right
    assert TOLD == []
    assert rows(file) == 0
    assert surveys(games, file) == right


def test_a_catalog_that_is_damaged_while_it_is_used_keeps_what_is_found_then(games: Path, file: Path) -> None:
    """Behind its first page, which has its version, all is overwritten; and that there is something new in it."""
    found = surveys(games, file)
    told: list[str] = []
    with Catalog(str(file), WORK, told.append) as catalog:
        with file.open("r+b") as damaged:
            damaged.seek(24)
            damaged.write(b"\xff\xff\xff\x00")
            damaged.seek(4096)
            damaged.write(b"\xff" * (file.stat().st_size - 4096))
        assert catalog.get(b"?" * 32) is None
        assert [word.partition(" (")[0] for word in told] == [f"{file}: the catalog is damaged or of another version"]
        catalog.put(b"?" * 32, found[0])
    with Catalog(str(file), WORK) as catalog:
        assert catalog.get(b"?" * 32) == renamed(found[0], "")
    assert len(told) == 1


def test_a_row_that_is_not_as_it_was_written_counts_as_missing(games: Path, file: Path, asked: list[str]) -> None:
    whole = surveys(games, file)
    asked.clear()
    with closing(sqlite3.connect(file)) as db:
        contents = [row[0] for row in db.execute("select content from surveys order by rowid")]
        for content, value in zip(contents, (None, 3, "text", b"", b"12345678"), strict=False):
            db.execute("update surveys set survey = ? where content = ?", (value, content))
        # A sound row under another log's content.
        db.execute("update surveys set survey = (select survey from surveys where content = ?)", (contents[5],))
        db.commit()
    assert surveys(games, file) == whole
    assert len(asked) == 5


@pytest.mark.here
def test_a_disk_that_takes_nothing_more_is_reported_once(
    games: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    surveys(games, file)
    for log in games.iterdir():
        log.write_bytes(log.read_bytes().replace(b"Anna", b"Eva", 1))
    renamed = surveys(games)
    monkeypatch.setattr(module, "COMMIT_EVERY", 0)
    monkeypatch.setattr(module, "_PUT", module._PUT.replace("(?", "(? || zeroblob(1000000000)", 1))
    assert surveys(games, file) == renamed
    (word,) = TOLD
    assert word.startswith(f"{file}: the catalog keeps nothing (")
    assert rows(file) == 6


@pytest.mark.posix
@pytest.mark.skipif(sys.platform == "win32", reason="no limits there")
def test_a_full_disk_fails_no_check(games: Path) -> None:
    """No file of the process may grow beyond 8 KiB: less than an empty catalog has.

    Python 3.11 would leave what it compiles cut off there, for all who come later.
    """
    limit = (
        "import resource, sys; sys.dont_write_bytecode = True; resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))"
    )
    done = kronika("corpus", "check", games, before=limit)
    assert done.returncode == 0
    assert done.stderr.endswith("6 logs: none with faults, 0 pinned.\n")
    assert done.stderr.count("the catalog keeps nothing (") == 1


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_place_that_takes_no_files_is_reported_and_the_check_goes_on(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    (tmp_path / "file").touch()
    told: list[str] = []
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert home_catalog(WORK, told.append) is None
    (word,) = told
    assert word.startswith(
        f"{tmp_path}/file/kronika/catalog.sqlite: cannot write: Not a directory. The work continues without"
    )
    assert surveys(games, tmp_path / "no" / "folder", jobs=jobs) == surveys(games)
    assert [
        f"{tmp_path}/no/folder: the catalog keeps nothing (cannot write: No such file or directory): the work "
        "continues without it."
    ] == TOLD


@pytest.mark.parametrize(
    ("system", "environment", "folder"),
    [
        ("linux", {"XDG_CACHE_HOME": "/x"}, "/x/kronika"),
        ("linux", {"XDG_CACHE_HOME": "relative"}, "/home/anna/.cache/kronika"),
        ("linux", {}, "/home/anna/.cache/kronika"),
        ("darwin", {}, "/home/anna/Library/Caches/kronika"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/kronika"),
    ],
)
def test_the_folder_for_caches(
    monkeypatch: pytest.MonkeyPatch, system: str, environment: dict[str, str], folder: str
) -> None:
    monkeypatch.setattr(os.path, "expanduser", lambda path: "/home/anna")
    assert cache_folder(system, environment) == folder


@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
def test_without_a_home_there_is_no_folder_for_caches(monkeypatch: pytest.MonkeyPatch, system: str) -> None:
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    with pytest.raises(FileError, match="no home folder"):
        cache_folder(system, {})


def test_an_old_sqlite_is_reported_and_the_check_goes_on(
    games: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite3, "Connection", object)
    assert surveys(games, file) == surveys(games)
    assert [f"{file}: the catalog keeps nothing (SQLite here can't serialize): the work continues without it."] == TOLD
    assert not file.exists()
