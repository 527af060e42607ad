"""Many games in one file, the whole way, by the commands that a user types: times, memory and sizes as a table.

`python tests/support/million.py GAME N FILE [--resume]` simulates N games into FILE (`.kpack`) with two jobs, kills
that and resumes it, checks them with a new catalog, kills and resumes that too, indexes, counts and filters them,
changes one log and checks again, exports them and asks five questions of `docs/tables.md`. The table goes to standard
output, and every step to `FILE.steps.jsonl`, so that `--resume` continues after the last complete step.

Seconds are by the clock, CPU is that of a command with its processes, and memory is the most of any one of them. Of a
killed command only the first process is measured.
"""

from __future__ import annotations

import argparse
import os
import re
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from kronika.logs.files.pack import open_pack
from kronika.logs.files.pack_changing import change_logs
from kronika.logs.replaying.logfile import packed_bytes
from kronika.logs.replaying.replay import load

PAGE: Final = Path(__file__).parents[2] / "docs" / "tables.md"
QUESTIONS: Final = ("opening", "first", "points", "cards", "chains")
POLL: Final = 0.2
"""Time between looks at a command that is to be killed, in seconds."""


class Step(Struct):
    """A step that is done: seconds by the clock and of the processor, memory in MB, and a note."""

    name: str
    seconds: float
    cpu: float
    memory: float
    note: str = ""


