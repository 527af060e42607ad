"""Finds the player for a name: a Python bot, as `core.bots.lookup` finds it, or a program."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

from msgspec.structs import replace

from kronika.core.basics.errors import UnknownBot
from kronika.core.basics.text import quoted
from kronika.core.bots.lookup import ON_THE_LINE, Player, find_bot, names_program


def allow_local_imports() -> None:
    """Allow modules of the working folder as bots; the folder comes last on the path, so that it hides no other
    module.
    """
    here = os.getcwd()
    if here not in sys.path:
        sys.path.append(here)


def find_player_bot(text: str, also: Mapping[str, str] | None = None, *, functions: bool = True) -> Player:
    """The bot with that name. Raises UnknownBot, and FileError for a file of programs that can't be read.

    `also` are names that somebody has given to bots. Without `functions`, no bot is imported by the name of its module,
    and no program is started: this is for names from a file, which is only data.
    """
    if also and text in also:
        return replace(find_player_bot(also[text]), name=text)
    if not names_program(text):
        return find_bot(text, also, functions=functions)
    if not functions:
        raise UnknownBot(f"{quoted(text)}: a file can't name a program to run; {ON_THE_LINE}.")
    from kronika.logs.players.program_bot import ProgramBot  # what asks a program, only where one plays
    from kronika.logs.players.program_spec import find_program

    program, budget = find_program(text)
    return Player(text, ProgramBot(program), budget)


def check_program_exists(text: str) -> None:
    """Raises UnknownBot for a program that can't be started here, before a game is lost by that."""
    if not names_program(text):
        return
    from kronika.logs.players.program_spec import find_program  # only where a program plays

    if not find_program(text)[0].is_there():
        raise UnknownBot(f"{quoted(text)}: there is no such program here that can be started.")
