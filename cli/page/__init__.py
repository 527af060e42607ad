"""`page`: a game as one web page that works offline, or two side by side."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from kronika.cli.page.comparison import page_of_two
from kronika.cli.page.document import page as page_of
from kronika.cli.printing.completing import complete_log
from kronika.cli.printing.options import LOG, any_viewer, as_option, file_form, log_argument, refuse_stdin_twice
from kronika.cli.printing.output import FINDING, FINE, print_note
from kronika.cli.printing.progress import interruption_notice
from kronika.cli.printing.reading import open_for_viewing
from kronika.core.basics.errors import KronikaError
from kronika.core.contract.game import Viewer
from kronika.core.sessions.session import Session
from kronika.logs.files.streams import STDIO
from kronika.logs.files.walk import addresses_of
from kronika.logs.files.writing import write_new_file

if TYPE_CHECKING:
    from kronika.cli.page.analysis import Judged

ENDINGS = (".html", ".htm")


@click.command()
@log_argument
@click.argument("other", type=LOG, shell_complete=complete_log, required=False)
@click.option(
    "--out",
    required=True,
    metavar="FILE",
    help="The page, a new file; - is standard output. For several logs, a new folder.",
)
@as_option
@click.option("--bottom", metavar="SEAT", help="The player whose board comes last.")
@click.option(
    "--columns", type=click.IntRange(1, 4), help="Columns of the table; without it as many as fit the window."
)
@click.option(
    "--analysis", type=LOG, metavar="FILE", help="The output of `analyse --format json`: adds win rates and marks."
)
@interruption_notice()
def page(
    log: str,
    other: str | None,
    out: str,
    viewer: str | None,
    bottom: str | None,
    columns: int | None,
    analysis: str | None,
) -> None:
    """Write a game as one web page: the board move by move, with rules, score sheet and points over time.

    The page is one file that works offline, by mouse, touch and keyboard (arrows, Home, End). It begins at the start,
    fits the window, and shows the result at the end. A link to a position ends in #n=57. Moves that were taken back can
    be entered as a branch, and a position can be copied as an example. With --as the page has only what that seat is
    shown. Its moves are then numbered from 1, without notes and moves taken back.

    For a folder of logs, or a file of many, --out is a new folder with a page for each log. Its index.html links them
    and shows the standings. The folder is small enough for a USB stick.

    Two logs of one game are shown side by side and in step. The page opens where they diverge.

    \b
    kronika page game.jsonl --out game.html
    kronika page game.jsonl --out for-bob.html --as Bob
    kronika page a.jsonl b.jsonl --out both.html
    kronika page game.jsonl --analysis found.json --out story.html
    kronika page evening --as everyone --out stick
    """
    refuse_stdin_twice(log, other, analysis)
    if os.path.isdir(log) or (not is_page_name(out) and len(addresses_of((log,))) > 1):
        if other is not None or bottom is not None or analysis is not None:
            raise click.UsageError("Several logs go with --as and --columns alone.")
        from kronika.cli.page.game_night import write_game_night  # imported only to make a page

        raise click.exceptions.Exit(FINE if write_game_night(log, out, viewer, columns or 0) else FINDING)
    looks = [open_for_viewing(path, viewer) for path in (log, other) if path is not None]
    file_form(out, ENDINGS, "a page")  # after the logs are read: a file of several logs takes the name of a folder
    sessions, seats = [session for session, _ in looks], {seat for _, seat in looks}
    if len(seats) > 1:
        raise KronikaError(f"{viewer} has another seat in the second log than in the first: name it by its number.")
    seat = seats.pop()
    last = any_viewer(bottom, sessions[0].players)
    if last is not None and last < 0:
        raise KronikaError("--bottom takes a player.")
    if last is None and seat is not None and seat >= 0:
        last = seat
    if analysis is not None and other is not None:
        raise click.UsageError("--analysis is of one game.")
    if len(sessions) == 1:
        judged = None if analysis is None else _judged(analysis, sessions[0], seat)
        text = page_of(sessions[0], seat, bottom=last, columns=columns or 0, judged=judged)
    else:
        text = page_of_two(sessions, seat, bottom=last, columns=columns or 0)
    write_new_file(out, [text.encode()])
    if out != STDIO:
        players = " / ".join(", ".join(session.players) for session in sessions)
        print_note(f"{out}: {sessions[0].game.title}, {players}. Open it in a browser.")


def is_page_name(out: str) -> bool:
    """True if the name asks for one page."""
    return out == STDIO or out.casefold().endswith(ENDINGS)


def _judged(path: str, session: Session, viewer: Viewer) -> Judged:
    """An analysis in a file, made for the same viewer as the page."""
    from kronika.cli.page.analysis import judged_page, read_analysis  # imported only to make a page

    return judged_page(read_analysis(path, session, viewer), session)
