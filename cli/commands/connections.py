"""Shared parts of `serve` and `mcp`: the seat of a connection, the bot for the others, and the end of a connection."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from kronika.cli.printing.options import Seconds
from kronika.core.basics import limits
from kronika.logs.pipe.handler import RequestHandler
from kronika.logs.players.lookup import find_player_bot

F = TypeVar("F", bound=Callable[..., Any])


def seat_options(command: F) -> F:
    """`--as`, `--others` and `--seed`."""
    for option in reversed(
        (
            click.option(
                "--as",
                "seat",
                metavar="SEAT",
                help="For one seat (name or number from 0) alone: it is told what it may know, and moves for itself. "
                "Chance is drawn, and the other seats are moved by --others.",
            ),
            click.option(
                "--others",
                metavar="BOT",
                help="With --as: the bot that moves the other seats, as `kronika bots` lists them. [default: random]",
            ),
            click.option(
                "--seed",
                type=int,
                help="With --as: feeds chance and bots in place of made-up seeds. A program can try a small one.",
            ),
        )
    ):
        command = option(command)
    return command


idle_option = click.option(
    "--idle",
    type=Seconds(most=limits.IDLE_SECONDS),
    default=limits.IDLE_SECONDS,
    show_default=True,
    metavar="S",
    help="End when nothing is asked for S seconds.",
)


def request_handler(seat: str | None, others: str | None, seed: int | None, files: str | None = None) -> RequestHandler:
    """The handler that answers on such a connection. Raises UsageError for `--others` without a seat; UnknownBot."""
    if seat is None and (others or seed is not None):
        raise click.UsageError("--others and --seed go with --as: the referee moves for nobody, and `new` has a seed.")
    return RequestHandler(seat=seat, files=files, bot=find_player_bot(others or "random"), seed=seed)
