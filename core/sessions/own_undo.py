"""The undo of a player who is named: own decisions alone, and none that has shown the player something new.

The log keeps what others chose face down, so a player who takes a move back after a reveal could choose again with
knowledge of it. Only the referee, who knows everything, takes such a move back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import CannotUndo, IllegalAction
from kronika.core.sessions.events import Event
from kronika.core.sessions.session import Session
from kronika.core.sessions.timeline import events_to_redo, events_to_undo
from kronika.core.sessions.visibility import VisibleEvent, redact_event

DEALS: Final = 32
"""Deals of the hidden things in which the same move must show the player the same."""


def undo_own(session: Session, seat: int, number: int = 1, *, single: bool = False) -> None:
    """Take back the last decisions of a seat, or with `single` events. Raises CannotUndo if the seat may not."""
    n = number if single else events_to_undo(session.line.events, number)
    events = session.line.events[-n:] if 0 < n <= len(session.line.events) else []
    _require_own(session, seat, events, "take back")
    for at, event in enumerate(events, len(session.line.events) - len(events)):
        if _has_shown_something(session, seat, session.line.states[at], event):
            raise CannotUndo(
                f"{session.players[seat]} can't take this back: it has shown something that {session.players[seat]} "
                "did not know. Only the referee can."
            )
    session.undo_events(n)


def redo_own(session: Session, seat: int, number: int = 1, *, single: bool = False) -> None:
    """Restore decisions that a seat has taken back, or with `single` events. Raises CannotUndo if the seat may not."""
    n = number if single else events_to_redo(session.line.undone, number)
    _require_own(session, seat, session.line.undone[-n:] if n > 0 else [], "restore")
    session.redo_events(n)


def _require_own(session: Session, seat: int, events: Sequence[Event], what: str) -> None:
    if any(event.by != seat for event in events):
        raise CannotUndo(
            f"{session.players[seat]} can {what} only own decisions that nothing has followed. "
            f"The referee can {what} more."
        )


def _has_shown_something(session: Session, seat: int, before: Any, event: Event) -> bool:
    """Whether a move showed its player a thing that would be different if the hidden things lay differently."""
    seen = redact_event(session.game, before, event, session.players, seat)
    return any(_shown(session, seat, before, event, deal) != seen for deal in range(DEALS))


def _shown(session: Session, seat: int, before: Any, event: Event, deal: int) -> VisibleEvent | None:
    """The same move as the player sees it after another deal; None if it is not legal there."""
    game = session.game
    other = game.redeal(before, seat, Dice("undo", len(session.line.events), deal))
    try:
        game.check(other, seat, event.do)
    except IllegalAction:
        return None
    then = tuple(game.apply(other, seat, event.do)[1])
    return redact_event(game, other, replace(event, then=then), session.players, seat)
