"""The changes that players and the scribe make in a hosted game. Each is made whole, or raises KronikaError."""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

import msgspec

from kronika.cli.host.hosted import Hosted
from kronika.cli.host.messages import Accepted, Amend, Change, End, Move, Redo, Refused, Remark, Undo
from kronika.cli.printing.options import own_seat
from kronika.cli.printing.output import print_note
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
from kronika.logs.files.faults import FileError, LogError
from kronika.logs.hosting.links import viewer_word
from kronika.logs.pipe.refusals import error_answer
from kronika.logs.replaying.amend import amend, plan_amendment
from kronika.logs.texts.script import take_back

UNREADABLE: Final = "The log can't be read or written at the moment. Tell the one who hosts the game."


class Stale(KronikaError):
    """A change that was chosen at a table that looked different."""

    def __init__(self) -> None:
        super().__init__("The table has changed since you looked at it. Look again, then choose.")


class Stuck(KronikaError):
    """An amendment after which a later record would no longer be legal."""


def changed(game: Hosted, viewer: Viewer, wanted: Change) -> Accepted | Refused:
    """Make a change, and say how it went."""

    def act(session: Session) -> None:
        make(session, viewer, wanted, clock=game.clock, final=game.final)

    try:
        if isinstance(wanted, Move) and wanted.ask:
            return Accepted(game.log.try_out(act))
        return Accepted(game.log.change(act, _kept_id(viewer, wanted)))
    except (FileError, LogError) as error:
        print_note(str(error), "error")
        return Refused(UNREADABLE, "file")
    except Stale as error:
        return Refused(str(error), "stale")
    except Stuck as error:
        return Refused(str(error), "stuck")
    except NotYours as error:
        return Refused(str(error), "forbidden")
    except KronikaError as error:
        found = error_answer(error)
        return Refused(found.message, found.code, found.rule)


def _kept_id(viewer: Viewer, wanted: Change) -> str:
    """The id that is kept of a change. The same id with another change is another one: it is not counted as made."""
    what = msgspec.json.encode(msgspec.structs.replace(wanted, id="", revision=0, viewer=""))
    digest = blake2b(what, digest_size=8).hexdigest()
    return f"{viewer_word(viewer)} {type(wanted).__name__} {digest} {wanted.id}"


def make(session: Session, viewer: Viewer, wanted: Change, *, clock: bool = False, final: bool = False) -> None:
    """Make a change that a player or the scribe wants; with `clock`, a decision gets the time in a note.

    With `final`, players take nothing back once the game is over.
    """
    if final and is_closed(session, viewer) and isinstance(wanted, (Undo, Redo, Amend)):
        raise NotYours("The game is over, and its analysis shows what was hidden: only the scribe can do this now.")
    first = len(session.history)
    _make(session, viewer, wanted)
    if clock and isinstance(wanted, Move):
        session.resolve_chance()
        add_timestamps(session, first)


def is_closed(session: Session, viewer: Viewer) -> bool:
    """Whether the game is over for a viewer who is not the scribe."""
    return viewer is not None and not session.actors


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
