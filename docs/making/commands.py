"""The commands, from click: a page for each group of `kronika help`."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import click

from kronika.cli import cli, groups
from kronika.cli.printing.groups import ARGUMENTS, AnsweringGroup
from making.wording import contents, entry, next_steps, page, safe

_NEXT = next_steps("options", "cheat-sheet", "tutorial")
_LEAD = f"""This is the list of `kronika help`, with the text of `kronika COMMAND --help`.
{" ".join(ARGUMENTS.values())}
"""


def every() -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command with the words that name it; a group that is a command itself comes as that command."""
    for words, command in _below(cli, ()):
        yield words, command.itself if isinstance(command, AnsweringGroup) else command


def _below(group: click.Group, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield (*path, name), command
        if isinstance(command, click.Group):
            yield from _below(command, (*path, name))


def pages() -> dict[str, str]:
    """A page for each group."""
    by_first: dict[str, list[str]] = {}
    for words, command in every():
        by_first.setdefault(words[0], []).append(section(words, command))
    made = {
        f"commands-{title.lower()}": page(title, *(text for name in names for text in by_first[name]), _NEXT)
        for title, names in groups().items()
    }
    return {
        "commands": page(
            "Commands", _LEAD, contents((title, f"commands-{title.lower()}") for title in groups()), _NEXT
        ),
        **made,
    }


def page_of(command: str) -> str:
    """The page of a command, named by its words."""
    return next(f"commands-{title.lower()}" for title, names in groups().items() if command.split()[0] in names)


def section(words: tuple[str, ...], command: click.Command) -> str:
    """One command: its usage, what it does, examples, options."""
    name = " ".join(("kronika", *words))
    context = click.Context(command, info_name=name, color=False, terminal_width=100)
    label = "-".join(words)
    usage = f"{name} {' '.join(command.collect_usage_pieces(context))}"
    options = [entry(what, safe(text or ARGUMENTS.get(what.lower(), ""))) for what, text in records(command, context)]
    parts = [f"(command-{label})=", f"## {name}\n", f"```text\n{usage}\n```\n", *_paragraphs(command), *options]
    return "\n".join([*parts, ""])


def records(command: click.Command, context: click.Context) -> Iterator[tuple[str, str]]:
    """The arguments and options of a command as they are typed, and what they mean; empty for an argument."""
    for param in command.get_params(context):
        record = param.get_help_record(context)
        if record is not None and "--help" not in param.opts:
            yield record


def _paragraphs(command: click.Command) -> Iterator[str]:
    """The help: what stands behind `\\b` as it is laid out, all else as text."""
    for paragraph in inspect.cleandoc(command.help or "").split("\n\n"):
        if paragraph.startswith("\b"):
            yield f"```text\n{paragraph.removeprefix(chr(8)).strip(chr(10))}\n```\n"
        else:
            yield f"{safe(paragraph)}\n"
