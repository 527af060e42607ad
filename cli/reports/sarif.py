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
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import islice
from typing import Any

import msgspec

from kronika.cli.printing.output import print_warning, shorten, to_json
from kronika.cli.reports import MEANINGS, Case, Place, Problem, merge_faults
from kronika.cli.reports.paths import uri
from kronika.core import __version__
from kronika.core.basics.errors import UnknownGame
from kronika.core.basics.printable import printable
from kronika.core.basics.text import pluralize
from kronika.core.contract.registry import AnyGame, get_game
from kronika.core.rulebook.spec import rules_of

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
FINGERPRINT = "kronikaFinding/v1"
GITHUB_FINGERPRINT = "primaryLocationLineHash"
MAX_RESULTS = 5_000
"""The most results of a run."""
_ROOT = "%SRCROOT%"


def write(command: str, cases: Sequence[Case]) -> str:
    """The cases as a SARIF log with one run."""
    run = _Run()
    results = list(islice(run.results(cases), MAX_RESULTS))
    for case in cases:
        run.artifact(case.place)
    left_out = sum(len(merge_faults(case)) for case in cases) - len(results)
    log = {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "Kronika", "version": __version__, "rules": run.rules}},
                "automationDetails": {"id": f"kronika {command}/"},
                "invocations": [_invocation(cases, left_out)],
                "originalUriBaseIds": {_ROOT: {"description": {"text": "The folder that the command was run in."}}},
                "artifacts": run.artifacts,
                "results": results,
            }
        ],
    }
    return to_json(log).decode()


def _invocation(cases: Sequence[Case], left_out: int) -> dict[str, Any]:
    made: dict[str, Any] = {"executionSuccessful": not any(case.unread for case in cases)}
    if left_out:
        told = f"{pluralize(left_out, 'result')} omitted: a run has at most {MAX_RESULTS:,}."
        print_warning(told)
        made["toolExecutionNotifications"] = [{"level": "warning", "message": {"text": told}}]
    return made


class _Run:
    """The tables of a run that its results refer to; they grow as results are made."""

    def __init__(self) -> None:
        self.rules: list[dict[str, Any]] = []
        self.artifacts: list[dict[str, Any]] = []
        self._rules: dict[str, int] = {}
        self._artifacts: dict[str, int] = {}
        self._seen: Counter[tuple[str, str]] = Counter()

    def results(self, cases: Sequence[Case]) -> Iterator[dict[str, Any]]:
        """A result for each problem, in order."""
        for case in cases:
            self.artifact(case.place)
            for problem in merge_faults(case):
                yield self._result(case, problem)

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
        return {"physicalLocation": {"artifactLocation": self.artifact(place), "region": region}}

    def artifact(self, place: Place) -> dict[str, Any]:
        """A reference to a file; each file is listed once."""
        name = uri(place.file)
        where = {"uri": name} if name.startswith("file:") else {"uri": name, "uriBaseId": _ROOT}
        if name not in self._artifacts:
            self._artifacts[name] = len(self.artifacts)
            self.artifacts.append({"location": where, "roles": ["analysisTarget"]})
        return {**where, "index": self._artifacts[name]}

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


def _message(text: str) -> str:
    # In SARIF a brace begins a placeholder; two of them are one.
    return printable(text).replace("{", "{{").replace("}", "}}")
