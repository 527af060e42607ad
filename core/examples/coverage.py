"""Which numbered rules worked examples show: by what comes of their moves, and by what they see refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from kronika.core.examples.example import Example, Run, Step
from kronika.core.examples.expectations import Expect
from kronika.core.sessions.coverage import Coverage


class RuleExamples(Struct, frozen=True):
    """The examples of one rule, by their ids: those in which it acts or pays, and those in which it refuses a move."""

    accepting: tuple[str, ...] = ()
    refusing: tuple[str, ...] = ()


def examples_by_rule(runs: Iterable[Run]) -> dict[str, RuleExamples]:
    """The examples of each rule that has any."""
    found: dict[str, tuple[dict[str, None], dict[str, None]]] = {}
    for run in runs:
        for rules, side in zip(rules_in_run(run), (0, 1), strict=True):
            for rule in rules:
                found.setdefault(rule, ({}, {}))[side][run.example.id] = None
    return {rule: RuleExamples(tuple(accepting), tuple(refusing)) for rule, (accepting, refusing) in found.items()}


def rules_in_run(run: Run) -> tuple[set[str], set[str]]:
    """The rules that an example shows at work, and those by which it sees something refused.

    At work are the rules of the effects of its moves; those of points and of the end only where it says something of
    them, since a position may hold points of long ago.
    """
    if run.session is None:
        return set(), set()
    cited = Coverage()
    cited.cite_effects(run.effects)
    asked = list(_expectations(run.example))
    if any(expect.points or expect.totals for expect in asked):
        cited.cite_score(run.session.score(), None)
    if any(expect.result for expect in asked):
        cited.cite_score((), run.session.result())
    return cited.rules(), set(filter(None, run.session.refused))


def _expectations(example: Example) -> Iterator[Expect]:
    yield example.expect
    yield from (step.expect for step in example.when if isinstance(step, Step))
