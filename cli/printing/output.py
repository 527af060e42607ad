"""All printing: paper, tables, JSON, messages, exit statuses."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import islice
from time import monotonic
from typing import Any

import click
import msgspec

from kronika.cli.printing.streams import CannotPrint
from kronika.core.basics.columns import FILLER, columns_of, gathered, spread
from kronika.core.basics.errors import BotFault, CannotUndo, GameEnded, IllegalAction, KronikaError, WorkerDied
from kronika.core.basics.printable import printable, printable_json, printable_lines
from kronika.core.contract.paper import INK, Paper
from kronika.logs.files.faults import FileError, LogError

FINE, FINDING, USAGE, FILE, FAILED = 0, 1, 2, 3, 4
"""The exit statuses: nothing wrong; a fault, a refused move or a difference; wrong usage; a file that can't be read
or written; an error in Kronika itself.
"""
INTERRUPTED, PIPE_CLOSED = 130, 141
"""Two more exit statuses that shells expect: ended with Ctrl-C; nobody reads standard output any longer."""

DEBUG = "KRONIKA_DEBUG"
"""The environment variable that asks for a traceback after an error in Kronika itself."""


# -- how a command ends -------------------------------------------------------------------------------------------


def print_error_of(error: BaseException) -> int:
    """Print the error that ended a command, as one message on standard error. Return the exit status."""
    if isinstance(error, KronikaError):
        return print_error(error)
    if isinstance(error, CannotPrint):
        return _cannot_print(error.error)
    if isinstance(error, click.ClickException):
        return _misused(error)
    if isinstance(error, (click.Abort, KeyboardInterrupt)):
        return _interrupted(error)
    if isinstance(error, OSError) and error.filename:
        return print_error(FileError(f"{os.fsdecode(error.filename)}: {error.strerror or error}."))
    if isinstance(error, FileNotFoundError) and _is_nowhere():
        return print_error(FileError("The working directory is no longer there; change to one that is."))
    return _failed(error)


def print_error(error: KronikaError) -> int:
    """Print an error as one message on standard error. Return the exit status."""
    print_note(str(error), "error")
    if isinstance(error, FileError):
        return FILE
    if isinstance(error, WorkerDied):
        return FAILED
    return FINDING if isinstance(error, (LogError, IllegalAction, BotFault, CannotUndo, GameEnded)) else USAGE


def _is_nowhere() -> bool:
    """True if the working directory has been removed. Then no relative path works."""
    try:
        os.getcwd()
    except FileNotFoundError:
        return True
    return False


def _cannot_print(error: OSError | ValueError) -> int:
    if isinstance(error, BrokenPipeError):
        return PIPE_CLOSED
    print_note(f"standard output: cannot write: {getattr(error, 'strerror', None) or error}.", "error")
    return FILE


def _misused(error: click.ClickException) -> int:
    context = getattr(error, "ctx", None)
    if context is not None:
        message = error.format_message()
        if message == context.get_help():  # a group without a command
            _put(message, sys.stderr)
            return USAGE
        _put(context.get_usage(), sys.stderr)
        print_note(f"Try '{context.command_path} {context.help_option_names[0]}' for help.")
    print_note(f"Error: {printable(error.format_message())}{_example(error)}")
    return USAGE


def _example(error: click.ClickException) -> str:
    """Return an example of the command from its help, if an argument or option is missing; else nothing."""
    if not isinstance(error, click.MissingParameter) or error.ctx is None:
        return ""
    lines = (line.strip() for line in (error.ctx.command.help or "").split("\n"))
    found = next((line for line in lines if line.startswith(f"{error.ctx.command_path} ")), "")
    return f" For example: `{found}`." if found else ""


def _interrupted(error: BaseException) -> int:
    if isinstance(error.__cause__ or error.__context__, EOFError):
        print_note("standard input: it ended before every question was answered.", "error")
        return USAGE
    return INTERRUPTED


def _failed(error: BaseException) -> int:
    if os.environ.get(DEBUG):
        from traceback import format_exception

        _put("".join(format_exception(error)), sys.stderr)
    from kronika.core.contract.registry import blame  # not at every start

    what = f"{type(error).__name__}: {error}".removesuffix(": ").rstrip(".")
    print_note(f"{blame(error)} ({what}). Please report it, with what {DEBUG}=1 shows.", "error")
    return FAILED


# -- text for people ----------------------------------------------------------------------------------------------


def print_warning(text: str) -> None:
    """Print a warning on standard error."""
    print_note(text, "warning")


def print_note(text: str, label: str = "") -> None:
    """Print a message on standard error, as one line; on a terminal it is wrapped. Data goes to standard output
    instead.
    """
    before = f"{label}: " if label else ""
    text = before + printable(text)
    if sys.stderr.isatty():
        text = wrapped(text)
        if _BEGUN:
            click.echo(file=sys.stderr)
    style = "red" if label == "error" else "yellow"
    _put(Paper(colour=_coloured(sys.stderr)).ink(before, "bold", style) + text.removeprefix(before), sys.stderr)


@contextmanager
def unfinished_line() -> Iterator[None]:
    """Notes printed in this context go below the unfinished line on the terminal, such as a progress bar."""
    _BEGUN.append(True)
    try:
        yield
    finally:
        _BEGUN.pop()


_BEGUN: list[bool] = []


def ask(prompt: str) -> str:
    """A line from standard input that is not blank, asked for on standard error. Raises EOFError at the end of input.

    The prompt of some versions of click puts a space on standard output, which may be a log.
    """
    line = ""
    while not line.strip():
        click.echo(prompt, file=sys.stderr, nl=False)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
    return line.strip()


def terminal_paper(whole: Collection[int] | None = None) -> Paper:
    """The paper of the terminal: its width, whether colours are used, and the players whose boards are drawn whole."""
    columns = shutil.get_terminal_size((80, 24)).columns
    return Paper(width=max(40, columns), colour=_coloured(sys.stdout), whole=whole)


def line_paper() -> Paper:
    """The paper for lines that programs may read, too: on a terminal its width, elsewhere without an end."""
    paper = terminal_paper()
    return paper if sys.stdout.isatty() else Paper(_ENDLESS, paper.colour)


_ENDLESS = 1_000_000


def terminal_rows() -> int:
    """The terminal's height."""
    return shutil.get_terminal_size((80, 24)).lines


