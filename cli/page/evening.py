"""The games of a folder as pages in a new one, with a page that leads to them and tells how the players stand."""

from __future__ import annotations

import os
from collections.abc import Iterable
from urllib.parse import quote

from kronika.cli.page.document import page
from kronika.cli.page.shell import paragraphs, shell
from kronika.cli.page.standings import standings_body
from kronika.cli.printing.events import whose_turn
from kronika.cli.printing.looking import look_at
from kronika.cli.printing.output import note, warn
from kronika.core.basics.errors import KronikaError
from kronika.core.basics.text import count
from kronika.core.drawing.shapes import escape
from kronika.logs.files.folders import create_folder, refuse_occupied
from kronika.logs.files.names import shown
from kronika.logs.files.walk import find_logs
from kronika.logs.tournament.evening import evening_of, standings_of

INDEX = "index.html"


def write_evening(folder: str, out: str, viewer: str | None, columns: int) -> bool:
    """Writes the pages into the new folder `out`; False where a log could not be shown, which is told.

    Raises FileTrouble, TournamentError.
    """
    refuse_occupied(out)
    evening = evening_of(folder, referee=viewer is None)
    files, games, sound = dict[str, bytes](), list[str](), True
    for path in find_logs([folder]).paths:
        try:
            session, seat = look_at(path, viewer)
        except KronikaError as error:
            warn(f"{str(error).rstrip('.')}. It has no page.")
            sound = False
            continue
        name = _free(os.path.relpath(path, folder), files)
        bottom = seat if seat is not None and seat >= 0 else None
        files[name] = page(session, seat, bottom=bottom, columns=columns).encode()
        title = escape(f"{session.game.title}: {', '.join(session.players)}")
        where = escape(shown(os.path.relpath(path, folder)))
        link = f'<a href="{escape(quote(os.fsencode(name)))}">{title}</a>'
        games.append(f"<li>{link} {escape(whose_turn(session, seat))} <small>{where}</small></li>")
    standings = standings_of(evening)
    about = f"{count(len(evening.games), 'game')}{evening.of} in the standings."
    title = os.path.basename(os.path.realpath(folder))
    files[INDEX] = _index(title, [about, *evening.left], games, standings_body(standings)).encode()
    create_folder(out, files)
    note(f"{shown(out)}: {count(len(games), 'game')}. Open {shown(os.path.join(out, INDEX))} in a browser.")
    return sound


def _free(path: str, taken: Iterable[str]) -> str:
    """The name of the page of a log, which no other has."""
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
    return shell(title, body)
