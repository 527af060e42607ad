"""A query can only read the tables: each gate alone, all together; and what it answers."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from kronika.core.basics.statistics import rate_of
from kronika.logs.files.faults import FileError
from kronika.logs.files.sources import stored_logs
from kronika.logs.replaying.logfile import write_log
from kronika.logs.tables import duck
from kronika.logs.tables.cells import csv_head, exact_rows
from kronika.logs.tables.columns import TABLES, Column, Table, Type
from kronika.logs.tables.database import Database, files_of, opened
from kronika.logs.tables.duck import csv_source, interruptibly, parquet_of_rows
from kronika.logs.tables.export import Export
from kronika.logs.tables.query import MOST, REFUSED_FUNCTIONS, TABLE_FUNCTIONS, BadQuery
from support.logs import DUEL_MOVES, duel_game
from support.playouts import ROOT

duckdb = pytest.importorskip("duckdb")


@pytest.fixture(scope="module")
def export(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Three shipped games of Tides and one of Viceroy as Parquet."""
    folder = str(tmp_path_factory.mktemp("export") / "tables")
    games = ROOT / "fixtures" / "games"
    logs = [*sorted((games / "tides").glob("*.jsonl"))[:3], sorted((games / "viceroy").glob("*.jsonl"))[0]]
    with Export(folder, "parquet") as made:
        made.add(stored_logs(map(str, logs)))
        for _ in made.make():
            pass
    return folder


@pytest.fixture(scope="module")
def database(export: str) -> Iterator[Database]:
    with opened({"": export}, "300MB") as found:
        yield found


def answer(database: Database, query: str) -> list[tuple[Any, ...]]:
    return list(database.ask(query).rows())


