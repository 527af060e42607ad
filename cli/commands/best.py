"""`best`: the best moves in a position."""

from __future__ import annotations

import click

from kronika.cli.commands.analyse import config_of, config_options
from kronika.cli.printing.advice import advice
from kronika.cli.printing.options import as_option, format_option, log_argument
from kronika.cli.printing.output import print_json, print_text, wrapped
from kronika.cli.printing.reading import open_for_viewing
from kronika.core.analysis import best as library
from kronika.core.analysis.judge import terms_for
from kronika.core.analysis.text import strength_text
from kronika.core.basics.errors import KronikaError
from kronika.core.contract.game import CHANCE
from kronika.core.sessions.witness import need_view


@click.command()
@log_argument
@config_options
@as_option
@format_option(list[library.BestMoves])
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
    """Show the best moves of the players to move, judged by what each of them may know, and how the game may continue.

    LOG is a log, or an example after its moves (FILE#ID). With --as you see the moves of one seat.

    \b
    kronika best game.jsonl
    kronika best my-rules.toml#EX-1 --iterations 3000
    kronika best game.jsonl --as Bob
    """
    config = config_of(bot, iterations, playouts, horizon, seed)
    session, seat = open_for_viewing(log, viewer)
    need_view(session, seat, [session.state], "A search")
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
    for one in found:
        print_text(f"{advice(one, session.game)}\n")
    print_text(wrapped(strength_text(config, terms_for(session.game, session.state, config))))
