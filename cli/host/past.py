"""A hosted game as it was: the table after any record, what the scribe may put there instead, the page at the end."""

from __future__ import annotations

from copy import copy

import msgspec

from kronika.cli.host.messages import Past
from kronika.cli.host.state import looks_of
from kronika.core.basics.errors import KronikaError
from kronika.core.contract.game import Viewer
from kronika.core.contract.moves import seat_name
from kronika.core.sessions.events import Event
from kronika.core.sessions.notes import in_force
from kronika.core.sessions.session import Session
from kronika.core.sessions.tappable import Tap, table_svg, tappable
from kronika.logs.hosting.game import HostedGame
from kronika.logs.replaying.amend import begun_before


def past_json(game: HostedGame, viewer: Viewer, at: int) -> bytes:
    """The table after record `at` as JSON, as the viewer may know it. Raises KronikaError if there is no such record.

    The scribe also gets what could be played instead of the next record, to put it right.
    """
    with game.lock:
        game.refresh()
        session = copy(game.session)
    svg = table_svg(session, viewer, session.at(at))
    return msgspec.json.encode(Past(at, svg, _instead(session, at + 1) if viewer is None else []))


def page_html(game: HostedGame, viewer: Viewer) -> bytes | None:
    """A game that is over as one page, with what the viewer may know; None while players must still act."""
    from kronika.cli.page.document import page  # only at the end of a game

    with game.lock:
        game.refresh()
        session, revision = copy(game.session), game.revision
        if session.actors:
            return None
        known = game.memo.get(("page", viewer))
    if known is None:
        known = page(session, looks_of(session, viewer)).encode()
        with game.lock:
            if game.revision == revision:
                game.memo["page", viewer] = known
    return known


def needs_page(game: HostedGame, viewer: Viewer) -> bool:
    """Whether the game is over, and this page of it is not made yet. This waits for nobody."""
    return not game.session.actors and ("page", viewer) not in game.memo


def _instead(session: Session, record: int) -> list[Tap]:
    """List the decisions that could replace a record; empty unless the record is an event in force."""
    numbers = in_force(session)
    if record not in numbers or session.present.ending:
        return []
    entry = session.history[record - 1]
    assert isinstance(entry, Event)
    again = begun_before(session, numbers.index(record))
    again.chance = session.chance
    own = f"{seat_name(entry.by, session.players)}: "
    try:
        return [tap for tap in tappable(again, None) if tap.move.startswith(own)]
    except KronikaError:  # a witness's record that needs what was written later
        return []
