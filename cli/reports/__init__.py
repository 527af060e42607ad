"""Reports for machines: what checks have found, as JUnit XML, SARIF or GitHub annotations.

A check is a Case: a log validated, an example played, two logs compared, each with its Problems, or with none. `cases`
makes them of what the library returns; `junit`, `sarif` and `github` write them. Text and JSON are not written here:
they are what each command has to say, while a report has the same form for all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from kronika.cli.printing.output import print_bytes
from kronika.core.basics.printable import printable
from kronika.logs.files.faults import MEANINGS as FAULTS
from kronika.logs.files.packed import is_packed_name
from kronika.logs.files.streams import is_compressed

Severity = Literal["error", "warning", "note"]

MEANINGS: Final[dict[Any, str]] = {
    **FAULTS,
    "file": "the file cannot be read",
    "changed": "a log is not what an earlier check of its folder found",
    "match": "a scripted match comes out otherwise than it says",
    "example": "a worked example comes out otherwise than it says",
    "unconfirmed": "nobody has compared the worked example with the book yet",
    "example-file": "the file is not TOML, or not a file of examples",
    "kit": "another engine answers a question of a kit otherwise than the referee",
    "differ-header": "the headers of two logs differ",
    "differ-notes": "what is noted in two logs differs",
    "differ-move": "two logs part with another move",
    "differ-effects": "the same move has other effects in one log than in the other",
    "differ-state": "the same move and effects lead to another state in one log than in the other",
    "differ-length": "one log ends where the other goes on",
    "beside": "another program tells something otherwise than the rules have it",
    "program": "another program does not answer as it should",
    "differ-takebacks": "more was taken back in one log than in the other; that does not count as a difference",
    "differ-clocks": "moves were entered at other times; that does not count as a difference",
}
"""The meaning of each code of a Problem: the faults of logs, and other findings."""


class Place(Struct, frozen=True):
    """A line of a file, 1-based; 0 is the file as a whole. In a packed log it counts the header and the records.

    `path` is what opens the file, or `<stdin>`; `shown` is how it is called where people read.
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
        return self.line > 0 and not (self.path == "<stdin>" or is_compressed(self.path) or is_packed_name(self.path))


class Problem(Struct, frozen=True):
    """One thing that was found: where, its code (a key of MEANINGS), the message, and the numbers of the rules cited.

    A `note` is for the reader and does not make the check fail. `core` is what of the message stays the same when
    something else in the file changes: it goes into the fingerprint in place of the message. `other` is a second place
    that has to do with it.
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
        """The message, with the line in front of it where a viewer can't show the line."""
        lost = self.place.line and not self.place.lined
        return f"{self.place.shown}:{self.place.line}: {self.message}" if lost else self.message


class Case(Struct, frozen=True):
    """One check: of the file at `place`, or of its part `subject` (`tides/EX-1`).

    `game` is empty where it is not known. `title` is for the reader, `text` what the command line says of the
    problems. `unread`: the check could not be made, since a file cannot be read.
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


def write(form: str, command: str, cases: Sequence[Case]) -> bytes:
    """The cases of a command (`validate`, `example check`) as `junit`, `sarif` or `github`, in UTF-8."""
    text: str = import_module(f"{__name__}.{form}").write(command, cases)
    return text.encode()


def say_report(form: str, command: str, cases: Sequence[Case]) -> None:
    """Prints the results of a command as a report for machines on standard output."""
    print_bytes(write(form, command, cases))


def merge_faults(case: Case) -> list[Problem]:
    """The problems of a case; the faults of a log that are of one kind as one, which says how many more there are.

    A kind is a code and the rules cited. A log written by hand has three faults for each of its lines; a reader of a
    report needs one of them, and GitHub takes no more than 25,000 in all.
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
