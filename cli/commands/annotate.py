"""`note`, `tag`, `rename`, `end`: remarks on a game, apart from its moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import get_args

import click
from msgspec.structs import replace

from kronika.cli.commands.record import open_for_writing, save
from kronika.cli.printing import output
from kronika.cli.printing.events import entry_line, what_next
from kronika.cli.printing.options import as_option, format_option, log_argument, wait_option
from kronika.cli.printing.output import print_json, print_text, terminal_paper
from kronika.cli.printing.reading import open_for_viewing
from kronika.cli.table.clock import clock_option, timestamp_data
from kronika.cli.table.remarks import WHO, ending_of, rename_players, retag
from kronika.core.basics.printable import printable
from kronika.core.basics.text import join_words, pluralize
from kronika.core.contract.game import Viewer
from kronika.core.contract.options import parse_assignments
from kronika.core.sessions.events import Reason
from kronika.core.sessions.metadata import note_text
from kronika.core.sessions.notes import MARKS, PlacedNote, placed_notes
from kronika.core.sessions.session import Session
from kronika.core.sessions.visibility import redact_note
from kronika.logs.files.streams import typed_path
from kronika.logs.replaying.amend import replacement_text


@click.command()
@log_argument
@click.argument("text", nargs=-1)
@click.option(
    "--at",
    type=click.IntRange(min=0),
    metavar="N",
    help="Annotate record N, or the game if N is 0. [default: the last record]",
)
@click.option("--mark", type=click.Choice(MARKS), help="A sign after the move, as chess players use it.")
@click.option("--author", default="", metavar="NAME", help="Author; only the author and the referee can read the text.")
@clock_option
@as_option
@format_option(list[PlacedNote])
@wait_option
def note(
    log: str,
    text: tuple[str, ...],
    at: int | None,
    mark: str | None,
    author: str,
    clock: bool,
    viewer: str | None,
    form: str,
    wait: float,
) -> None:
    """Add a comment or a mark to a record or to the whole game. Without a text or a mark, list the notes.

    A note is not part of the game: when a move is taken back, its notes stay in the log. The list has the notes on the
    game and on records in force; `replay` shows the others too.

    \b
    kronika note game.jsonl --at 3 --mark '?!' "the Palace was free"
    kronika note game.jsonl
    """
    if not (text or mark or clock):
        if at is not None or author:
            raise click.UsageError("A note has a TEXT, a --mark or a --clock.")
        _list_notes(log, viewer, form)
        return

    def noted(session: Session) -> None:
        if at is not None:
            session.at(at)
            if gone := at and replacement_text(session, at):
                output.print_note(gone)
        session.note(" ".join(text), on=at, author=author, mark=mark or "", data=timestamp_data() if clock else None)

    _report_change(log, wait, noted)


@click.command()
@log_argument
@click.argument("tags", nargs=-1, metavar="[KEY=VALUE]...")
@format_option(dict[str, str])
@wait_option
def tag(log: str, tags: tuple[str, ...], form: str, wait: float) -> None:
    """Set tags that describe a game; `KEY=` removes a tag. Without tags, list those in force.

    The first line of the log does not change. A change is appended to the log, and the latest value is in force.

    \b
    kronika tag game.jsonl Event=Final "Site=Brno, Czechia"
    kronika tag game.jsonl
    """
    if tags:
        wanted = parse_assignments(tags)
        _report_change(log, wait, lambda session: retag(session, wanted))
        return
    session, _ = open_for_viewing(log)
    if form == "json":
        print_json(session.tags)
        return
    for key, value in session.tags.items():
        print_text(printable(f"{key}={value}"))
    if not session.tags:
        output.print_note(f"{log}: no tags.")


@click.command()
@log_argument
@click.argument("names", nargs=-1, required=True, metavar="OLD=NEW...")
@wait_option
def rename(log: str, names: tuple[str, ...], wait: float) -> None:
    """Give players new names, from now on and in everything that is shown. Rename several at once to let two swap
    names.

    OLD is a current name or the number of a seat. The first line of the log does not change.

    \b
    kronika rename game.jsonl Bob=Bára
    kronika rename game.jsonl Anna=Bob Bob=Anna
    """
    _report_change(log, wait, lambda session: rename_players(session, names))


@click.command()
@log_argument
@click.option("--reason", type=click.Choice(get_args(Reason)), help="Why the game ends.")
@click.option("--by", metavar="NAME", help="The player who resigned, left, or had no time left.")
@click.option(
    "--result", multiple=True, metavar="NAME", help="A player who won; repeat for several. `draw` if nobody won."
)
@click.option("--text", default="", help="An explanation in words.")
@click.option("--reopen", is_flag=True, help="Reopen the game.")
@clock_option
@wait_option
def end(
    log: str,
    reason: Reason | None,
    by: str | None,
    result: tuple[str, ...],
    text: str,
    reopen: bool,
    clock: bool,
    wait: float,
) -> None:
    """End a game before its rules end it. The log is then closed, and can be reopened.

    A game can't continue once a player has left: when one resigns or leaves, it ends for all. The score stays as it
    was. While the log is closed you can't play, take back or amend moves. You can still add notes, tags and names.

    \b
    kronika end game.jsonl --reason resigned --by Bob --result Anna
    kronika end game.jsonl --reason agreed --result draw
    """
    if reopen == bool(reason):
        raise click.UsageError(
            f"Say why it ends, --reason {join_words(get_args(Reason), 'or')}; or reopen it, --reopen."
        )
    if reopen and (by or result or text):
        raise click.UsageError("--reopen removes the ending: it goes with no other option.")
    if reason in WHO and not by:
        raise click.UsageError(f"Say who {WHO[reason]}: --by NAME.")
    if by and reason not in (*WHO, "abandoned"):
        raise click.UsageError(f"--by does not go with {reason!r}: nobody has done it alone.")

    def ended(session: Session) -> None:
        session.set(ending=ending_of(session, reason, by, result, text))
        if clock:
            session.note(data=timestamp_data())

    output.print_note(what_next(_report_change(log, wait, ended)))


# -- writing and telling ----------------------------------------------------------------------------------------


def _report_change(log: str, wait: float, change: Callable[[Session], object]) -> Session:
    """Change a log and print what was written; nothing is written if it was in force before."""
    with open_for_writing(log, wait) as (session, file):
        first = len(session.history)
        change(session)
        save(file, session)
    for number in range(first + 1, len(session.history) + 1):
        output.print_note(f"{number:>4}  {entry_line(session, number)}")
    if len(session.history) == first:
        output.print_note(f"{log}: that is in force already; nothing was written.")
    return session


def _list_notes(log: str, viewer: str | None, form: str) -> None:
    session, seat = open_for_viewing(log, viewer)
    found = [replace(one, note=redact_note(one.note, session.players, seat)) for one in placed_notes(session)]
    if form == "json":
        print_json(found)
        return
    for line in _visible_notes(session, [one for one in found if one.in_force], seat):
        print_text(line)
    if gone := sum(not one.in_force for one in found):
        output.print_note(
            f"{pluralize(gone, 'note')} on moves that were taken back: `kronika replay {typed_path(log)}` shows all."
        )
    elif not found:
        output.print_note(f"{log}: no notes.")


def _visible_notes(session: Session, found: Sequence[PlacedNote], viewer: Viewer) -> Iterator[str]:
    for on, notes in groupby(sorted(found, key=lambda one: (one.on, one.record)), lambda one: one.on):
        yield terminal_paper().beside(f"{on:>4}  ", entry_line(session, on, viewer) if on else "the game")
        for one in notes:
            yield terminal_paper().beside(" " * 8, note_text(replace(one.note, on=None)))
