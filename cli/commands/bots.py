"""`bots`: the bots that can play."""

from __future__ import annotations

import click
from msgspec import Struct

from kronika.cli.printing.options import format_option
from kronika.cli.printing.output import print_json, print_note, print_text, table
from kronika.core.basics.errors import UnknownBot
from kronika.core.bots.builtin import BOTS
from kronika.core.bots.lookup import GROUP, find_bot, installed_bots, summary_line


class BotData(Struct, frozen=True):
    """A bot: its name, the package that brings it, and a description."""

    bot: str
    package: str
    description: str


@click.command()
@format_option(list[BotData])
def bots(form: str) -> None:
    """List the bots, and how to name them.

    A bot is NAME or NAME:BUDGET. The budget is a number of iterations (mcts:200), with which a bot always decides the
    same, or a time to think (mcts:0.5s). MODULE:FUNCTION is a function of (turn, dice) in a module of your own.
    program:COMMAND is a program in any language that answers lines of JSON. FILE.toml#NAME is a program with settings
    in a file. The budget of a program is its time for a move (`kronika docs bots`).

    \b
    kronika bots
    kronika simulate tides --bots greedy,mcts:200 --out games
    kronika play game.jsonl --bot Bob=mcts
    """
    found = [_row(name) for name in (*BOTS, *installed_bots())]
    if form == "json":
        print_json([BotData(*row) for row in found])
        return
    print_text(table(found, ["bot", "of", "does"], widths=(12, 12, 52)))
    own = "a function of yours is MODULE:FUNCTION, a program program:COMMAND"
    print_note(f"Packages bring more under the entry point {GROUP}; {own}.")


def _row(name: str) -> tuple[str, str, str]:
    point = installed_bots().get(name)
    of = "kronika" if point is None else point.dist.name if point.dist else point.value
    try:
        return name, of, summary_line(find_bot(name).play)
    except UnknownBot as error:
        return name, of, str(error)
