"""`bots`: who plays where no person does, and how commands are told so."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import Any, TypeVar

import click

from kronika.cli.options import format_option
from kronika.cli.output import note, say, say_json, table
from kronika.core import limits
from kronika.core.bots.box import BOTS
from kronika.core.bots.named import GROUP, explained, find_bot, installed_bots
from kronika.core.bots.seats import MOST
from kronika.core.errors import UnknownBot

F = TypeVar("F", bound=Callable[..., Any])

maxmoves_option = click.option(
    "--maxmoves",
    type=click.IntRange(1, limits.RECORDS),
    default=MOST,
    show_default=True,
    metavar="N",
    help="Decisions after which a game of bots is adjudicated by the score as it stands.",
)


def bot_option(text: str) -> Callable[[F], F]:
    """`--bot NAME=BOT`, any number of times."""
    return click.option("--bot", "bots", multiple=True, metavar="NAME=BOT", help=f"{text} See `kronika bots`.")


def named_bots(pairs: tuple[str, ...]) -> dict[str, str]:
    """What the names of `--bot NAME=BOT` stand for; each bot is one that can be used. Raises UnknownBot."""
    importable_here()
    found: dict[str, str] = {}
    for pair in pairs:
        name, sign, bot = pair.partition("=")
        if not sign or not name or not bot:
            raise click.UsageError(f"--bot {pair}: write NAME=BOT, as in Bob=mcts:200.")
        if name in found:
            raise click.UsageError(f"--bot: {name} is given two bots.")
        find_bot(bot)
        found[name] = bot
    return found


def importable_here() -> None:
    """Lets a module of the working folder be named as a bot; it comes last, so that it hides no other module."""
    here = os.getcwd()
    if here not in sys.path:
        sys.path.append(here)


@click.command()
@format_option
def bots(form: str) -> None:
    """List the bots, and how they are named.

    NAME or NAME:BUDGET; the budget is a number of rounds (mcts:200), with which a bot decides the same every time, or a
    time to think (mcts:0.5s). A function of (turn, dice) in a module of your own is MODULE:FUNCTION.

    \b
    kronika bots
    kronika simulate tides --bots greedy,mcts:200 --out games
    kronika play game.jsonl --bot Bob=mcts
    """
    found = [_row(name) for name in (*BOTS, *installed_bots())]
    if form == "json":
        say_json([{"bot": name, "of": of, "does": does} for name, of, does in found])
        return
    say(table(found, ["bot", "of", "does"], widths=(12, 12, 52)))
    note(f"Packages bring more under the entry point {GROUP}; a function of yours is MODULE:FUNCTION.")


def _row(name: str) -> tuple[str, str, str]:
    point = installed_bots().get(name)
    of = "kronika" if point is None else point.dist.name if point.dist else point.value
    try:
        return name, of, explained(find_bot(name).play)
    except UnknownBot as error:
        return name, of, str(error)
