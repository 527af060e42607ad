"""The lines below a table that a witness recorded: the things that may lie in each hidden place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kronika.cli.printing.output import wrapped

if TYPE_CHECKING:
    from kronika.core.sessions.session import Session
    from kronika.core.unseen.ranges import PossibleContents


def possible_of(session: Session, state: Any) -> Sequence[PossibleContents]:
    """The contents of the places that are not wholly known in a state of a witness's log; none in a full log."""
    from kronika.core.unseen.ranges import possible_contents  # imported only if hands are hidden
    from kronika.core.unseen.session import WitnessSession

    return possible_contents(session, state) if isinstance(session, WitnessSession) else ()


def possible_lines(session: Session, state: Any) -> list[str]:
    """A line for each of these places."""
    if session.witness is None:
        return []
    from kronika.core.unseen.ranges import contents_lines  # imported only if hands are hidden

    return [f"Possible: {line}" for line in contents_lines(possible_of(session, state), session.players)]


def with_possible(table: str, session: Session, state: Any) -> str:
    """A rendered table with these lines below it."""
    return "\n".join([table, *map(wrapped, possible_lines(session, state))])
