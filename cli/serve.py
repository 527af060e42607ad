"""`serve`: the referee for other programs, over standard input and output."""

from __future__ import annotations

import signal
import sys

import click

from kronika.cli.options import Seconds
from kronika.cli.output import FINE, INTERRUPTED, at_terminal, note, say_bytes
from kronika.core import limits
from kronika.core.bots import BOTS
from kronika.logs.pipe.desk import Desk
from kronika.logs.pipe.stream import Conversation, Source, Stop


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
    type=click.Choice(list(BOTS)),
    help="With --as: the bot that moves the other seats. [default: random]",
)
@click.option("--seed", type=int, help="With --as: feeds chance and bots in place of a seed that is made up.")
@click.option(
    "--files",
    type=click.Path(exists=True, file_okay=False),
    metavar="DIR",
    help="The folder in which `load`, `validate` and `save` may use files; without it none.",
)
@click.option(
    "--idle",
    type=Seconds(most=limits.IDLE),
    default=limits.IDLE,
    show_default=True,
    metavar="S",
    help="End when nothing is asked for S seconds.",
)
def serve(seat: str | None, others: str | None, seed: int | None, files: str | None, idle: float) -> None:
    """Answer other programs: one request a line on standard input, one answer a line on standard output, as JSON.

    docs/serve.md goes through it; `kronika schema --messages` is the JSON Schema of all messages.

    \b
    echo '{"type":"new","game":"tides","seed":7}' | kronika serve
    kronika serve --files .
    kronika serve --as Anna --others greedy
    """
    if seat is None and (others or seed is not None):
        raise click.UsageError("--others and --seed go with --as: the referee moves for nobody, and `new` has a seed.")
    if seat is not None and files is not None:
        raise click.UsageError("--files is for the referee: a log tells what --as is not to know.")
    if at_terminal():
        note("A request a line, as JSON; Ctrl-D ends it.")
    desk = Desk(seat=seat, files=files, bot=BOTS[others or "random"], seed=seed)
    with Stop.noting() as stop:
        Conversation(desk, Source(sys.stdin.buffer, stop), say_bytes, stop).run(idle)
    raise click.exceptions.Exit(INTERRUPTED if stop.number == signal.SIGINT else FINE)
