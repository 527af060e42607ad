"""Requirements on the record of a witness, for work that needs every hand, or every card that one player knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from kronika.core.basics.errors import KronikaError
from kronika.core.contract.game import Viewer
from kronika.core.contract.view import HIDDEN
from kronika.core.sessions.session import Session
from kronika.core.sessions.visibility import redact_state


def need_full(session: Session, what: str) -> None:
    """Raise KronikaError if the session is the record of a witness. `what` names the operation in the message."""
    if session.witness is not None:
        raise KronikaError(
            f"{what} needs every hand, and this log holds what one witness saw: "
            "`kronika complete LOG --out FILE` writes a full game that agrees with it."
        )


def need_view(session: Session, viewer: Viewer, states: Iterable[Any], what: str) -> None:
    """Raises KronikaError unless a session holds all that the viewer may know in each of these states of its timeline.

    A full log does. A witness's log does for the player who recorded it, if no own card or tile is written `?`: then
    nothing that is only assumed gets into `what`. Later records may prove more than the player knew.
    """
    if session.witness is None:
        return
    if viewer is None or viewer < 0 or viewer != session.witness:
        need_full(session, what)
    elif any(_lacks(session.look(state, viewer), redact_state(session.game, state, viewer)) for state in states):
        raise KronikaError(
            f"{what} needs all that {session.players[viewer]} knew, and a part of it is written `?`: "
            "`kronika amend` puts in what it was."
        )


def _lacks(proved: Any, view: Any) -> bool:
    """Whether a part of a view shows something that is not proved."""
    if isinstance(view, Struct):
        return any(_lacks(getattr(proved, name), getattr(view, name)) for name in view.__struct_fields__)
    if isinstance(view, tuple) and not all(isinstance(part, str) for part in view):
        return len(proved) != len(view) or any(map(_lacks, proved, view))
    if isinstance(view, tuple):
        return any(thing != HIDDEN for thing in Counter(view) - Counter(proved))
    return bool(view not in (HIDDEN, proved))
