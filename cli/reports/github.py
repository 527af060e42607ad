"""Annotations of a GitHub workflow: a line a problem, in the form of workflow commands.

    ::error file=games/a.jsonl,line=22,title=illegal (TT-2.1)::You do not hold 6 …

GitHub shows at most ten of each severity for a step, so the first ones count.
"""

from __future__ import annotations

from collections.abc import Sequence

from kronika.cli.reports import Case, Problem, one_line, printable
from kronika.cli.reports.paths import relative

_COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}


def write(command: str, cases: Sequence[Case]) -> str:
    """The problems of the cases, one a line; nothing where there are none."""
    return "".join(f"{_annotation(case, problem)}\n" for case in cases for problem in case.problems)


def _annotation(case: Case, problem: Problem) -> str:
    place = problem.place
    properties = {} if place.path == "<stdin>" else {"file": printable(relative(place.path) or place.path)}
    if place.lined:
        properties["line"] = str(place.line)
    rules = f" ({', '.join(problem.rules)})" if problem.rules else ""
    properties["title"] = one_line(f"{case.subject or problem.code}{rules}")
    listed = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::{_COMMANDS[problem.severity]} {listed}::{_data(printable(problem.told))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\n", "%0A")  # a carriage return is not printable


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
