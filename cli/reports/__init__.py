"""Reports for machines: the findings of checks as JUnit XML, SARIF or GitHub annotations.

A check is a Case: a log validated, an example played, two logs compared, each with its Problems, if any. `cases` makes
them from the results of the library; `junit`, `sarif` and `github` write them. Text and JSON are not written here: they
differ between commands, while a report has the same form for all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from typing import Any, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from kronika.cli.printing.output import print_pieces
from kronika.core.basics.printable import printable
from kronika.logs.files.addresses import file_of
from kronika.logs.files.faults import MEANINGS as FAULTS
from kronika.logs.files.packed import is_packed_name
from kronika.logs.files.streams import is_compressed

Severity = Literal["error", "warning", "note"]

MEANINGS: Final[dict[Any, str]] = {
    **FAULTS,
    "file": "the file cannot be read",
    "changed": "a log differs from what an earlier check of its folder found",
    "match": "a scripted match does not have the expected result",
    "example": "a worked example does not have the expected result",
    "unconfirmed": "nobody has compared the worked example with the book yet",
    "example-file": "the file is not TOML, or not a file of examples",
    "kit": "another engine answers a question of a kit differently from the referee",
    "differ-header": "the headers of two logs differ",
    "differ-notes": "the notes of two logs differ",
    "differ-move": "two logs have different moves",
    "differ-effects": "the same move has different effects in two logs",
    "differ-state": "the same move and effects lead to different states in two logs",
    "differ-length": "one log ends, and the other continues",
    "beside": "another program disagrees with the rules",
    "program": "another program does not answer as it should",
    "differ-takebacks": "more was taken back in one log than in the other; this does not count as a difference",
    "differ-clocks": "moves were entered at different times; this does not count as a difference",
}
"""The meaning of each code of a Problem: the faults of logs, and other findings."""


class Place(Struct, frozen=True):
    """A line of a file, 1-based; 0 is the file as a whole. In a packed log it counts the header and the records.

    `path` opens the file, or is `<stdin>`; `shown` is its name for readers.
    """

    path: str
    line: int

    @property
    def shown(self) -> str:
        """The path, printable."""
        return printable(self.path)

    @property
    def lined(self) -> bool:
        """True if there is a line that a viewer can show. False for a packed or compressed log or standard input."""
        file = self.file
        return self.line > 0 and not (file == "<stdin>" or is_compressed(file) or is_packed_name(file))

    @property
    def file(self) -> str:
        """The file, also for the address of one log of many in it."""
        return file_of(self.path)


class Problem(Struct, frozen=True):
    """A finding: its place, its code (a key of MEANINGS), the message, and the numbers of the rules cited.

    A `note` is for the reader and does not make the check fail. `core` is the part of the message that stays the same
    when something else in the file changes. It goes into the fingerprint instead of the message. `other` is a second
    place that is involved.
    """

    place: Place
    code: str
    message: str
    rules: tuple[str, ...] = ()
    severity: Severity = "error"
    core: str = ""
    other: Place | None = None

    @property
    def told(self) -> str:
        """The message, with the line before it if a viewer can't show the line."""
        lost = self.place.line and not self.place.lined
        return f"{self.place.shown}:{self.place.line}: {self.message}" if lost else self.message


class Case(Struct, frozen=True):
    """A check: of the file at `place`, or of its part `subject` (`tides/EX-1`).

    `game` is empty if it is not known. `title` is for the reader; `text` is the text of the command line about the
    problems. `unread` is true if the check could not be made, because a file cannot be read.
    """

    place: Place
    subject: str = ""
    game: str = ""
    title: str = ""
    problems: tuple[Problem, ...] = ()
    text: str = ""
    unread: bool = False

    @property
    def name(self) -> str:
        """The check's name: `games/a.jsonl`, `rules.toml::tides/EX-1`."""
        return f"{self.place.shown}::{self.subject}" if self.subject else self.place.shown

    @property
    def failed(self) -> bool:
        """True if there is any problem other than notes."""
        return any(problem.severity != "note" for problem in self.problems)


def write(form: str, command: str, cases: Iterable[Case]) -> Iterator[bytes]:
    """The cases of a command (`validate`, `example check`) as `junit`, `sarif` or `github`, in pieces of UTF-8.

    The pieces come when all cases are known. Memory does not grow with the number of cases.
    """
    pieces: Iterator[bytes] = import_module(f"{__name__}.{form}").write(command, cases)
    return pieces


def say_report(form: str, command: str, cases: Iterable[Case]) -> None:
    """Prints the results of a command as a report for machines on standard output."""
    print_pieces(write(form, command, cases))


def merge_faults(case: Case) -> list[Problem]:
    """The problems of a case. Faults of a log of one kind are merged into one, which counts the others.

    A kind is a code and the rules cited. A log written by hand has three faults for each of its lines. A reader of a
    report needs one of them, and GitHub accepts at most 25,000 in all.
    """
    kinds: dict[object, list[Problem]] = {}
    for problem in case.problems:
        core = "" if problem.code in FAULTS else problem.core
        kinds.setdefault((problem.code, problem.rules, core), []).append(problem)
    return [_merged(found) for found in kinds.values()]


def _merged(found: Sequence[Problem]) -> Problem:
    first, last = found[0], found[-1]
    if first is last:
        return first
    more = f"{first.message} (and {len(found) - 1} more of this kind, the last in line {last.place.line})"
    return replace(first, message=more)
