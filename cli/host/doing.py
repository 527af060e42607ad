"""The changes that players and the scribe make in a hosted game. Each is made whole, or raises KronikaError."""

from __future__ import annotations

from kronika.cli.host.messages import Amend, Change, End, Move, Redo, Remark, Undo
from kronika.cli.printing.options import own_seat
from kronika.cli.table.clock import add_timestamps
from kronika.cli.table.remarks import ending_of
from kronika.core.basics import limits
from kronika.core.basics.errors import IllegalAction, KronikaError, NotationError, NotYours
from kronika.core.contract.game import Viewer
from kronika.core.contract.moves import move_of_seat
from kronika.core.sessions import events
from kronika.core.sessions.session import Session
from kronika.core.sessions.visibility import redact_refusal
from kronika.core.sessions.whereabouts import refusal
from kronika.logs.replaying.amend import amend, plan_amendment
from kronika.logs.texts.script import take_back


class Stale(KronikaError):
    """A change that was chosen at a table that looked different."""

    def __init__(self) -> None:
        super().__init__("The table has changed since you looked at it. Look again, then choose.")


class Stuck(KronikaError):
    """An amendment after which a later record would no longer be legal."""


def make(session: Session, viewer: Viewer, wanted: Change, *, clock: bool = False) -> None:
    """Make a change that a player or the scribe wants; with `clock`, a decision gets the time in a note."""
    first = len(session.history)
    _make(session, viewer, wanted)
    if clock and isinstance(wanted, Move):
        session.resolve_chance()
        add_timestamps(session, first)


def _make(session: Session, viewer: Viewer, wanted: Change) -> None:
    if viewer is not None and viewer < 0:
        raise NotYours("A spectator only watches.")
    own = own_seat(session.enters_as(viewer))
    if own is not None and not isinstance(wanted, Move):
        _leave_room(session, session.players[own], wanted)
    match wanted:
        case Move():
            _move(session, viewer, own, wanted)
        case Undo() | Redo():
            _refuse_stale(session, wanted.revision, None)
            take_back(session, "undo" if isinstance(wanted, Undo) else "redo", 1, single=False, own=own)
        case Amend():
            _refuse_stale(session, wanted.revision, None)
            _amend(session, own, wanted)
        case Remark():
            session.note(wanted.text, on=wanted.on, author="" if own is None else session.players[own])
        case End():
            if own is not None:
                raise NotYours("Only the scribe ends or reopens a game.")
            session.set(ending=ending_of(session, wanted.reason, wanted.by, wanted.winners, wanted.text))


def _move(session: Session, viewer: Viewer, own: int | None, wanted: Move) -> None:
    text = wanted.move
    session.require_open()
    if own is not None:
        text = move_of_seat(text, own, session.actors, session.players)
    try:
        by, _ = session.read(text)
        _refuse_stale(session, wanted.revision, by)
        session.play(text)
    except (IllegalAction, NotationError) as error:
        session.refused.clear()  # nobody asks for them here, and endless tries must not fill the memory
        raise refusal(error, session, text, session.enters_as(viewer)) from None


def _leave_room(session: Session, name: str, wanted: Change) -> None:
    """Raise KronikaError for a change with which a player fills the log, so that the others could not play on."""
    if len(session.history) > limits.RECORDS // 2:
        raise KronikaError(f"The log has {len(session.history):,} records: only the scribe can do this now.")
    if isinstance(wanted, Remark):
        written = sum(len(one.text) for one in session.history if isinstance(one, events.Note) and one.author == name)
        if written + len(wanted.text) > limits.PLAYER_NOTES:
            raise KronikaError(f"All notes of a player have at most {limits.PLAYER_NOTES:,} characters together.")


def _amend(session: Session, own: int | None, wanted: Amend) -> None:
    try:
        found = plan_amendment(session, wanted.record, wanted.move, own)
    except (IllegalAction, NotationError) as error:
        raise redact_refusal(error, session.players, own) from None
    if found.stuck and not wanted.truncate:
        raise Stuck(f"Record {found.stuck.n} would no longer be legal: {found.stuck.error} Nothing was changed.")
    amend(session, found)


def _refuse_stale(session: Session, revision: int, by: int | None) -> None:
    """Raise Stale if something happened since a revision that the change can't have taken into account.

    For a move, that is another event by the same seat, or anything that was taken back or restored: what others did
    meanwhile leaves a choice as it was. For any other change, it is everything but notes.
    """
    if revision > len(session.history):
        raise Stale
    for entry in session.history[revision:]:
        if isinstance(entry, events.Event) and by is not None:
            stale = entry.by == by
        else:
            stale = not isinstance(entry, events.Note)
        if stale:
            raise Stale
