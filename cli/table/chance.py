"""Questions for outcomes of chance: at the interactive table, or line by line without a terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import click

from kronika.cli.printing.events import chance_due
from kronika.cli.printing.output import ask, at_terminal, print_note
from kronika.core.basics.errors import KronikaError
from kronika.core.contract.game import CHANCE
from kronika.core.sessions.session import Session

QUIT: Final = ("quit", "exit", "q")
HELP: Final = ("help", "?")


def ask_chance(session: Session, keep: Callable[[], None]) -> None:
    """Ask for the outcomes that are due, at the terminal or from lines of standard input; `keep` saves each."""
    typed, told = at_terminal(), -1
    while session.actors == (CHANCE,):
        if typed and told != len(session.history):
            print_note(chance_due(session))
        told = len(session.history)
        text = ask("chance> ")
        if typed and text.casefold() in QUIT:
            raise click.Abort
        if typed and text.casefold() in (*HELP, "moves"):
            told = -1
            continue
        try:
            session.play(f"chance: {text.removeprefix('chance:').strip()}")
        except KronikaError as error:
            if not typed:
                raise
            print_note(str(error))
        else:
            keep()
