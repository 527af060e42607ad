"""Groups of commands with a helpful message for a mistyped command."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

import click


class GuessingGroup(click.Group):
    """A group that suggests a name for a mistyped command, and refuses a repeated option that takes one value."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse like click. Without a command, the help is shown as wrong usage, with every version of click."""
        if not args and not ctx.resilient_parsing:
            raise click.UsageError(ctx.get_help(), ctx)
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Resolve like click, with a suggestion for an unknown name and a check of the options after it."""
        names = self.list_commands(ctx)
        if args and args[0] not in names and not args[0].startswith("-"):
            from kronika.core.basics.text import did_you_mean  # only for a mistyped command

            raise click.UsageError(f"There is no command {args[0]!r}.{did_you_mean(args[0], names, 3)}", ctx)
        name, command, rest = super().resolve_command(ctx, args)
        if isinstance(command, AnsweringGroup):
            command = command.meant(rest)
        if command is not None and not ctx.resilient_parsing:
            _refuse_repeated(command, rest, ctx)
        return name, command, rest


ARGUMENTS = {
    "game": "GAME is a name that `kronika games` lists, such as tides.",
    "log": "LOG is a file in .jsonl or .kpack, or `-` for standard input or output. Commands that only read also take "
    "one of many logs, FILE#57 or FILE#NAME, and an example: FILE#ID or GAME/ID.",
}
"""The meaning of the usual arguments, by their names: the end of the help of a command."""


def with_help(command: click.Command) -> click.Command:
    """The command with its help and that of its subcommands, even if Python has removed all docstrings."""
    known = [
        ARGUMENTS[param.name]
        for param in command.params
        if param.name in ARGUMENTS and param.human_readable_name.isupper()
    ]
    command.epilog = command.epilog or " ".join(known) or None
    for below in getattr(command, "commands", {}).values():
        with_help(below)
    if sys.flags.optimize > 1:
        from kronika.core.basics.docstrings import doc_of  # only if Python has removed the docstrings

        if command.callback is not None:
            command.help = command.help or doc_of(command.callback) or None
    return command


class AnsweringGroup(GuessingGroup):
    """A group that is also a command `itself`: `rules GAME`, beside `rules diff` and `rules audit`.

    `homes` maps the names of its commands to their modules, which are imported when a command is used.
    """

    def __init__(self, itself: click.Command, homes: Mapping[str, str]) -> None:
        super().__init__(itself.name)
        self.itself = itself
        self.homes = homes

    def meant(self, args: Sequence[str]) -> click.Command:
        """The command that these words call: a command of the group if the first word names it, else the command
        itself.
        """
        return self if args and args[0] in self.homes else with_help(self.itself)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of `homes`."""
        return list(self.homes)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or None."""
        if cmd_name not in self.homes:
            return None
        found: click.Command = getattr(import_module(self.homes[cmd_name]), cmd_name)
        return with_help(found)


def _refuse_repeated(command: click.Command, args: list[str], ctx: click.Context) -> None:
    """Raises UsageError if an option that takes one value is given twice; click would silently take the last one."""
    own = click.Context(command, info_name=command.name, parent=ctx)
    try:
        _, _, order = command.make_parser(own).parse_args(list(args))
    except click.UsageError:
        return  # the command says so itself
    for param, times in Counter(order).items():
        if isinstance(param, click.Option) and times > 1 and not (param.multiple or param.count or _is_plain(param)):
            raise click.UsageError(f"{'/'.join(param.opts)} is given {times} times: it takes one value.", own)


def _is_plain(option: click.Option) -> bool:
    """True for a flag that can only be set: twice is the same as once."""
    return option.is_flag and not option.secondary_opts
