"""The words after a move that name its outcome in a record of a witness, as they are typed."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from copy import copy
from typing import TYPE_CHECKING

from kronika.core.basics.errors import IllegalAction, NotationError, NotProved
from kronika.core.contract.twins import Thing
from kronika.core.sessions.events import Event, Seen
from kronika.core.unseen.deciding import GOES_ON, THEN_WAITS, WAITS

if TYPE_CHECKING:
    from kronika.core.unseen.session import WitnessSession


def words_after(session: WitnessSession, number: int) -> str:
    """The words after the move of record `number`, with a space before them; see `WitnessSession.shows`."""
    event, hidden = session.history[number - 1], session.completion.hidden
    if not isinstance(event, Event) or isinstance(event.do, Seen):
        return ""
    laid = session.laid_by(event, session.at(number - 1))
    shown = f" shows {hidden.written(laid)}" if laid else ""
    return f"{shown}{_outcome(session, number, event, laid)}" if hidden.decides_outcomes else shown


def _outcome(session: WitnessSession, number: int, event: Event, laid: Sequence[Thing]) -> str:
    """The word that the record needs to have its effects, with a space before it; empty if it needs none."""
    before = session.completion_before(number)
    for word in ("", WAITS, GOES_ON, THEN_WAITS):
        with suppress(IllegalAction, NotationError, NotProved):
            if copy(before).add(event.by, event.do, None, laid, word or None).then == event.then:
                return f" {word}".rstrip()
    return ""
