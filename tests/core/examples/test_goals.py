"""Goals of examples: the last prize of the tiny game, which Anna takes and wins by 1 (worked out in `test_solving`)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kronika.core.examples.example import read_examples, run_example
from kronika.core.examples.expectations import Finding, Goal
from support.playouts import ROOT

pytestmark = pytest.mark.usefixtures("duel")

ROUNDS = """\
"chance: prize 2", "Anna: play 2", "Bob: play 1", "Anna: take",
"chance: prize 3", "Anna: play 1", "Bob: play 3", "Bob: take",
"chance: prize 2", "Anna: play 4", "Bob: play 2",
"""


AND_TAKEN = """\
when = ["Anna: take"]
[example.expect]
totals = { Anna = 4 }
"""


def findings(goal: str, moves: str = ROUNDS, more: str = "") -> list[Finding]:
    text = f'[[example]]\nid = "P"\ngame = "duel"\nbefore = [{moves}]\ngoal = {goal}\n{more}'
    return list(run_example(read_examples(text)[0]).findings)


@pytest.mark.parametrize("goal", ['{ best = ["Anna: take"], lead = 1 }', '{ best = ["take"] }'])
def test_the_goal_is_met(goal: str) -> None:
    assert findings(goal) == []


@pytest.mark.parametrize(
    ("goal", "key", "expected", "got"),
    [
        ('{ best = ["Anna: spare"] }', "goal.best", "Anna: `spare`", "Anna: `take`, 1 point ahead"),
        ('{ best = ["take", "spare"] }', "goal.best", "Anna: `take` or `spare`", "Anna: `take`, 1 point ahead"),
        ("{ best = [] }", "goal.best", "at least one move", "Anna: `take`"),
        ('{ best = ["take"], lead = -1 }', "goal.lead", "1 point behind", "Anna: `take`, 1 point ahead"),
        ('{ best = ["play 3"] }', "goal.best.1", "the move `play 3`", "It is not the time"),
        ('{ best = ["take", "fly"] }', "goal.best.2", "the move `fly`", "'fly' is not a move"),
        ('{ best = ["Bob: take"] }', "goal.best.1", "the move `Bob: take`", "not your turn"),
    ],
)
def test_a_goal_that_is_missed(goal: str, key: str, expected: str, got: str) -> None:
    (found,) = findings(goal)
    assert (found.key, found.expected) == (key, expected)
    assert got in found.got


def test_a_rest_that_cannot_be_searched() -> None:
    (found,) = findings('{ best = ["Anna: play 3"] }', '"chance: prize 2"')
    assert found.key == "goal"
    assert found.got == "Anna and Bob choose at the same time"


def test_it_is_judged_after_the_moves_and_beside_what_they_expect() -> None:
    """After the last move nothing is left to choose."""
    (found,) = findings('{ best = ["Anna: take"] }', more=AND_TAKEN)
    assert found.key == "goal"
    assert "over" in found.got


def test_the_same_move_of_another_seat_is_not_meant() -> None:
    """Both recolour, each for itself: what is best for Anna is not best for Bob, and he can be asked too."""
    text = (ROOT / "fixtures" / "puzzles" / "viceroy.toml").read_text(encoding="utf-8")
    one = next(one for one in read_examples(text) if one.id == "P-2")
    for best, whose in (
        (["Bob: done"], "Bob: `recolour"),
        (["Anna: recolour 2.-1 red", "Bob: done"], "Anna: `recolour"),
    ):
        (found,) = run_example(replace(one, goal=Goal(best))).findings
        assert found.key == "goal.best"
        assert found.got.startswith(whose)
        assert all(move.partition(": ")[0] in found.expected for move in best)
