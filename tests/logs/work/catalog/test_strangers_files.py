"""The catalog leaves alone and does not believe files that others have made."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from kronika.logs.corpus.check import check
from kronika.logs.files.faults import FileError
from kronika.logs.replaying.survey import Survey, survey
from kronika.logs.work.cache_folder import home_catalog
from kronika.logs.work.catalog import Catalog, content_of
from support.catalogs import WORK, rows

pytestmark = pytest.mark.usefixtures("any_disk")


def other_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("create table logs (content, work, survey)")
        db.execute("pragma application_id = 7")
        db.commit()


@pytest.mark.parametrize(
    "make",
    [other_database, lambda path: path.write_text("notes " * 100), Path.touch, Path.mkdir, lambda p: os.mkfifo(p)],
    ids=["a database", "text", "an empty file", "a folder", "a pipe"],
)
def test_a_file_that_is_no_catalog_is_refused_and_left_alone(file: Path, make: Any) -> None:
    make(file)
    before = file.read_bytes() if file.is_file() else None
    with pytest.raises(FileError, match=r"catalog\.sqlite: is there already and is not a catalog of Kronika"):
        Catalog(str(file), WORK)
    assert (file.read_bytes() if file.is_file() else None) == before
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_what_lies_in_a_strangers_folder_is_not_looked_at(games: Path, tmp_path: Path) -> None:
    """A journal as older versions kept it there, which says that an illegal log is sound."""
    log = games / "tides-0001.jsonl"
    sound = log.read_bytes()
    for name in (".kronika-corpus.sqlite", "catalog.sqlite"):
        with Catalog(str(games / name), WORK) as forged:
            forged.put(content_of(sound.replace(b'"by":0', b'"by":1', 1)), survey(str(games), log.name))
    log.write_bytes(sound.replace(b'"by":0', b'"by":1', 1))
    before = {path: path.read_bytes() for path in games.iterdir()}
    catalog = home_catalog(WORK, print)
    assert catalog is not None
    with catalog:
        (found,) = check(str(games), [log.name], catalog=catalog)
    assert [fault.code for fault in found.faults] == ["illegal"]
    assert {path: path.read_bytes() for path in games.iterdir()} == before


@pytest.mark.parametrize("ending", ["-journal", "-wal", "-shm"])
def test_a_file_that_sqlite_would_take_for_its_own_is_left_and_no_catalog_made(file: Path, ending: str) -> None:
    beside = Path(f"{file}{ending}")
    beside.write_text("precious")
    with pytest.raises(FileError, match=f"{ending}: is there already"):
        Catalog(str(file), WORK)
    assert beside.read_text() == "precious"
    assert [path.name for path in file.parent.iterdir()] == [beside.name]
    beside.unlink()
    with Catalog(str(file), WORK):
        pass
    beside.touch()  # as a kill leaves it beside a catalog that there is
    with Catalog(str(file), WORK) as catalog:
        catalog.put(content_of(b"a"), Survey("", game="a"))
    assert rows(file) == 1


def test_the_home_catalog_is_not_believed_below_the_folder_to_be_checked(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    (tmp_path / "link").symlink_to(games)
    for cache in (games / ".cache", tmp_path / "link" / ".cache"):
        monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
        assert home_catalog(WORK, told.append, [str(games)]) is None
        assert told.pop().startswith(f"{cache}/kronika/catalog.sqlite: is in the folder to check")
    assert not (games / ".cache").exists()
    monkeypatch.setenv("XDG_CACHE_HOME", f"{games}-cache")
    assert home_catalog(WORK, told.append, [str(games)]) is not None
