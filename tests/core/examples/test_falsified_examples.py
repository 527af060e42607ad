"""No expectation of a shipped example is empty words: the example fails when any single one of them is made untrue."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import inspect
from msgspec.structs import asdict, replace

from kronika.core.basics.fields import Field, field_of_struct
from kronika.core.examples.comparing import known_names
from kronika.core.examples.effects import effect_fields
from kronika.core.examples.example import Example, Step, read_examples, run_example, start_example
from kronika.core.examples.expectations import Expect, Forbidden
from kronika.core.examples.matching import COUNT, KnownNames

FILES = sorted((Path(__file__).parents[3] / "fixtures" / "examples").glob("*.toml"))


def untrue(field: Field, value: Any, known: KnownNames) -> Iterator[Any]:
    """The value with one thing in it changed to something else that it could be, for each thing in it."""
    if value in ({}, []):
        yield {COUNT: 1}
    elif isinstance(value, dict):
        for key, part in value.items():
            place = known.players.index(key) if key in known.players else key
            rules = Field(inspect.StrType(), False, {"one_of": known.rules})
            inside = rules if key == "rule" else field.inside(place)
            yield from ({**value, key: other} for other in untrue(inside, part, known))
    elif isinstance(value, list):
        yield value[:-1]
        for at, part in enumerate(value):
            yield from ([*value[:at], other, *value[at + 1 :]] for other in untrue(field.inside(at), part, known))
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
    else:
        words = next((words for words in (known.players, field.words, known.cards) if value in words), ())
        yield next((word for word in words if word != value), "~")


def untrue_expectations(example: Example, expect: Expect) -> Iterator[Expect]:
    """What is expected, with one thing in it made untrue, for each thing in it."""
    session = start_example(example)
    known = known_names(session)
    effects = effect_fields(session.game)
    for at, effect in enumerate(expect.effects or ()):
        named = {key: value for key, value in effect.items() if key != "type"}
        # Of a kind alone it is untrue that the last one of them happens once more.
        others = untrue(effects[effect["type"]], named, known) if named else [{COUNT: 99}]
        for other in others:
            changed = [*(expect.effects or ())]
            changed[at] = {"type": effect["type"], **other}
            yield replace(expect, effects=changed)
    for effect in expect.no_effects or ():
        yield replace(expect, effects=[effect], no_effects=None)
    for move in expect.legal or ():
        yield replace(expect, illegal=[Forbidden(move)])
    for forbidden in expect.illegal or ():
        yield replace(expect, legal=[forbidden.move])
        if forbidden.rule:
            yield replace(
                expect, illegal=[replace(forbidden, rule=next(r for r in known.rules if r != forbidden.rule))]
            )
        if forbidden.says:
            yield replace(expect, illegal=[replace(forbidden, says=f"{forbidden.says}~")])
    view = field_of_struct(session.view())
    for state in untrue(view, expect.state, known) if expect.state else ():
        yield replace(expect, state=state)
    number = Field(inspect.AnyType(), False, {})
    for key in ("points", "totals", "moves", "turn"):
        value = getattr(expect, key)
        for other in untrue(number, value, known) if value is not None else ():
            yield replace(expect, **{key: other if value else ["chance"]})
    for key, value in asdict(expect.result).items() if expect.result else ():
        for other in untrue(number, value, known) if value is not None else ():
            yield replace(expect, result=replace(expect.result, **{key: other}))


def untrue_examples(example: Example) -> Iterator[Example]:
    """The example with one expectation made untrue, for each of its end and after each move."""
    for expect in untrue_expectations(example, example.expect):
        yield replace(example, expect=expect)
    for at, step in enumerate(example.when):
        for expect in untrue_expectations(example, step.expect) if isinstance(step, Step) else ():
            assert isinstance(step, Step)
            yield replace(example, when=[*example.when[:at], replace(step, expect=expect), *example.when[at + 1 :]])


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_example_fails_when_any_one_expectation_is_untrue(file: Path) -> None:
    for example in read_examples(file.read_text(encoding="utf-8")):
        others = list(untrue_examples(example))
        assert others, example.id
        for other in others:
            assert run_example(other).findings, (example.id, other.expect)
