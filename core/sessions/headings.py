"""Section headings for reports of a game: its stage (round, turn), the points of all players, and its episodes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from kronika.core.contract.game import Viewer
from kronika.core.contract.view import HIDDEN
from kronika.core.sessions.events import Event
from kronika.core.sessions.session import Session
from kronika.core.sessions.visibility import Clause, redact_event, redact_sheet


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


class Episode(Struct, frozen=True):
    """Events that belong together, such as those of a war or an auction: records `first` to `last`.

    `title` names it; `outcome` is its outcome in words, as far as the viewer may know, and empty while it continues.
    """

    first: int
    last: int
    title: str
    outcome: str


def episodes(session: Session, numbers: Sequence[int], viewer: Viewer = None) -> list[Episode]:
    """The episodes among these records, which are in order. An episode has two events or more."""
    found = []
    for title, group in groupby(numbers, lambda number: _episode_before(session, number)):
        records = list(group)
        if title and records[1:]:
            found.append(Episode(records[0], records[-1], title, _outcome(session, records, viewer)))
    return found


def _episode_before(session: Session, number: int) -> str:
    """The episode to which record `number` belongs; empty for a record other than an event."""
    if not isinstance(session.history[number - 1], Event):
        return ""
    # As in a heading, it is made from a player's view.
    return session.game.episode(session.game.view(session.at(number - 1), 0), session.players)


def _outcome(session: Session, numbers: Sequence[int], viewer: Viewer) -> str:
    """The effects that tell the outcome of an episode, in words."""
    kinds = tuple(session.game.outcomes)
    told: list[Clause] = []
    for number in numbers:
        event = session.history[number - 1]
        assert isinstance(event, Event)
        if telling := tuple(effect for effect in event.then if isinstance(effect, kinds)):
            part = replace(event, then=telling)
            told += redact_event(session.game, session.at(number - 1), part, session.players, viewer).effects
    return "; ".join(clause.text for clause in told)
