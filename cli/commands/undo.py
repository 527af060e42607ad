"""`undo`, `redo`, `branch`: going back in a game."""

from __future__ import annotations

import click

from kronika.cli.commands.record import open_for_writing, save
from kronika.cli.printing.events import tell_moved, warn_of, what_next
from kronika.cli.printing.options import LOG, as_option, at_option, log_argument, own_seat, viewer_seat, wait_option
from kronika.cli.printing.output import print_note
from kronika.core.basics.text import pluralize
from kronika.logs.replaying.logfile import write_log
from kronika.logs.replaying.replay import load
from kronika.logs.texts.convert import first_records
from kronika.logs.texts.script import take_back

_count_argument = click.argument("k", type=click.IntRange(min=1), default=1)
_events_option = click.option(
    "--events", is_flag=True, help="Count single events, including chance, instead of decisions."
)


@click.command()
@log_argument
@_count_argument
@_events_option
@as_option
@wait_option
def undo(log: str, k: int, events: bool, viewer: str | None, wait: float) -> None:
    """Take back the last K decisions, with the chance that followed. This is appended to the log; nothing is erased.

    With --as SEAT, only decisions of that seat can be taken back. Nothing may have followed them, and they may not have
    shown the seat anything new.

    \b
    kronika undo game.jsonl
    kronika undo game.jsonl 2
    """
    _undo_or_redo(log, k, "undo", events, viewer, wait)


@click.command()
@log_argument
@_count_argument
@_events_option
@as_option
@wait_option
def redo(log: str, k: int, events: bool, viewer: str | None, wait: float) -> None:
    """Restore K decisions that were taken back, with the chance that followed.

    \b
    kronika redo game.jsonl
    """
    _undo_or_redo(log, k, "redo", events, viewer, wait)


def _undo_or_redo(log: str, k: int, what: str, single: bool, viewer: str | None, wait: float) -> None:
    with open_for_writing(log, wait, viewer) as (session, file):
        seat = viewer_seat(viewer, session)
        before = list(session.line.events)
        take_back(session, what, k, single=single, own=own_seat(session.enters_as(seat)))
        save(file, session)
    tell_moved(session, before, seat)
    print_note(what_next(session, seat))


@click.command()
@log_argument
@at_option
@click.argument("target", metavar="NEW", type=LOG)
def branch(log: str, at: int | None, target: str) -> None:
    """Start a new log that shares the first N records of another.

    \b
    kronika branch game.jsonl --at 12 other.jsonl
    """
    session = load(log)
    warn_of(session.warnings)
    at = len(session.history) if at is None else at
    write_log(target, first_records(session, at))
    print_note(f"{target}: {session.game.title}, the first {pluralize(at, 'record')} of {log}.")