class Way:
    """The steps for one game, with the files beside the file of many logs."""

    def __init__(self, game: str, number: int, file: Path, *, resume: bool) -> None:
        self.game, self.number, self.file = game, number, file
        self.catalog, self.tables = Path(f"{file}.catalog.sqlite"), Path(f"{file}.tables")
        self._log = Path(f"{file}.steps.jsonl")
        there = [path for path in (file, self.catalog, self.tables, self._log) if path.exists()]
        if there and not resume:
            raise SystemExit(f"{there[0]} is there already: choose another FILE, or --resume.")
        kept = self._log.read_bytes() if self._log.exists() else b""
        self.steps = msgspec.json.Decoder(Step).decode_lines(kept)

    def run(
        self, name: str, *words: str, until: Callable[[], bool] | None = None, note: Callable[[], str] | None = None
    ) -> None:
        """Run a command, unless it was done; with `until`, kill it as soon as that is true."""
        if any(step.name == name for step in self.steps):
            return
        command = [sys.executable, "-m", "kronika", *words]
        with open(os.devnull, "wb") as nothing, open(f"{self.file}.said", "wb") as said:
            began = time.perf_counter()
            child = subprocess.Popen(command, stdout=nothing, stderr=said)
            if until is not None:
                _kill_when(child, until)
            _, status, used = os.wait4(child.pid, 0)
            seconds = time.perf_counter() - began
        child.returncode = os.waitstatus_to_exitcode(status)  # it must not be waited for again
        lines = Path(f"{self.file}.said").read_text(errors="replace").rstrip("\n").split("\n")
        if child.returncode and until is None:
            raise SystemExit(f"{name}: status {child.returncode}: {lines[-1:]}")
        text = note() if note else lines[-1].replace(str(self.file.parent), "")
        self._keep(Step(name, seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, text))

    def change_one(self) -> None:
        """Give a tag to the log in the middle."""
        name = "a tag for one log"
        if any(step.name == name for step in self.steps):
            return
        began, cpu = time.perf_counter(), time.process_time()

        def tagged(place: int, log: bytes) -> bytes:
            session = load(f"{self.file}#{place}", log)
            session.header = replace(session.header, tags={**session.header.tags, "changed": "yes"})
            return packed_bytes(session)

        change_logs(str(self.file), {self.number // 2}, tagged)
        self._keep(Step(name, time.perf_counter() - began, time.process_time() - cpu, 0))

    def _keep(self, step: Step) -> None:
        self.steps.append(step)
        with open(self._log, "ab") as log:
            log.write(msgspec.json.encode(step) + b"\n")
        print(f"{step.name}: {step.seconds:.1f} s, {step.memory:.0f} MB", file=sys.stderr, flush=True)

    def surveys(self) -> int:
        """The number of surveys in the catalog."""
        try:
            with closing(sqlite3.connect(f"{self.catalog.absolute().as_uri()}?mode=ro", uri=True)) as db:
                return db.execute("select max(rowid) from surveys").fetchone()[0] or 0
        except sqlite3.Error:  # it is being made
            return 0

    def logs(self) -> int:
        """The number of logs in the file."""
        return open_pack(str(self.file)).logs if self.file.exists() else 0

    def sizes(self) -> str:
        """The sizes of the files."""
        found = open_pack(str(self.file))
        data = sum(found.block(number).packed for number in range(found.blocks))
        tables = sum(path.stat().st_size for path in self.tables.rglob("*") if path.is_file())
        parts = {
            "logs in blocks": data,
            "lists of the blocks": found.end - data,
            "table of the blocks": self.file.stat().st_size - found.end,
            "catalog": self.catalog.stat().st_size,
            "export": tables,
        }
        return "; ".join(f"{name} {size / 1e6:,.3f} MB" for name, size in parts.items())


def _kill_when(child: subprocess.Popen[bytes], until: Callable[[], bool]) -> None:
    """Kill a command when `until` is true, unless it ends before."""
    while os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        if until():
            child.kill()
            return
        time.sleep(POLL)


def questions(game: str) -> dict[str, str]:
    """The questions about one game by name, from the page."""
    found = re.findall(r"```sql\n# file: (\w+)\.sql\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return {name: text.replace("'tides'", f"'{game}'") for name, text in found if name in QUESTIONS}


def go(way: Way) -> None:
    """Do all steps that are not done."""
    file, catalog, third = str(way.file), ("--catalog", str(way.catalog)), way.number // 3
    two = ("--jobs", "2")
    simulate = ("simulate", way.game, "-n", str(way.number), "--out", file, *two)
    check = ("corpus", "check", file, *catalog, *two)
    way.run(
        "simulate, killed", *simulate, until=lambda: way.logs() > third, note=lambda: f"{way.logs():,} logs are safe"
    )
    way.run("simulate, resumed", *simulate)
    way.run(
        "corpus check, killed",
        *check,
        until=lambda: way.surveys() > third,
        note=lambda: f"{way.surveys():,} surveys are kept",
    )
    way.run("corpus check, resumed", *check)
    way.run("corpus check, again", *check)
    way.run("corpus index", "corpus", "index", file, *catalog, *two)
    way.run("corpus stats", "corpus", "stats", file, *catalog)
    way.run("corpus filter --least 70", "corpus", "filter", file, "--least", "70", *catalog)
    way.run("corpus filter --least 95", "corpus", "filter", file, "--least", "95", *catalog)
    way.run("corpus filter --players 3", "corpus", "filter", file, "--players", "3", *catalog)
    way.run("corpus dedupe", "corpus", "dedupe", file, *catalog)
    way.run(f"show #{way.number // 2}", "show", f"{file}#{way.number // 2}")
    before = way.surveys()
    way.change_one()
    way.run(
        "corpus check of one change", *check, note=lambda: f"{way.surveys() - before:,} of {way.logs():,} logs surveyed"
    )
    way.run("corpus export", "corpus", "export", file, "--to", str(way.tables), *two)
    for name, text in questions(way.game).items():
        way.run(f"sql: {name}", "sql", str(way.tables), text)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("number", type=int, metavar="N")
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--resume", action="store_true", help="continue after the last complete step")
    given = parser.parse_args()
    way = Way(given.game, given.number, given.file, resume=given.resume)
    go(way)
    print(f"{given.number:,} games of {given.game}\n")
    print("| step | seconds | CPU | MB | |\n| --- | ---: | ---: | ---: | --- |")
    for step in way.steps:
        print(f"| {step.name} | {step.seconds:.1f} | {step.cpu:.1f} | {step.memory:.0f} | {step.note} |")
    print(f"\n{way.sizes()}", flush=True)


if __name__ == "__main__":
    main()
