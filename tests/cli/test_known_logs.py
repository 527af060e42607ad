"""Searches that the catalog makes shorter give the same answers without one, with an empty one, and with a full one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from kronika.core.basics.errors import BadSetup
from kronika.core.contract.event_query import EventQuery
from kronika.logs.corpus.events import KnownLogs
from kronika.logs.corpus.whatif import judge_known, judge_log
from kronika.logs.replaying.survey import survey
from support.cli import Result, run
from support.playouts import ROOT

FIXTURES = ROOT / "src/kronika/fixtures"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """`games` is a folder of logs of every game and of older formats, with a broken one; `games.kpack` has those that
    a file of many logs takes.
    """
    monkeypatch.chdir(tmp_path)
    shutil.copytree(FIXTURES / "games", "games")
    shutil.copytree(FIXTURES / "frozen", "games/frozen")
    assert run("simulate", "tides", "-n", 3, "--seed", 4, "--out", "pack").status == 0
    assert run("simulate", "imhotep", "-n", 2, "--seed", 4, "--out", "pack").status == 0
    assert run("convert", "pack", "games.kpack").status == 0
    first = Path("pack/tides-0001.jsonl").read_text()
    Path("games/broken.jsonl").write_text(first.replace('"card":', '"card":1', 1))
    return tmp_path


SEARCHES = [
    ("find", "--move", "^pick 1", "--turn", "1", "--all"),
    ("whatif", "-o", "zero_tie=need_one"),
    ("corpus", "filter", "--least", "50", "--finished"),
]
MORE = [
    ("find", "--rule", "TT-4.5", "--all"),
    ("find", "--move", "^nothing like it", "--turn", "1", "--all"),
    ("find", "--turn", "40", "--by", "1", "--all"),
    ("find", "--by", "Bob", "--round", "2", "--move", "1", "-n", "7"),
    ("find", "--move", "^pick 1", "--rarest"),
    ("whatif", "-o", "zero_tie=win"),
    ("whatif", "-o", "no_such_option=1"),
    ("corpus", "filter", "--rule", "TT-4.5"),
    ("corpus", "filter", "--most", "20"),
    ("corpus", "filter", "--game", "viceroy"),
    ("corpus", "filter", "--players", "3"),
    ("corpus", "filter", "--unfinished"),
    ("corpus", "filter", "--ended", "left"),
]


def answer(words: tuple[str, ...], where: str, catalog: str) -> Result:
    command = words[:2] if words[0] == "corpus" else words[:1]
    return run(*command, where, *words[len(command) :], "--catalog", catalog)


@pytest.mark.parametrize("where", ["games", "games.kpack"])
@pytest.mark.parametrize(
    "words", [*SEARCHES, *(pytest.param(words, marks=pytest.mark.long) for words in MORE)], ids=" ".join
)
def test_a_full_catalog_changes_no_answer(words: tuple[str, ...], where: str) -> None:
    cold = answer(words, where, "cold.sqlite")
    run("corpus", "index", where, "--catalog", "full.sqlite")
    for _ in range(2):
        warm = answer(words, where, "full.sqlite")
        assert (warm.status, warm.out, warm.err) == (cold.status, cold.out, cold.err)


@pytest.mark.parametrize("out", ["cup", "cup.kpack"])
def test_standings_are_the_same_from_a_catalog(out: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bots = "--bot", "random", "--bot", "first"
    assert run("tournament", "--game", "tides", *bots, "--games", 4, "--out", out).status == 0
    cold = run("standings", out, "--catalog", "full.sqlite")
    assert (cold.status, "random  random" in cold.out) == (0, True)
    monkeypatch.setattr("kronika.logs.corpus.stretches.survey", None)  # all is known: nothing is replayed
    warm = run("standings", out, "--catalog", "full.sqlite")
    assert (warm.status, warm.out, warm.err) == (cold.status, cold.out, cold.err)


def test_a_game_night_is_the_same_from_a_catalog() -> None:
    cold, warm = (run("standings", "games/tides", "--catalog", "full.sqlite") for _ in range(2))
    assert (warm.status, warm.out, warm.err) == (cold.status, cold.out, cold.err)


def test_the_logs_that_a_search_skips() -> None:
    tides, imhotep = (survey("pack", f"{name}-0001.jsonl") for name in ("tides", "imhotep"))

    def skipped(query: EventQuery) -> list[str]:
        found = [KnownLogs(query).search(log.path, log) for log in (tides, imhotep)]
        return [one.how if one else "" for one in found]

    assert skipped(EventQuery(rules=("TT-4.5",))) == ["", "without"]
    assert skipped(EventQuery(moves=("^pick",))) == ["", ""]
    assert skipped(EventQuery(moves=("^pick",), turn=1)) == ["", "searched"]  # no first move of Imhotep is a pick
    assert skipped(EventQuery(turn=1_000)) == ["searched", "searched"]
    assert skipped(EventQuery(by="Zoe")) == ["without", "without"]


def test_the_logs_that_another_reading_skips() -> None:
    tides, imhotep = (survey("pack", f"{name}-0001.jsonl") for name in ("tides", "imhotep"))
    ruling = str(tides.options["zero_tie"])
    other = {"win": "need_one", "need_one": "win"}[ruling]
    same, without = (judge_known("x", log, {"zero_tie": ruling}) for log in (tides, imhotep))
    assert (same and same.kind, without and without.kind) == ("asked", "without")
    assert judge_known("x", tides, {"zero_tie": other}) is None
    assert judge_known("x", tides, {"zero_tie": "no such value"}) is None  # refused where it is replayed
    with pytest.raises(BadSetup):
        judge_log("pack/tides-0001.jsonl", {"zero_tie": "no such value"})
