"""`sql`: one SELECT over logs or an export of them."""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from decimal import Decimal
from tempfile import TemporaryDirectory
from typing import Any, Final

import click
import msgspec

from kronika.cli.printing.options import prints
from kronika.cli.printing.output import (
    json_line,
    print_bytes,
    print_json_list,
    print_note,
    print_pieces,
    print_text,
    print_warning,
    table,
)
from kronika.cli.printing.progress import interruption_notice, progress
from kronika.cli.printing.spreadsheet import print_csv
from kronika.core.basics.text import quoted
from kronika.logs.files.extras import require_extra
from kronika.logs.files.faults import FileError
from kronika.logs.files.sources import stored_logs
from kronika.logs.tables.database import Answer, Database, is_export, opened
from kronika.logs.tables.export import Export
from kronika.logs.tables.query import BadQuery

FORMS: Final = ("table", "csv", "json", "ndjson", "parquet")
_MAIN: Final = ""
_SCHEMA: Final = re.compile(r"([A-Za-z][A-Za-z0-9_]*)=(.+)", re.DOTALL)
_SIZE: Final = re.compile(r"\d+(\.\d+)?\s?[KMGT]i?B", re.IGNORECASE)


def _size(ctx: click.Context, param: click.Parameter, value: str) -> str:
    """The value of an option for an amount of memory, such as `2GB`, as DuckDB reads it."""
    if not _SIZE.fullmatch(value.strip()):
        raise click.BadParameter(f"{value!r} is not a size, such as 500MB or 2GB.")
    return value.strip()


@click.command()
@click.argument("sources", metavar="[NAME=]DIR|FILE...", type=click.Path(), nargs=-1, required=True)
@click.argument("query", metavar="SELECT")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMS),
    default="table",
    show_default=True,
    help="A table to read, CSV for sheets, JSON as one list or one object a line, or Parquet.",
)
@click.option(
    "--memory", callback=_size, default="1GB", show_default=True, metavar="SIZE", help="The most memory for the query."
)
@prints(list[dict[str, Any]])
def sql(sources: tuple[str, ...], query: str, form: str, memory: str) -> None:
    """Ask one SELECT over tables of logs: an export, a Parquet or CSV file, or logs, which are exported first.

    The tables are `logs`, `seats`, `decisions`, `effects`, `scores` and `citations`; `kronika docs tables` explains
    their columns and has eight questions with answers. A file of another name is the table `rows`. With NAME=DIR the
    tables are NAME.logs and so on, so that two exports can be compared. `-` reads the query from standard input.

    A query can only read these tables: it changes nothing, and reaches no other file and no network. Ctrl-C ends it.

    \b
    kronika sql tables "SELECT game, count(*) FROM logs GROUP BY game"
    kronika sql games "SELECT seat, points FROM seats" --format csv
    kronika sql tables "DESCRIBE decisions"

    It needs `pip install 'kronika[sql]'`.
    """
    text = sys.stdin.read() if query == "-" else query
    with interruption_notice(), _asked(sources, memory) as database:
        if form == "parquet":
            _refuse_terminal()
            print_bytes(database.parquet(text))
        else:
            _PRINTERS[form](database.ask(text))


def _refuse_terminal() -> None:
    if sys.stdout.isatty():
        raise click.UsageError("--format parquet: is not for a terminal; send it to a file with `> answer.parquet`.")


@contextmanager
def _asked(sources: Sequence[str], memory: str) -> Iterator[Database]:
    """A database of the sources; logs among them are exported to a scratch folder."""
    require_extra("sql")
    named = [_source(source) for source in sources]
    if len({name.casefold() for name, _ in named}) < len(named):
        raise click.UsageError("Each of several sources needs a name of its own: before=DIR after=DIR.")
    with ExitStack() as stack:
        scratch = stack.enter_context(TemporaryDirectory(prefix="kronika-"))
        known = {name: path if is_export(path) else _exported(path, scratch, name) for name, path in named}
        yield stack.enter_context(opened(known, memory))


def _source(text: str) -> tuple[str, str]:
    """A source by its schema, which is empty for the main one. A path that exists is not taken for a name."""
    found = None if os.path.exists(text) else _SCHEMA.fullmatch(text)
    return (found[1], found[2]) if found else (_MAIN, text)


def _exported(path: str, scratch: str, name: str) -> str:
    """The export of logs, in a scratch folder."""
    folder = os.path.join(scratch, f"tables-{name}")
    with Export(folder, "parquet") as out:
        new = out.add(stored_logs([path]))
        for _ in progress(out.make(1, print_warning), out.parts, "parts"):
            pass
        unread = out.result().unread
    if unread and not new:
        raise FileError(unread[0])
    for why in unread:
        print_note(why)
    if new >= MANY:
        print_note(f"{new:,} logs were exported for this query; `kronika corpus export` keeps their tables.")
    return folder


MANY: Final = 1_000
"""Logs from which on it is worth saying that tables can be kept."""


# -- printing -----------------------------------------------------------------------------------------------------


def _print_table(answer: Answer) -> None:
    rows = list(answer.rows())
    numbers = [at for at in range(len(answer.columns)) if all(isinstance(row[at], _NUMBERS) for row in rows)]
    print_text(table([[_shown(value) for value in row] for row in rows], answer.columns, numbers))


_NUMBERS: Final = (int, float, Decimal, type(None))


def _shown(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.6g}"
    return str(_plain(value)).lower() if isinstance(value, bool) else _text(value)


def _print_csv(answer: Answer) -> None:
    print_csv(answer.columns, (map(_cell, row) for row in answer.rows()))


def _cell(value: Any) -> Any:
    return value if value is None or isinstance(value, (bool, int, float, str, bytes)) else _text(value)


def _text(value: Any) -> str:
    plain = _plain(value)
    return plain if isinstance(plain, str) else msgspec.json.encode(plain).decode()


def _print_json(answer: Answer) -> None:
    print_json_list(_objects(answer))


def _print_lines(answer: Answer) -> None:
    print_pieces(map(json_line, _objects(answer)))


def _objects(answer: Answer) -> Iterator[dict[str, Any]]:
    if twice := [name for name, times in Counter(answer.columns).items() if times > 1]:
        raise BadQuery(f"Two columns are called {quoted(twice[0])}: name one of them with AS.")
    for row in answer.rows():
        yield dict(zip(answer.columns, map(_plain, row), strict=True))


def _plain(value: Any) -> Any:
    """A value of a result as JSON has it: bytes in hexadecimal digits, dates as text."""
    match value:
        case bytes():
            return value.hex()
        case Decimal():
            return float(value)
        case int() if abs(value) >= 1 << 63:
            return float(value)
        case list() | tuple():
            return [_plain(part) for part in value]
        case dict():
            return {str(_plain(key)): _plain(part) for key, part in value.items()}
        case None | bool() | int() | float() | str():
            return value
    return str(value)


_PRINTERS: Final[dict[str, Callable[[Answer], None]]] = {
    "table": _print_table,
    "csv": _print_csv,
    "json": _print_json,
    "ndjson": _print_lines,
}
