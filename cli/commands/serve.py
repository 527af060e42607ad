"""`serve`: the referee for other programs, over standard input and output."""

from __future__ import annotations

import signal
import sys

import click

from kronika.cli.commands.connections import idle_option, request_handler, seat_options
from kronika.cli.printing.output import FINE, INTERRUPTED, at_terminal, print_bytes, print_note
from kronika.logs.pipe.stream import Conversation, Source, StopSignals


@click.command()
@seat_options
@click.option(
    "--files",
    type=click.Path(exists=True, file_okay=False),
    metavar="DIR",
    help="The folder in which `load`, `validate` and `save` may use files. [default: none]",
)
@idle_option
def serve(seat: str | None, others: str | None, seed: int | None, files: str | None, idle: float) -> None:
    """Answer other programs as the referee, in JSON: one request per line on standard input, one answer per line on
    standard output.

    `kronika docs serve` is a guide; `kronika schema --messages` prints the JSON Schema of all messages.

    \b
    echo '{"type":"new","game":"tides","seed":7}' | kronika serve
    kronika serve --files .
    kronika serve --as Anna --others greedy
    """
    if seat is not None and files is not None:
        raise click.UsageError("--files is for the referee: a log contains what --as must not know.")
    desk = request_handler(seat, others, seed, files)
    if at_terminal():
        print_note("Type one JSON request per line; Ctrl-D ends it.")
    with StopSignals.noting() as stop:
        Conversation(desk, Source(sys.stdin.buffer, stop), print_bytes, stop).run(idle)
    raise click.exceptions.Exit(INTERRUPTED if stop.number == signal.SIGINT else FINE)
