"""`page`: a game as one page for a browser, without a network."""

from __future__ import annotations

import click

from kronika.cli.look import look_at
from kronika.cli.options import as_option, log_argument, viewer_seat
from kronika.cli.output import note
from kronika.cli.page.document import page as page_of
from kronika.core.errors import KronikaError
from kronika.logs.files import STDIO
from kronika.logs.writing import write_new


@click.command()
@log_argument
@click.option("--out", required=True, metavar="FILE", help="The page, a new file; - is standard output.")
@as_option
@click.option("--bottom", metavar="SEAT", help="Whose board comes last.")
@click.option("--columns", type=click.IntRange(1, 4), default=1, show_default=True, help="Boards side by side.")
def page(log: str, out: str, viewer: str | None, bottom: str | None, columns: int) -> None:
    """Write a game as one page: the board move by move, with rules, score sheet and points over time.

    It is one file that works without a network, from a disk too, by mouse, touch and keyboard (arrows, Home, End).
    Links to a place in it end in #n=57. With --as it is made of what that seat is told and sees, and nothing else;
    its moves are counted from 1, without the notes and what was taken back.

    \b
    kronika page game.jsonl --out game.html
    kronika page game.jsonl --out for-bob.html --as Bob
    """
    session, seat = look_at(log, viewer)
    last = viewer_seat(bottom, session)
    if last is not None and last < 0:
        raise KronikaError("--bottom takes a player.")
    if last is None and seat is not None and seat >= 0:
        last = seat
    write_new(out, [page_of(session, seat, bottom=last, columns=columns).encode()])
    if out != STDIO:
        note(f"{out}: {session.game.title}, {', '.join(session.players)}. Open it in a browser.")