SECRET = "/etc/passwd" if os.path.exists("/etc/passwd") else __file__
STATEMENTS = f"""
COPY logs TO 'evil.csv'
COPY (SELECT 1) TO 'evil.csv'
COPY logs FROM '{SECRET}'
EXPORT DATABASE 'evil'
IMPORT DATABASE 'evil'
ATTACH 'evil.db'
ATTACH ':memory:' AS evil
DETACH memory
USE evil
INSTALL httpfs
INSTALL httpfs FROM community
LOAD httpfs
LOAD '{SECRET}'
UPDATE EXTENSIONS
PRAGMA database_list
PRAGMA enable_profiling
CALL pragma_version()
CALL enable_logging()
SET memory_limit = '100GB'
SET enable_external_access = true
RESET memory_limit
SET VARIABLE x = 1
CREATE TABLE evil AS SELECT 1
CREATE MACRO evil() AS 1
CREATE SECRET (TYPE s3)
CREATE TEMP TABLE evil (x INTEGER)
DROP VIEW logs
ALTER VIEW logs RENAME TO evil
INSERT INTO logs VALUES (1)
DELETE FROM logs
UPDATE logs SET log = 1
MERGE INTO logs USING seats ON true WHEN MATCHED THEN DELETE
TRUNCATE logs
VACUUM
ANALYZE
CHECKPOINT
BEGIN TRANSACTION
COMMIT
PREPARE evil AS SELECT 1
EXECUTE evil
DEALLOCATE evil
EXPLAIN SELECT 1
EXPLAIN ANALYZE SELECT 1
COMMENT ON VIEW logs IS 'evil'
SELECT 1; SELECT 2
SELECT 1; COPY (SELECT 1) TO 'evil.csv'
""".strip().split("\n")
FUNCTIONS = f"""
SELECT * FROM read_csv('{SECRET}')
SELECT * FROM READ_CSV('{SECRET}')
SELECT * FROM "read_text"('{SECRET}')
SELECT * FROM main.read_text('{SECRET}')
SELECT * FROM system.main.read_text('{SECRET}')
SELECT * FROM read_text('{SECRET}')
SELECT * FROM read_blob('{SECRET}')
SELECT * FROM read_json('{SECRET}')
SELECT * FROM read_parquet('{SECRET}')
SELECT * FROM parquet_metadata('{SECRET}')
SELECT * FROM sniff_csv('{SECRET}')
SELECT * FROM glob('/etc/*')
SELECT (SELECT content FROM read_text('{SECRET}'))
SELECT * FROM logs, LATERAL (SELECT * FROM read_text(address))
SELECT * FROM logs WHERE address IN (SELECT content FROM read_text('{SECRET}'))
WITH x AS (SELECT * FROM read_text('{SECRET}')) SELECT * FROM x
WITH x AS MATERIALIZED (SELECT * FROM read_text('{SECRET}')) SELECT * FROM x
SELECT 1 UNION ALL SELECT content FROM read_text('{SECRET}')
SELECT 1 ORDER BY (SELECT content FROM read_text('{SECRET}'))
SELECT * FROM (DESCRIBE SELECT * FROM read_text('{SECRET}'))
SUMMARIZE SELECT * FROM read_text('{SECRET}')
SELECT * FROM query('SELECT * FROM read_text(''{SECRET}'')')
SELECT * FROM query_table('{SECRET}')
SELECT * FROM json_execute_serialized_sql(json_serialize_sql('SELECT 1'))
SELECT * FROM duckdb_settings()
SELECT * FROM duckdb_secrets()
SELECT * FROM duckdb_extensions()
SELECT * FROM pragma_database_size()
SELECT * FROM enable_logging()
SELECT * FROM enable_profiling()
SELECT * FROM checkpoint()
SELECT * FROM force_checkpoint()
SELECT * FROM pandas_scan(1)
SELECT * FROM which_secret('s3://x', 's3')
SELECT getenv('HOME')
SELECT GETENV('HOME')
SELECT current_setting('temp_directory')
SELECT getvariable('x')
SELECT write_log('x')
SELECT nextval('x')
SELECT sleep_ms(100000)
SELECT current_query()
""".strip().split("\n")
TABLES_OF_OTHERS = f"""
SELECT * FROM '{SECRET}'
SELECT * FROM "{SECRET}"
FROM '{SECRET}'
SELECT * FROM 'evil.parquet'
SELECT * FROM 'https://example.com/evil.parquet'
SELECT * FROM 's3://evil/evil.parquet'
SELECT * FROM '/etc/*.csv'
SELECT * FROM duckdb_tables
SELECT * FROM sqlite_master
SELECT * FROM information_schema.tables
SELECT * FROM pg_catalog.pg_tables
SELECT * FROM sys
SELECT * FROM database
SELECT * FROM export
SELECT * FROM logs, '{SECRET}'
SELECT * FROM logs PIVOT (count(*) FOR game IN (SELECT content FROM '{SECRET}'))
DESCRIBE SELECT * FROM '{SECRET}'
""".strip().split("\n")
HIDDEN_WRITES = (
    "WITH evil AS (DELETE FROM logs RETURNING *) SELECT * FROM evil",
    "WITH evil AS (INSERT INTO logs VALUES (1) RETURNING *) SELECT * FROM evil",
    "WITH evil AS (UPDATE logs SET log = 1 RETURNING *) SELECT * FROM evil",
)
ATTACKS = (*STATEMENTS, *FUNCTIONS, *TABLES_OF_OTHERS, *HIDDEN_WRITES)


