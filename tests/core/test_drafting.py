"""Examples made from games: what they begin with, what they expect, and that no other value would do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from kronika.core.drafting import draft, example_toml, said, skeleton
from kronika.core.errors import PositionError
from kronika.core.events import FORMAT, Header
from kronika.core.examples import Example, read_examples, run_example
from kronika.core.expected import Expect
from kronika.core.options import plain_options
from kronika.core.registry import AnyGame
from kronika.core.session import Session
from kronika.core.toml import read_toml, written_toml
from kronika.testing.playouts import all_cases, playout
from support import duel
from support.playouts import ROOT, games
from support.tides import place

SHIPPED = sorted((ROOT / "fixtures" / "examples").glob("*.toml"))
FARTHEST = 30
"""Moves after which one of our games is quiet again, by measurement: a team's turn in Ancient Knowledge has 24."""


def session(game: AnyGame, number: int) -> tuple[Session, int]:
    """A random game up to a random moment, and a moment up to eight events before."""
    random = Random(f"{game.name} {number}")
    case = random.choice(all_cases(game))
    steps = playout(case, 0)
    header = Header(FORMAT, game.name, game.rules_version, case.names, plain_options(case.options))
    played = Session(game, header)
    begin = random.randrange(len(steps))
    for step in steps[: begin + random.randrange(1, 9)]:
        played.do(step.by, step.do)
    return played, begin


def changed(value: Any) -> Iterator[Any]:
    """The value with each number, word and truth in it changed, one at a time."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from ({**value, key: other} for other in changed(part))
    elif isinstance(value, list):
        for at, part in enumerate(value):
            yield from ([*value[:at], other, *value[at + 1 :]] for other in changed(part))
    else:
        yield (not value) if isinstance(value, bool) else value + (1 if isinstance(value, int) else "x")


def spoilt(expect: Expect) -> Iterator[Expect]:
    """What is expected with any one value changed, or somebody too many on turn."""
    yield replace(expect, turn=[*(expect.turn or ()), "chance"])
    for key, value in said(expect).items():
        for other in changed(value):
            yield msgspec.convert({**said(expect), key: other}, Expect)


# -- what is made of a game -----------------------------------------------------------------------------------------


def test_a_move_in_the_middle_of_a_round() -> None:
    # Bob's pick is the second of two sealed ones, so the position is the one before Anna's.
    table = place(kingdoms={"Anna": [17, 2, 1], "Bob": [12, 3, 6]}, hands={"Anna": [10, 15], "Bob": [7, 13]})
    for move in ("Anna: pick 10", "Bob: pick 7", "Anna: pick 13", "Bob: pick 15"):
        table.play(move)
    made = draft(table, 3, "M", "by hand")
    assert made.given == {
        "kingdoms": {"Anna": [17, 2, 1, 10], "Bob": [12, 3, 6, 7]},
        "hands": {"Anna": [13], "Bob": [15]},
    }
    assert (made.id, made.source, made.players) == ("M", "by hand", ["Anna", "Bob"])
    assert (made.before, made.when) == (["Anna: pick 13"], ["Bob: pick 15"])
    assert made.expect.effects[0] == {"type": "revealed", "cards": [13, 15], "rule": "TT-2.2"}
    assert (made.expect.turn, made.expect.outcome) == (["Anna", "Bob"], None)


def test_a_whole_new_game() -> None:
    table = Session.new("tides", ["Jan Novák", "Eva"], options={"zero_tie": "need_one"}, chance="given")
    table.play("chance: deal 1 2 3 4 5 / 6 7 8 9 10")
    table.play("Eva: pick 6")
    made = draft(table, 0, "M")
    assert (made.given, made.before) == (None, [])
    assert made.when == ["chance: deal 1 2 3 4 5 / 6 7 8 9 10", "Eva: pick 6"]
    # What `new` chooses may be another thing one day, so it is named.
    options = {"zero_tie": "need_one", "singles_use_doubled": False}
    assert (made.players, made.options) == (["Jan Novák", "Eva"], options)
    assert (made.expect.effects, made.expect.turn) == ([], ["Jan Novák"])
    assert draft(table, 2, "M").given == {"hands": {"Jan Novák": [1, 2, 3, 4, 5], "Eva": [6, 7, 8, 9, 10]}}


def test_a_game_that_begins_with_what_no_keys_describe() -> None:
    table = place(hands={"Anna": [1, 2, 3, 4, 5], "Bob": [6, 7, 8, 9, 10]})
    table.play("Anna: pick 1")
    sealed = Session(table.game, table.header, start=table.state)
    with pytest.raises(PositionError, match="begins with a position that no keys describe"):
        draft(sealed, 0, "M")


@pytest.mark.usefixtures("duel")
@pytest.mark.parametrize("number", [*range(3), *(pytest.param(n, marks=pytest.mark.long) for n in range(3, 200))])
@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_an_example_made_of_a_game_holds_and_no_other_value_does(game: AnyGame, number: int) -> None:
    played, begin = session(game, number)
    made = draft(played, begin, "made")
    assert made.unconfirmed
    assert read_examples(example_toml(made)) == [made]
    run = run_example(made)
    assert run.findings == ()
    assert run.session is not None
    assert run.session.state == played.state
    for expect in spoilt(made.expect):
        assert run_example(replace(made, expect=expect)).findings, f"{expect} passes as well"


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_a_quiet_position_is_never_far(game: AnyGame) -> None:
    for number in range(3):
        played, begin = session(game, number)
        made = draft(played, begin, "made")
        if game is duel.GAME:  # which has no inverse of `position`
            assert (made.given, len(made.before)) == (None, begin)
        else:
            assert len(made.before) <= FARTHEST


# -- as TOML --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_example_is_written_as_it_is_read(path: Path) -> None:
    for example in read_examples(path.read_text(encoding="utf-8")):
        assert read_examples(example_toml(example)) == [example]


@pytest.mark.parametrize(
    "table",
    [
        {"a": 'say "no"', "b": "back\\slash", "c": "two\nlines", "d": "\x7f\x00\x1b", "e": "drawn\n  T*\n"},
        {"drawn": 'with "quotes"\n', "other": "with \\\n", "none": "\n"},
        {"Jan Novák": 1, "1.0": {"a.b": True}, "": False, "x y": {'"': {"z": -3}}},
        {"long": ["word " * 5] * 30, "tables": [{"a": n, "b": ["c"] * 9} for n in range(9)], "none": []},
        {"deep": {"deeper": {"deepest": {"a": "x" * 99, "b": "y" * 99}}}, "empty": {}, "after": {"of": {}}},
    ],
)
def test_what_is_written_is_read_back(table: dict[str, Any]) -> None:
    text = "\n".join(written_toml(table, "[[example]]"))
    assert read_toml(text) == {"example": [table]}


def test_what_toml_has_no_word_for_is_left_out() -> None:
    assert said({"a": None, "b": [{"c": None, "d": 1}], "e": Expect(turn=[], totals={"Anna": 0})}) == {
        "b": [{"d": 1}],
        "e": {"turn": [], "totals": {"Anna": 0}},
    }


# -- to be filled in ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_a_skeleton_is_an_example_and_explains_every_key(game: AnyGame) -> None:
    text = skeleton(game)
    (example,) = read_examples(text)
    assert (example.id, example.game, example.when, example.given) == ("EX-1", game.name, [], None)
    for kind in (Example, Expect, game.Given):
        for key in kind.__struct_fields__:
            assert f"`{key}`" in text or f"\n{key} = " in text, f"{key} is not explained"
    assert all(verb.form in text for verb in game.notation())
    assert max(map(len, text.splitlines())) <= 120
