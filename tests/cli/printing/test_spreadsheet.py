"""CSV for sheets: `--format csv` has the numbers of the other forms, and no text acts as a formula."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import pytest

from kronika.logs.replaying.logfile import write_log
from support.cli import fine, run
from support.logs import DUEL_MOVES, duel_game

pytestmark = pytest.mark.usefixtures("duel")


@pytest.fixture(autouse=True)
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games").mkdir()
    write_log("games/a.jsonl", duel_game())
    write_log("games/b.jsonl", duel_game(DUEL_MOVES[:4]))


def sheet(*words: object) -> list[dict[str, str]]:
    return [*csv.DictReader(io.StringIO(fine(*words, "--format", "csv").out))]


def test_the_items_of_a_score_sheet() -> None:
    """Anna has won the 3, Bob the 2."""
    rows = sheet("score", "games/a.jsonl")
    assert [(row["seat"], row["player"], row["points"]) for row in rows] == [("0", "Anna", "3"), ("1", "Bob", "2")]
    assert all(row["rule"].startswith("DU-") for row in rows)


def test_the_points_over_time() -> None:
    """Anna's 3 points come with event 4, Bob's 2 with event 11."""
    totals = [row for row in sheet("stats", "games/a.jsonl") if not row["rule"]]
    last = {row["player"]: (row["event"], row["points"]) for row in totals if row["points"] != "0"}
    assert last["Anna"] in {("4", "3"), ("11", "3")}
    assert last["Bob"] == ("11", "2")


def test_a_seat_s_sheet_has_what_the_seat_may_know() -> None:
    whole = {tuple(row.values()) for row in sheet("score", "games/a.jsonl")}
    assert {tuple(row.values()) for row in sheet("score", "games/a.jsonl", "--as", "Bob")} <= whole


def test_the_standings() -> None:
    rows = sheet("standings", "games")
    assert [(row["name"], row["games"], row["won"], row["lost"]) for row in rows] == [
        ("Anna", "1", "1", "0"),
        ("Bob", "1", "0", "1"),
    ]
    assert [float(row["points"]) for row in rows] == [3, 2]


def test_the_numbers_of_a_corpus() -> None:
    rows = sheet("corpus", "stats", "games")
    values = {(row["seat"], row["measure"], row["of"]): float(row["value"]) for row in rows}
    assert values["", "logs", ""] == 2
    assert values["", "finished", ""] == 1
    assert values["0", "wins", ""] == 1
    assert values["1", "total", "mean"] == 2
    found: dict[str, Any] = fine("corpus", "stats", "games", "--format", "json").json[0]
    assert {row["of"]: int(row["value"]) for row in rows if row["measure"] == "rules"} == found["rules"]


def test_a_name_that_looks_like_a_formula_is_harmless() -> None:
    write_log("evil.jsonl", duel_game(("chance: prize 3",), players=("=1+1", "@Bob")))
    out = fine("stats", "evil.jsonl", "--format", "csv").out
    assert '"\'=1+1"' in out
    assert '"\'@Bob"' in out
    assert ',"=' not in out


def test_a_plot_is_not_csv() -> None:
    assert run("stats", "games/a.jsonl", "--plot", "x.svg", "--format", "csv").status == 2
