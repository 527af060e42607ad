"""The games of a folder, or of a file of many, as pages in a new folder.

The index page has a picture of each end, and the standings.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from urllib.parse import quote

from kronika.cli.page.document import page
from kronika.cli.page.layout import page_html, paragraphs
from kronika.cli.page.standings import standings_body
from kronika.cli.page.stills import Stills
from kronika.cli.printing.events import whose_turn
from kronika.cli.printing.output import print_note, print_warning
from kronika.cli.printing.reading import open_for_viewing
from kronika.core.basics.errors import KronikaError
from kronika.core.basics.text import pluralize
from kronika.core.contract.game import Viewer
from kronika.core.contract.view import HIDDEN
from kronika.core.drawing.picture import draw
from kronika.core.drawing.shapes import escape
from kronika.core.sessions.session import Session
from kronika.core.sessions.visibility import redact_sheet
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
    home = folder if os.path.isdir(folder) else os.path.dirname(folder)
    evening = read_game_night(folder, referee=viewer is None)
    files, games, sound, stills = dict[str, bytes](), list[str](), True, Stills()
    for path in find_logs([folder]).paths:
        try:
            session, seat = open_for_viewing(path, viewer)
        except KronikaError as error:
            print_warning(f"{str(error).rstrip('.')}. It has no page.")
            sound = False
            continue
        inside = os.path.relpath(path, home or os.curdir)
        name = _free(inside, files)
        bottom = seat if seat is not None and seat >= 0 else None
        files[name] = page(session, seat, bottom=bottom, columns=columns).encode()
        games.append(_game(session, seat, name, display_name(inside), stills))
    standings = game_night_standings(evening)
    about = f"{pluralize(len(evening.games), 'game')}{evening.of} in the standings."
    title = os.path.basename(os.path.realpath(folder))
    files[INDEX] = _index(title, [about, *evening.left], games, standings_body(standings), stills.shapes()).encode()
    create_folder(out, files)
    print_note(
        f"{display_name(out)}: {pluralize(len(games), 'game')}. Open "
        f"{display_name(os.path.join(out, INDEX))} in a browser."
    )
    return sound


def _game(session: Session, viewer: Viewer, page_name: str, where: str, stills: Stills) -> str:
    """A game with a link to its page, its date, the players by place with their points, and a picture of its end."""
    picture = draw(session.game, session.look(session.state, viewer), session.players, columns=2)
    title = f"{session.game.title}: {', '.join(session.players)}"
    date = session.tags.get("Date", "") if viewer is None else ""
    link = f'<a href="{escape(quote(os.fsencode(page_name)))}">{escape(title)}</a>'
    known = [escape(text) for text in (date, where) if text]
    return f"""\
<article><h3>{link}</h3>
<p>{escape(whose_turn(session, viewer))} <small>{" · ".join(known)}</small></p>
<table><tbody>{"".join(_places(session, viewer))}</tbody></table>
<figure>{stills.still(picture, session.game.title)}</figure></article>"""


def _places(session: Session, viewer: Viewer) -> Iterator[str]:
    """Rows of place, player and points, as far as the viewer knows them; by seat as long as there is no result."""
    result = session.result()
    totals = redact_sheet(session.game, session.state, viewer).totals
    ranking = result.ranking if result else [[*range(len(session.players))]]
    place = 1
    for group in ranking:
        for seat in group:
            cells = (f"{place}." if result else "", session.players[seat])
            points = HIDDEN if totals[seat] is None else str(totals[seat])
            row = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
            yield f'<tr>{row}<td class="points">{points}</td></tr>'
        place += len(group)


def _free(path: str, taken: Iterable[str]) -> str:
    """A name for the page of a log that no other page has."""
    stem = path.replace(os.sep, "-").split(".jsonl")[0].split(".kpack")[0]
    names = (f"{stem}{f'-{n}' if n > 1 else ''}.html" for n in range(1, len(list(taken)) + 3))
    return next(name for name in names if name not in taken and name != INDEX)


def _index(title: str, about: Iterable[str], games: Iterable[str], standings: str, shapes: str) -> str:
    body = f"""\
<header>
<h1>{escape(title)}</h1>
{paragraphs(about)}
</header>
<main class="standings">
<section aria-label="Games">
<h2>Games</h2>
<div class="games">{"".join(games)}</div>
</section>
{standings}
</main>
{shapes}"""
    return page_html(title, body)
