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
    """Add `--as`, `--others` and `--seed`."""
    for option in reversed(
        (
            click.option(
                "--as",
                "seat",
                metavar="SEAT",
                help="Serve one seat (name, or number from 0). It sees only what it may know, and moves for itself. "
                "Chance is drawn, and --others moves the other seats.",
            ),
            click.option(
                "--others",
                metavar="BOT",
                help="With --as: the bot that moves the other seats; see `kronika bots`. [default: random]",
            ),
            click.option(
                "--seed",
                type=int,
                help="With --as: the seed for chance and bots, instead of a random one. A program can try small seeds.",
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
    help="End after S seconds without a request.",
)


def request_handler(seat: str | None, others: str | None, seed: int | None, files: str | None = None) -> RequestHandler:
    """The handler that answers on such a connection. Raises UnknownBot, and UsageError for `--others` without a
    seat.
    """
    if seat is None and (others or seed is not None):
        raise click.UsageError("--others and --seed go with --as: the referee moves for nobody, and `new` has a seed.")
    return RequestHandler(seat=seat, files=files, bot=find_player_bot(others or "random"), seed=seed)
