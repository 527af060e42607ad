"""Finds events in many stored games: the address of each, its move, and the state of the game before it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from kronika.core.basics.errors import KronikaError
from kronika.core.contract.event_query import EventQuery, QueryError, is_made, read_move, seat_named
from kronika.core.contract.game import CHANCE
from kronika.core.contract.registry import get_game
from kronika.core.contract.result import ScoreItem
from kronika.core.examples.comparing import item_name
from kronika.core.examples.event_matcher import EventMatcher, Match
from kronika.core.sessions.events import Event, event_text
from kronika.core.sessions.headings import heading_before, with_points
from kronika.core.sessions.notes import in_force
from kronika.core.sessions.session import Session
from kronika.logs.corpus.skipping import Unread, WorkItem
from kronika.logs.files.faults import FileError, LogError
from kronika.logs.replaying.replay import load_exact
from kronika.logs.replaying.survey import Survey

Which = Literal["first", "rarest", "all"]
"""The events to show: the first of all, the first of each kind with the rarest kind first, or all."""


class FoundEvent(Struct, frozen=True):
    """An event that matches a query, described as the referee knows it: record `record` of the log at `path`.

    `before` is the stage of the game before the event, with the points of the players. `why` are the matching effects
    and the new items of the score sheet. Two events are of one `kind` if they are the same type of move and trigger the
    same rules. `count` is the number of events of its kind if each kind is shown once, else 1.
    """

    path: str
    record: int
    game: str
    move: str
    before: str
    why: tuple[str, ...]
    kind: str
    count: int = 1


class SearchedLog(Struct, frozen=True):
    """A log that was searched, and the events found; `why` is the reason if it can't be read, has a fault, or can't
    have any.
    """

    path: str
    how: Literal["searched", "without", "faulty", "unread"] = "searched"
    found: tuple[FoundEvent, ...] = ()
    why: str = ""


def search_remotely(log: WorkItem[SearchedLog], sought: EventQuery, which: Which, most: int) -> SearchedLog:
    """Same as `search_log`, for a work item."""
    if isinstance(log.data, Unread):
        return SearchedLog(log.path, "unread", why=log.data.why)
    return log.known or search_log(log.path, sought, which, most, log.data)


class KnownLogs:
    """Searches by the surveys of logs, as far as these show that no event matches."""

    def __init__(self, sought: EventQuery) -> None:
        self._sought = sought
        self._moves = tuple(map(read_move, sought.moves))
        self._refused: dict[tuple[str, tuple[str, ...]], str] = {}

    def search(self, path: str, log: Survey) -> SearchedLog | None:
        """The result for a valid log without such an event; None if the log must be searched."""
        try:
            why = self._refusal(log)
        except KronikaError:  # of a position that can't be set up: it is reported as without a catalog
            return None
        if why:
            return SearchedLog(path, "without", why=why)
        return SearchedLog(path) if self._is_excluded(log) else None

    def _refusal(self, log: Survey) -> str:
        """The reason why nothing in such a game can match; empty if there is none."""
        table = log.game, log.players
        if table not in self._refused:
            try:
                EventMatcher(get_game(log.game), log.players, self._sought)
                self._refused[table] = ""
            except QueryError as error:
                self._refused[table] = str(error)
        return self._refused[table]

    def _is_excluded(self, log: Survey) -> bool:
        turn = self._sought.turn
        if turn is None:
            return bool(self._moves) and not log.decisions
        return turn > log.decisions or (turn == 1 and not self._opens(log))

    def _opens(self, log: Survey) -> bool:
        """True if the first decision of a player may match."""
        seat = seat_named(self._sought.by, log.players)
        return not log.openings or any(
            text and seat in (None, at) and is_made(self._moves, name, text)
            for at, (name, text) in enumerate(zip(log.players, log.openings, strict=True))
        )


def search_log(path: str, sought: EventQuery, which: Which, most: int, data: bytes | None = None) -> SearchedLog:
    """Search one log: for all matching events, the first `most`, or the first of each kind. `data` are its bytes, if
    known. Never raises for the content of a file.
    """
    try:
        session = load_exact(path, data)
    except LogError as error:
        return SearchedLog(path, "faulty", why=str(error))
    except FileError as error:
        return SearchedLog(path, "unread", why=str(error))
    try:
        found = find_events(session, sought, path)
    except QueryError as error:
        return SearchedLog(path, "without", why=str(error))
    if which == "rarest":
        return SearchedLog(path, found=tuple(group_by_kind(found)))
    return SearchedLog(path, found=tuple(islice(found, most) if which == "first" else found))


def find_events(session: Session, sought: EventQuery, path: str = "") -> Iterator[FoundEvent]:
    """Yield the events in force of one game that match the query. Raises QueryError at once."""
    seeker = EventMatcher(session.game, session.players, sought)
    return _events(session, seeker, path)


def _events(session: Session, seeker: EventMatcher, path: str) -> Iterator[FoundEvent]:
    states, numbers = session.line.states, in_force(session)
    turns = Counter[int]()
    for before, event, after, n in zip(states, session.line.events, states[1:], numbers, strict=False):
        turns[event.by] += 1
        if match := seeker.match(before, event, after, 0 if event.by == CHANCE else turns[event.by]):
            yield _found_event(session, path, n, before, event, match)


def _found_event(session: Session, path: str, n: int, before: object, event: Event, match: Match) -> FoundEvent:
    game, names = session.game, session.players
    effects = (f"{game.describe(one, names)} ({one.rule})" for one in match.effects)
    items = (_item(item, names[item.seat]) for item in match.items)
    return FoundEvent(
        path=path,
        record=n,
        game=game.name,
        move=event_text(game, before, event, names),
        before=with_points(session, n - 1, heading_before(session, n, names), names).removeprefix(" · "),
        why=(*effects, *items),
        kind=_kind(event),
    )


def _item(item: ScoreItem, name: str) -> str:
    note = f": {item.note}" if item.note else ""
    return f"{name}: {item.points} for {item_name(item)}{note} ({item.rule})"


def _kind(event: Event) -> str:
    """The type of move and the rules of its effects, in any order: `place TE-4.4 TE-10.2`."""
    return " ".join((type(event.do).__struct_config__.tag, *sorted({one.rule for one in event.then})))


def group_by_kind(found: Iterable[FoundEvent]) -> list[FoundEvent]:
    """The first event of each kind with the number of all, the rarest kind first; kinds of equal number in their
    order.
    """
    kinds: dict[str, FoundEvent] = {}
    for one in found:
        first = kinds.get(one.kind)
        kinds[one.kind] = one if first is None else replace(first, count=first.count + one.count)
    return sorted(kinds.values(), key=lambda one: one.count)