def at_terminal() -> bool:
    """True if standard input is a terminal. It may be closed, if it has been read to its end."""
    return sys.stdin is not None and not sys.stdin.closed and sys.stdin.isatty()


def clear_screen(*, behind: bool = True) -> None:
    """Clear the terminal and, with `behind`, its scrollback. Push the text out of sight if the terminal can't be
    cleared.
    """
    if os.environ.get("TERM", "dumb") == "dumb" and os.name == "posix":
        click.echo("\n" * shutil.get_terminal_size((80, 24)).lines)
        return
    click.clear()
    if behind and sys.stdout.isatty():
        click.echo("\x1b[3J", nl=False)


def print_text(text: str = "") -> None:
    """Print data on standard output: one or several lines whose quoted text was made printable before."""
    _put(text, sys.stdout)


def print_lines(lines: Iterable[str]) -> None:
    """Print lines as `print_text` does, as they come; those that come within a moment are printed at once."""
    held: list[str] = []
    since = monotonic()
    try:
        for line in lines:
            held.append(line)
            if monotonic() - since > MOMENT:
                some, held = held, []
                print_text("\n".join(some))
                since = monotonic()
    finally:
        if held:
            print_text("\n".join(held))


MOMENT = 0.1
"""The longest time, in seconds, for which `print_lines` waits for the next line while others wait to be printed."""


COLOUR: ContextVar[bool | None] = ContextVar("COLOUR", default=None)
"""The value of `--color`: True for colours, False for none, None to let `_coloured` decide."""


def _coloured(stream: Any) -> bool:
    """Whether to use colours: by `--color`, else by the usual variables, else if the stream is a terminal with
    colours.
    """
    wish, said = COLOUR.get(), os.environ.get
    if wish is not None:
        return wish
    if said("NO_COLOR"):
        return False
    if any(said(name, "0") not in ("", "0") for name in ("FORCE_COLOR", "CLICOLOR_FORCE")):
        return True
    return bool(stream.isatty()) and said("TERM") != "dumb" and said("CLICOLOR") != "0"


def _put(text: str, stream: Any) -> None:
    """The only exit for text. It lets through printable text, line feeds and, if colours are used, our own ink."""
    colour = _coloured(stream)
    parts = INK.split(text) if colour else [text]
    parts[::2] = map(printable_lines, parts[::2])
    click.echo("".join(parts), file=stream, color=colour)


# -- data for machines --------------------------------------------------------------------------------------------


def print_json(value: Any) -> None:
    """Print a value as indented JSON on standard output."""
    print_bytes(to_json(value))


