"""The description of a program that plays: on a line, or in a table of a TOML file.

`program:COMMAND`, `program:COMMAND:BUDGET`, `FILE.toml#NAME`, `FILE.toml#NAME:BUDGET`. A budget of seconds is the time
for a move; a budget of iterations is sent to the program.
"""

from __future__ import annotations

import os
import shlex
import shutil
from typing import Annotated

import msgspec
from msgspec import Meta, Struct, field
from msgspec.structs import replace

from kronika.core.basics import limits
from kronika.core.basics.decode_errors import decode_fault
from kronika.core.basics.errors import UnknownBot
from kronika.core.basics.text import quoted, suggestion
from kronika.core.basics.toml import BadToml, read_toml
from kronika.core.bots.lookup import KEY, PROGRAM, split_budget
from kronika.core.bots.turn import Budget
from kronika.logs.files.streams import display_name
from kronika.logs.running.command_files import note_command
from kronika.logs.texts.script import read_text

ESCAPES = os.name != "nt"
"""True if a backslash escapes a character. Under Windows it separates the folders of a path."""
Seconds = Annotated[float, Meta(gt=0, le=limits.SECONDS)]


class ProgramSpec(Struct, frozen=True, forbid_unknown_fields=True):
    """A program and its limits.

    `command` is the command as a list of words. `folder` is the folder to start it in, for a file that of the file.
    `environment` is added to that of the calling process. `seconds` is the time for a move, `game_seconds` the time for
    all moves of a game, `starting` the extra time for the first answer after a start.
    """

    command: Annotated[tuple[str, ...], Meta(min_length=1)]
    folder: str = ""
    environment: dict[str, str] = field(default_factory=dict)
    seconds: Seconds = 5.0
    game_seconds: Seconds | None = None
    starting: Seconds = 10.0

    def is_there(self) -> bool:
        """True if there is a program of that name."""
        name = self.command[0]
        if os.path.dirname(name):
            return os.path.exists(os.path.join(self.folder, name))
        return shutil.which(name, path=self.environment.get("PATH")) is not None


class _File(Struct):
    """The part of a file with programs that is read; everything else in it is ignored."""

    program: dict[str, ProgramSpec] = field(default_factory=dict)


def find_program(text: str) -> tuple[ProgramSpec, Budget | None]:
    """The program with that name, and its budget. Raises UnknownBot, FileError."""
    name, budget = split_budget(text, also=True)
    found = _typed(name) if name.startswith(PROGRAM) else _in_file(*name.rsplit(KEY, 1))
    note_command(found.command, found.folder)
    if budget is not None and budget.seconds:
        return replace(found, seconds=budget.seconds), None
    return found, budget


def _typed(text: str) -> ProgramSpec:
    try:
        command = split_command(text.removeprefix(PROGRAM))
    except ValueError as error:
        raise UnknownBot(f"{quoted(text)}: its command can't be read: {error}.") from None
    if not command:
        raise UnknownBot(f"{quoted(text)}: it has no command: write program:COMMAND, as in 'program:node bot.js'.")
    return ProgramSpec(tuple(command))


def split_command(command: str) -> list[str]:
    """The words of a command as they are typed on this system. Raises ValueError for a quote that is not closed."""
    words = shlex.shlex(command, posix=True, punctuation_chars=False)
    words.whitespace_split, words.commenters = True, ""
    if not ESCAPES:
        words.escape = ""
    return list(words)


def _in_file(path: str, name: str) -> ProgramSpec:
    """A program of a file, in the folder of the file. A file of another kind, such as a tournament, may have
    programs, too.
    """
    note_command([path])
    try:
        table = read_toml(read_text(path))
    except BadToml as error:
        raise UnknownBot(f"{display_name(path)}: line {error.line}: {error}") from None
    try:
        programs = msgspec.convert(table, _File).program
    except msgspec.ValidationError:
        found = decode_fault(table, _File)
        raise UnknownBot(f"{display_name(path)}: {found.path or 'program'}: {found.sentence}") from None
    if name not in programs:
        there = suggestion(name, programs) or " A program is a table [program.NAME] with a command."
        raise UnknownBot(f"{display_name(path)}: there is no program {quoted(name)} in it.{there}")
    program = programs[name]
    return replace(program, folder=os.path.join(os.path.dirname(os.path.abspath(path)), program.folder))
