"""Annotations of a GitHub workflow: one line per problem, in the form of workflow commands.

    ::error file=games/a.jsonl,line=22,title=illegal (TT-2.1)::You do not hold 6 …

GitHub shows at most ten of each severity for a step. So problems of one kind in one log share an annotation, and at
most ten annotations of each severity are written. A warning counts the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from kronika.cli.printing.output import print_warning
from kronika.cli.reports import Case, Problem, merge_faults
from kronika.cli.reports.paths import relative
from kronika.core.basics.printable import printable
from kronika.core.basics.text import pluralize

_COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}
MAX_ANNOTATIONS = 10
"""The most annotations of one severity."""


def write(command: str, cases: Iterable[Case]) -> Iterator[bytes]:
    """The problems of the cases, one per line. Empty without problems."""
    seen: Counter[str] = Counter()
    lines = []
    for case in cases:
        for problem in merge_faults(case):
            seen[problem.severity] += 1
            if seen[problem.severity] <= MAX_ANNOTATIONS:
                lines.append(f"{_annotation(case, problem)}\n")
    if left_out := seen.total() - len(lines):
        print_warning(
            f"{pluralize(left_out, 'annotation')} omitted: GitHub shows {MAX_ANNOTATIONS} of each severity for a step."
        )
    yield "".join(lines).encode()


def _annotation(case: Case, problem: Problem) -> str:
    place = problem.place
    properties = {} if place.path == "<stdin>" else {"file": printable(relative(place.file) or place.file)}
    if place.lined:
        properties["line"] = str(place.line)
    rules = f" ({', '.join(problem.rules)})" if problem.rules else ""
    properties["title"] = printable(f"{case.subject or problem.code}{rules}")
    listed = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::{_COMMANDS[problem.severity]} {listed}::{_data(printable(problem.told))}"


def _data(text: str) -> str:
    return text.replace("%", "%25")  # line breaks are not printable


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
