"""Amends a record that was wrong: the later events are replayed as they were recorded."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from kronika.core.basics.errors import IllegalAction, KronikaError, NotationError, NotProved
from kronika.core.contract.game import Viewer
from kronika.core.contract.moves import seat_name, split_move
from kronika.core.sessions.events import Entry, Event, Note, Redo, Set, Undo
from kronika.core.sessions.notes import in_force, placed_notes
from kronika.core.sessions.own_undo import undo_own
from kronika.core.sessions.session import Session


class FirstIllegal(Struct, frozen=True):
    """The first record that is no longer legal once an earlier one is changed, and the reason.

    In a witness's log it may also be one of which more has to be written then, or that is not proved.
    """

    n: int
    error: KronikaError


class Amendment(Struct, frozen=True):
    """The replacement of a record and of those in force after it.

    `replaced` are their numbers, `events` the new events, one for each: the new one first, then the later ones. If the
    rules no longer allow one of those, it is `stuck`, and it and the later ones have no new event.
    """

    replaced: tuple[int, ...]
    events: tuple[Event, ...]
    stuck: FirstIllegal | None

    @property
    def lost(self) -> int:
        """The number of later events that would no longer be in force."""
        return len(self.replaced) - len(self.events)


def plan_amendment(session: Session, n: int, text: str, viewer: Viewer = None) -> Amendment:
    """The course of a game in which record `n` is the move or outcome `[SEAT:] MOVE`; the session is not changed.

    Without a seat, it is that of the record. Later outcomes are those recorded: nothing is drawn. A viewer other than
    the referee may only amend their own last move: the replay of later moves, or of another seat's, would reveal what
    the others hold. A move that has shown its player something new stays, as with an undo.

    Raises KronikaError for a record that can't be replaced, CannotUndo for a move that its player can't take back,
    NotationError or IllegalAction for the move, GameEnded.
    """
    session.require_open()
    at = _place(session, n)
    (old, *later), (_, *numbers) = session.line.events[at:], in_force(session)[at:]
    again = begun_before(session, at)
    begun = len(again.line.events)
    named, move = split_move(text, session.players)
    seat = old.by if named is None else named
    if viewer is not None and (later or not viewer == old.by == seat):
        why = "other events follow it" if viewer == old.by == seat else "it is not a move of that player"
        raise KronikaError(f"Only the referee can amend record {n}: {why}.")
    if viewer is not None:
        undo_own(copy(session), viewer)  # to amend a move is to take it back
    again.play(f"{seat_name(seat, session.players)}: {move}")
    new = again.line.events[begun]
    if (new.by, new.do, new.then) == (old.by, old.do, old.then):
        raise KronikaError(f"Record {n} already says that: there is nothing to amend.")
    stuck = None
    for number, event in zip(numbers, later, strict=True):
        try:
            again.again(event)
        except (IllegalAction, NotationError, NotProved) as error:
            stuck = FirstIllegal(number, error)
            break
    return Amendment((n, *numbers), tuple(again.line.events[begun:]), stuck)


def begun_before(session: Session, at: int) -> Session:
    """A session that continues from before an event in force: it begins there, or has a witness's knowledge before
    it.
    """
    if session.witness is None:
        found = Session(session.game, session.header, start=session.line.states[at])
    else:
        from kronika.core.unseen.session import begin  # only where hands are hidden

        found = begin(session.game, session.header)
        found.extend(session.line.events[:at], ())
    found.present = session.present
    return found


def amend(session: Session, found: Amendment) -> None:
    """Carry out an amendment: an undo, the new event, and the later ones. Nothing is erased.

    A note on a replaced record stays there, and a copy of it follows the new record; a note on the `stuck` record or a
    later one has no copy. Names, tags and endings that were set meanwhile were never taken back.

    Raises KronikaError if the log has no room for it; the session is then unchanged.
    """
    notes: dict[int, list[Note]] = {}
    for remark in placed_notes(session):
        if remark.on in found.replaced[: len(found.events)]:
            notes.setdefault(remark.on, []).append(replace(remark.note, on=None))
    session.require_room(1 + len(found.events) + sum(map(len, notes.values())))
    session.undo_events(len(found.replaced))
    for number, event in zip(found.replaced, found.events, strict=False):
        session.append(event)
        for note in notes.get(number, ()):
            session.append(note)


REPLACED_BY: Final[Mapping[type[Entry], str]] = {
    Note: "it is a note; `kronika note` adds another",
    Set: "it sets names, tags or an ending; `kronika rename`, `tag` or `end` changes them",
    Undo: "it takes moves back; `kronika redo` restores them",
    Redo: "it restores moves; `kronika undo` takes them back again",
}
"""The reason why a record other than an event is not amended, and what to do instead."""


def _place(session: Session, n: int) -> int:
    """The index of record `n` among the events in force, from 0 on. Raises KronikaError if it is not one of them."""
    if not 1 <= n <= len(session.history):
        raise KronikaError(f"There is no record {n}: the log has {len(session.history)}.")
    entry, numbers = session.history[n - 1], in_force(session)
    if not isinstance(entry, Event):
        raise KronikaError(f"Record {n} is not a move or an outcome of chance: {REPLACED_BY[type(entry)]}.")
    if gone := replacement_text(session, n):
        raise KronikaError(gone)
    return numbers.index(n)


def replacement_text(session: Session, n: int) -> str:
    """A sentence that record `n` was taken back, with the record that replaced it; empty if it is in force."""
    numbers = in_force(session)
    if n in numbers or not isinstance(session.history[n - 1], Event):
        return ""
    place = sum(map(_growth, session.history[: n - 1]))
    now = f"record {numbers[place]} replaces it" if place < len(numbers) else "nothing replaces it"
    return f"Record {n} was taken back; {now}."


def _growth(entry: Entry) -> int:
    """The change in the number of events in force by an entry."""
    if isinstance(entry, Undo):
        return -entry.events
    return entry.events if isinstance(entry, Redo) else isinstance(entry, Event)
