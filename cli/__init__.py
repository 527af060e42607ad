"""The command line of Kronika. All printing is here; the library does the work."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

from kronika.core import __version__

_COMMANDS = {
    "games": "games",
    "rules": "games",
    "cards": "games",
    "new": "record",
    "play": "record",
    "undo": "record",
    "redo": "record",
    "branch": "record",
    "show": "look",
    "moves": "look",
    "replay": "look",
    "score": "look",
    "validate": "check",
    "diff": "check",
    "coverage": "check",
    "seal": "mend",
    "repair": "mend",
    "convert": "mend",
    "schema": "mend",
    "simulate": "simulate",
    "example": "example",
    "stats": "stats",
    "match": "match",
    "corpus": "corpus",
    "demo": "demo",
}
"""Command -> module of this package, imported when the command is used."""


class LazyGroup(click.Group):
    """A group that imports a command's module when the command is asked for, and guesses at a mistyped one."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of a user's work, not of the alphabet."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or None."""
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"{__name__}.{_COMMANDS[cmd_name]}"), cmd_name)
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """As click does it, with a guess for a name that is not there."""
        if args and args[0] not in _COMMANDS and not args[0].startswith("-"):
            from kronika.core.words import closest

            guess = closest(args[0], _COMMANDS)
            hint = f" Did you mean {' or '.join(guess)}?" if guess else ""
            raise click.UsageError(f"There is no command {args[0]!r}.{hint}", ctx)
        return super().resolve_command(ctx, args)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, message="kronika %(version)s")
def cli() -> None:
    """Referee, recorder and replay analyzer for board games.

    \b
    kronika new tides -p Anna -p Bob --seed 7 game.jsonl    start a game
    kronika play game.jsonl                                 play it at this terminal
    kronika score game.jsonl                                the itemised score sheet

    Exit status: 0 fine, 1 a finding (a fault, a refused move, a difference), 2 wrong usage, 3 a file that can't be
    read or written. Every listing can be had with --format json.
    """


def main() -> None:
    """The console script: runs a command and turns what the user can cause into a message and an exit status."""
    from kronika.core.errors import KronikaError

    try:
        cli.main(prog_name="kronika", standalone_mode=True)
    except KronikaError as error:
        from kronika.cli.output import complain

        raise SystemExit(complain(error)) from None
