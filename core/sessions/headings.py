"""Section headings for reports of a game: its stage (round, turn) and the points of all players."""

from __future__ import annotations

from collections.abc import Sequence

from kronika.core.contract.game import Viewer
from kronika.core.contract.view import HIDDEN
from kronika.core.sessions.events import Event
from kronika.core.sessions.session import Session
from kronika.core.sessions.visibility import redact_sheet


def heading_before(session: Session, number: int, names: Sequence[str]) -> str:
    """The game's heading before record `number`; empty for a game that has none."""
    # It is the same for all viewers. It is made from a player's view, so that it can't contain anything secret.
    return session.game.heading(session.game.view(session.at(number - 1), 0), names)


def with_points(session: Session, number: int, text: str, names: Sequence[str], viewer: Viewer = None) -> str:
    """A heading followed by the players' points after record `number`, as far as the viewer may know them."""
    totals = redact_sheet(session.game, session.at(number), viewer).totals
    points = (HIDDEN if total is None else str(total) for total in totals)
    return f"{text} · {', '.join(f'{name} {n}' for name, n in zip(names, points, strict=True))}"


class Headings:
    """The headings above the records of a session. Ask for them in the order of the records."""

    def __init__(self, session: Session, viewer: Viewer = None) -> None:
        self._session = session
        self._viewer = viewer
        self._last = ""

    def above(self, number: int, names: Sequence[str] | None = None) -> str:
        """The heading with points above record `number`, if a new section begins there; else empty.

        Only events begin a section. `names` are the players' names at that record, by default the current ones.
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
