"""Everything that is printed passes here: paper, tables, JSON, messages, exit status."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import click
import msgspec

from kronika.core.errors import CannotUndo, IllegalAction, KronikaError
from kronika.core.paper import Paper
from kronika.core.words import lines_of
from kronika.logs.faults import FileTrouble, LogError

if TYPE_CHECKING:
    from kronika.cli.reports import Case

FINE, FINDING, USAGE, FILE = 0, 1, 2, 3


def complain(error: KronikaError) -> int:
    """Prints an error as one message on standard error; the exit status it means."""
    note(f"{_label('error')}{error}")
    if isinstance(error, FileTrouble):
        return FILE
    return FINDING if isinstance(error, (LogError, IllegalAction, CannotUndo)) else USAGE


def cannot_print(error: OSError) -> int:
    """Says that standard output does not take what is printed; the exit status it means.

    What is left unprinted goes nowhere, or the interpreter would try it once more at its end.
    """
    note(f"{_label('error')}standard output: cannot write: {error.strerror or error}.")
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return FILE


def warn(text: str) -> None:
    """A warning on standard error."""
    note(f"{_label('warning')}{text}")


def note(text: str) -> None:
    """A message on standard error; it is no data. On a terminal it is wrapped."""
    if sys.stderr.isatty():
        text = "\n".join(wrapped(line) for line in lines_of(text))
    click.echo(text, err=True)


def _label(word: str) -> str:
    colour = sys.stderr.isatty() and not os.environ.get("NO_COLOR")
    return Paper(colour=colour).ink(f"{word}: ", "bold", "red" if word == "error" else "yellow")


def paper() -> Paper:
    """The terminal's width, and colour if standard output is a terminal and NO_COLOR is not set."""
    columns = shutil.get_terminal_size((80, 24)).columns
    return Paper(width=max(40, columns), colour=sys.stdout.isatty() and not os.environ.get("NO_COLOR"))


def say(text: str = "") -> None:
    """A line of data on standard output."""
    click.echo(text)


def say_json(value: Any) -> None:
    """A value as indented JSON on standard output."""
    click.echo(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def say_report(form: str, command: str, cases: Sequence[Case]) -> None:
    """What a command has checked, as a report for machines on standard output. See `kronika.cli.reports`."""
    from kronika.cli.reports import write

    click.echo(write(form, command, cases), nl=False)


def table(rows: Iterable[Sequence[Any]], headers: Sequence[str], right: Iterable[int] = ()) -> str:
    """An aligned table; the columns in `right` are set to the right."""
    from tabulate import tabulate  # 30 ms, so only where a table is drawn

    numbers = set(right)
    align = ["right" if column in numbers else "left" for column in range(len(headers))]
    return tabulate(
        [[str(cell) for cell in row] for row in rows],
        headers,
        tablefmt="simple",
        disable_numparse=True,
        colalign=align,
        preserve_whitespace=True,
    )


def wrapped(text: str, indent: str = "", width: int = 0) -> str:
    """Text wrapped to the terminal, at most 100 columns, every line indented."""
    from textwrap import fill

    return fill(text, min(width or paper().width, 100), initial_indent=indent, subsequent_indent=indent)


def shorten(text: str, width: int) -> str:
    """The text, cut with an ellipsis where it is longer than `width`."""
    return text if len(text) <= width else f"{text[: width - 1].rstrip()}…"


def progress(items: Iterable[Any], total: int, label: str) -> Iterable[Any]:
    """The items; on a terminal with a progress bar on standard error."""
    if not sys.stderr.isatty() or total < 2:
        yield from items
        return
    with click.progressbar(items, length=total, label=label, file=sys.stderr) as bar:
        yield from bar
