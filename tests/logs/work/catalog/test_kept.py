"""The catalog keeps what was found in a log by its content, and a second check finds the same there."""

from __future__ import annotations

import os
import pickle
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from kronika.logs.corpus.check import check
from kronika.logs.files.faults import gravest_fault
from kronika.logs.replaying.survey import Survey, ended, renamed
from kronika.logs.running import program
from kronika.logs.running.program import program_digest, survey_dependencies
from kronika.logs.texts.convert import convert
from kronika.logs.work import catalog as module
from kronika.logs.work.catalog import Catalog, content_of
from support.catalogs import TOLD, WORK, rows, surveys

pytestmark = pytest.mark.usefixtures("any_disk")

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
