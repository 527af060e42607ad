"""A game as a page: the part that can be read without the script, and the frames that the script shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from kronika.cli.page.analysis import Judged, noted_page
from kronika.cli.page.branches import Tree, branch_tree
from kronika.cli.page.frames import FrameOrder, FrameSet, GameFrames, frames_of, main_path, straight_order
from kronika.cli.page.layout import page_html, paragraphs, rules_section, sheet_of
from kronika.cli.page.move_list import link, moves, notes_of
from kronika.cli.page.points import turning_points
from kronika.cli.printing.events import whose_turn
from kronika.cli.printing.possible import possible_lines
from kronika.cli.printing.sheet import caveat_lines, end_text
from kronika.core.basics.text import join_words
from kronika.core.contract.game import EVERYONE, Viewer
from kronika.core.contract.moves import viewer_name
from kronika.core.drawing.picture import FONTS, draw, svg
from kronika.core.drawing.shapes import escape
from kronika.core.sessions.events import Note
from kronika.core.sessions.notes import in_force
from kronika.core.sessions.session import Session

CONTROLS: Final = """\
<div class="controls" data-script hidden>
<div class="bar" role="group" aria-label="Go through the game">
<button id="first" aria-label="To the start">|◀</button><button id="back" aria-label="Back">◀</button>
<button id="on" aria-label="Forward">▶</button><button id="last" aria-label="To the end">▶|</button>
<button id="play" aria-label="Play">▶▶</button>
<select id="speed" aria-label="Speed"><option value="3000">slow</option><option value="1500" selected>normal</option>
<option value="400">fast</option></select></div>
<div class="line"><input id="slider" type="range" min="0" value="0" aria-label="Place in the game">
<svg id="marks" viewBox="0 0 1000 12" preserveAspectRatio="none" aria-hidden="true"></svg></div>
<p class="way" id="way" role="status" hidden><span></span> <button id="return">Back to the game</button></p>
<div class="card" id="card"></div>
<div class="now" id="now" aria-live="polite" tabindex="0"></div>
<p class="unseen" id="unseen"></p></div>"""

COPIED: Final = """\
<div class="bar" data-script hidden><input id="link" readonly aria-label="Link to this place">
<button id="copy" aria-live="polite">Copy link</button>
<button id="copy-position" aria-live="polite" hidden>Copy position as an example</button></div>
<textarea id="position" readonly rows="8" aria-label="The position as an example" hidden></textarea>"""

CURVE: Final = """\
<details class="curve" data-script hidden><summary>Points over time</summary>
<p><label>Points: <select id="which"></select></label> <span id="most"></span></p>
<svg id="curve" viewBox="-4 -4 708 208" role="img" aria-label="Points over time"></svg>
<ul id="lines" aria-label="Points here"></ul></details>"""

PIECES: Final = ("piece-", "second-piece-")
"""The first part of the ids of pieces, by game. It differs from the page's other ids; the script has the same."""
WIDTH: Final = 560
"""The width of a picture without the script, in pixels; no letter is then too small to read."""


def page(
    session: Session,
    viewer: Viewer = None,
    *,
    bottom: int | None = None,
    columns: int = 0,
    judged: Judged | None = None,
) -> str:
    """A game as one HTML file that loads nothing else; `judged` is an analysis for the viewer.

    For a viewer, the page has only the things that this viewer may know: no digest, no seed, no tags, no notes, and no
    moves that were taken back.
    """
    tree = branch_tree(session.history)
    numbers = [0, *_records_shown(session, viewer)]
    order = straight_order(len(numbers)) if viewer is not None else _order(numbers, tree)
    judged = judged or (noted_page(session) if viewer is None else Judged())
    best = {frame: judged.best[record] for frame, record in enumerate(order.records) if record in judged.best}
    film = frames_of([GameFrames(session, numbers)], viewer, order, bottom=bottom, columns=columns, best=best)
    told = "".join(moves(session, numbers[1:], film.records[1:], viewer, tree, judged.verdicts))
    title = f"{session.game.title}: {', '.join(session.players)}"
    ending = ending_section(session, viewer, _turns(session, film))
    body = f"""\
<header>
<h1>{escape(title)}</h1>
{about_section(session, viewer)}
</header>
<main>
{board_section([session], viewer, bottom)}
<section class="aside" aria-label="The game">
{CONTROLS}
<h2>Moves</h2>
<ol class="moves" tabindex="0" aria-label="Moves">{told}</ol>
</section>
<section class="wide" aria-label="More">
{ending}
{CURVE}
{judged.section}
{COPIED}
{rules_list(rules_section(session.game, told + ending + judged.section))}
</section>
</main>"""
    return page_html(title, body, film)


