"""`best`: the best moves in a position."""

from __future__ import annotations

import click

from kronika.cli.commands.analyse import terms_of, terms_options
from kronika.cli.printing.advice import advice
from kronika.cli.printing.looking import look_at
from kronika.cli.printing.options import as_option, format_option, log_argument
from kronika.cli.printing.output import say, say_json, wrapped
from kronika.core.analysis import best as library
from kronika.core.analysis.words import strength_in_words
from kronika.core.basics.errors import KronikaError
from kronika.core.contract.game import CHANCE


@click.command()
@log_argument
@terms_options
@as_option
@format_option(list[library.BestHere])
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
    terms = terms_of(bot, iterations, playouts, horizon, seed)
    session, seat = look_at(log, viewer)
    if seat is not None and seat < 0:
        raise KronikaError("--as: only a player decides: name one.")
    seats = [one for one in session.actors if one != CHANCE] if seat is None else [seat]
    if not seats:
        why = "chance is due" if session.actors else "the game is over"
        raise KronikaError(f"Nobody is to decide here: {why}.")
    found = [library.best(session, one, terms) for one in seats]
    if form == "json":
        say_json(found)
        return
    say(wrapped(strength_in_words(terms)))
    for one in found:
        say()
        say(advice(one))
