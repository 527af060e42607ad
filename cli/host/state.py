"""A hosted game as a viewer may know it: picture, legal moves, what happened, points."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Final

import msgspec
from msgspec import UNSET, UnsetType

from kronika.cli.host.doing import is_closed
from kronika.cli.host.hosted import Hosted
from kronika.cli.host.messages import Effect, Happened, Score, ScoreRow, State
from kronika.cli.printing.events import chance_due, entry_sentence, redact_record, whose_turn
from kronika.cli.printing.options import own_seat
from kronika.cli.printing.sheet import sheet_rows
from kronika.core.basics.errors import KronikaError
from kronika.core.basics.printable import printable
from kronika.core.basics.text import join_words, pluralize
from kronika.core.contract.game import CHANCE, Viewer
from kronika.core.contract.moves import seat_name
from kronika.core.sessions.events import Ending, Note, Redo, Set, Undo
from kronika.core.sessions.metadata import ending_text
from kronika.core.sessions.notes import is_origin, is_timestamp
from kronika.core.sessions.own_undo import redo_own, undo_own
from kronika.core.sessions.session import Session
from kronika.core.sessions.tappable import table_svg, tappable_table
from kronika.core.sessions.timeline import events_to_redo, events_to_undo
from kronika.core.sessions.visibility import redact_set, redact_sheet
from kronika.logs.hosting.links import viewer_word

KEPT: Final = 2
"""The answers that are kept for each viewer until the next change: clients ask for the same one at the same time."""


def state_json(hosted: Hosted, viewer: Viewer, since: int | None) -> bytes:
    """The state of a game as JSON; what happened is that after revision `since`, nothing without it."""
    game = hosted.log
    with game.lock:
        game.refresh()
        kept = game.memo.setdefault(("json", viewer), {})
        if since not in kept:
            if len(kept) >= KEPT:
                del kept[next(iter(kept))]
            kept[since] = _encoded(hosted, viewer, since)
        return kept[since]  # type: ignore[no-any-return]  # as `_encoded` returns it


def known_json(hosted: Hosted, viewer: Viewer, since: int | None) -> bytes | None:
    """The answer of `state_json` if it is known already. This waits for nobody."""
    return hosted.log.memo.get(("json", viewer), {}).get(since)  # type: ignore[no-any-return]  # as `_encoded` returns it


def _encoded(hosted: Hosted, viewer: Viewer, since: int | None) -> bytes:
    session, memo = hosted.log.session, hosted.log.memo
    known = memo.get(viewer)
    if known is None:
        known = memo[viewer] = _state(session, hosted, viewer)
    happened = () if since is None else tuple(_happened(session, since, looks_of(session, viewer)))
    return msgspec.json.encode(msgspec.structs.replace(known, happened=happened))


def title_of(session: Session) -> str:
    """The game and its players."""
    return printable(f"{session.game.title}: {', '.join(session.players)}")


def name_of(viewer: Viewer, session: Session) -> str:
    """The name of a viewer, as the host and the client say it."""
    if viewer is None:
        return "the scribe"
    return printable(session.players[viewer]) if viewer >= 0 else "spectators"


def position_of(session: Session) -> int:
    """The number of the last record that is not a note; 0 if there is none. All but notes depends on nothing later."""
    found = (
        number for number in range(len(session.history), 0, -1) if not isinstance(session.history[number - 1], Note)
    )
    return next(found, 0)


def looks_of(session: Session, viewer: Viewer) -> Viewer:
    """The viewer whose view is shown: the scribe of a witness's log sees what the witness saw."""
    return viewer if session.witness is None else session.witness


def _state(session: Session, hosted: Hosted, viewer: Viewer) -> State:
    looks = looks_of(session, viewer)
    view = session.look(session.state, looks)
    closed = hosted.final and is_closed(session, viewer)
    only_watches = viewer is not None and viewer < 0
    svg, taps = (table_svg(session, viewer), []) if only_watches else tappable_table(session, viewer)
    return State(
        game=hosted.id,
        title=title_of(session),
        seats=tuple(map(printable, session.players)),
        viewer=viewer_word(viewer),
        revision=len(session.history),
        position=position_of(session),
        ended=not session.actors,
        reopens=viewer is None and session.ending is not None,
        actors=tuple(printable(seat_name(seat, session.players)) for seat in session.actors),
        due=_due(session, viewer, str(view.due)),
        svg=svg,
        taps=taps,
        undo=not closed and _may(session, viewer, "undo"),
        redo=not closed and _may(session, viewer, "redo"),
        score=_score(session, looks),
    )


def _due(session: Session, viewer: Viewer, step: str) -> str:
    """A sentence: who must act, and how."""
    if session.actors == (CHANCE,):
        return chance_due(session) if viewer is None else "Chance is due: the scribe enters the outcome."
    if not session.actors or session.witness is not None:
        return whose_turn(session, viewer)
    return f"{join_words([printable(session.players[seat]) for seat in session.actors])}: {step}."


def _may(session: Session, viewer: Viewer, what: str) -> bool:
    """Whether a viewer may take back the last decision now, or restore the last one that was taken back."""
    if session.ending or (viewer is not None and viewer < 0):
        return False
    seat = own_seat(session.enters_as(viewer))
    try:
        if seat is None:
            line = session.line
            (events_to_undo(line.events, 1) if what == "undo" else events_to_redo(line.undone, 1))
        elif what == "undo":
            if session.line.events and session.line.events[-1].by == seat:
                undo_own(copy(session), seat)
                return True
            return False
        else:
            redo_own(copy(session), seat)
    except KronikaError:
        return False
    return True


def _score(session: Session, viewer: Viewer) -> Score:
    _, rows = sheet_rows(session, session.state, viewer)
    totals = redact_sheet(session.game, session.state, viewer).totals
    return Score(totals, [ScoreRow(part, source, points, rule, how) for part, source, *points, rule, how in rows])


def _happened(session: Session, since: int, viewer: Viewer) -> Iterator[Happened]:
    for number in range(since + 1, len(session.history) + 1):
        entry = session.history[number - 1]
        if isinstance(entry, Note) and (is_timestamp(entry) or is_origin(entry)):
            continue
        if isinstance(entry, (Undo, Redo)):
            what = "taken back" if isinstance(entry, Undo) else "restored"
            yield Happened(number, f"{pluralize(entry.events, 'event')} {what}")
            continue
        if isinstance(entry, Set) and entry.ending is not UNSET:
            yield Happened(number, _ending_words(redact_set(entry, viewer).ending, session))
            continue
        effects = [Effect(clause.text, clause.rule) for clause in redact_record(session, number, viewer).effects]
        yield Happened(number, printable(entry_sentence(session, number, viewer)), effects)


def _ending_words(ending: Ending | UnsetType | None, session: Session) -> str:
    if not isinstance(ending, Ending):
        return "The game is open again"
    return f"The game ends early: {printable(ending_text(ending, session.players))}"
