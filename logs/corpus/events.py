"""Finds events in many stored games: the address of each, its move, and the state of the game before it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from kronika.core.contract.event_query import EventQuery, QueryError
from kronika.core.contract.game import CHANCE
from kronika.core.contract.result import ScoreItem
from kronika.core.examples.comparing import item_name
from kronika.core.examples.event_matcher import EventMatcher, Match
from kronika.core.sessions.events import Event, event_text
from kronika.core.sessions.headings import heading_before, with_points
from kronika.core.sessions.notes import in_force
from kronika.core.sessions.session import Session
from kronika.logs.corpus.whatif import Verdict
from kronika.logs.files.faults import FileError, LogError
from kronika.logs.replaying.replay import load_exact

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


def search_remotely(
    log: tuple[str, bytes | Verdict | None], sought: EventQuery, which: Which, most: int
) -> SearchedLog:
    """Same as `search_log`, for a work item of `corpus.whatif.work_items`."""
    path, data = log
    return (
        SearchedLog(path, "unread", why=data.why)
        if isinstance(data, Verdict)
        else search_log(path, sought, which, most, data)
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
