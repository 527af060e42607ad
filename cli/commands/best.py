"""`best`: the best moves in a position."""

from __future__ import annotations

import click

from kronika.cli.commands.analyse import terms_of, terms_options
from kronika.cli.printing.looking import look_at
from kronika.cli.printing.options import as_option, format_option, log_argument
from kronika.cli.printing.output import paper, say, say_json, shorten, table, wrapped
from kronika.core.analysis import best as library
from kronika.core.analysis.words import hundredths, strength_in_words
from kronika.core.basics.errors import KronikaError
from kronika.core.basics.text import count
from kronika.core.contract.game import CHANCE
from kronika.core.sessions.witness import need_full

FIXED = 30
"""Columns of a line that are not for moves: the place, shares, tries, and what lies between."""


@click.command()
@log_argument
@terms_options
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
    config = terms_of(bot, iterations, playouts, horizon, seed)
    session, seat = look_at(log, viewer)
    need_full(session, "A search")
    if seat is not None and seat < 0:
        raise KronikaError("--as: only a player decides: name one.")
    seats = [one for one in session.actors if one != CHANCE] if seat is None else [seat]
    if not seats:
        why = "chance is due" if session.actors else "the game is over"
        raise KronikaError(f"Nobody is to decide here: {why}.")
    found = [library.best(session, one, config) for one in seats]
    if form == "json":
        say_json(found)
        return
    say(wrapped(strength_in_words(config)))
    for one in found:
        say()
        say(told(one))


def told(found: library.BestHere) -> str:
    """The best moves of a player as a table."""
    rows = [
        (
            place,
            one.move,
            f"{hundredths(one.win_rate)} ± {hundredths(one.win_rate_error)}",
            "" if one.visits is None else one.visits,
            "; ".join(one.line),
        )
        for place, one in enumerate(found.moves, 1)
    ]
    room = (paper().width - FIXED) // 2
    heads = ["", shorten(f"{found.player}, of {count(found.legal, 'move')}", room - 2), "win %", "tried", "and then"]
    return table(rows, heads, (0, 2, 3), (2, room, 9, 7, room))
