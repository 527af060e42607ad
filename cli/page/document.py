"""A game as a page: the part that can be read without the script, and the frames that the script shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

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
from kronika.core.drawing.picture import draw, svg
from kronika.core.drawing.shapes import escape
from kronika.core.sessions.events import Note
from kronika.core.sessions.notes import in_force
from kronika.core.sessions.session import Session

_CONTROLS: Final = """\
<div class="controls" data-script hidden>
<div class="bar" role="group" aria-label="Go through the game">
<button id="first" aria-label="To the start">|◀</button><button id="back" aria-label="Back">◀</button>
<input id="slider" type="range" min="0" value="0" aria-label="Place in the game">
<button id="on" aria-label="Forward">▶</button><button id="last" aria-label="To the end">▶|</button>
<button id="play" aria-label="Play">▶▶</button>
<select id="speed" aria-label="Speed"><option value="2000">slow</option><option value="900" selected>normal</option>
<option value="250">fast</option></select></div>
<p class="way" id="way" role="status" hidden><span></span> <button id="return">Back to the game</button></p>
<p class="now" id="now" aria-live="polite" tabindex="0"></p></div>"""

_COPIED: Final = """\
<div class="bar" data-script hidden><input id="link" readonly aria-label="Link to this place">
<button id="copy" aria-live="polite">Copy link</button>
<button id="copy-position" aria-live="polite" hidden>Copy position as an example</button></div>
<textarea id="position" readonly rows="8" aria-label="The position as an example" hidden></textarea>"""

CURVE: Final = """\
<div class="curve" data-script hidden>
<p><label>Points over time: <select id="which"></select></label> <span id="most"></span></p>
<svg id="curve" viewBox="-4 -4 708 208" role="img" aria-label="Points over time"></svg>
<ul id="lines" aria-label="Points here"></ul></div>"""
_SKILL_LINK: Final = '<p><a href="#skill">Skill and luck</a></p>'
"""A link to the section, which is far below on a phone."""


PIECES: Final = ("piece-", "second-piece-")
"""The first part of the ids of pieces, by game. It differs from the page's other ids; `page.js` has the same."""
COLUMN: Final = 560
"""The width of a column of boards, in pixels, if there is room; no letter is then too small to read."""


def page(
    session: Session, viewer: Viewer = None, *, bottom: int | None = None, columns: int = 1, judged: str = ""
) -> str:
    """A game as one HTML file that loads nothing else; `judged` is the section on an analysis for the viewer.

    For a viewer, the page has only the things that this viewer may know: no digest, no seed, no tags, no notes, and no
    moves that were taken back.
    """
    tree = branch_tree(session.history)
    numbers = [0, *_records_shown(session, viewer)]
    order = straight_order(len(numbers)) if viewer is not None else _order(numbers, tree)
    film = frames_of([GameFrames(session, numbers)], viewer, order, bottom=bottom, columns=columns)
    told = "".join(moves(session, numbers[1:], film.records[1:], viewer, tree))
    title = f"{session.game.title}: {', '.join(session.players)}"
    body = f"""\
<header>
<h1>{escape(title)}</h1>
{summary_section(session, viewer)}
{_SKILL_LINK if judged else ""}
</header>
<main>
{board_section([session], viewer, film, bottom, columns)}
<section aria-label="The game">
<h2>Moves</h2>
<ol class="moves" tabindex="0" aria-label="Moves">{told}</ol>
{CURVE}
{_turns(session, film)}
</section>
{judged}
<section class="wide" aria-label="Points">
<h2>Points</h2>
{sheet_of(session, session.state, viewer)}
{paragraphs(filter(None, [end_text(session, session.state)]))}
{paragraphs(caveat_lines(session, session.state, viewer))}
</section>
</main>
<section aria-label="Rules"><h2>Rules used in this game</h2>
<dl class="rules">{"".join(rules_section(session.game, told))}</dl></section>"""
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
    return FrameOrder([*numbers], [0, *(frames[tree.before[number]] for number in numbers[1:])], end, end)


def summary_section(session: Session, viewer: Viewer) -> str:
    """The viewer of the page and the state of the game. Options, tags and notes on the game are in a folded part."""
    stands = [_seen_by(session, viewer), whose_turn(session, viewer), *possible_lines(session, session.state)]
    more = paragraphs(_more_details(session, viewer))
    details = f"<details><summary>About this game</summary>\n{more}</details>" if more else ""
    return paragraphs(filter(None, stands)) + details


def _seen_by(session: Session, viewer: Viewer) -> str:
    """A sentence that says whose knowledge the page has; empty for the referee, who knows everything."""
    if viewer is None:
        return ""
    return (
        "Public information only." if viewer == EVERYONE else f"As {viewer_name(viewer, session.players)} may see it."
    )


def _more_details(session: Session, viewer: Viewer) -> Iterator[str]:
    """The options; for the referee the tags, and the notes on the game."""
    options = ", ".join(f"{name}={_plain(value)}" for name, value in session.header.options.items())
    if options:
        yield f"Options: {options}"
    if viewer is None:
        yield from (f"{key}: {value}" for key, value in session.tags.items())
        yield from notes_of(session).get(0, ())


def _plain(value: object) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def board_section(sessions: Sequence[Session], viewer: Viewer, film: FrameSet, bottom: int | None, columns: int) -> str:
    """The last picture of each game, and the controls for moving through the games."""
    pictures = (
        _last_picture(session, viewer, film, PIECES[game], bottom, columns) for game, session in enumerate(sessions)
    )
    return f"""\
<section class="table" aria-label="The table" tabindex="0">
{_CONTROLS}
<div class="boards">
{"".join(pictures)}</div>
{_COPIED}
</section>"""


def _last_picture(
    session: Session, viewer: Viewer, film: FrameSet, begins: str, bottom: int | None, columns: int
) -> str:
    """The picture that is shown without the script, as large as the largest frame."""
    view = session.look(session.state, viewer)
    last = draw(session.game, view, session.players, bottom=bottom, columns=columns)
    pieces = tuple(replace(piece, key=f"{begins}{piece.key}") for piece in last.pieces)
    whole = replace(last, width=film.width, height=film.height, pieces=pieces)
    return svg(whole, styled=False, size=COLUMN * columns, title=session.game.title)


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
