"""The faults that a log can have, each with a stable code."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import force_setattr

from kronika.core.basics import limits
from kronika.core.basics.errors import KronikaError
from kronika.core.basics.printable import printable
from kronika.core.basics.text import clipped

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
    "syntax": "the line is not JSON in UTF-8, or the file is not of the form that its first bytes announce",
    "schema": "the line is JSON but not a header or record of this game",
    "unknown-game": "the game of the header is not installed",
    "newer-version": "the log has a newer format or newer rules than this program knows",
    "setup": "no game can have the players or options of the header, or of a `set`",
    "order": "the number of the record is not the next one, or a note is on a record that does not come before it",
    "undo": "an undo or redo counts more events than there are",
    "illegal": "the rules forbid the action or the outcome",
    "effects": "the effects in the log, or the claims of an import, are not those that the rules derive",
    "digest": "the digest in the log is not that of the state after the event",
    "unsealed": "the derived fields are missing (only with --strict)",
    "incomplete": "the last line is incomplete",
    "unproved": "what a witness saw may be possible, but no proof was found that a game agrees with it",
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
"""The codes in order of gravity: faults that prevent a replay first, missing derived fields last."""
_MESSAGE: Final = 10 * limits.QUOTE
"""The most characters of a fault's message; effects take more than a name does."""


class Fault(Struct, frozen=True):
    """A fault of a log: its place, its code, and a message.

    `line` is 1-based; in a packed log it counts the header and the records. `rules` are the numbers of the rules that
    an illegal action breaks, or of the effects that differ. The path, and text that the message quotes from the log,
    are made printable, so the fault can be shown anywhere.
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


def fault_of(path: str, line: int, code: Code, message: str, rules: tuple[str, ...] = ()) -> Fault:
    """A fault with a message that may quote the log: one that is too long is clipped."""
    return Fault(path, line, code, clipped(message, _MESSAGE), rules)


def gravest_fault(faults: Iterable[Fault]) -> Fault:
    """The gravest of these faults, the first one of its code. A fault that prevents a replay is graver than a
    difference.
    """
    return min(faults, key=lambda fault: _GRAVITY.index(fault.code))


class LogError(KronikaError):
    """A log that can't be used, with its first fault."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


class Witnessed(LogError):
    """A log that holds what one witness saw, where every hand is needed."""


class FileError(KronikaError):
    """A file that can't be read or written."""
