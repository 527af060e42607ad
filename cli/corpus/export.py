"""`corpus export`: logs as tables, for SQL and spreadsheets."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, get_args

import click

from kronika.cli.corpus.surveying import exit_status, print_skipped
from kronika.cli.printing.options import format_option, jobs_option
from kronika.cli.printing.output import FINE, print_json, print_note, print_text, print_warning
from kronika.cli.printing.progress import interruption_notice, progress
from kronika.core.basics.text import pluralize
from kronika.logs.files.sources import stored_logs
from kronika.logs.files.streams import display_name
from kronika.logs.files.walk import Logs, find_logs
from kronika.logs.tables.columns import TABLES
from kronika.logs.tables.export import Export, Exported, exporting_table
from kronika.logs.tables.parts import Form


@click.command(short_help="write logs as tables for SQL and spreadsheets")
@click.argument("logs", metavar="DIR|FILE...", type=click.Path(), nargs=-1, required=True)
@click.option(
    "--to",
    required=True,
    type=click.Path(),
    metavar="DIR|FILE",
    help="A folder for all tables; or a new file in .parquet or .csv for one.",
)
@click.option(
    "--table", type=click.Choice(list(TABLES)), help="The table of a file. [default: that of its name, else logs]"
)
@click.option(
    "--form", "files", type=click.Choice(get_args(Form)), help="The format of the files in a folder. [default: parquet]"
)
@jobs_option
@format_option(Exported)
def export(logs: tuple[str, ...], to: str, table: str | None, files: Form | None, jobs: int, form: str) -> None:
    """Write logs as tables: `logs`, `seats`, `decisions`, `effects`, `scores`, `citations`.

    `kronika docs tables` explains every column and answers eight questions with them; `kronika sql` asks.

    You can add logs to a folder: those whose content is in it are not read again, changed ones are replaced, and the
    others stay. After an interruption, the same command continues. The bytes do not depend on the number of jobs.
    Tables have all that the referee knows: `public` and `secret` say what was hidden during a game.

    \b
    kronika corpus export games --to tables
    kronika corpus export games --to tables --jobs 2
    kronika corpus export games --to seats.csv
    kronika corpus export games --to picks.parquet --table decisions
    kronika sql tables "SELECT game, count(*) FROM logs GROUP BY game"

    Parquet needs `pip install 'kronika[sql]'`, CSV does not.
    """
    there = find_logs(logs)
    single = to.casefold().endswith((".parquet", ".csv"))
    if single and files:
        raise click.UsageError("--form: is for a folder; a file has the format of its ending.")
    if table and not single:
        raise click.UsageError(f"--table: is for a file in .parquet or .csv; {display_name(to)} gets all tables.")
    with interruption_notice(_kept), _exporting(to, table, files, single=single) as out:
        out.add(stored_logs(there))
        for _ in progress(out.make(jobs, print_warning), out.parts, "parts"):
            pass
        found = out.result()
    _print(found, to, there, form)
    unread = bool(found.unread or there.unlisted)
    raise click.exceptions.Exit(exit_status(unread, FINE))


def _kept(given: Any) -> str:
    return "the parts that are complete are there" if "." not in given["to"].rpartition("/")[2] else ""


@contextmanager
def _exporting(to: str, table: str | None, files: Form | None, *, single: bool) -> Iterator[Export]:
    if single:
        with exporting_table(to, table or _named(to)) as out:
            yield out
    else:
        with Export(to, files or "parquet") as out:
            yield out


def _named(path: str) -> str:
    """The table that a file is named after, else `logs`."""
    name = path.replace("\\", "/").rpartition("/")[2].rpartition(".")[0].casefold()
    return name if name in TABLES else "logs"


def _print(found: Exported, to: str, there: Logs, form: str) -> None:
    for why in (*found.unread, *there.unlisted.values()):
        print_note(why)
    if form == "json":
        print_json(found)
        return
    parts = [f"{pluralize(found.added, 'log')} added"]
    parts += [f"{found.known} known already"] if found.known else []
    parts += [f"{found.replaced} replaced"] if found.replaced else []
    parts += [f"{pluralize(found.copies, 'copy', 'copies')} skipped"] if found.copies else []
    print_text(f"{display_name(to)}: {', '.join(parts)}.")
    print_skipped(there.others)
