"""`mcp`: the referee for language models, over the Model Context Protocol on standard input and output."""

from __future__ import annotations

import signal
import sys
from typing import get_args

import click
import msgspec

from kronika.cli.commands.connections import idle_option, request_handler, seat_options
from kronika.cli.printing.output import FINE, INTERRUPTED, at_terminal, print_bytes, print_note, print_warning
from kronika.core.basics import limits
from kronika.core.contract.registry import usable_games
from kronika.logs.pipe.mcp.mask import Mask
from kronika.logs.pipe.mcp.server import Server, converse
from kronika.logs.pipe.mcp.tools import Listing, Referee
from kronika.logs.pipe.stream import Source, StopSignals


@click.command()
@seat_options
@click.option(
    "--moves",
    type=click.Choice(get_args(Listing)),
    default="asked",
    show_default=True,
    help="When to list the legal moves: never, when a move is refused, by the tool `moves` (asked), or "
    "with every table (always).",
)
@click.option(
    "--forfeit",
    type=click.IntRange(1, limits.RECORDS),
    metavar="N",
    help="Forfeit a game after N refused moves in a row.",
)
@click.option("--masked", type=int, metavar="N", help="Invent the names of games and cards, with N as the seed.")
@idle_option
def mcp(
    seat: str | None,
    others: str | None,
    seed: int | None,
    moves: Listing,
    forfeit: int | None,
    masked: int | None,
    idle: float,
) -> None:
    """Answer language models and assistants as the referee, over the Model Context Protocol on standard input and
    output.

    At the end, a line of JSON on standard error has the tally of the games that were begun. `kronika docs mcp` is a
    guide.

    \b
    kronika mcp
    kronika mcp --as Anna --others greedy
    kronika mcp --as Anna --moves refused --forfeit 3 --masked 7
    """
    desk = request_handler(seat, others, seed)
    if at_terminal():
        print_note("This is for a program that speaks the Model Context Protocol: `kronika docs mcp`. Ctrl-D ends it.")
    referee = Referee(desk, seat=seat, moves=moves, forfeit=forfeit)
    mask = None if masked is None else Mask(masked, usable_games(print_warning))
    try:
        with StopSignals.noting() as stop:
            converse(Server(referee, mask), Source(sys.stdin.buffer, stop), print_bytes, stop, idle)
    finally:  # also if the answers are no longer read
        if counts := referee.tally.counts:
            print_note(msgspec.json.encode({"tally": counts}).decode())
    raise click.exceptions.Exit(INTERRUPTED if stop.number == signal.SIGINT else FINE)
