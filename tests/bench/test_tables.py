"""Questions about many games: the eight of `docs/tables.md` over an export, and DuckDB alone over the same logs.

`KRONIKA_BENCH_GAMES=100000 make bench` takes more games than the 1,000 by default. `read_json` reads logs, in which
points are only in effects and what was taken back is still there: it answers one simple question, for comparison.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import pytest

from kronika.core.contract.registry import get_game
from kronika.logs.files.sources import stored_logs
from kronika.logs.tables import duck
from kronika.logs.tables.database import Database, opened
from kronika.logs.tables.export import Export
from kronika.logs.work import simulate
from support.playouts import ROOT
from support.readme import blocks

pytestmark = pytest.mark.bench
GAMES = int(os.environ.get("KRONIKA_BENCH_GAMES", "1000"))
PAGE = (ROOT / "docs" / "tables.md").read_text(encoding="utf-8")
QUESTIONS = {
    body.partition("\n")[0].removeprefix("# file: "): body.partition("\n")[2]
    for language, body in blocks(PAGE)
    if language == "sql"
}
PICKS = "SELECT move, count(*) AS n FROM decisions WHERE kind = 'pick' GROUP BY move ORDER BY move"
PICKS_OF_LOGS = """
SELECT 'pick ' || ("do"->>'card') AS move, count(*) AS n
FROM read_json('{}/*.jsonl', format = 'newline_delimited', columns = {{'n': 'INTEGER', 'do': 'JSON'}})
WHERE "do"->>'type' = 'pick' GROUP BY move ORDER BY move
"""


class Made(NamedTuple):
    """Logs and their export as a database."""

    logs: str
    database: Database


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Made]:
    folder = tmp_path_factory.mktemp("tables")
    logs, to = str(folder / "logs"), str(folder / "to")
    batch = simulate.plan(get_game("tides"), 2, {}, 1, GAMES, logs)
    for _ in simulate.simulate(batch, 2):
        pass
    began = perf_counter()
    with Export(to, "parquet") as export:
        export.add(stored_logs([logs]))
        for _ in export.make(2):
            pass
    size = sum(path.stat().st_size for path in Path(to).rglob("*") if path.is_file())
    print(f"\n{GAMES:,} games exported in {perf_counter() - began:.1f} s: {size / 1e6:.1f} MB")
    with opened({"": to, "before": to, "after": to}, "2GB") as database:
        yield Made(logs, database)


@pytest.mark.benchmark(group=f"questions about {GAMES:,} games of Tides")
@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question(benchmark: Any, made: Made, name: str) -> None:
    benchmark.pedantic(lambda: list(made.database.ask(QUESTIONS[name]).rows()), rounds=3)


@pytest.mark.benchmark(group=f"how often each card is picked in {GAMES:,} games of Tides")
@pytest.mark.parametrize("of", ["tables", "read_json"])
def test_duckdb_alone_over_the_logs(benchmark: Any, made: Made, of: str) -> None:
    right = list(made.database.ask(PICKS).rows())
    with duck.connect() as plain:
        ask = {
            "tables": lambda: list(made.database.ask(PICKS).rows()),
            "read_json": lambda: plain.execute(PICKS_OF_LOGS.format(made.logs)).fetchall(),
        }[of]
        assert benchmark.pedantic(ask, rounds=3) == right