def _records_shown(session: Session, viewer: Viewer) -> list[int]:
    """The records that a page goes through: for the referee all but notes, for others the events in force."""
    if viewer is not None:
        return in_force(session)
    return [number for number, entry in enumerate(session.history, 1) if not isinstance(entry, Note)]


def _order(numbers: Sequence[int], tree: Tree) -> FrameOrder:
    """The order of frames for the referee: with the numbers of the log, and the branches where they leave the game.

    For others the records are renumbered: a gap would show that something was noted or taken back.
    """
    frames = {number: frame for frame, number in enumerate(numbers)}
    end = frames[tree.end]
    return FrameOrder([*numbers], [0, *(frames[tree.before[number]] for number in numbers[1:])], end, 0)


def about_section(session: Session, viewer: Viewer) -> str:
    """The viewer of the page. Options, tags and notes on the game are in a folded part."""
    more = paragraphs([*_more_details(session, viewer), *possible_lines(session, session.state)])
    details = f"<details><summary>About this game</summary>\n{more}</details>" if more else ""
    return paragraphs(filter(None, [_seen_by(session, viewer)])) + details


def ending_section(session: Session, viewer: Viewer, turns: str = "") -> str:
    """The state of the game in a sentence, and its score sheet. It is folded: who watches a game decides when to look.

    The script shows the sentence at the end of the game, too.
    """
    said = "The result and its points" if session.result() else "How it stands"
    return f"""\
<details class="ending"><summary>{said}</summary>
{paragraphs([whose_turn(session, viewer)], "result")}
{sheet_of(session, session.state, viewer)}
{paragraphs(filter(None, [end_text(session, session.state)]))}
{turns}
{paragraphs(caveat_lines(session, session.state, viewer))}
</details>"""


def rules_list(rules: Iterable[str]) -> str:
    """The rules that a page links to, folded: each is shown where it is linked."""
    return (
        f'<details><summary>Rules used</summary><dl class="rules">{"".join(rules)}</dl></details>\n'
        '<div id="rule" popover tabindex="0" role="note"></div>'
    )


def _seen_by(session: Session, viewer: Viewer) -> str:
    """A sentence that says whose knowledge the page has; empty for the referee, who knows everything."""
    if viewer is None:
        return ""
    return (
        "Public information only." if viewer == EVERYONE else f"As {viewer_name(viewer, session.players)} may see it."
    )


def _more_details(session: Session, viewer: Viewer) -> Iterator[str]:
    """The options; for the referee the tags, and the notes on the game."""
    options = ", ".join(f"{_plain(name)}: {_plain(value)}" for name, value in session.header.options.items())
    if options:
        yield f"Options: {options}"
    if viewer is None:
        yield from (f"{key}: {value}" for key, value in session.tags.items())
        yield from notes_of(session).get(0, ())


def _plain(value: object) -> str:
    """A name or value of an option in plain words."""
    if isinstance(value, Mapping):
        return join_words([f"{_plain(name)} {_plain(one)}" for name, one in value.items()])
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return join_words([_plain(one) for one in value])
    return str(value).replace("_", " ")


def board_section(sessions: Sequence[Session], viewer: Viewer, bottom: int | None) -> str:
    """The table of each game: the last picture for a reader without the script, which draws all others."""
    pictures = "".join(_last_picture(session, viewer, PIECES[game], bottom) for game, session in enumerate(sessions))
    drawn = "".join(
        f'<svg role="group" aria-label="{escape(session.game.title)}" font-family="{FONTS}"></svg>'
        for session in sessions
    )
    return f"""\
<section class="table" aria-label="The table">
<div class="boards" data-script hidden>{drawn}</div>
<noscript><div class="boards">{pictures}</div></noscript>
</section>"""


def _last_picture(session: Session, viewer: Viewer, begins: str, bottom: int | None) -> str:
    """The picture of the current state."""
    last = draw(session.game, session.look(session.state, viewer), session.players, bottom=bottom)
    pieces = tuple(replace(piece, key=f"{begins}{piece.key}") for piece in last.pieces)
    return svg(replace(last, pieces=pieces), styled=False, size=WIDTH, title=session.game.title)


def _turns(session: Session, film: FrameSet) -> str:
    """The changes of the lead, as far as the viewer knows all totals."""
    said = (
        f"{_named(session, turn.seats)} {'take' if turn.seats[1:] else 'takes'} the lead from "
        f"{_named(session, turn.previous)} at {link(film.records[turn.event])}"
        for turn in turning_points(film.points.totals, main_path(film))
    )
    told = "; ".join(said)
    return f'<p class="turns">{told}.</p>' if told else ""


def _named(session: Session, seats: Sequence[int]) -> str:
    return escape(join_words([session.players[seat] for seat in seats]))
