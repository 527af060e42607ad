"""The table of a new game, or only its questions for outcomes of chance before the first decision."""

from __future__ import annotations

from kronika.cli.printing.output import at_terminal, print_note
from kronika.cli.table.chance import ask_chance
from kronika.cli.table.table import Table
from kronika.core.contract.game import CHANCE
from kronika.core.sessions.session import Session
from kronika.logs.files.streams import typed_path
from kronika.logs.replaying.logfile import LogFile


def play_from_the_start(file: LogFile) -> None:
    """Open the table of a new game; say how to come back to it."""
    table = Table(file, None)
    try:
        table.run()
    finally:
        if table.session.actors:
            print_note(f"{file.path}: everything is saved; `kronika play {typed_path(file.path)}` goes on.")


def ask_for_the_start(file: LogFile) -> Session:
    """Ask for the outcomes of chance before the first decision, and save each at once. Return the session."""
    session = file.session
    try:
        if at_terminal():
            session = Table(file, None).run(until_decision=True)
        else:
            ask_chance(session, file.save)
    except BaseException:
        _goes_on(file)
        raise
    if session.actors == (CHANCE,):
        _goes_on(file)
    return session


def _goes_on(file: LogFile) -> None:
    print_note(
        f"{file.path}: your entries are saved; run `kronika play {typed_path(file.path)} --chance ask` to continue."
    )
