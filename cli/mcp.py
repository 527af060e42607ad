"""`mcp`: the referee for language models, over the Model Context Protocol on standard input and output."""

from __future__ import annotations

import signal
import sys
from typing import get_args

import click
import msgspec

from kronika.cli.options import Seconds
from kronika.cli.output import FINE, INTERRUPTED, at_terminal, note, say_bytes, warn
from kronika.core import limits
from kronika.core.bots.named import find_bot
from kronika.core.registry import all_games
from kronika.logs.pipe.desk import Desk
from kronika.logs.pipe.mcp.mask import Mask
from kronika.logs.pipe.mcp.server import Server, converse
from kronika.logs.pipe.mcp.tools import Listing, Referee
from kronika.logs.pipe.stream import Source, Stop


@click.command()
@click.option(
    "--as",
    "seat",
    metavar="SEAT",
    help="For one seat (name or number from 0) alone: it is told what it may know, and moves for itself. Chance is "
    "drawn, and the other seats are moved by --others.",
)
@click.option(
    "--others",
    metavar="BOT",
    help="With --as: the bot that moves the other seats. [default: random]",
)
@click.option("--seed", type=int, help="With --as: feeds chance and bots in place of a seed that is made up.")
@click.option(
    "--moves",
    type=click.Choice(get_args(Listing)),
    default="asked",
    show_default=True,
    help="When the legal moves are listed: never; with the refusal of a move; by the tool `moves`; with every table.",
)
@click.option(
    "--forfeit",
    type=click.IntRange(1, limits.RECORDS),
    metavar="N",
    help="A game is forfeited after N refused moves in a row.",
)
@click.option("--masked", type=int, metavar="N", help="Names of games and cards are invented ones, by this seed.")
@click.option(
    "--idle",
    type=Seconds(most=limits.IDLE),
    default=limits.IDLE,
    show_default=True,
    metavar="S",
    help="End when nothing is asked for S seconds.",
)
def mcp(
    seat: str | None,
    others: str | None,
    seed: int | None,
    moves: Listing,
    forfeit: int | None,
    masked: int | None,
    idle: float,
) -> None:
    """Answer language models and assistants, by the Model Context Protocol on standard input and output.

    What was begun is counted: the tally is a line of JSON on standard error at the end. docs/mcp.md goes
    through it.

    \b
    kronika mcp
    kronika mcp --as Anna --others greedy
    kronika mcp --as Anna --moves refused --forfeit 3 --masked 7
    """
    if seat is None and (others or seed is not None):
        raise click.UsageError("--others and --seed go with --as: the referee moves for nobody.")
    if at_terminal():
        note("This is for a program that speaks the Model Context Protocol: docs/mcp.md. Ctrl-D ends it.")
    referee = Referee(
        Desk(seat=seat, bot=find_bot(others or "random"), seed=seed), seat=seat, moves=moves, forfeit=forfeit
    )
    mask = None if masked is None else Mask(masked, all_games(warn))
    try:
        with Stop.noting() as stop:
            converse(Server(referee, mask), Source(sys.stdin.buffer, stop), say_bytes, stop, idle)
    finally:  # also where nobody reads the answers any longer
        if counts := referee.tally.counts:
            note(msgspec.json.encode({"tally": counts}).decode())
    raise click.exceptions.Exit(INTERRUPTED if stop.number == signal.SIGINT else FINE)
