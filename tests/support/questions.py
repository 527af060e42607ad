"""Questions about many games of Tides: `kronika sql` over an export beside DuckDB's `read_json` over the logs.

`python tests/support/questions.py FILE FOLDER` exports the games of FILE (`.kpack`) to FOLDER/tables and writes each
as a `.jsonl` to FOLDER/logs, as far as they are not there. Then it asks the questions of `docs/tables.md`, and three
that the logs alone can answer, and prints a table. A question that both are asked must have one answer.

Each is a command of its own, with its start: seconds by the clock, those of the processor, and the most memory. Logs
have no table of winners, cards or points by rule, and keep what was taken back: so `read_json` is asked for counts.
"""

from __future__ import annotations

import argparse
import csv
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final, NamedTuple

sys.path.append(str(Path(__file__).parents[1]))

from kronika.logs.files.sources import stored_logs
from kronika.logs.replaying.logfile import log_bytes
from kronika.logs.replaying.replay import load
from support.readme import ROOT, blocks

MEMORY: Final = "2GB"
BOTH: Final = {
    "How often is each card picked?": (
        "SELECT move, count(*) AS n FROM decisions WHERE kind = 'pick' GROUP BY move ORDER BY move",
        """SELECT 'pick ' || ("do"->>'card') AS move, count(*) AS n FROM {logs}
        WHERE "do"->>'type' = 'pick' GROUP BY move ORDER BY move""",
    ),
    "How many points come by each rule?": (
        "SELECT rule, sum(points) AS points FROM effects WHERE type = 'scored' GROUP BY rule ORDER BY rule",
        """SELECT one->>'rule' AS rule, sum(CAST(one->>'points' AS INTEGER)) AS points
        FROM (SELECT unnest("then") AS one FROM {logs}) WHERE one->>'type' = 'scored' GROUP BY rule ORDER BY rule""",
    ),
    "What does the first seat pick first?": (
        "SELECT first_move, count(*) AS n FROM seats WHERE seat = 0 GROUP BY first_move ORDER BY first_move",
        """SELECT first_move, count(*) AS n FROM (
            SELECT arg_min('pick ' || ("do"->>'card'), n) AS first_move FROM {logs}
            WHERE CAST("by" AS VARCHAR) = '0' GROUP BY filename)
        GROUP BY first_move ORDER BY first_move""",
    ),
}
"""Questions with the SELECT over the tables and that over the logs."""
LOGS: Final = """read_json('{}/*.jsonl', format = 'newline_delimited',
filename = true, columns = {{'n': 'INTEGER', 'by': 'JSON', 'do': 'JSON', 'then': 'JSON[]'}})"""
ALONE: Final = """
import csv, sys, duckdb
base = duckdb.connect()
base.execute("SET enable_progress_bar = false")
answer = base.execute(sys.argv[1])
rows = csv.writer(sys.stdout)
rows.writerow(column[0] for column in answer.description)
rows.writerows(answer.fetchall())
"""
"""A program that asks DuckDB alone."""


class Asked(NamedTuple):
    """An answer, and what it took: seconds by the clock and of the processor, and memory in MB."""

    rows: list[list[str]]
    seconds: float
    cpu: float
    memory: float

    def __str__(self) -> str:
        return f"{self.seconds:.2f} s, {self.cpu:.2f} CPU, {self.memory:.0f} MB"


def asked(*words: str) -> Asked:
    """The answer of a command in CSV."""
    with tempfile.TemporaryFile("w+", encoding="utf-8", newline="") as out:
        began = time.perf_counter()
        child = subprocess.Popen([sys.executable, *words], stdout=out)
        _, status, used = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - began
        child.returncode = os.waitstatus_to_exitcode(status)  # it must not be waited for again
        if child.returncode:
            raise SystemExit(f"{words[-1]}: status {child.returncode}")
        out.seek(0)
        return Asked([*csv.reader(out)], seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def ours(folder: Path, query: str) -> Asked:
    """The answer from the tables."""
    tables = str(folder / "tables")
    sources = (f"before={tables}", f"after={tables}") if "before." in query else (tables,)
    return asked("-m", "kronika", "sql", *sources, query, "--format", "csv", "--memory", MEMORY)


def of_page() -> dict[str, str]:
    """The questions of the page, by the heading that each is below."""
    found = {}
    text = (ROOT / "docs" / "tables.md").read_text(encoding="utf-8")
    for part in text.split("\n### ")[1:]:
        for language, body in blocks(part):
            if language == "sql":  # its first line is the name of its file
                found[part.partition("\n")[0]] = body.partition("\n")[2]
    return found


def write_logs(file: str, folder: Path) -> None:
    """Write the logs of a file that are not there yet, as `kronika convert` does, but without waiting for the disk."""
    folder.mkdir(exist_ok=True)
    for log in stored_logs([file]):
        path = folder / f"{log.name}.jsonl"
        if not path.exists():
            path.write_bytes(log_bytes(path.name, load(log.address)))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    given = parser.parse_args()
    folder: Path = given.folder
    if not (folder / "tables").exists():
        export = ("corpus", "export", given.file, "--to", folder / "tables")
        subprocess.run([sys.executable, "-m", "kronika", *export], check=True)
    write_logs(str(given.file), folder / "logs")
    print("| question | `kronika sql` | `read_json` |\n| --- | ---: | ---: |")
    for name, query in of_page().items():
        print(f"| {name} | {ours(folder, query)} | |", flush=True)
    logs = LOGS.format(folder / "logs")
    for name, (query, of_logs) in BOTH.items():
        answer, other = ours(folder, query), asked("-c", ALONE, of_logs.format(logs=logs))
        if answer.rows != other.rows:
            raise SystemExit(f"{name}: {answer.rows} by the tables, {other.rows} by the logs")
        print(f"| {name} | {answer} | {other} |", flush=True)


if __name__ == "__main__":
    main()
