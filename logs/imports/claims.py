"""Claims of an archive about the game, which are kept in the notes of a log and compared with the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct

from kronika.core.sessions.notes import ORIGIN, SAYS, placed_notes
from kronika.core.sessions.session import Session

IMPORTED: Final = "imported"
"""The tag of a game from another platform; its value is the title of the platform."""


class Claim(Struct, frozen=True, omit_defaults=True):
    """One thing that an archive says about the game after a record: its name, value, seat (-1 for none) and part.

    A value is a number, a text, or a list of these, in which the order does not matter. `nth` counts the claims of a
    record with the same name, seat and part, from 0: the next one is about the next effect of that kind.
    """

    what: str
    value: Any
    seat: int = -1
    of: str = ""
    nth: int = 0

    def told(self, players: tuple[str, ...]) -> str:
        """The subject of the claim in words: `red points of Anna`."""
        who = f" of {players[self.seat]}" if 0 <= self.seat < len(players) else ""
        return f"{self.of + ' ' if self.of else ''}{self.what}{who}"


Actual = Callable[[Session, int, Claim], tuple[Any, tuple[str, ...]]]
"""Returns the value of a claim about a record by the rules, and the numbers of the rules that decide it."""


class Difference(Struct, frozen=True):
    """A claim that differs from the rules: its record, origin, value by the rules, and the numbers of these rules."""

    record: int
    origin: Mapping[str, Any]
    claim: Claim
    actual: Any
    rules: tuple[str, ...]

    def told(self, players: tuple[str, ...]) -> str:
        """The value by the archive and the value by the rules, in a sentence."""
        claim = self.claim
        return f"{claim.told(players)}: the archive says {_value(claim.value)}, the rules {_value(self.actual)}"


def _value(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(sorted(map(str, value))) or "none"
    return str(value)


def claims_in(session: Session) -> Iterator[tuple[int, Mapping[str, Any], Claim]]:
    """The claims of a log about records in force: number, origin and claim. Malformed claims are skipped."""
    for placed in placed_notes(session):
        rows = placed.note.data.get(SAYS)
        origin = placed.note.data.get(ORIGIN)
        if not placed.in_force or not isinstance(rows, list):
            continue
        for row in rows:
            try:
                claim = msgspec.convert(row, Claim)
            except msgspec.ValidationError:
                continue
            if not -1 <= claim.seat < len(session.players):
                continue
            yield placed.on, origin if isinstance(origin, Mapping) else {}, claim


def differences(session: Session, actual: Actual) -> Iterator[Difference]:
    """The claims that differ from the rules, in the order of the log."""
    for record, origin, claim in claims_in(session):
        value, rules = actual(session, record, claim)
        if _plain(value) != _plain(claim.value):
            yield Difference(record, origin, claim, value, rules)


def _plain(value: Any) -> Any:
    return sorted(map(str, value)) if isinstance(value, (list, tuple)) else value
