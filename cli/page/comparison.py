"""Two games as one page, side by side and in step. The page opens where they diverge, as far as the viewer may know
it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kronika.cli.page.document import CONTROLS, COPIED, CURVE, about_section, board_section, ending_section, rules_list
from kronika.cli.page.frames import GameFrames, frames_of, straight_order
from kronika.cli.page.layout import clauses, page_html, paragraphs, rules_section
from kronika.cli.page.move_list import link
from kronika.core.basics.errors import KronikaError
from kronika.core.contract.game import Viewer
from kronika.core.contract.moves import seat_name
from kronika.core.contract.sentences import move_sentence
from kronika.core.drawing.shapes import escape
from kronika.core.sessions.notes import in_force
from kronika.core.sessions.session import Session
from kronika.core.sessions.visibility import VisibleEvent, redact_event

HEADS = ("The first game", "The second game")


def page_of_two(games: Sequence[Session], viewer: Viewer = None, *, bottom: int | None = None, columns: int = 0) -> str:
    """Two games as one HTML file, along their events in force; the page opens where they diverge.

    For a viewer, the page and the difference use only the parts of each game that this viewer may know: games that
    differ only in hidden things are the same. Raises KronikaError for two different games.
    """
    one, other = games
    if one.game is not other.game:
        titles = f"{one.game.title} and {other.game.title}"
        raise KronikaError(f"Only two games of one kind can be shown side by side; these are {titles}.")
    most = max(len(session.line.events) for session in games)
    at = first_difference(one, other, viewer)
    reels = [GameFrames(session, _aligned_records(session, most)) for session in games]
    film = frames_of(reels, viewer, straight_order(most + 1, at or 0), bottom=bottom, columns=columns)
    told = "".join(_moves(games, viewer, most, at))
    title = f"{one.game.title}: two games"
    endings = "".join(_endings(games, viewer))
    body = f"""\
<header>
<h1>{escape(title)}</h1>
{paragraphs(_where(at, one, other))}
<div class="two">{"".join(_heads(games, viewer))}</div>
</header>
<main class="pair">
{board_section(games, viewer, bottom)}
<section class="aside" aria-label="The games">
{CONTROLS}
<h2>Moves</h2>
<ol class="moves" tabindex="0" aria-label="Moves">{told}</ol>
</section>
<section class="wide" aria-label="More">
<div class="two">{endings}</div>
{CURVE}
{COPIED}
{rules_list(rules_section(one.game, told + endings))}
</section>
</main>"""
    return page_html(title, body, film)


def first_difference(one: Session, other: Session, viewer: Viewer) -> int | None:
    """The number of the first event in force that reads differently for the viewer, or leads to another view.

    0 if the games begin differently, None if they are the same. Different names of players do not count. Views do
    not count if the options differ, because the views then differ for that reason alone.
    """
    names = one.players if len(one.players) == len(other.players) else other.players
    same_options = _same_options(one, other)
    for number, (left, right) in enumerate(zip(one.line.states, other.line.states, strict=False)):
        if number and _visible_event(one, number, one.players, viewer) != _visible_event(other, number, names, viewer):
            return number
        if same_options and one.look(left, viewer) != other.look(right, viewer):
            return number
    lengths = {len(session.line.events) for session in (one, other)}
    return None if len(lengths) == 1 else min(lengths) + 1


def _same_options(one: Session, other: Session) -> bool:
    return bool(one.state.options == other.state.options)


def _visible_event(session: Session, number: int, names: Sequence[str], viewer: Viewer) -> tuple[int, VisibleEvent]:
    """The seat that did event `number` in force, and the parts of the event that the viewer may know."""
    event = session.line.events[number - 1]
    return event.by, redact_event(session.game, session.line.states[number - 1], event, names, viewer)


def _aligned_records(session: Session, most: int) -> list[int]:
    """The records of the events in force. The last one is repeated until the list has as many as the other game."""
    numbers = [0, *in_force(session)]
    return [*numbers, *numbers[-1:] * (most + 1 - len(numbers))]


def _where(at: int | None, one: Session, other: Session) -> Iterator[str]:
    if not _same_options(one, other):
        yield "The games have different options."
    if at is None:
        yield "The moves are the same."
    else:
        yield f"The games diverge at move {at}." if at else "The games begin differently."


def _heads(games: Sequence[Session], viewer: Viewer) -> Iterator[str]:
    for head, session in zip(HEADS, games, strict=True):
        yield f"<div><h2>{head}: {escape(', '.join(session.players))}</h2>\n{about_section(session, viewer)}</div>\n"


def _moves(games: Sequence[Session], viewer: Viewer, most: int, at: int | None) -> Iterator[str]:
    """The events: once if both games have the same one, else the event of each game on its side."""
    for number in range(1, most + 1):
        if number == at:
            yield '<li class="head">Here the games diverge</li>'
        sides = [_side(session, number, viewer) for session in games]
        if at is None or number < at:
            yield f'<li data-n="{number}">{link(number)} {sides[0]}</li>'
        else:
            both = "".join(f"<div>{side}</div>" for side in sides)
            yield f'<li data-n="{number}">{link(number)}<div class="two">{both}</div></li>'


def _side(session: Session, number: int, viewer: Viewer) -> str:
    if number > len(session.line.events):
        return '<span class="said">(the log ends)</span>'
    by, known = _visible_event(session, number, session.players, viewer)
    said = move_sentence(session.game, seat_name(by, session.players), known.move, session.players)
    return f'<span class="said">{escape(said)}</span>{clauses(known.effects)}'


def _endings(games: Sequence[Session], viewer: Viewer) -> Iterator[str]:
    for head, session in zip(HEADS, games, strict=True):
        yield f"<div><h3>{head}</h3>{ending_section(session, viewer)}</div>"