def test_whatever_does_more_than_read_the_tables_is_refused(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for query in ATTACKS:
        for ask in (database.ask, database.parquet):
            with pytest.raises(BadQuery) as refusal:
                ask(query)
            assert "\n" not in str(refusal.value), query
            assert str(refusal.value)[-1] in ".!?;`'\"" or "DuckDB" in str(refusal.value), (query, refusal.value)
    assert os.listdir(tmp_path) == []
    assert answer(database, "SELECT count(*) FROM logs") == [(4,)]


def test_the_settings_alone_let_no_other_file_be_read_and_none_be_written(database: Database, tmp_path: Path) -> None:
    """What a query could do if the check of its tree had a hole."""
    for query in (
        *FUNCTIONS[:13],
        *TABLES_OF_OTHERS[:7],
        f"COPY (SELECT 1) TO '{tmp_path}/evil.csv'",
        f"ATTACH '{tmp_path}/evil.db'",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SET enable_external_access = true",
        "SET memory_limit = '100GB'",
        f'WITH "{SECRET}" AS (SELECT 1) SELECT * FROM (SELECT 2), main."{SECRET}"',
        f'SELECT * FROM (WITH "{SECRET}" AS (SELECT 1) FROM "{SECRET}"), "{SECRET}"',
    ):
        with pytest.raises(duckdb.Error):
            database._db.execute(query).fetchall()
    assert os.listdir(tmp_path) == []


def test_a_name_in_one_part_of_a_query_opens_no_file_in_another(database: Database) -> None:
    """The name of a WITH is known in its own part only; elsewhere it would be a file."""
    with pytest.raises(BadQuery):
        answer(database, f'SELECT * FROM (WITH "{SECRET}" AS (SELECT 1) FROM "{SECRET}"), "{SECRET}"')


@pytest.mark.parametrize("view", ["pg_settings", "PG_Settings", "duckdb_views", "sqlite_master"])
def test_a_name_in_one_part_of_a_query_opens_no_view_of_duckdb_in_another(database: Database, view: str) -> None:
    with pytest.raises(BadQuery, match="give that part of the query another name"):
        answer(database, f"SELECT (WITH {view} AS (SELECT 9) SELECT 1), * FROM {view}")


def test_a_query_that_is_not_unicode_is_refused(database: Database) -> None:
    with pytest.raises(BadQuery, match="not Unicode"):
        database.ask("SELECT '\udcff'")


@pytest.mark.parametrize("name", ["s[1]", "s*", "s?"])
def test_a_folder_whose_name_is_like_a_pattern_is_read_alone(export: str, tmp_path: Path, name: str) -> None:
    """DuckDB would read `s1` for `s[1]`, and add to its rows."""
    folder = str(tmp_path / name)
    for logs, to in ((ROOT / "fixtures" / "games" / "viceroy", str(tmp_path / "s1")), (None, folder)):
        with Export(to, "parquet") as made:
            made.add(stored_logs([str(sorted((logs or ROOT / "fixtures" / "games" / "tides").glob("*.jsonl"))[0])]))
            for _ in made.make():
                pass
    with opened({"": folder}, "300MB") as found:
        assert answer(found, "SELECT game FROM logs") == [("tides",)]
    with Export(folder, "parquet") as again:
        assert again.add(stored_logs([str(sorted((ROOT / "fixtures" / "games" / "viceroy").glob("*.jsonl"))[0])])) == 1


def test_a_folder_whose_name_is_not_unicode_is_refused(tmp_path: Path) -> None:
    path = os.fsdecode(bytes(tmp_path / "seats") + b"\xff.parquet")
    with pytest.raises(FileError, match="only names in Unicode"), opened({"": path}, "300MB"):
        pass


def test_variables_of_this_program_are_no_tables(database: Database) -> None:
    evil = [1, 2, 3]
    with pytest.raises(BadQuery, match="no table 'evil'"):
        database.ask("SELECT * FROM evil")
    with pytest.raises(duckdb.Error):
        database._db.execute("SELECT * FROM evil")
    assert evil


def test_each_function_of_tables_that_duckdb_has_is_judged(database: Database) -> None:
    """Those of the list exist; all others are refused, new ones of later versions, too."""
    with duck.connect() as plain:
        known = {row[0] for row in plain.execute("SELECT function_name FROM duckdb_functions()").fetchall()}
        tables = plain.execute("SELECT function_name FROM duckdb_functions() WHERE function_type = 'table'").fetchall()
    assert known >= TABLE_FUNCTIONS
    assert REFUSED_FUNCTIONS - {"getenv", "sleep_ms", "write_log", "json_deserialize_sql"} <= known
    for (name,) in tables:
        if name not in TABLE_FUNCTIONS:
            with pytest.raises(BadQuery):
                database.ask(f'SELECT * FROM "{name}"()')


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("SELECT count(*) FROM logs", [(4,)]),
        ("FROM logs SELECT count(*)", [(4,)]),
        ("SELECT count(*) FROM main.logs;", [(4,)]),
        ("SELECT count(*) FROM LOGS", [(4,)]),
        ("WITH a AS (SELECT log FROM logs), b AS (FROM a) SELECT count(*) FROM b", [(4,)]),
        ("WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 3) SELECT max(n) FROM r", [(3,)]),
        ("SELECT sum(x) FROM range(4) AS t(x)", [(6,)]),
        ("SELECT unnest([1, 2])", [(1,), (2,)]),
        ("VALUES (1)", [(1,)]),
        ("SELECT 1 UNION ALL SELECT 2 ORDER BY 1", [(1,), (2,)]),
        ("SELECT count(*) FROM (SELECT * FROM logs) AS x JOIN seats USING (log) WHERE seat = 0", [(4,)]),
        ("SELECT options->>'zero_tie' FROM logs WHERE log = 1", [("win",)]),
        ("SELECT count(*) FROM (DESCRIBE seats)", [(len(TABLES["seats"].columns),)]),
    ],
)
def test_what_reads_the_tables_is_answered(database: Database, query: str, found: list[Any]) -> None:
    assert answer(database, query) == found


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("", "The query is empty"),
        ("-- nothing", "The query is empty"),
        ("SELEC 1", 'syntax error at or near "SELEC"'),
        ("SELECT nosuch FROM logs", 'Referenced column "nosuch" not found'),
        ("SELECT * FROM log", "There is no table 'log'; the tables are citations, decisions"),
        ("SELECT 'a'::INTEGER", "Could not convert"),
        ("DROP TABLE logs", "only SELECT is allowed"),
    ],
)
def test_a_query_that_is_wrong_has_its_reason(database: Database, query: str, told: str) -> None:
    with pytest.raises(BadQuery) as refusal:
        answer(database, query)
    assert told in str(refusal.value)


