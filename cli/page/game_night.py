"""The games of a folder as pages in a new folder, with an index page that links them and shows the standings."""

from __future__ import annotations

import os
from collections.abc import Iterable
from urllib.parse import quote

from kronika.cli.page.document import page
from kronika.cli.page.layout import page_html, paragraphs
from kronika.cli.page.standings import standings_body
from kronika.cli.printing.events import whose_turn
from kronika.cli.printing.output import print_note, print_warning
from kronika.cli.printing.reading import open_for_viewing
from kronika.core.basics.errors import KronikaError
from kronika.core.basics.text import pluralize
from kronika.core.drawing.shapes import escape
from kronika.logs.files.folders import create_folder, refuse_occupied
from kronika.logs.files.streams import display_name
from kronika.logs.files.walk import find_logs
from kronika.logs.tournament.game_night import game_night_standings, read_game_night

INDEX = "index.html"


def write_game_night(folder: str, out: str, viewer: str | None, columns: int) -> bool:
    """Write the pages into the new folder `out`. Return false if a log could not be shown; this is reported.

    Raises FileError, TournamentError.
    """
    refuse_occupied(out)
    evening = read_game_night(folder, referee=viewer is None)
    files, games, sound = dict[str, bytes](), list[str](), True
    for path in find_logs([folder]).paths:
        try:
            session, seat = open_for_viewing(path, viewer)
        except KronikaError as error:
            print_warning(f"{str(error).rstrip('.')}. It has no page.")
            sound = False
            continue
        name = _free(os.path.relpath(path, folder), files)
        bottom = seat if seat is not None and seat >= 0 else None
        files[name] = page(session, seat, bottom=bottom, columns=columns).encode()
        title = escape(f"{session.game.title}: {', '.join(session.players)}")
        where = escape(display_name(os.path.relpath(path, folder)))
        link = f'<a href="{escape(quote(os.fsencode(name)))}">{title}</a>'
        games.append(f"<li>{link} {escape(whose_turn(session, seat))} <small>{where}</small></li>")
    standings = game_night_standings(evening)
    about = f"{pluralize(len(evening.games), 'game')}{evening.of} in the standings."
    title = os.path.basename(os.path.realpath(folder))
    files[INDEX] = _index(title, [about, *evening.left], games, standings_body(standings)).encode()
    create_folder(out, files)
    print_note(
        f"{display_name(out)}: {pluralize(len(games), 'game')}. Open "
        f"{display_name(os.path.join(out, INDEX))} in a browser."
    )
    return sound


def _free(path: str, taken: Iterable[str]) -> str:
    """A name for the page of a log that no other page has."""
    stem = path.replace(os.sep, "-").split(".jsonl")[0].split(".kpack")[0]
    names = (f"{stem}{f'-{n}' if n > 1 else ''}.html" for n in range(1, len(list(taken)) + 3))
    return next(name for name in names if name not in taken and name != INDEX)


def _index(title: str, about: Iterable[str], games: Iterable[str], standings: str) -> str:
    body = f"""\
<header>
<h1>{escape(title)}</h1>
{paragraphs(about)}
</header>
<main class="standings">
<section aria-label="Games">
<h2>Games</h2>
<ul>{"".join(games)}</ul>
</section>
{standings}
</main>"""
    return page_html(title, body)
