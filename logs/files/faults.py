"""Everything that can be wrong with a log, as a small taxonomy with stable codes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import force_setattr

from kronika.core.basics.errors import KronikaError
from kronika.core.basics.printable import printable

Code = Literal[
    "syntax",
    "schema",
    "unknown-game",
    "newer-version",
    "setup",
    "order",
    "undo",
    "illegal",
    "effects",
    "digest",
    "unsealed",
    "incomplete",
    "unproved",
]

MEANINGS: Final[dict[Code, str]] = {
    "syntax": "the line is not JSON in UTF-8, or the file is not what its beginning says",
    "schema": "the line is JSON but no header or record of this game",
    "unknown-game": "the game of the header is not installed",
    "newer-version": "the log was written in a newer format or under newer rules than these",
    "setup": "the header's players or options, or those of a `set`, do not make a game",
    "order": "the number of the record is not the next one, or a note is on a record that does not come before it",
    "undo": "more is taken back or restored than there is",
    "illegal": "the rules forbid the action or the outcome",
    "effects": "the rules derive other effects than the log holds",
    "digest": "the state after the event is another than the log holds",
    "unsealed": "the derived fields are missing (only with --strict)",
    "incomplete": "the last line was not written to its end",
    "unproved": "what a witness saw may be possible; that a game agrees with it is not proved",
}

_GRAVITY: Final[tuple[Code, ...]] = (
    "unknown-game",
    "newer-version",
    "syntax",
    "schema",
    "setup",
    "illegal",
    "undo",
    "order",
    "incomplete",
    "unproved",
    "effects",
    "digest",
    "unsealed",
)
"""Codes in order, from faults that keep a log from being replayed to those that only leave a field out."""


class Fault(Struct, frozen=True):
    """One fault: where (`line` is 1-based; in a packed log it counts the header and the records), which code, what.

    `rules` are the numbers of the rule that an illegal action breaks, or of the effects that differ. What it quotes
    of a log and the log's name are made printable: the fault can be shown anywhere.
    """

    path: str
    line: int
    code: Code
    message: str
    rules: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        force_setattr(self, "path", printable(self.path))
        force_setattr(self, "message", printable(self.message))
        force_setattr(self, "rules", tuple(map(printable, self.rules)))

    def for_path(self, path: str) -> Fault:
        """The same fault, for another name of the log."""
        return Fault(path, self.line, self.code, self.message, self.rules)

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.code} {self.message}"


def gravest_fault(faults: Iterable[Fault]) -> Fault:
    """The fault to name where one is named: what keeps the log from being played again before what differs in it.

    Of faults with one code it is the first.
    """
    return min(faults, key=lambda fault: _GRAVITY.index(fault.code))


class LogError(KronikaError):
    """A log that can't be used, with the first fault."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


class FileError(KronikaError):
    """A file that can't be read or written at all."""
