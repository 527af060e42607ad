"""Checks of a folder with a catalog, and what they report."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

from kronika.logs.corpus.check import check
from kronika.logs.corpus.places import logs_in
from kronika.logs.replaying.survey import Survey
from kronika.logs.running.program import survey_dependencies
from kronika.logs.work.catalog import Catalog

WORK = survey_dependencies(strict=False)
"""The work of a check that is not strict."""

KRONIKA = "from kronika.cli import main; main()"
"""A program that is the command line."""

TOLD: list[str] = []
"""What was reported in the last check with a catalog."""


def surveys(folder: Path, file: Path | None = None, *, strict: bool = False, **more: Any) -> list[Survey]:
    """The surveys of all logs of a folder, with a catalog if a file is named; `TOLD` is then what was reported."""
    paths = logs_in(str(folder)).paths
    if file is None:
        return list(check(str(folder), paths, strict=strict, **more))
    told: list[str] = []
    with Catalog(str(file), survey_dependencies(strict=strict), told.append) as catalog:
        found = list(check(str(folder), paths, strict=strict, catalog=catalog, **more))
    TOLD[:] = told
    return found


def rows(file: Path) -> int:
    """How many surveys a catalog keeps."""
    with closing(sqlite3.connect(file)) as db:
        return int(db.execute("select count(*) from surveys").fetchone()[0])


def kronika(*words: object, before: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own, after a line of Python `before` it."""
    command = [sys.executable, "-c", f"{before}\n{KRONIKA}", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
