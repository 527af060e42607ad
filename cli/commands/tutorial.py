"""`tutorial`: a guided first game."""

from __future__ import annotations

import os
import sys

import click

from kronika.cli.printing.options import LOG, game_argument, refuse_foreign
from kronika.cli.printing.output import at_terminal, print_note, print_text, print_warning, terminal_paper
from kronika.core.basics.errors import KronikaError
from kronika.core.basics.text import join_words
from kronika.core.contract.registry import AnyGame, get_game, usable_games
from kronika.core.rulebook.tutorial import Tutorial, tutorial_of
from kronika.logs.files.streams import STDIO, typed_path
from kronika.logs.replaying.logfile import LogFile


@click.command()
@game_argument
@click.argument("log", type=LOG, required=False)
def tutorial(game: str, log: str | None) -> None:
    """Learn a game: a guided first game against a bot, which explains the set-up, every decision and every mistake.

    You can leave at any time with `quit`, and continue with the same command. The game is kept in LOG, which is
    tutorial-GAME.jsonl in this folder if you name none. Moves may also come through a pipe, one per line.

    \b
    kronika tutorial tides
    kronika tutorial imhotep first.jsonl
    """
    from kronika.cli.table.tutorial import GuidedTable  # the table, imported only if it is used

    found = get_game(game)
    text = tutorial_of(found)
    if text is None:
        there = join_words([one.name for one in usable_games(print_warning) if tutorial_of(one)], "or")
        raise KronikaError(f"There is no tutorial of {found.title}, but of {there}. `kronika demo` shows other games.")
    path = log or f"tutorial-{found.name}.jsonl"
    refuse_foreign(path)
    if path == STDIO:
        raise click.UsageError("The game is kept in a file: name one.")
    table = GuidedTable(_opened(path, found, text), text)
    table.run()
    if table.session.actors:
        print_note(
            f"{path}: your game is kept; `kronika tutorial {game}{f' {typed_path(log)}' if log else ''}` goes on."
        )
    elif table.session.result():
        table.tell_the_end()
        print_note(f"{path}: the game is kept; `kronika tutorial {game} NAME.jsonl` begins another.")


def _opened(path: str, game: AnyGame, text: Tutorial) -> LogFile:
    """The log of the guided game: a new one after the introduction, or the one that is there."""
    from kronika.cli.table.tutorial import new_guided  # as above

    if not os.path.lexists(path):
        _introduce(game, text)
        return LogFile.create(path, new_guided(game, text))
    file = LogFile.open(path, tell=print_note)
    if file.session.tags.get("Tutorial") != game.name:
        raise KronikaError(f"{path}: is not a tutorial of {game.title}: name another file.")
    file.session.chance = "auto"
    file.session.require_open()
    return file


def _introduce(game: AnyGame, text: Tutorial) -> None:
    """Print the aim of the game and its set-up; at a terminal, wait before the table is shown."""
    print_text(terminal_paper().title(game.title))
    for paragraph in text.begin:
        print_text(f"\n{terminal_paper().beside('', paragraph)}")
    if at_terminal() and sys.stdout.isatty():
        input("\nPress Enter to begin. ")
