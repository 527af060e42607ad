"""`best_moves`: the best moves in a position."""

from __future__ import annotations

import click

from kronika.cli.commands.analyse import config_of, config_options
from kronika.cli.printing.options import as_option, format_option, log_argument
from kronika.cli.printing.output import print_json, print_text, shorten, table, terminal_paper, wrapped
from kronika.cli.printing.reading import open_for_viewing
from kronika.core.analysis import best as library
from kronika.core.analysis.text import percent, strength_text
from kronika.core.basics.errors import KronikaError
from kronika.core.basics.text import pluralize
from kronika.core.contract.game import CHANCE
from kronika.core.sessions.witness import need_full

FIXED = 30
"""Columns of a line that are not for moves: the place, shares, tries, and what lies between."""


@click.command()
@log_argument
@config_options
@as_option
@format_option
def best(
    log: str,
    bot: str,
    iterations: int | None,
    playouts: int,
    horizon: int | None,
    seed: int,
    viewer: str | None,
    form: str,
) -> None:
    """Say which moves are best here, by what those who are to decide may know, and how it may go on.

    Of a log, or of an example after its moves (FILE#ID). With --as for one seat; else for all who are to decide.

    \b
    kronika best game.jsonl
    kronika best my-rules.toml#EX-1 --iterations 3000
    kronika best game.jsonl --as Bob
    """
    config = config_of(bot, iterations, playouts, horizon, seed)
    session, seat = open_for_viewing(log, viewer)
    need_full(session, "A search")
    if seat is not None and seat < 0:
        raise KronikaError("--as: only a player decides: name one.")
    seats = [one for one in session.actors if one != CHANCE] if seat is None else [seat]
    if not seats:
        why = "chance is due" if session.actors else "the game is over"
        raise KronikaError(f"Nobody is to decide here: {why}.")
    found = [library.best_moves(session, one, config) for one in seats]
    if form == "json":
        print_json(found)
        return
    print_text(wrapped(strength_text(config)))
    for one in found:
        print_text()
        print_text(best_table(one))


def best_table(found: library.BestMoves) -> str:
    """The best moves of a player as a table."""
    rows = [
        (
            place,
            one.move,
            f"{percent(one.win_rate)} ± {percent(one.win_rate_error)}",
            "" if one.visits is None else one.visits,
            "; ".join(one.line),
        )
        for place, one in enumerate(found.moves, 1)
    ]
    room = (terminal_paper().width - FIXED) // 2
    heads = [
        "",
        shorten(f"{found.player}, of {pluralize(found.legal, 'move')}", room - 2),
        "win %",
        "tried",
        "and then",
    ]
    return table(rows, heads, (0, 2, 3), (2, room, 9, 7, room))
