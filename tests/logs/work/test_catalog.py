"""The catalog: what was found in a log is kept by its content, and nothing wrong with it changes a verdict."""

from __future__ import annotations

import os
import pickle
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from kronika.core import get_game
from kronika.logs.corpus.check import check
from kronika.logs.corpus.places import logs_in
from kronika.logs.files.faults import FileError, gravest_fault
from kronika.logs.files.scratch import scratch_name
from kronika.logs.replaying.survey import Survey, ended, renamed, survey
from kronika.logs.running import program
from kronika.logs.running.program import program_digest, survey_dependencies
from kronika.logs.texts.convert import convert
from kronika.logs.work import catalog as module
from kronika.logs.work import simulate
from kronika.logs.work.cache_folder import cache_folder, home_catalog
from kronika.logs.work.catalog import APPLICATION, Catalog, content_of
from kronika.logs.work.catalog_rows import row_of

pytestmark = pytest.mark.usefixtures("any_disk")

WORK = survey_dependencies(strict=False)


@pytest.fixture
def games(tmp_path: Path) -> Path:
    folder = tmp_path / "games"
    list(simulate.simulate(simulate.plan(get_game("tides"), 2, {}, 3, 6, str(folder))))
    return folder


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "catalog.sqlite"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The logs that were validated in this process."""
    names: list[str] = []

    def counted(folder: str, path: str, *more: Any) -> Survey:
        names.append(path)
        return survey(folder, path, *more)

    monkeypatch.setattr("kronika.logs.corpus.stretches.survey", counted)
    return names


def surveys(folder: Path, file: Path | None = None, *, strict: bool = False, **more: Any) -> list[Survey]:
    paths = logs_in(str(folder)).paths
    if file is None:
        return list(check(str(folder), paths, strict=strict, **more))
    told: list[str] = []
    with Catalog(str(file), survey_dependencies(strict=strict), told.append) as catalog:
        found = list(check(str(folder), paths, strict=strict, catalog=catalog, **more))
    TOLD[:] = told
    return found


TOLD: list[str] = []
"""What was reported in the last check with a catalog."""


def rows(file: Path) -> int:
    with closing(sqlite3.connect(file)) as db:
        return int(db.execute("select count(*) from surveys").fetchone()[0])


_COLUMNS = "game, rules, seats, records, events, decisions, valid, fault, finished, ended, best, digest, play"


def columns(one: Survey) -> tuple[Any, ...]:
    """A survey as a row of the view `logs`."""
    size = (one.records, one.events, one.decisions)
    fault = gravest_fault(one.faults).code if one.faults else ""
    best = max(one.totals, default=None)
    rest = (one.result is not None, ended(one), best, one.digest, one.play)
    return (one.game, one.rules, len(one.players), *size, one.ok, fault, *rest)


def test_the_view_of_the_logs_says_what_was_found(games: Path, file: Path) -> None:
    lines = (games / "tides-0001.jsonl").read_bytes().splitlines(keepends=True)
    (games / "tides-0001.jsonl").write_bytes(b"".join(lines[:9]))
    (games / "tides-0002.jsonl").write_bytes(b"".join(lines[:9]) + b'{"n":9,"set":{"ending":{"why":"abandoned"}}}\n')
    (games / "tides-0003.jsonl").write_bytes(b"".join(lines[:5] + lines[6:]))
    (games / "tides-0004.jsonl").write_bytes(b"")
    found = {one.path: columns(one) for one in surveys(games, file)}
    assert len({row[6:10] for row in found.values()}) == 5, "five kinds of logs"
    with closing(sqlite3.connect(file)) as db:
        rows = db.execute(f"select address, {_COLUMNS} from logs join places using (content)").fetchall()
        results = db.execute("select reason, rule, tie_rule from logs where finished").fetchall()
    assert {Path(address).name: tuple(row) for address, *row in rows} == found
    assert results == [("the third round is scored", "TT-5.1", "")] * 2


# -- what it is for ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_second_check_validates_nothing_and_finds_the_same(
    games: Path, file: Path, asked: list[str], jobs: int
) -> None:
    (games / "tides-0003.jsonl").write_bytes((games / "tides-0003.jsonl").read_bytes()[:-30])
    whole = surveys(games)
    assert surveys(games, file, jobs=jobs) == whole
    asked.clear()
    assert surveys(games, file) == whole
    assert asked == []
    assert (rows(file), TOLD) == (6, [])


def test_a_log_is_known_by_its_bytes_not_by_its_name_or_age(games: Path, file: Path, asked: list[str]) -> None:
    whole = surveys(games, file)
    (games / "deep").mkdir()
    log = games / "tides-0001.jsonl"
    stamp = log.stat().st_mtime_ns
    log.rename(games / "deep" / "other.jsonl")
    asked.clear()
    with Catalog(str(file), WORK) as catalog:
        (other,) = check(str(games), ["deep/other.jsonl"], catalog=catalog)
    assert (asked, other.path, other.digest) == ([], "deep/other.jsonl", whole[0].digest)
    # As many bytes and as old as before, but another game.
    data = (games / "deep" / "other.jsonl").read_bytes()
    log.write_bytes(data.replace(b'"by":0', b'"by":1', 1))
    os.utime(log, ns=(stamp, stamp))
    with Catalog(str(file), WORK) as catalog:
        (spoiled,) = check(str(games), [log.name], catalog=catalog)
    assert (asked, [fault.code for fault in spoiled.faults]) == ([log.name], ["illegal"])


def test_faults_are_kept_under_the_name_that_the_log_has_now(games: Path, file: Path) -> None:
    log = games / "tides-0002.jsonl"
    log.write_bytes(log.read_bytes()[:-30])
    surveys(games, file)
    log.rename(games / "a.jsonl")
    (found, *_) = surveys(games, file)
    assert [(fault.path, fault.code) for fault in found.faults] == [("a.jsonl", "incomplete")]


def test_packed_and_compressed_logs_are_known_by_their_bytes_as_stored(games: Path, file: Path) -> None:
    for ending in (".kpack", ".jsonl.gz"):
        convert(str(games / "tides-0001.jsonl"), str(games / f"one{ending}"))
    whole = surveys(games)
    assert surveys(games, file) == whole
    assert surveys(games, file) == whole
    assert rows(file) == 8


def test_a_strict_check_is_another_kind_of_work(games: Path, file: Path) -> None:
    """A sealed log that lacks one number is sound, but not for a strict check."""
    log = games / "tides-0001.jsonl"
    log.write_bytes(log.read_bytes().replace(b'"n":2,', b""))
    assert surveys(games, file)[0].faults == ()
    assert [fault.code for fault in surveys(games, file, strict=True)[0].faults] == ["unsealed"]
    assert surveys(games, file)[0].faults == ()


def test_in_another_process_a_catalog_is_for_reading(games: Path, file: Path) -> None:
    found = surveys(games, file)
    content = content_of((games / found[0].path).read_bytes())
    before = file.read_bytes()
    with Catalog(str(file), WORK) as catalog:
        there = pickle.loads(pickle.dumps(catalog))
    assert there.get(content) == renamed(found[0], "")
    with there:
        there.put(b"?" * 32, found[0])
    assert file.read_bytes() == before
    with Catalog(str(file), b"another work") as catalog:
        assert pickle.loads(pickle.dumps(catalog)).get(content) is None


def test_a_file_that_cannot_be_read_is_not_kept(games: Path, file: Path) -> None:
    (games / "gone.jsonl").symlink_to("nowhere")
    (found, *_) = surveys(games, file)
    assert found.unreadable == "gone.jsonl: cannot read: No such file or directory."
    assert rows(file) == 6


def test_a_large_file_is_checked_without_being_held(games: Path, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kronika.logs.corpus.stretches.LARGEST", (games / "tides-0001.jsonl").stat().st_size - 1)
    assert surveys(games, file) == surveys(games)
    assert rows(file) < 6


def test_the_print_of_the_program_changes_with_the_sources_of_any_game(
    duel: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tiny game is another package's: its rules count too."""
    before = program_digest()
    sources, folder = program._sources, tmp_path / "more.py"
    folder.write_text("one more rule")
    os.utime(folder, ns=(0, 0))

    def changed(package: str) -> list[program.Source]:
        more = [("more.py", str(folder))] if package == "support" else []
        return [*sources(package), *more]

    monkeypatch.setattr(program, "_sources", changed)
    program.program_digests.cache_clear()
    program._digests.cache_clear()
    assert program_digest() != before
    assert any(name.endswith("duel.py") for name, _ in sources("support"))


