"""SARIF 2.1.0, the format of code scanning.

A numbered rule that is cited is a SARIF rule, with its text from the SPEC, and so is each code of a problem. A result
belongs to the first numbered rule that it cites, else to its code; both are in its properties. Checks that passed give
no result: the files of all checks are listed as artifacts.

A result's fingerprint `kronikaFinding/v1` is `HASH:N`. HASH is made of the code, the rules, the checked thing (an
example's name, a log's game) and the core of the message. It does not depend on line and record numbers, digests, and
the actual values of an example. N counts the results with that hash within the file. So the fingerprint stays the same
while other lines come and go. GitHub uses `primaryLocationLineHash` to distinguish results; it has the same value.

GitHub accepts no result without a region, so a result without a line points at line 1 and names its line. Faults of one
kind in one log are one result. A run has at most 5,000 results, as many as GitHub shows; a notification in the run and
a warning count the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import Any

import msgspec

from kronika.cli.printing.output import json_list, print_warning, shorten, to_json
from kronika.cli.reports import MEANINGS, Case, Place, Problem, merge_faults
from kronika.cli.reports.paths import uri
from kronika.core import __version__
from kronika.core.basics.errors import UnknownGame
from kronika.core.basics.printable import printable
from kronika.core.basics.text import pluralize
from kronika.core.contract.registry import AnyGame, get_game
from kronika.core.rulebook.spec import rules_of
from kronika.logs.work.scratch import Scratch

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
FINGERPRINT = "kronikaFinding/v1"
GITHUB_FINGERPRINT = "primaryLocationLineHash"
MAX_RESULTS = 5_000
"""The most results of a run."""
_ROOT = "%SRCROOT%"
_INDENT = b" " * 6
"""The indentation of the keys of a run."""
_TABLES = "create table files (n integer primary key, name text unique);"


def write(command: str, cases: Iterable[Case]) -> Iterator[bytes]:
    """The pieces of a SARIF log with one run, which has the cases."""
    with Scratch(_TABLES) as scratch:
        run = _Run(scratch)
        for case in cases:
            run.add(case)
        log = {
            "$schema": SCHEMA,
            "version": "2.1.0",
            "runs": [
                {
                    "tool": {"driver": {"name": "Kronika", "version": __version__, "rules": run.rules}},
                    "automationDetails": {"id": f"kronika {command}/"},
                    "invocations": [_invocation(run)],
                    "originalUriBaseIds": {_ROOT: {"description": {"text": "The folder that the command was run in."}}},
                    "artifacts": [],
                    "results": [],
                }
            ],
        }
        # A quotation mark within a text has an escape before it, so that no text has these keys.
        head, rest = to_json(log).split(b'"artifacts": []', 1)
        middle, tail = rest.split(b'"results": []', 1)
        yield head + b'"artifacts": '
        yield from json_list(run.artifacts(), _INDENT)
        yield middle + b'"results": '
        yield from json_list(run.results, _INDENT)
        yield tail


def _invocation(run: _Run) -> dict[str, Any]:
    made: dict[str, Any] = {"executionSuccessful": not run.unread}
    if run.left_out:
        told = f"{pluralize(run.left_out, 'result')} omitted: a run has at most {MAX_RESULTS:,}."
        print_warning(told)
        made["toolExecutionNotifications"] = [{"level": "warning", "message": {"text": told}}]
    return made


class _Run:
    """The results of a run, and the tables that they refer to; the files of all cases lie on the disk.

    `left_out` counts the problems beyond the largest number of results, `unread` is true if a check could not be made.
    """

    def __init__(self, scratch: Scratch) -> None:
        self.rules: list[dict[str, Any]] = []
        self.results: list[dict[str, Any]] = []
        self.left_out = 0
        self.unread = False
        self._files = scratch
        self._number = 0
        self._rules: dict[str, int] = {}
        self._seen: Counter[tuple[str, str]] = Counter()

    def add(self, case: Case) -> None:
        """One more case, with a result for each of its problems."""
        self._artifact(case.place)
        self.unread |= case.unread
        for problem in merge_faults(case):
            if len(self.results) < MAX_RESULTS:
                self.results.append(self._result(case, problem))
            else:
                self.left_out += 1

    def artifacts(self) -> Iterator[dict[str, Any]]:
        """The files of all cases, in their order."""
        for (name,) in self._files.ask("select name from files order by n"):
            yield {"location": _location_of(name), "roles": ["analysisTarget"]}

    def _result(self, case: Case, problem: Problem) -> dict[str, Any]:
        numbers = [self._numbered(case.game, number) for number in problem.rules]
        code = self._rule(problem.code, MEANINGS[problem.code])
        index = numbers[0] if numbers else code
        location = self._location(problem.place)
        if problem.code == "example":
            location["logicalLocations"] = [{"fullyQualifiedName": printable(case.subject)}]
        result = {
            "ruleId": self.rules[index]["id"],
            "ruleIndex": index,
            "level": problem.severity,
            "message": {"text": _message(problem.told)},
            "locations": [location],
            "partialFingerprints": dict.fromkeys((FINGERPRINT, GITHUB_FINGERPRINT), self._fingerprint(case, problem)),
            "properties": {"code": problem.code, "rules": [self.rules[number]["id"] for number in numbers]},
        }
        if problem.other:
            result["relatedLocations"] = [self._location(problem.other)]
        return result

    def _location(self, place: Place) -> dict[str, Any]:
        region = {"startLine": place.line if place.lined else 1}
        return {"physicalLocation": {"artifactLocation": self._artifact(place), "region": region}}

    def _artifact(self, place: Place) -> dict[str, Any]:
        """A reference to a file; each file is listed once."""
        name = uri(place.file)
        if not (known := list(self._files.ask("select n from files where name = ?", (name,)))):
            known = [(self._number,)]
            self._files.do("insert into files values (?, ?)", (self._number, name))
            self._number += 1
        return {**_location_of(name), "index": known[0][0]}

    def _fingerprint(self, case: Case, problem: Problem) -> str:
        parts = (problem.code, *problem.rules, case.game, case.subject, problem.core)
        key = blake2b(msgspec.json.encode([printable(part) for part in parts]), digest_size=8).hexdigest()
        within = uri(problem.place.file), key
        self._seen[within] += 1
        return f"{key}:{self._seen[within]}"

    # -- rules --------------------------------------------------------------------------------------------------

    def _numbered(self, name: str, number: str) -> int:
        try:
            game: AnyGame | None = get_game(name)
        except UnknownGame:
            game = None
        rule = next((rule for rule in rules_of(game) if rule.number == number), None) if game else None
        if game and not number.startswith(f"{game.rule_prefix}-"):
            number = f"{name}/{number}"  # each game numbers its rulings from 1
        return self._rule(number, rule.line if rule else number, rule.section if rule else "", name)

    def _rule(self, name: str, text: str, section: str = "", game: str = "") -> int:
        if name not in self._rules:
            self._rules[name] = len(self.rules)
            described = {
                "id": name,
                "shortDescription": {"text": shorten(f"{name}: {text}" if section else text, 120)},
                "fullDescription": {"text": shorten(text, 1000)},
                "help": {"text": f"{section}\n\n{name} {text}" if section else text},
            }
            self.rules.append({**described, "properties": {"tags": [game]}} if game else described)
        return self._rules[name]


def _location_of(name: str) -> dict[str, Any]:
    return {"uri": name} if name.startswith("file:") else {"uri": name, "uriBaseId": _ROOT}


def _message(text: str) -> str:
    # In SARIF a brace begins a placeholder; two of them are one.
    return printable(text).replace("{", "{{").replace("}", "}}")
