"""`coverage --examples`: the worked examples of each numbered rule, and the rules that have none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from kronika.cli.printing.output import (
    FINDING,
    FINE,
    natural_widths,
    print_json,
    print_note,
    print_text,
    print_warning,
    shorten,
    table,
    terminal_paper,
    wrapped,
)
from kronika.core.basics.text import pluralize
from kronika.core.contract.registry import AnyGame, game_names, get_game
from kronika.core.examples.coverage import RuleExamples, examples_by_rule
from kronika.core.examples.example import Run, run_example
from kronika.core.rulebook.spec import citable_rules, rule_key, rules_of
from kronika.logs.files.streams import display_name
from kronika.logs.texts.examples import read_all

NONE: Final = RuleExamples()
FIRST: Final = 2
"""The most examples that are named for one rule."""
RULE_LEAST: Final = 20
"""The least width of the text of a rule, in columns."""


class ExampleCoverage(Struct, frozen=True):
    """The examples of each rule of one game, and the rules that no example shows at work, or refusing a move."""

    rules: dict[str, RuleExamples]
    never_at_work: list[str]
    never_refusing: list[str]
    none: list[str]


def printed() -> Any:
    """The type of the JSON of `coverage --examples`."""
    return dict[str, ExampleCoverage]


def print_example_coverage(names: Sequence[str], missing: bool, form: str) -> int:
    """Print the examples of games and files by rule. Return the exit status. Raises FileError, ExampleError."""
    by_game: dict[str, list[Run]] = {}
    failed = 0
    for source, _, one in read_all(names, print_warning):
        run = run_example(one)
        if one.game in game_names():
            by_game.setdefault(one.game, []).append(run)
        if run.findings:
            failed += 1
            print_note(
                f"{display_name(source.name)}: {one.id} does not have the expected result: {run.findings[0].got}"
            )
    found = {name: _coverage(get_game(name), runs) for name, runs in by_game.items()}
    if form == "json":
        print_json(found)
    else:
        for name, rules in found.items():
            _print(get_game(name), rules, missing)
    return FINDING if failed else FINE


def _coverage(game: AnyGame, runs: Sequence[Run]) -> ExampleCoverage:
    rules = examples_by_rule(runs)
    every = [rule.number for rule in citable_rules(game)]
    at_work = [number for number in every if rules.get(number, NONE).accepting]
    refusing = [number for number in every if rules.get(number, NONE).refusing]
    return ExampleCoverage(
        rules={number: rules[number] for number in sorted(rules, key=rule_key)},
        never_at_work=[number for number in every if number not in at_work],
        never_refusing=[number for number in every if number not in refusing],
        none=[number for number in every if number not in rules],
    )


def _print(game: AnyGame, found: ExampleCoverage, missing: bool) -> None:
    texts = {rule.number: rule.line for rule in rules_of(game)}
    if not missing:
        rows = [
            (rule, *map(_ids, (one.accepting, one.refusing)), texts.get(rule, "")) for rule, one in found.rules.items()
        ]
        print_text(_fitting(rows, [game.name, "at work in", "refuses in", "rule"]))
        print_text()
    every = len(citable_rules(game))
    work, refusing = every - len(found.never_at_work), every - len(found.never_refusing)
    does = "refuses" if refusing == 1 else "refuse"
    shares = (
        f"{_is_or_are(work)} at work in an example, {refusing} {does} a move in one, "
        f"{_is_or_are(len(found.none))} in none"
    )
    print_text(wrapped(f"{game.name}: of {pluralize(every, 'numbered rule')} {shares}{':' if found.none else '.'}"))
    for number in found.none:
        print_text(f"  {number:<9}{shorten(texts[number], max(RULE_LEAST, terminal_paper().width - 12))}")


def _is_or_are(n: int) -> str:
    return f"{n} is" if n == 1 else f"{n} are"


def _ids(ids: Sequence[str]) -> str:
    """The first examples, and the number of the others."""
    more = f" {len(ids) - FIRST:+}" if len(ids) > FIRST else ""
    return f"{' '.join(ids[:FIRST])}{more}"


def _fitting(rows: Sequence[tuple[str, ...]], heads: Sequence[str]) -> str:
    """A table whose last column takes the remaining width."""
    widths = natural_widths(rows, heads)[:-1]
    room = max(RULE_LEAST, terminal_paper().width - sum(widths) - 2 * len(widths))
    return table([(*row[:-1], shorten(row[-1], room)) for row in rows], heads)
