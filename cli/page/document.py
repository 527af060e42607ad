"""The document: what can be read without the script, and the two blocks that the script needs."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from importlib.resources import files
from typing import Final

import msgspec
from msgspec.structs import replace

from kronika.cli.page.film import Film, film_of, numbers_told, records_shown
from kronika.cli.sheet import sheet_rows
from kronika.cli.telling import tell_entry, told_record, whose_turn
from kronika.core.events import Event
from kronika.core.game import EVERYONE, Viewer
from kronika.core.picture import draw, svg
from kronika.core.session import Session
from kronika.core.shapes import escape
from kronika.core.spec import rules_of
from kronika.core.themes import style
from kronika.core.told import seen

_POLICY: Final = (
    "default-src 'none'; script-src 'sha256-{script}'; style-src 'sha256-{style}'; base-uri 'none'; form-action 'none'"
)
_CONTROLS: Final = """\
<div class="bar" role="group" aria-label="Go through the game" data-script hidden>
<button id="first" aria-label="To the start">|◀</button><button id="back" aria-label="Back">◀</button>
<input id="slider" type="range" min="0" value="0" aria-label="Place in the game">
<button id="on" aria-label="Forward">▶</button><button id="last" aria-label="To the end">▶|</button>
<button id="play" aria-label="Play">▶▶</button>
<select id="speed" aria-label="Speed"><option value="2000">slow</option><option value="900" selected>normal</option>
<option value="250">fast</option></select></div>
<p class="now" id="now" aria-live="polite" data-script hidden></p>"""


_LINK: Final = """\
<div class="bar" data-script hidden><input id="link" readonly aria-label="Link to this place">
<button id="copy">Copy link</button></div>"""


PIECE: Final = "piece-"
"""What the ids of pieces begin with, so that none is an id of the page's own; `page.js` puts it before them as well."""
COLUMN: Final = 560
"""Dots across a column of boards, where there is room: no letter is too small to be read."""


def page(session: Session, viewer: Viewer = None, *, bottom: int | None = None, columns: int = 1) -> str:
    """A game as one HTML file that asks nobody for anything.

    For a viewer it is made of what that viewer is told and sees, and of nothing else: no digest, no seed, no tags,
    notes or moves that were taken back.
    """
    records = records_shown(session, viewer)
    film = film_of(session, viewer, records, bottom=bottom, columns=columns)
    sheet = style("auto") + _part("page.css")
    script = _part("page.js")
    policy = _POLICY.format(script=_sum(script), style=_sum(sheet))
    told = "".join(_moves(session, records, viewer))
    title = f"{session.game.title}: {', '.join(session.players)}"
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>{sheet}</style>
</head>
<body>
<header>
<h1>{escape(title)}</h1>
{"".join(f"<p>{escape(line)}</p>" for line in _about(session, viewer))}
</header>
<main>
<section class="table" aria-label="The table" tabindex="0">
{_CONTROLS}
{_last_picture(session, viewer, film, bottom, columns)}
{_LINK}
</section>
<section aria-label="The game">
<h2>Moves</h2>
<ol class="moves" tabindex="0" aria-label="Moves">{told}</ol>
<h2>Points</h2>
{_sheet(session, viewer)}
<div class="curve" data-script hidden><p>Over time, up to <span id="most"></span>: {_key(session.players)}</p>
<svg id="curve" viewBox="-4 -4 708 208" role="img" aria-label="The points of each player over time"></svg></div>
</section>
</main>
<section aria-label="Rules"><h2>Rules that were met</h2>
<dl class="rules">{"".join(_rules(session, told))}</dl></section>
<script type="application/json" id="film">{_data(film)}</script>
<script>{script}</script>
</body>
</html>
"""


def _part(name: str) -> str:
    return files("kronika.cli.page").joinpath(name).read_text("utf-8")


def _sum(text: str) -> str:
    """As a Content-Security-Policy names what may be run."""
    return b64encode(sha256(text.encode()).digest()).decode()


def _data(film: Film) -> str:
    """JSON in which nothing ends the block that it stands in."""
    return msgspec.json.encode(film).decode().replace("<", "\\u003c").replace("\u2028", "\\u2028")


def _about(session: Session, viewer: Viewer) -> Iterator[str]:
    """Whose page it is, how the game stands, with which options; for the referee the tags."""
    if viewer is not None:
        yield "As everyone may see it." if viewer == EVERYONE else f"As {session.players[viewer]} sees it."
    yield whose_turn(session)
    options = ", ".join(f"{name}={_plain(value)}" for name, value in session.header.options.items())
    if options:
        yield f"Options: {options}"
    if viewer is None:
        yield from (f"{key}: {value}" for key, value in session.tags.items())


def _plain(value: object) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _last_picture(session: Session, viewer: Viewer, film: Film, bottom: int | None, columns: int) -> str:
    """What is seen without the script, as large as the largest picture of the film."""
    view = seen(session.game, session.state, viewer)
    last = draw(session.game, view, session.players, bottom=bottom, columns=columns)
    pieces = tuple(replace(piece, key=f"{PIECE}{piece.key}") for piece in last.pieces)
    whole = replace(last, width=film.width, height=film.height, pieces=pieces)
    return svg(whole, styled=False, size=COLUMN * columns, title=session.game.title)


def _moves(session: Session, records: Sequence[int], viewer: Viewer) -> Iterator[str]:
    in_force = {id(event) for event in session.line.events}
    for shown, number in zip(numbers_told(records, viewer), records, strict=True):
        entry = session.history[number - 1]
        undone = isinstance(entry, Event) and id(entry) not in in_force
        then = "".join(
            f"<li>{escape(clause.text)} {_rule(clause.rule)}</li>"
            for clause in told_record(session, number, viewer).effects
        )
        link = f'<a class="number" href="#n={shown}">{shown}</a>'
        said = f"<span>{link} {escape(tell_entry(session, number, viewer))}</span>"
        kind = ' class="undone"' if undone else ""
        yield f'<li data-n="{shown}"{kind}>{said}{f"<ul>{then}</ul>" if then else ""}</li>'


def _rule(number: str) -> str:
    return f'(<a class="rule" href="#{escape(number)}">{escape(number)}</a>)'


def _sheet(session: Session, viewer: Viewer) -> str:
    columns, rows = sheet_rows(session, session.state, viewer)
    points = range(2, 2 + len(session.players))
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in columns)
    body = "".join(
        "<tr>"
        + "".join(
            f'<td class="points">{escape(cell)}</td>' if at in points else f"<td>{escape(cell)}</td>"
            for at, cell in enumerate(row)
        )
        + "</tr>"
        for row in rows
    )
    return f'<div class="sheet" tabindex="0"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _key(names: Sequence[str]) -> str:
    lines = (
        f'<svg width="40" height="8" aria-hidden="true"><path d="M0 4H40" fill="none" stroke-width="3" '
        f'class="seat-{seat % 4}"/></svg> {escape(name)}'
        for seat, name in enumerate(names)
    )
    return " ".join(lines)


def _rules(session: Session, told: str) -> Iterable[str]:
    """The rules that the moves cite, in the order of the SPEC."""
    return (
        f'<dt id="{escape(rule.number)}">{escape(rule.number)}</dt><dd>{_lines(rule.text)}</dd>'
        for rule in rules_of(session.game)
        if f'href="#{escape(rule.number)}"' in told
    )


def _lines(text: str) -> str:
    return "\n".join(map(escape, text.split("\n")))
