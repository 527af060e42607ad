"""`help`: all commands with a line for each, or the help of one of them."""

from __future__ import annotations

import click

from kronika.cli import cli, groups
from kronika.cli.printing.completing import complete_command
from kronika.cli.printing.output import print_text, terminal_paper, wrapped

STATUSES = (
    "Exit status: 0 fine, 1 a finding (a fault, a refused move, a difference), 2 wrong usage, 3 a file error. "
    "Further statuses: 4 kronika itself failed, 130 ended with Ctrl-C, 141 nobody reads the output any longer."
)
COLOURS = (
    "`kronika --color auto` uses colours on a terminal; NO_COLOR, FORCE_COLOR, CLICOLOR and TERM=dumb change that. "
    "To keep them in a pager: `kronika --color always replay game.jsonl | less -R`."
)
JSON = "Every listing is also available with --format json."


@click.command()
@click.argument("command", nargs=-1, shell_complete=complete_command)
def help(command: tuple[str, ...]) -> None:
    """List all commands, or show the help of one of them.

    \b
    kronika help
    kronika help corpus check
    """
    if command:
        cli.main([*command, "--help"], prog_name="kronika", standalone_mode=False)
        return
    for title, lines in groups().items():
        print_text(terminal_paper().ink(title, "bold"))
        for name, line in lines.items():
            print_text(terminal_paper().beside(f"  {name:<10} ", line))
    print_text()
    for text in (STATUSES, COLOURS, JSON):
        print_text(wrapped(text))
