"""The command `import`, which makes logs from archives of other platforms."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

import click
from click.shell_completion import CompletionItem
from msgspec import Struct

from kronika.cli.printing.options import LOG, option_option, prints
from kronika.cli.printing.output import (
    FINDING,
    FINE,
    print_error,
    print_json,
    print_note,
    print_text,
    print_warning,
    table,
)
from kronika.core.basics.errors import KronikaError
from kronika.core.contract.options import parse_assignments
from kronika.core.contract.registry import get_game
from kronika.core.sessions.session import Session
from kronika.logs.files.faults import Fault, LogError
from kronika.logs.files.streams import STDIO, display_name
from kronika.logs.files.writing import create_file
from kronika.logs.imports.formats import FORMATS, Format, find_format
from kronika.logs.imports.importing import import_archive, read_archive, summary, unknown_text
from kronika.logs.imports.mentions import Mentions
from kronika.logs.work.keeping import storing


class FormatData(Struct, frozen=True):
    """A format of archives: its name, the platform, a description of its files, and the games that are read."""

    format: str
    platform: str
    files: str
    games: tuple[str, ...]


class ImportData(Struct, frozen=True):
    """A file and the log that was made from it; `log` is null if none was made.

    `witness` is the name of the player who saw it, `bystander`, or null if every hand is known. `events` were played
    from `mapped` notifications; `passed` are of the platform itself, `dropped` were cancelled, `unknown` are the others
    by name. `claims` were compared with the rules; `fault` is the first that differs, or the error in the file.
    """

    file: str
    log: str | None
    game: str = ""
    players: tuple[str, ...] = ()
    witness: str | None = None
    events: int = 0
    mapped: int = 0
    passed: int = 0
    dropped: int = 0
    unknown: dict[str, int] = {}
    claims: int = 0
    fault: Fault | None = None


def _complete_format(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in FORMATS if name.startswith(incomplete)]


@click.command("import")
@click.argument("form", metavar="FORMAT", required=False, shell_complete=_complete_format)
@click.argument("files", metavar="FILE...", nargs=-1, type=LOG)
@click.option("--list", "listed", is_flag=True, help="List the formats, and the games of each.")
@click.option(
    "--out",
    default="",
    metavar="DIR",
    type=click.Path(),
    help="A folder for the logs, or a .kpack. [default: this one]",
)
@click.option("--keep-names", is_flag=True, help="Keep the names of players and the number of the table.")
@click.option("--anonymise", is_flag=True, help="Write a copy of each archive without names instead of a log.")
@option_option
@click.option(
    "--format", "output", type=click.Choice(["text", "json"]), default="text", help="Text, or JSON for programs."
)
@prints(list[ImportData], list[FormatData])
def import_(
    form: str | None,
    files: tuple[str, ...],
    listed: bool,
    out: str,
    keep_names: bool,
    anonymise: bool,
    options: tuple[str, ...],
    output: str,
) -> None:
    """Make logs of games that you have saved on another platform. Nothing is fetched.

    The log contains only the events that you saw: you are its witness. The archive's claims about points and conflicts
    are kept in notes and compared with the rules. The first difference is reported. In the log the players are called
    Anna, Bob, … The log of FILE.json is FILE.jsonl; `-` is standard input, and its log game.jsonl.

    \b
    kronika import --list
    kronika import bga saved.json
    kronika import bga saved.json --anonymise --out copies
    """
    if listed:
        _list(output)
        return
    if form is None or not files:
        raise click.UsageError("Name a format and the files, or ask for --list.")
    found = find_format(form)
    if anonymise:
        if out:
            os.makedirs(out, exist_ok=True)
        raise click.exceptions.Exit(_each(files, output, lambda path: _copy(found, path, out)))
    given = parse_assignments(options)
    with storing(out) as store:
        status = _each(files, output, lambda path: _import(found, path, store, given, keep_names))
    raise click.exceptions.Exit(status)


def _list(output: str) -> None:
    if output == "json":
        print_json(
            [FormatData(one.name, one.title, one.files, tuple(g.game for g in one.games)) for one in FORMATS.values()]
        )
        return
    rows = [
        (one.name, one.title, ", ".join(get_game(game.game).title for game in one.games), one.files)
        for one in FORMATS.values()
    ]
    print_text(table(rows, ["format", "platform", "games", "files"], widths=(8, 18, 24, 30)))


def _each(files: tuple[str, ...], output: str, make: Callable[[str], ImportData]) -> int:
    """Make the log or copy of each file, even if others have errors. Returns the exit status."""
    status, rows = FINE, []
    for path in files:
        try:
            row = make(path)
        except KronikaError as error:
            fault = error.fault if isinstance(error, LogError) else None
            row = ImportData(display_name(path), None, fault=fault)
            status = max(status, print_error(error))
        else:
            status = max(status, FINDING if row.fault else FINE)
        rows.append(row)
    if output == "json":
        print_json(rows)
    return status


def _name(path: str) -> str:
    """The name of the log of an archive, without its ending."""
    if path == STDIO:
        return "game"
    return os.path.splitext(os.path.basename(path))[0]


def _import(
    form: Format, path: str, store: Callable[[str, Session], str], options: Mapping[str, Any], keep_names: bool
) -> ImportData:
    done = import_archive(form, read_archive(form, path), options, keep_names=keep_names)
    log = store(_name(path), done.session)
    print_note(summary(path, log, done))
    if done.unknown:
        print_warning(f"{display_name(path)}: these notifications are unknown: {unknown_text(done.unknown)}.")
    for remark in done.remarks:
        print_warning(f"{display_name(path)}: {remark}.")
    fault = None if done.fault is None else done.fault.for_path(display_name(log))
    if fault is not None:
        print_note(str(fault), "error")
    session = done.session
    names = session.players
    witness = None if session.witness is None else names[session.witness] if session.witness >= 0 else "bystander"
    return ImportData(
        display_name(path),
        display_name(log),
        session.game.name,
        names,
        witness,
        len(session.line.events),
        done.mapped,
        done.passed,
        done.dropped,
        dict(done.unknown),
        done.claims,
        fault,
    )


def _copy(form: Format, path: str, out: str) -> ImportData:
    archive = read_archive(form, path)
    is_named = Mentions(archive).is_in(os.path.basename(path))
    copy = os.path.join(out, "anonymous.json" if is_named else f"{_name(path)}-anonymous.json")
    create_file(copy, form.anonymise(archive))
    of = "" if is_named else f" of {display_name(path)}"
    print_note(f"{display_name(copy)}: a copy{of} without names; check it before you send it.")
    return ImportData(display_name(path), display_name(copy))
