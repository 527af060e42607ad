"""`kronika sql` and `kronika corpus export`: what a person types, and what it prints."""

from __future__ import annotations

import builtins
import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from kronika.logs.files.extras import LIBRARIES
from kronika.logs.replaying.logfile import write_log
from support.cli import PROGRAM, fine, run
from support.logs import DUEL_MOVES, duel_game

pytestmark = pytest.mark.usefixtures("duel")
COUNT = "SELECT seat, sum(points) AS points FROM seats GROUP BY seat ORDER BY seat"


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Anna has 3 and 3 points, Bob 2 and 0."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "games").mkdir()
    write_log("games/a.jsonl", duel_game())
    write_log("games/b.jsonl", duel_game(DUEL_MOVES[:4]))
    return tmp_path / "games"


@pytest.fixture
def without_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if `kronika[sql]` were not installed."""
    plain = builtins.__import__

    def refuse(name: str, *more: Any, **named: Any) -> Any:
        if name.partition(".")[0] == "duckdb":
            raise ImportError(name)
        return plain(name, *more, **named)

    monkeypatch.delitem(sys.modules, "duckdb", raising=False)
    monkeypatch.setattr(builtins, "__import__", refuse)
    monkeypatch.setitem(LIBRARIES, "sql", ("duckdb_that_is_not_there", 3))  # type: ignore[index]  # a dict


# -- exports --------------------------------------------------------------------------------------------------------


def test_an_export_is_made_added_to_and_asked(games: Path) -> None:
    assert fine("corpus", "export", "games", "--to", "tables").out == "tables: 2 logs added.\n"
    assert fine("corpus", "export", "games", "--to", "tables").out == "tables: 0 logs added, 2 known already.\n"
    write_log("games/c.jsonl", duel_game(DUEL_MOVES[:1]))
    (games / "d.jsonl").write_bytes((games / "a.jsonl").read_bytes())
    (games / "b.jsonl").unlink()
    write_log("games/b.jsonl", duel_game(DUEL_MOVES[:7]))
    said = fine("corpus", "export", "games", "--to", "tables").out
    assert said == "tables: 2 logs added, 2 known already, 1 replaced.\n"
    assert fine("sql", "tables", "SELECT count(*) AS n FROM logs", "--format", "csv").out == '"n"\n3\n'


def test_an_export_says_in_json_what_it_did(games: Path) -> None:
    found = fine("corpus", "export", "games", "--to", "tables", "--format", "json").json
    assert found == {"added": 2, "known": 0, "replaced": 0, "copies": 0, "unread": []}


def test_csv_needs_no_extra_and_parquet_says_which(games: Path, without_extra: None) -> None:
    fine("corpus", "export", "games", "--to", "tables", "--form", "csv")
    fine("corpus", "export", "games", "--to", "seats.csv")
    assert Path("seats.csv").read_text(encoding="utf-8").startswith("log,seat,player,points,")
    for words in (
        ("corpus", "export", "games", "--to", "other"),
        ("corpus", "export", "games", "--to", "seats.parquet"),
        ("sql", "games", "SELECT 1"),
        ("sql", "tables", "SELECT 1"),
    ):
        done = run(*words)
        assert (done.status, done.out) == (3, "")
        assert done.err.count("\n") == 1
        assert "pip install 'kronika[sql]'" in done.err
    assert sorted(os.listdir()) == ["games", "seats.csv", "tables"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--to", "x.csv", "--form", "csv"), "--form: is for a folder"),
        (("--to", "x", "--table", "logs"), "--table: is for a file"),
        (("--to", "x.csv", "--table", "nosuch"), "'nosuch' is not one of 'logs'"),
        (("--to", "games"), "is a folder with something else in it"),
        (("--to", "games/a.jsonl"), "games/a.jsonl"),
        (("--to", "x/y.csv"), "x"),
    ],
)
def test_a_place_that_does_not_fit_is_refused(games: Path, words: tuple[str, ...], told: str) -> None:
    before = sorted(os.listdir()), sorted(os.listdir("games")), (games / "a.jsonl").read_bytes()
    done = run("corpus", "export", "games", *words)
    assert done.status in (2, 3)
    assert told in done.err
    assert (sorted(os.listdir()), sorted(os.listdir("games")), (games / "a.jsonl").read_bytes()) == before


def test_a_file_holds_the_table_of_its_name_or_the_one_named(games: Path) -> None:
    for name, table, head in (
        ("scores.csv", (), "log,seat,part,source"),
        ("x.csv", (), "log,address,content"),
        ("logs.csv", ("--table", "citations"), "log,rule,times"),
    ):
        fine("corpus", "export", "games", "--to", name, *table)
        assert Path(name).read_text(encoding="utf-8").startswith(head)
    fine("corpus", "export", "games", "--to", "seats.parquet")
    assert fine("sql", "seats.parquet", COUNT, "--format", "csv").out == '"seat","points"\n0,6\n1,2\n'


def test_what_can_not_be_read_is_reported_and_the_rest_is_exported(games: Path) -> None:
    done = run("corpus", "export", "games", "gone.jsonl", "--to", "tables")
    assert done.status == 3
    assert "gone.jsonl" in done.err
    assert done.out == "tables: 2 logs added.\n"


# -- questions ------------------------------------------------------------------------------------------------------


def test_logs_are_asked_as_they_are_and_leave_nothing_behind(games: Path) -> None:
    before = sorted(os.listdir())
    assert fine("sql", "games", COUNT).lines == [
        "  seat    points",
        "------  --------",
        "     0         6",
        "     1         2",
    ]
    assert fine("sql", "games/a.jsonl", COUNT, "--format", "csv").out == '"seat","points"\n0,3\n1,2\n'
    assert sorted(os.listdir()) == before


def test_each_form_has_the_same_rows(games: Path, tmp_path: Path, duel: dict[str, str]) -> None:
    query = "SELECT player, points, won, NULL AS nothing, 1.5 AS half FROM seats WHERE log = 1 ORDER BY seat"
    right = [
        {"player": "Anna", "points": 3, "won": True, "nothing": None, "half": 1.5},
        {"player": "Bob", "points": 2, "won": False, "nothing": None, "half": 1.5},
    ]
    assert fine("sql", "games", query, "--format", "json").json == right
    assert [json.loads(line) for line in fine("sql", "games", query, "--format", "ndjson").lines] == right
    rows = [*csv.reader(io.StringIO(fine("sql", "games", query, "--format", "csv").out))]
    assert rows == [[*right[0]], ["Anna", "3", "true", "", "1.5"], ["Bob", "2", "false", "", "1.5"]]
    command = [sys.executable, "-c", PROGRAM, "sql", "games", query, "--format", "parquet"]
    (tmp_path / "answer.parquet").write_bytes(subprocess.run(command, capture_output=True, check=True, env=duel).stdout)
    again = fine("sql", "answer.parquet", "SELECT * FROM rows ORDER BY player", "--format", "json").json
    assert again == right


def test_values_of_every_kind_are_printed(games: Path) -> None:
    query = (
        "SELECT DATE '2024-05-01' AS day, [1, 2] AS list, {'a': '=x'} AS row, MAP {1: 'x'} AS map, 'a'::BLOB AS bytes, "
        "9223372036854775808::HUGEINT AS big, 'nan'::DOUBLE AS nan, TIMESTAMP '2024-05-01 10:00:00' AS at, '=1+1' AS f"
    )
    (row,) = fine("sql", "games", query, "--format", "json").json
    assert (row["day"], row["list"], row["row"], row["map"], row["bytes"], row["nan"]) == (
        *("2024-05-01", [1, 2], {"a": "=x"}, {"1": "x"}, "61", None),
    )
    assert row["at"] == "2024-05-01 10:00:00"
    sheet = fine("sql", "games", query, "--format", "csv").out
    assert ',"\'=1+1"\n' in sheet
    assert fine("sql", "games", query).out


def test_two_exports_are_compared_by_name(games: Path) -> None:
    fine("corpus", "export", "games/a.jsonl", "--to", "one")
    query = "SELECT count(*) AS n FROM one.logs JOIN whole.logs USING (content)"
    assert fine("sql", "one=one", "whole=games", query, "--format", "csv").out == '"n"\n1\n'
    done = run("sql", "one", "games", query)
    assert done.status == 2
    assert "needs a name of its own" in done.err


def test_a_query_comes_from_standard_input(games: Path) -> None:
    assert fine("sql", "games", "-", "--format", "csv", stdin=f"{COUNT};\n").out == '"seat","points"\n0,6\n1,2\n'


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("COPY logs TO 'evil.csv'", "only SELECT is allowed"),
        ("SELECT * FROM read_text('games/a.jsonl')", "The function read_text is not allowed"),
        ("SELECT * FROM 'games/a.jsonl'", "There is no table 'games/a.jsonl'"),
        ("SELECT poins FROM seats", 'Referenced column "poins" not found'),
        ("SELECT 1 AS a, 2 AS a", "Two columns are called 'a'"),
    ],
)
def test_a_query_that_is_refused_is_one_line(games: Path, query: str, told: str) -> None:
    done = run("sql", "games", query, "--format", "json")
    assert (done.status, done.out) == (2, "")
    assert done.err.count("\n") == 1
    assert told in done.err
    assert sorted(os.listdir()) == ["games"]


@pytest.mark.parametrize(("words", "status"), [(("nosuch",), 3), (("games/none.parquet",), 3)])
def test_a_source_that_is_not_there_is_reported(games: Path, words: tuple[str, ...], status: int) -> None:
    done = run("sql", *words, "SELECT 1")
    assert done.status == status
    assert words[0] in done.err


def test_a_size_that_is_none_is_refused(games: Path) -> None:
    done = run("sql", "games", "SELECT 1", "--memory", "much")
    assert done.status == 2
    assert "'much' is not a size, such as 500MB or 2GB." in done.err


@pytest.mark.long
@pytest.mark.posix
def test_ctrl_c_ends_a_long_query_and_leaves_nothing(games: Path, tmp_path: Path, duel: dict[str, str]) -> None:
    query = "SELECT sum(x * y) FROM range(10000000) t(x), range(10000000) u(y)"
    env = {**duel, "TMPDIR": str(tmp_path)}
    fine("corpus", "export", "games/a.jsonl", "--to", "one")
    before = sorted(os.listdir())
    with subprocess.Popen([sys.executable, "-c", PROGRAM, "sql", "one", query], env=env, stderr=subprocess.PIPE) as one:
        time.sleep(4)
        one.send_signal(signal.SIGINT)
        _, err = one.communicate(timeout=30)
    assert one.returncode == 130
    assert b"Interrupted" in err
    assert sorted(os.listdir()) == before
