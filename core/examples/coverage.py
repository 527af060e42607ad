"""The numbered rules that worked examples show: in effects, points and endings, or by refusing a move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from kronika.core.examples.example import Example, Run, Step
from kronika.core.examples.expectations import Expect
from kronika.core.sessions.coverage import Coverage


class RuleExamples(Struct, frozen=True):
    """The ids of the examples that show one rule.

    `accepting`: those where it is cited by an effect, by points or by the ending. `refusing`: those where it refuses a
    move.
    """

    accepting: tuple[str, ...] = ()
    refusing: tuple[str, ...] = ()


def examples_by_rule(runs: Iterable[Run]) -> dict[str, RuleExamples]:
    """The examples that show each rule, by its number; rules without an example are missing."""
    found: dict[str, tuple[dict[str, None], dict[str, None]]] = {}
    for run in runs:
        for rules, side in zip(rules_in_run(run), (0, 1), strict=True):
            for rule in rules:
                found.setdefault(rule, ({}, {}))[side][run.example.id] = None
    return {rule: RuleExamples(tuple(accepting), tuple(refusing)) for rule, (accepting, refusing) in found.items()}


def rules_in_run(run: Run) -> tuple[set[str], set[str]]:
    """The rules that an example shows in effect, and the rules by which it shows a move refused.

    In effect are the rules that the effects of its moves cite. Rules of points count only if the example expects points
    or totals, and rules of the ending only if it expects a result: a position may hold points from earlier moves.
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
