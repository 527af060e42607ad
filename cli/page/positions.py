"""The positions of a game as examples in TOML: each distinct line once, and the changes of each frame."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from kronika.cli.page.changes import index_of, splices
from kronika.core.basics.text import lines_of
from kronika.core.basics.toml import to_toml
from kronika.core.contract.options import plain_options
from kronika.core.examples.builder import describe_position
from kronika.core.sessions.session import Session


class Positions(Struct, frozen=True):
    """The text of each position that can be described, for the referee only.

    `changes[i]` are splices, as in a `FrameSet`, that make the list of `lines` in frame i out of the one before. They
    are null for a position that can't be described; the list then stays as it was.
    """

    lines: list[str]
    changes: list[list[list[int]] | None]


def positions_of(session: Session, numbers: Sequence[int]) -> Positions | None:
    """The positions after these records; None in a game that describes none of them."""
    lines: dict[str, int] = {}
    before: list[int] = []
    changes: list[list[list[int]] | None] = []
    for number in numbers:
        example = _example(session, number)
        if example is None:
            changes.append(None)
            continue
        now = [index_of(lines, line) for line in example]
        changes.append(list(splices(before, now)))
        before = now
    return Positions(list(lines), changes) if lines else None


def _example(session: Session, number: int) -> Sequence[str] | None:
    """The lines of an example that begins with the table after a record and has no moves."""
    state = session.at(number)
    given = describe_position(session.game, state, session.players)
    if given is None:
        return None
    example = {
        "id": f"after-{number}",
        "game": session.game.name,
        "players": session.players,
        "options": plain_options(state.options),
        "given": given,
    }
    return lines_of("\n".join(to_toml(example, "[[example]]")))