def test_once_a_source_has_changed_nothing_more_is_kept(
    games: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a program finds that may be half another would be a lie under the digest of either."""
    monkeypatch.setattr(module, "changed_source", lambda: "tides/rules.py")
    assert surveys(games, file) == surveys(games)
    assert rows(file) == 0
    assert [
        f"{file}: the catalog keeps nothing (tides/rules.py has changed since it was loaded): the work continues "
        "without it."
    ] == TOLD
    monkeypatch.undo()
    surveys(games, file)
    assert rows(file) == 6


def test_what_another_program_has_kept_is_not_read_by_one_that_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    before = survey_dependencies(strict=False)
    monkeypatch.setattr(program, "changed_source", lambda: "tides/rules.py")
    assert survey_dependencies(strict=False) != before


DIES = """
import os, signal, sys
number, real = int(sys.argv.pop(1)), {name: getattr(os, name) for name in ("open", "write", "fsync", "link", "unlink")}
def dying(name):
    def call(path, *args, **more):
        global number
        if "catalog" in str(path) or name in ("write", "fsync"):
            number -= 1
        if not number:
            os.kill(os.getpid(), signal.SIGKILL)
        return real[name](path, *args, **more)
    return call
for name in real:
    setattr(os, name, dying(name))
from kronika.logs.work.catalog import Catalog
Catalog(sys.argv[1], b"work").__exit__(None, None, None)
"""
"""Makes a catalog, and is killed at a call by number."""


@pytest.mark.parametrize("number", range(1, 8))
def test_what_is_killed_while_the_catalog_is_made_leaves_nothing_for_ever(file: Path, number: int) -> None:
    words = [sys.executable, "-c", DIES, str(number), str(file)]
    killed = subprocess.run(words, capture_output=True, check=False, timeout=60)
    assert killed.returncode in (-signal.SIGKILL, 0), killed
    with Catalog(str(file), WORK):
        pass
    assert os.listdir(file.parent) == ["catalog.sqlite"]


def test_old_rows_go_first_other_programs_before_all(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "KEPT", 3)
    for work, names in ((b"old", "ab"), (WORK, "cd"), (WORK, "ef")):
        with Catalog(str(file), work) as catalog:
            for name in names:
                catalog.put(content_of(name.encode()), Survey("", game=name))
    with Catalog(str(file), WORK) as catalog:
        kept = [catalog.get(content_of(name.encode())) for name in "cdef"]
    assert [found and found.game for found in kept] == [None, "d", "e", "f"]
    assert rows(file) == 3


def test_few_rows_wait_for_a_write_however_long_writes_take(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No time passes, so that no write is due by the clock."""
    monkeypatch.setattr(module, "HELD", 10)
    monkeypatch.setattr(module.time, "monotonic", lambda: 0.0)
    with Catalog(str(file), b"work") as catalog:
        for number in range(1, 26):
            catalog.put(content_of(bytes([number])), Survey("", game="duel"))
            assert rows(file) == number // 10 * 10


def test_a_very_large_row_is_not_kept(file: Path) -> None:
    with Catalog(str(file), WORK) as catalog:
        catalog.put(content_of(b"a"), Survey("", game="a" * (1 << 16)))
        catalog.put(content_of(b"b"), Survey("", game="b" * 60_000))
    assert rows(file) == 1


def test_of_a_large_catalog_the_older_half_goes(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SIZE", 500_000)
    for start in range(0, 24, 8):
        with Catalog(str(file), WORK) as catalog:
            for number in range(start, start + 8):
                catalog.put(content_of(bytes([number])), Survey("", tags={"a": "a" * 50_000}))
        assert rows(file) == 8  # of 50,000 bytes each; 16 would have 800,000
    with Catalog(str(file), WORK) as catalog:
        assert [number for number in range(24) if catalog.get(content_of(bytes([number])))] == list(range(16, 24))


# -- other people's files ---------------------------------------------------------------------------------------------


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


# -- what goes wrong with our own -------------------------------------------------------------------------------------


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


# -- several processes, and kills -------------------------------------------------------------------------------------

KRONIKA = "from kronika.cli import main; main()"


def kronika(*words: object, before: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", f"{before}\n{KRONIKA}", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.here
@pytest.mark.parametrize("state", ["none", "damaged"])
def test_four_checks_at_once_are_four_right_answers(games: Path, file: Path, state: str) -> None:
    (games / "tides-0003.jsonl").write_bytes((games / "tides-0003.jsonl").read_bytes()[:-30])
    words = [sys.executable, "-c", KRONIKA, "corpus", "check", str(games), "--format", "json", "--catalog", str(file)]
    right = subprocess.run([*words[:-2]], capture_output=True, check=False).stdout
    if state == "damaged":
        surveys(games, file)
        os.truncate(file, 4096)
    runs = [subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(4)]
    told = [run.communicate(timeout=60) for run in runs]
    assert [(run.returncode, out) for run, (out, _) in zip(runs, told, strict=True)] == [(1, right)] * 4
    errors = b"".join(err for _, err in told)
    assert b"Error" not in errors
    assert b"keeps nothing" not in errors


@pytest.mark.posix
def test_a_damaged_catalog_is_not_taken_from_under_one_that_writes_to_it(games: Path, file: Path) -> None:
    surveys(games, file)
    told: list[str] = []
    with Catalog(str(file), WORK, told.append) as one, Catalog(str(file), WORK, told.append) as other:
        with closing(sqlite3.connect(file)) as db:
            db.execute("pragma user_version = 9")
        damage = sqlite3.DatabaseError("found by both")
        for catalog in (one, other):
            catalog._recover(damage)
            catalog.put(content_of(b"a"), Survey("", game="tides"))
            catalog._store()
        assert other.get(content_of(b"a")) is not None
    assert told == [
        f"{file}: the catalog is damaged or of another version (found by both): it is replaced.",
    ]
    assert rows(file) == 1


@pytest.mark.posix
@pytest.mark.parametrize("kills", [1, pytest.param(5, marks=pytest.mark.long)])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_killed_at_random_moments_the_report_is_the_same(tmp_path: Path, jobs: str, kills: int) -> None:
    folder, file = tmp_path / "games", tmp_path / "catalog"
    list(simulate.simulate(simulate.plan(get_game("tides"), 2, {}, 3, 100, str(folder))))
    command = [sys.executable, "-c", KRONIKA, "corpus", "check", str(folder), "--format", "json", "--jobs", jobs]
    whole = subprocess.run(command, capture_output=True, check=True).stdout
    command += ["--catalog", str(file)]
    chance = random.Random(20)
    killed = 0
    for _ in range(100):
        file.unlink(missing_ok=True)
        run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        while run.poll() is None and not file.exists():
            time.sleep(0.005)
        time.sleep(chance.uniform(0, 0.25))
        if run.poll() is None:
            os.killpg(run.pid, signal.SIGKILL)
            killed += 1
        run.communicate()
        assert subprocess.run(command, capture_output=True, check=True).stdout == whole
        if killed == kills:
            break
    assert killed == kills


def test_an_old_sqlite_is_reported_and_the_check_goes_on(
    games: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite3, "Connection", object)
    assert surveys(games, file) == surveys(games)
    assert [f"{file}: the catalog keeps nothing (SQLite here can't serialize): the work continues without it."] == TOLD
    assert not file.exists()


def test_what_a_kill_has_left_of_a_catalog_in_the_making_goes(games: Path, file: Path) -> None:
    scratch = Path(scratch_name(str(file)))
    scratch.write_bytes(b"SQLite")
    whole = surveys(games, file)
    assert ([path.name for path in file.parent.iterdir() if path != games], TOLD) == ([file.name], [])
    os.link(file, scratch)
    assert surveys(games, file) == whole
    assert not scratch.exists()
    scratch.write_bytes(b"SQLite")
    with file.open("r+b") as damaged:
        damaged.write(b"\xff" * 60)
        damaged.seek(100)
        damaged.write(b"\xff" * 100)
        damaged.seek(0)
        damaged.write(b"SQLite format 3\x00")
    assert surveys(games, file) == whole
    assert [path.name for path in file.parent.iterdir() if path != games] == [file.name]


def test_a_check_that_is_broken_off_goes_on(games: Path, file: Path, asked: list[str]) -> None:
    paths = logs_in(str(games)).paths
    with Catalog(str(file), WORK) as catalog:
        half = check(str(games), paths, catalog=catalog)
        for _ in range(3):
            next(half)
        with pytest.raises(KeyboardInterrupt):
            half.throw(KeyboardInterrupt)
    whole = surveys(games)
    asked.clear()
    assert surveys(games, file) == whole
    assert asked == list(paths[3:])


def test_ctrl_c_while_rows_are_written_leaves_a_catalog(games: Path, file: Path, asked: list[str]) -> None:
    surveys(games, file)

    with Catalog(str(file), WORK) as catalog:
        catalog._found = Interrupted([row_of(Survey(""), b"x", b"y")])
        with pytest.raises(KeyboardInterrupt):
            catalog._store()
        catalog.put(b"x", Survey(""))
    asked.clear()
    surveys(games, file)
    assert (asked, TOLD) == ([], [])


class Interrupted(list[Any]):
    """Rows in whose midst Ctrl-C comes."""

    def __iter__(self) -> Iterator[Any]:
        yield from super().__iter__()
        raise KeyboardInterrupt
