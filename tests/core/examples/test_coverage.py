"""Which rules an example shows at work, and by which it sees something refused."""

from __future__ import annotations

import pytest

from kronika.core.examples.coverage import RuleExamples, examples_by_rule, rules_in_run
from kronika.core.examples.example import read_examples, run_example

pytestmark = pytest.mark.usefixtures("duel")

BEGIN = '[[example]]\nid = "A"\ngame = "duel"\nbefore = ["chance: prize 3", "Anna: play 4"]\n'
SHOWN = f'{BEGIN}when = ["Bob: play 2"]\n'
TAKEN = 'given = { won = { Anna = [5] } }\nwhen = ["chance: prize 3", "Anna: play 4", "Bob: play 2", "Anna: take"]\n'


def shown(text: str) -> tuple[set[str], set[str]]:
    run = run_example(*read_examples(text))
    assert run.findings == ()
    return rules_in_run(run)


def test_effects_of_its_moves() -> None:
    assert shown(f'{SHOWN}[example.expect]\neffects = [{{ type = "shown" }}]\n') == ({"DU-2"}, set())


def test_effects_of_what_was_before_are_no_part_of_it() -> None:
    before = BEGIN.replace('"Anna: play 4"', '"Anna: play 4", "Bob: play 2"')
    assert shown(f'{before}when = ["Anna: spare"]\n[example.expect]\neffects = []\n') == (set(), set())


def test_points_where_it_speaks_of_them() -> None:
    head = '[[example]]\nid = "A"\ngame = "duel"\n'
    assert shown(f"{head}{TAKEN}[example.expect]\ntotals = {{ Anna = 8 }}\n") == ({"DU-2", "DU-4", "DU-5"}, set())
    assert shown(
        f"{head}{TAKEN}[example.expect]\nturn = []\n".replace(
            "turn = []", 'effects = [{ type = "shown" }, { type = "won" }]'
        )
    ) == (
        {"DU-2", "DU-4"},
        set(),
    )


def test_refusals() -> None:
    """DU-2 refuses a card that is not held, DU-1 a move out of turn; what can't be read is refused by no rule."""
    illegal = '[{ move = "Bob: play 5" }, { move = "Anna: take", rule = "DU-1" }, { move = "hop", unreadable = true }]'
    assert shown(f"{BEGIN}[example.expect]\nillegal = {illegal}\n") == (set(), {"DU-1", "DU-2"})


def test_refusals_after_a_move() -> None:
    step = '[{ move = "Bob: play 2", expect = { illegal = [{ move = "Bob: play 1", rule = "DU-1" }] } }]'
    assert shown(f"{BEGIN}when = {step}\n") == ({"DU-2"}, {"DU-1"})


def test_an_example_that_cannot_begin_shows_nothing() -> None:
    run = run_example(*read_examples(f'{BEGIN.replace("play 4", "play 5")}[example.expect]\nturn = ["Bob"]\n'))
    assert rules_in_run(run) == (set(), set())


def test_the_examples_of_each_rule() -> None:
    one = f'{SHOWN}[example.expect]\nillegal = [{{ move = "Bob: play 1", rule = "DU-1" }}]\n'
    runs = [run_example(example) for example in read_examples(one + one.replace('"A"', '"B"'))]
    assert examples_by_rule(runs) == {"DU-2": RuleExamples(("A", "B"), ()), "DU-1": RuleExamples((), ("A", "B"))}
