"""`before`: the moves that lead from a position to where an example begins, which are not judged."""

from __future__ import annotations

import pytest

from kronika.core.examples.example import ExampleError, find_line, read_examples, run_example

# Two kings meet: the Bull's comes into the kingdom of the Lion's, a revolt that no keys of a position describe.
REVOLT = """\
[[example]]
id = "R-1"
game = "tigris"
players = ["Lion", "Bull"]
before = ["Bull: king H5"]
when = ["Bull: commit 1"]

[example.given]
tiles = { red = ["F5", "G5"] }
leaders = { Lion = { king = "F4" } }
hands = { Bull = "red" }
turn = "Bull"

[example.expect]
turn = ["Lion"]
"""


def test_the_middle_of_a_conflict_needs_no_keys() -> None:
    (example,) = read_examples(REVOLT)
    run = run_example(example)
    assert run.findings == ()
    assert run.session is not None
    assert [event.by for event in run.session.line.events] == [1], "what came before is no part of the example"


def test_what_comes_of_it_is_not_judged() -> None:
    """The placement of the king is an effect of `before`: what is expected is compared with the revolt alone."""
    without = run_example(read_examples(REVOLT.replace('when = ["Bull: commit 1"]\n', ""))[0])
    assert without.effects == ()


@pytest.mark.parametrize(
    ("move", "says"),
    [("Bull: king P11", "TE-3.4"), ("Bull: kink H5", "kink"), ("Lion: king H5", "it is Bull's turn")],
)
def test_a_move_that_cannot_be_made(move: str, says: str) -> None:
    text = REVOLT.replace("Bull: king H5", move)
    run = run_example(read_examples(text)[0])
    (finding,) = run.findings
    assert (finding.key, finding.expected, run.session) == ("before.1", f"the move `{move}`", None)
    assert says in finding.got
    assert find_line(text, 0, finding.key) == 5


def test_only_moves_stand_there() -> None:
    with pytest.raises(ExampleError, match=r"^key before") as caught:
        read_examples(REVOLT.replace('"Bull: king H5"', "5"))
    assert caught.value.line == 5
