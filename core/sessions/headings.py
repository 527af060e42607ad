"""What divides the telling of a game: where it stood when a record was made, and what all had then."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.contract.game import Viewer
from kronika.core.contract.view import HIDDEN
from kronika.core.sessions.events import Event
from kronika.core.sessions.session import Session
from kronika.core.sessions.visibility import redact_sheet


def heading_before(session: Session, number: int, names: Sequence[str]) -> str:
    """The game's heading for event `number`: where it stood before it. Empty in a game that has none."""
    # The same for all viewers: a player's view, so that nothing else can be in it.
    return session.game.heading(session.game.view(session.at(number - 1), 0), names)


def with_points(session: Session, number: int, text: str, names: Sequence[str], viewer: Viewer = None) -> str:
    """A heading with what the players have after record `number`, as far as the viewer may know it."""
    totals = redact_sheet(session.game, session.at(number), viewer).totals
    points = (HIDDEN if total is None else str(total) for total in totals)
    return f"{text} · {', '.join(f'{name} {n}' for name, n in zip(names, points, strict=True))}"


class Headings:
    """The headings above the records of a session, asked for in the order in which these are told."""

    def __init__(self, session: Session, viewer: Viewer = None) -> None:
        self._session = session
        self._viewer = viewer
        self._last = ""

    def above(self, number: int, names: Sequence[str] | None = None) -> str:
        """The heading that begins with record `number`, and what the players have; empty where none begins.

        Only events begin one. `names` are those in force, where these are not the last ones.
        """
        session = self._session
        if not isinstance(session.history[number - 1], Event):
            return ""
        names = names or session.players
        now = heading_before(session, number, names)
        if now == self._last:
            return ""
        self._last = now
        return now and with_points(session, number - 1, now, names, self._viewer)