@pytest.mark.parametrize("query", ["SELECT 1 " + "+ 1" * 20_000, "SELECT 1" + " " * MOST])
def test_a_query_that_is_too_deep_or_long_is_refused(database: Database, query: str) -> None:
    with pytest.raises(BadQuery):
        answer(database, query)


def test_a_query_as_deep_as_duckdb_takes_it_is_answered_or_refused(database: Database) -> None:
    for deep in (50, 200, 400, 900):
        with suppress(BadQuery):
            assert answer(database, f"SELECT 1 {'+ 1' * deep}") == [(1 + deep,)]


def test_a_query_that_needs_too_much_memory_says_so(export: str) -> None:
    with opened({"": export}, "20MB") as small, pytest.raises(BadQuery, match="--memory"):
        answer(small, "SELECT list(a.range::VARCHAR || b.range) FROM range(10000) AS a, range(1000) AS b")


def test_ctrl_c_ends_a_query(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """Interrupted in the middle, it is over at once, and the database answers again."""
    began = time.monotonic()

    class Interrupting(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            if timeout is not None and time.monotonic() - began > 0.3:
                raise KeyboardInterrupt
            return super().wait(timeout)

    monkeypatch.setattr(duck, "Event", Interrupting)
    with pytest.raises(KeyboardInterrupt):
        interruptibly(
            database._db,
            lambda: database._db.execute(
                "SELECT sum(x * y) FROM range(10000000) t(x), range(10000000) u(y)"
            ).fetchall(),
        )
    monkeypatch.undo()
    assert time.monotonic() - began < 20
    assert answer(database, "SELECT 1") == [(1,)]


@pytest.mark.parametrize(("hits", "trials"), [(0, 1), (1, 1), (7, 10), (50, 100), (12.5, 30), (999, 1000)])
def test_the_interval_of_a_rate_is_that_of_the_statistics(database: Database, hits: float, trials: int) -> None:
    """Wilson's interval, as `corpus stats` gives it."""
    (found,) = answer(
        database, f"SELECT round(wilson_low({hits}, {trials}), 4), round(wilson_high({hits}, {trials}), 4)"
    )
    right = rate_of(hits, trials)
    assert [float(end) for end in found] == pytest.approx([right.low, right.high], abs=1e-4)


def test_the_columns_are_those_of_the_tables(database: Database) -> None:
    for name, table in TABLES.items():
        found = answer(database, f"DESCRIBE {name}")
        assert [row[:2] for row in found] == [(column.name, column.type) for column in table.columns]


def test_parquet_holds_what_csv_holds(tmp_path: Path, duel: dict[str, str]) -> None:
    """Empty and null, quotation marks and line feeds, bytes and numbers: read back, both are the same."""
    names = ("", 'a"\n2,b', "NULL", "\\N")
    for number, name in enumerate(names):
        tags = {"": "", "x": '=1,"\n'}
        write_log(str(tmp_path / f"{name}.jsonl"), duel_game(DUEL_MOVES[: 11 - number], tags=tags))
    logs = [str(tmp_path / f"{name}.jsonl") for name in names]
    for form in ("parquet", "csv"):
        with Export(str(tmp_path / form), form) as made:  # type: ignore[arg-type]  # it is one of them
            made.add(stored_logs(logs))
            for _ in made.make():
                pass
    with opened({"a": str(tmp_path / "parquet"), "b": str(tmp_path / "csv")}, "300MB") as both:
        for table in TABLES:
            one, other = (answer(both, f"SELECT * FROM {name}.{table} ORDER BY ALL") for name in "ab")
            assert one == other
            assert one
        assert answer(both, "SELECT count(*) FROM a.logs WHERE tie_rule IS NULL AND winner IS NULL")[0][0] == 3


def test_equal_rows_are_equal_bytes(export: str, tmp_path: Path) -> None:
    again = tmp_path / "again"
    games = ROOT / "fixtures" / "games"
    logs = [*sorted((games / "tides").glob("*.jsonl"))[:3], sorted((games / "viceroy").glob("*.jsonl"))[0]]
    with Export(str(again), "parquet") as made:
        made.add(stored_logs(map(str, logs)))
        for _ in made.make():
            pass
    for name, (path,) in files_of(export).items():
        assert Path(path).read_bytes() == (again / "part-00000" / f"{name}.parquet").read_bytes()


def test_a_file_that_is_no_table_is_said_to_be_none(tmp_path: Path) -> None:
    (tmp_path / "evil.parquet").write_bytes(b"PAR1 and no more")
    with (
        pytest.raises(FileError, match="cannot be read as a table"),
        opened({"": str(tmp_path / "evil.parquet")}, "1GB"),
    ):
        pass
    with pytest.raises(FileError), opened({"": str(tmp_path / "gone.parquet")}, "1GB"):
        pass


def test_a_file_of_another_name_is_the_table_rows(database: Database, tmp_path: Path) -> None:
    (tmp_path / "mine.parquet").write_bytes(database.parquet("SELECT game, count(*) AS n FROM logs GROUP BY ALL;"))
    (tmp_path / "mine.csv").write_text("a,b\n1,x\n", encoding="utf-8")
    with opened({"": str(tmp_path / "mine.parquet")}, "300MB") as found:
        assert sorted(answer(found, "SELECT * FROM rows")) == [("tides", 3), ("viceroy", 1)]
    with opened({"": str(tmp_path / "mine.csv")}, "300MB") as found:
        assert answer(found, "SELECT * FROM rows") == [(1, "x")]


def test_csv_is_read_with_the_types_of_its_table() -> None:
    columns, source = csv_source(TABLES["decisions"], ["it's.csv"])
    assert "from_hex(packed) AS packed" in columns
    assert "'it''s.csv'" in source


STRANGE = ["", "null", "NULL", "\\N", "a,b", 'say "no"', "a\nb", "a\r\nb", "back\\slash", '\\"', "]\n[", "Şule", "=1+1"]


def test_texts_come_back_as_they_are_from_parquet(tmp_path: Path) -> None:
    kinds: tuple[Type, ...] = ("BIGINT", "VARCHAR", "BLOB", "BOOLEAN")
    table = Table("strange", "", tuple(Column(kind.lower(), kind, "") for kind in kinds))
    rows = [(place, text, text.encode(), True) for place, text in enumerate(STRANGE)] + [(-1, None, None, None)]
    made = tmp_path / "rows"
    made.write_bytes(csv_head(table).encode() + exact_rows(rows))
    (tmp_path / "rows.parquet").write_bytes(parquet_of_rows({table: str(made)})["strange"])
    with opened({"": str(tmp_path / "rows.parquet")}, "300MB") as found:
        assert answer(found, "SELECT * FROM rows ORDER BY ALL") == sorted(rows, key=lambda row: row[0])