def print_json_list(items: Iterable[Any]) -> None:
    """Print a list as `print_json` does, item by item, as they come."""
    for piece in json_list(items):
        print_bytes(piece)
    print_bytes(b"\n")


def json_list(items: Iterable[Any], indent: bytes = b"") -> Iterator[bytes]:
    """The pieces of a list as indented JSON, for a line that is indented itself."""
    before, line = b"[", b"\n" + indent + b"  "
    for item in items:
        yield before + line + to_json(item).rstrip(b"\n").replace(b"\n", line)
        before = b","
    yield b"[]" if before == b"[" else b"\n" + indent + b"]"


def print_bytes(data: bytes) -> None:
    """Print data for machines on standard output, unchanged by any locale."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.flush()


def print_pieces(pieces: Iterable[bytes]) -> None:
    """Print data for machines on standard output as it comes, many small pieces at once."""
    rest = iter(pieces)
    while some := b"".join(islice(rest, PIECES)):
        print_bytes(some)


PIECES = 1_000
"""Pieces that are printed at once."""


def to_json(value: Any) -> bytes:
    """A value as indented JSON in UTF-8, with a line feed at its end.

    Characters that would act at a terminal are written as escapes of JSON, which mean the same. Bytes in the name of a
    file that are not text are shown as in a message.
    """
    try:
        data = msgspec.json.encode(value)
    except UnicodeEncodeError:
        data = msgspec.json.encode(_textual(msgspec.to_builtins(value)))
    return printable_json(msgspec.json.format(data, indent=2).decode()).encode() + b"\n"


def json_line(value: Any) -> bytes:
    """A value as JSON on one line, with the same escapes as `to_json`."""
    return printable_json(msgspec.json.encode(value).decode()).encode() + b"\n"


def _textual(value: Any) -> Any:
    """Plain data in which every text that is not Unicode is made printable."""
    if isinstance(value, dict):
        return {_textual(key): _textual(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [_textual(entry) for entry in value]
    return _SURROGATE.sub(lambda found: printable(found[0]), value) if isinstance(value, str) else value


_SURROGATE = re.compile("[\ud800-\udfff]")


# -- layout -------------------------------------------------------------------------------------------------------


def table(
    rows: Iterable[Sequence[Any]], headers: Sequence[str], right: Iterable[int] = (), widths: Sequence[int] = ()
) -> str:
    """An aligned table. Columns in `right` are right-aligned; cells are wrapped to `widths`, if given."""
    from tabulate import tabulate  # takes 30 ms, so imported only to draw a table

    numbers = set(right)
    align = ["right" if column in numbers else "left" for column in range(len(headers))]
    cells = [[spread(printable(str(cell))) for cell in row] for row in rows]
    heads = [spread(printable(head)) for head in headers]
    if widths:
        cells = [[*map(_folded, row, widths)] for row in cells]
        heads = [_folded(head, max(1, width - HEAD_PADDING)) for head, width in zip(heads, widths, strict=True)]
    text = tabulate(
        cells,
        heads,
        tablefmt="simple",
        disable_numparse=True,
        colalign=align if cells else None,  # tabulate 0.9 fails for columns without a row
    )
    return gathered(text)


HEAD_PADDING = 2
"""The least number of characters by which a column is wider than its head."""


def natural_widths(rows: Iterable[Sequence[str]], headers: Sequence[str]) -> list[int]:
    """The widths of the columns of a table if no cell is wrapped."""
    return [
        max([columns_of(head) + HEAD_PADDING, *map(columns_of, cells)])
        for head, *cells in zip(headers, *rows, strict=True)
    ]


def text_width(text: str) -> int:
    """The number of columns of the widest line."""
    return max(map(columns_of, text.split("\n")))


def _folded(cell: str, width: int) -> str:
    """A cell that is spread, wrapped; no filler is in another line than its letter."""
    from textwrap import fill

    return fill(cell, width).replace(f"{FILLER}\n", f"\n{FILLER}")


def wrapped(text: str, indent: str = "", width: int = 0) -> str:
    """Text wrapped to the terminal, at most 100 columns, every line indented."""
    from textwrap import fill

    most = min(width or terminal_paper().width, 100)
    return gathered(fill(spread(printable(text)), most, initial_indent=indent, subsequent_indent=indent))


def shorten(text: str, width: int) -> str:
    """The text, cut with an ellipsis if it takes more than `width` columns."""
    return text if columns_of(text) <= width else f"{gathered(spread(text)[: width - 1]).rstrip()}…"
