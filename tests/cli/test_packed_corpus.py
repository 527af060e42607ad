"""What runs on a folder gives the same answers from one file of many logs."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from kronika.logs.corpus.check import check
from kronika.logs.corpus.pins import read_pins
from kronika.logs.corpus.places import log_folders
from kronika.logs.corpus.stretches import SIZE
from kronika.logs.files.pack import Pack, open_pack
from kronika.logs.files.pack_blocks import DEFLATE, ENTRY, MAGIC, ROW, block_head, compress_block, table
from kronika.logs.files.pack_log import pack_log
from kronika.logs.files.pack_writing import logs_in, pack_file
from kronika.logs.replaying.replay import load
from kronika.logs.running.program import survey_dependencies
from kronika.logs.work.catalog import Catalog
from support.cli import run

GAMES = 8


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """`games` is a folder of logs of Tides and Imhotep, one of which is there twice, `games.kpack` a file of the
    same.
    """
    monkeypatch.chdir(tmp_path)
    assert run("simulate", "tides", "-n", 5, "--seed", 4, "--out", "games").status == 0
    assert run("simulate", "imhotep", "-n", 2, "--seed", 4, "--out", "games").status == 0
    shutil.copy("games/tides-0002.jsonl", "games/zz.jsonl")
    assert run("convert", "games", "games.kpack").status == 0
    return tmp_path


def names(text: str) -> str:
    """An answer with the names of the files in place of the addresses in the file of many logs."""
    logs = sorted(path.name for path in Path("games").iterdir())
    for number in range(len(logs), 0, -1):
        text = text.replace(f"games.kpack#{number}", f"games/{logs[number - 1]}")
    for name in logs:
        text = text.replace(f'"{name}', f'"games/{name}')
    return text


COMMANDS = [
    ("corpus", "check", "GAMES"),
    ("corpus", "stats", "GAMES"),
    ("corpus", "stats", "GAMES", "--format", "json"),
    ("corpus", "filter", "GAMES", "--least", "50"),
    ("corpus", "filter", "GAMES", "--rule", "TT-4.5", "--players", "2"),
    ("corpus", "filter", "GAMES", "--move", "^pick", "--turn", "1", "--by", "Bob"),
    ("corpus", "filter", "GAMES", "--move", "^relic", "--round", "2"),
    ("corpus", "index", "GAMES", "--catalog", "kept"),
    ("validate", "GAMES"),
    ("coverage", "GAMES", "--format", "json"),
    ("find", "GAMES", "--rule", "TT-4.5", "-n", "5"),
    ("find", "GAMES", "--move", "^pick", "--turn", "2", "--all"),
    ("whatif", "GAMES", "-o", "zero_tie=need_one"),
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_file_gives_the_answers_of_a_folder(words: tuple[str, ...]) -> None:
    """The second run has the catalog: it gives the same once more."""
    for _ in range(2):
        of_folder, of_file = (
            run(*(name if word == "GAMES" else word for word in words)) for name in ("games", "games.kpack")
        )
        assert of_file.status == of_folder.status
        assert names(of_file.out).replace("games.kpack", "games") == names(of_folder.out)


@pytest.mark.parametrize("jobs", [1, 2])
def test_surveys_are_the_same_but_for_the_names(jobs: int) -> None:
    """Of a packed log there are no records to count twice: all else is the same."""
    keep = ("game", "events", "decisions", "digest", "play", "totals", "rules_cited", "cards", "openings", "sources")
    told = [
        json.loads(run("corpus", "check", name, "--format", "json", "--jobs", jobs).out)["logs"]
        for name in ("games", "games.kpack", "games.kpack")
    ]
    of_folder, of_file, again = ([{key: log.get(key) for key in keep} for log in logs] for logs in told)
    assert of_folder == of_file == again
    assert [log["path"] for log in told[1]] == [f"games.kpack#{n}" for n in range(1, GAMES + 1)]


def test_equal_games_in_one_file() -> None:
    done = run("corpus", "dedupe", "games.kpack")
    assert (done.status, names(done.out)) == (1, "games/tides-0002.jsonl  games/zz.jsonl\n")
    both = run("corpus", "dedupe", "games", "games.kpack", "--format", "json")
    assert len(json.loads(both.out)) == GAMES - 1
    assert run("corpus", "dedupe", "games.kpack", "--move", "doubles").status == 0
    assert (open_pack("games.kpack").logs, open_pack("doubles/games.kpack").logs) == (GAMES - 1, 1)
    assert run("corpus", "dedupe", "games.kpack").status == 0


def test_a_file_by_two_spellings_counts_once() -> None:
    Path("link.kpack").symlink_to("games.kpack")
    once = run("corpus", "stats", "games.kpack").out
    for others in (["./games.kpack"], [str(Path("games.kpack").absolute())], ["link.kpack"]):
        assert run("corpus", "stats", "games.kpack", *others).out == once
    shutil.move("games.kpack", "games/games.kpack")
    twice = run("corpus", "check", "games").err
    assert run("corpus", "check", "games", "games/games.kpack").err == twice
    assert twice.endswith(f"{2 * GAMES} logs: none with faults, 0 pinned.\n")


def test_changes_are_found_in_a_file_too() -> None:
    assert run("corpus", "check", "games.kpack", "--baseline", "before.gz").status == 0
    assert run("corpus", "check", "games.kpack", "--against", "before.gz").out == "Nothing changed.\n"
    logs = list(logs_in(open_pack("games.kpack")))
    Path("games.kpack").write_bytes(pack_file(logs[:-1]))
    (gone,) = json.loads(run("corpus", "check", "games.kpack", "--against", "before.gz", "--format", "json").out)
    assert (gone["code"], gone["logs"]) == ("gone", [f"games.kpack#{GAMES}"])


# -- what is read of a file that is known -----------------------------------------------------------------------------


def surveyed(monkeypatch: pytest.MonkeyPatch, path: str, catalog: str = "kept") -> list[str]:
    """The logs that a check validates."""
    asked: list[str] = []
    from kronika.logs.replaying.survey import survey

    def counted(folder: str, path: str, *more: Any) -> Any:
        asked.append(path)
        return survey(folder, path, *more)

    with monkeypatch.context() as patch, Catalog(catalog, survey_dependencies(strict=False)) as known:
        patch.setattr("kronika.logs.corpus.stretches.survey", counted)
        there = log_folders([path])
        list(check(there.folder, there.logs, catalog=known))
    return asked


def test_only_what_is_new_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(surveyed(monkeypatch, "games.kpack")) == GAMES
    assert surveyed(monkeypatch, "games.kpack") == []
    shutil.copy("games.kpack", "other.kpack")
    assert surveyed(monkeypatch, "other.kpack") == []
    logs = list(logs_in(open_pack("games.kpack")))
    assert run("simulate", "tides", "-n", 1, "--seed", 99, "--out", "more.kpack").status == 0
    Path("longer.kpack").write_bytes(pack_file([*logs[::-1], *logs_in(open_pack("more.kpack"))]))
    assert surveyed(monkeypatch, "longer.kpack") == [f"longer.kpack#{GAMES + 1}"]


def test_a_list_that_lies_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """An illegal log under the digest of a sound one that the catalog knows: its author may write any list."""
    surveyed(monkeypatch, "games.kpack")
    pack = open_pack("games.kpack")
    honest, data = pack.content(0)
    entries = bytearray(honest.entries)
    offset, length, _ = honest.entry(0)
    ENTRY.pack_into(entries, 0, offset, length, honest.entry(1)[2])
    body = compress_block(data, DEFLATE)
    block = block_head(DEFLATE, bytes(entries), honest.names, len(data), len(body)) + body
    Path("lying.kpack").write_bytes(MAGIC + block + table(ROW.pack(len(MAGIC), 0), len(MAGIC + block), GAMES))
    asked = surveyed(monkeypatch, "lying.kpack")
    assert asked == ["lying.kpack#1"]
    done = run("corpus", "check", "lying.kpack", "--catalog", "kept")
    assert done.status == 1
    assert "lying.kpack#1" in done.out


def test_damage_in_a_known_file_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    surveyed(monkeypatch, "games.kpack")
    block = open_pack("games.kpack").block(0)
    data = bytearray(Path("games.kpack").read_bytes())
    data[block.data_at + block.packed // 2] ^= 0xFF
    Path("games.kpack").write_bytes(data)
    done = run("corpus", "check", "games.kpack", "--catalog", "kept")
    assert done.status == 1
    assert "syntax" in done.out


def test_sums_are_kept_for_parts_of_a_file_and_give_the_same() -> None:
    assert run("simulate", "tides", "-n", SIZE + 3, "--seed", 5, "--out", "many.kpack").status == 0
    first, second = (run("corpus", "stats", "many.kpack", "--catalog", "kept", "--format", "json").out for _ in "ab")
    assert first == second
    with closing(sqlite3.connect("kept")) as db:
        assert db.execute("select count(*) from folds").fetchone() == (4,), "sums and facts of two parts"
        db.execute("update folds set fold = zeroblob(length(fold))")  # damage: its seal is broken
        db.commit()
    assert run("corpus", "stats", "many.kpack", "--catalog", "kept", "--format", "json").out == first


SEARCHES = [("--least", "1"), ("--players", "2"), ("--move", "^pick", "--turn", "1"), ("--tag", "assumed=yes")]


@pytest.mark.parametrize("words", SEARCHES, ids=" ".join)
def test_a_search_in_a_known_file_opens_no_log(words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """Not where sums over its logs do not count all of them: one is refused, one has assumed hands."""
    assert run("tag", "games/tides-0001.jsonl", "assumed=yes").status == 0
    assert run("convert", "games", "some.kpack").status == 0
    logs = [*logs_in(open_pack("some.kpack")), (a_refused_log(), "refused")]
    Path("some.kpack").write_bytes(pack_file(logs))
    search = ("corpus", "filter", "some.kpack", *words, "--catalog", "kept")
    first = run(*search)
    assert first.out
    assert f"some.kpack#{len(logs)}" not in first.out
    with monkeypatch.context() as patched:
        patched.setattr(Pack, "content", lambda pack, number: pytest.fail("a block was opened"))
        assert run(*search) == first
        assert run("corpus", "dedupe", "some.kpack", "--catalog", "kept").status == 1
    with closing(sqlite3.connect("kept")) as db:
        db.execute("update folds set fold = zeroblob(length(fold))")  # damage: its seal is broken
        db.commit()
    assert run(*search) == first


def test_a_game_with_assumed_hands_counts_only_where_it_is_asked_for() -> None:
    """Sums are made without such games, so there are none of its part of the file."""
    assert run("tag", "games/tides-0001.jsonl", "assumed=yes").status == 0
    assert run("convert", "games", "some.kpack").status == 0
    for _ in range(2):
        of_folder, of_file = (run("corpus", "stats", name).out for name in ("games", "some.kpack"))
        assert of_folder == of_file
        assert run("corpus", "stats", "some.kpack", "--assumed").out == run("corpus", "stats", "games.kpack").out
    assert of_file.startswith("imhotep: 2 logs")
    assert "\ntides: 5 logs" in of_file


def test_an_index_says_what_is_there() -> None:
    found = json.loads(run("corpus", "index", "games.kpack", "--catalog", "kept", "--format", "json").out)
    assert [(one["game"], one["logs"], one["valid"], one["finished"]) for one in found["games"]] == [
        ("imhotep", 2, 2, 2),
        ("tides", 6, 6, 6),
    ]
    assert (found["logs"], found["of_others"], found["places"]) == (GAMES - 1, 0, GAMES)
    text = run("corpus", "index", "games", "--catalog", "kept")
    assert text.err == f"kept: {2 * GAMES - 2} logs in {2 * GAMES} places.\n"
    Path("games/zz.jsonl").rename("games/other.jsonl")
    moved = json.loads(run("corpus", "index", "games", "--catalog", "kept", "--format", "json").out)
    assert (moved["logs"], moved["places"]) == (2 * GAMES - 2, 2 * GAMES)
    with closing(sqlite3.connect("kept")) as db:
        told = {Path(path).name for (path,) in db.execute("select address from places where address not like '%#%'")}
        assert told == {path.name for path in Path("games").iterdir()}
        won = db.execute(
            "select sum(won), count(distinct content) from seats join logs using (content, work)"
        ).fetchone()
        assert won[0] >= won[1] == 2 * GAMES - 2
        (best,) = db.execute("select max(points) from seats where opening like 'pick %'").fetchone()
    assert best == max(
        total
        for log in json.loads(run("corpus", "check", "games", "--format", "json").out)["logs"]
        if log["game"] == "tides"
        for total in log["totals"]
    )


# -- pins -------------------------------------------------------------------------------------------------------------


def a_refused_log() -> bytes:
    """A game in which a seat does the same move a second time."""
    session = load(str(next(Path("games").glob("tides-*"))))
    return pack_log(session.header, session.game, [*session.history[:3], session.history[2]], "")


def pack_with_a_refused_log() -> None:
    """Equal games at 3 and 4, a game that the rules refuse at 6."""
    Path("club").mkdir()
    (first, second, third), refused = list(logs_in(open_pack("games.kpack")))[:3], a_refused_log()
    logs = [first, second, third, (third[0], "again"), second, (refused, "refused")]
    Path("club/games.kpack").write_bytes(pack_file(logs))


def test_a_pin_stays_with_its_log_when_others_are_moved() -> None:
    pack_with_a_refused_log()
    assert run("corpus", "accept", "club", "--yes").status == 1
    assert run("corpus", "accept", "club", "--yes", "--pin").status == 0
    assert run("corpus", "check", "club").status == 0
    assert run("corpus", "dedupe", "club", "--move", "doubles").status == 0
    for place in ("club", "club/games.kpack"):
        done = run("corpus", "check", place)
        assert (done.status, done.err) == (0, "4 logs: none with faults, 1 pinned.\n")
        assert "games.kpack#4 belongs to rules 1" in done.out
    assert run("corpus", "accept", "club", "--yes").status == 0


def test_another_log_at_the_place_of_a_pinned_one_is_not_pinned() -> None:
    pack_with_a_refused_log()
    assert run("corpus", "accept", "club", "--yes", "--pin").status == 0
    logs = list(logs_in(open_pack("club/games.kpack")))
    session = load("games/tides-0003.jsonl")
    other = pack_log(session.header, session.game, [*session.history[:3], session.history[2]], "")
    Path("club/games.kpack").write_bytes(pack_file([*logs[1:], (other, "other")]))
    done = run("corpus", "check", "club")
    assert (done.status, done.err) == (1, "6 logs: 1 with faults, 1 pinned.\n")
    assert "games.kpack#6:" in done.out
    assert run("corpus", "accept", "club", "--yes", "--pin").status == 0
    assert [path for path, _ in sorted(read_pins("club").items())] == ["games.kpack#5", "games.kpack#6"]
    os.remove("club/games.kpack")
    shutil.copy("games/zz.jsonl", "club")
    assert run("corpus", "check", "club").err == "1 log: none with faults, 0 pinned.\n"
