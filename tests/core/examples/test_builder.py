"""Examples made from games: what they begin with, what they expect, and that no other value would do."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from kronika.core.basics.errors import PositionError
from kronika.core.basics.toml import read_toml, to_toml
from kronika.core.contract.options import plain_options
from kronika.core.contract.registry import AnyGame
from kronika.core.examples.builder import draft_example, example_skeleton, example_toml, to_toml_value
from kronika.core.examples.example import Example, read_examples, run_example, start_example
from kronika.core.examples.expectations import Expect
from kronika.core.sessions.events import FORMAT, Header
from kronika.core.sessions.session import Session
from kronika.testing.playouts import Case, all_cases, playout, spread
from support import duel
from support.playouts import ROOT, games
from support.tides import place

SHIPPED = sorted((ROOT / "fixtures" / "examples").glob("*.toml"))
TIGRIS = ROOT / "fixtures" / "examples" / "tigris.toml"
OWN = [game for game in games() if game is not duel.GAME]
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
    for key, value in to_toml_value(expect).items():
        for other in changed(value):
            yield msgspec.convert({**to_toml_value(expect), key: other}, Expect)


# -- what is made of a game -----------------------------------------------------------------------------------------


def test_a_move_in_the_middle_of_a_round() -> None:
    # Bob's pick is the second of two sealed ones, so the position is the one before Anna's.
    table = place(kingdoms={"Anna": [17, 2, 1], "Bob": [12, 3, 6]}, hands={"Anna": [10, 15], "Bob": [7, 13]})
    for move in ("Anna: pick 10", "Bob: pick 7", "Anna: pick 13", "Bob: pick 15"):
        table.play(move)
    made = draft_example(table, 3, "M", "by hand")
    assert made.given == {
        "kingdoms": {"Anna": [17, 2, 1, 10], "Bob": [12, 3, 6, 7]},
        "hands": {"Anna": [13], "Bob": [15]},
    }
    assert (made.id, made.source, made.players) == ("M", "by hand", ["Anna", "Bob"])
    assert (made.before, made.when) == (["Anna: pick 13"], ["Bob: pick 15"])
    assert made.expect.effects[0] == {"type": "revealed", "cards": [13, 15], "rule": "TT-2.2"}
    assert (made.expect.turn, made.expect.result) == (["Anna", "Bob"], None)


def test_the_end_of_a_game() -> None:
    # Bob has a library x 3 and a stronghold x 3 (TT-4.6), and King's Nest wins him the ties of palaces and of gardens,
    # 7 each: 20.
    table = place(
        kingdoms={"Anna": [2, 5, 9, 12, 14, 17], "Bob": [1, 3, 4, 7, 8, 10]}, hands={"Anna": [18], "Bob": [13]}
    )
    table.play("Anna: pick 18")
    table.play("Bob: pick 13")
    expect = draft_example(table, 0, "M").expect
    assert expect.points is not None
    assert sorted(points for points in expect.points["Bob"].values() if points) == [3, 3, 7, 7]
    assert all(key.startswith("round 3/") for key in expect.points["Bob"])
    assert expect.result is not None
    assert (expect.result.winners, expect.result.ranking) == (["Anna"], [["Anna"], ["Bob"]])
    assert expect.result.totals is not None
    assert (expect.result.totals["Bob"], expect.totals["Bob"]) == (20, 20)
    assert expect.result.totals["Anna"] == sum(expect.points["Anna"].values()) > 20


def test_what_is_hidden_is_no_point_of_an_example() -> None:
    """The points of Tigris lie behind screens until the game is over (TE-1.5)."""
    example = next(one for one in read_examples(TIGRIS.read_text(encoding="utf-8")) if one.expect.points)
    table = run_example(example).session
    assert table is not None
    assert sum(item.points for item in table.score()) > 0
    expect = draft_example(table, 0, "M").expect
    assert (expect.points, expect.totals) == (None, table.totals())


def test_a_whole_new_game() -> None:
    table = Session.new("tides", ["Jan Novák", "Eva"], options={"zero_tie": "need_one"}, chance="given")
    table.play("chance: deal 1 2 3 4 5 / 6 7 8 9 10")
    table.play("Eva: pick 6")
    made = draft_example(table, 0, "M")
    assert (made.given, made.before) == (None, [])
    assert made.when == ["chance: deal 1 2 3 4 5 / 6 7 8 9 10", "Eva: pick 6"]
    # What `new` chooses may be another thing one day, so it is named.
    options = {"zero_tie": "need_one", "singles_use_doubled": False}
    assert (made.players, made.options) == (["Jan Novák", "Eva"], options)
    assert (made.expect.effects, made.expect.turn) == ([], ["Jan Novák"])
    assert draft_example(table, 2, "M").given == {"hands": {"Jan Novák": [1, 2, 3, 4, 5], "Eva": [6, 7, 8, 9, 10]}}


def test_a_game_that_begins_with_what_no_keys_describe() -> None:
    table = place(hands={"Anna": [1, 2, 3, 4, 5], "Bob": [6, 7, 8, 9, 10]})
    table.play("Anna: pick 1")
    sealed = Session(table.game, table.header, start=table.state)
    with pytest.raises(PositionError, match="begins with a position that can't be described by keys"):
        draft_example(sealed, 0, "M")


@pytest.mark.usefixtures("duel")
@pytest.mark.parametrize("number", [*range(3), *(pytest.param(n, marks=pytest.mark.long) for n in range(3, 200))])
@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_an_example_made_of_a_game_holds_and_no_other_value_does(game: AnyGame, number: int) -> None:
    played, begin = session(game, number)
    made = draft_example(played, begin, "made")
    assert made.unconfirmed
    assert read_examples(example_toml(made)) == [made]
    run = run_example(made)
    assert run.findings == ()
    assert run.session is not None
    assert run.session.state == played.state
    for expect in spoilt(made.expect):
        assert run_example(replace(made, expect=expect)).findings, f"{expect} passes as well"


@pytest.mark.long
@pytest.mark.parametrize("game", OWN, ids=lambda game: game.name)
def test_a_thousand_quiet_states_and_some_others(game: AnyGame) -> None:
    """A position describes a quiet state and no other; moves lead from one to any state."""
    quiet = others = 0
    for number, case in product(range(100), some_cases(game)):
        for step in spread(playout(case, number), 9):
            state = step.before
            given = game.given(state, case.names)
            if given is not None:
                quiet += 1
                read = msgspec.convert(msgspec.json.decode(msgspec.json.encode(given)), game.Given)
                assert game.position(read, state.options, case.names) == state, given
            elif others < 300:
                others += 1
                made = draft_example(played_to(case, number, step.number - 1), step.number - 1, "made")
                assert made.before or step.number == 1
                assert start_example(made).state == state
        if quiet >= 1000 and others >= 300:
            break
    assert (quiet >= 1000, others >= 300) == (True, True), (quiet, others)


def some_cases(game: AnyGame) -> list[Case]:
    """Forty of all seats and options, drawn by chance."""
    possible = all_cases(game)
    return Random(game.name).sample(possible, min(40, len(possible)))


def played_to(case: Case, number: int, events: int) -> Session:
    """A random game after N events."""
    header = Header(FORMAT, case.game.name, case.game.rules_version, case.names, plain_options(case.options))
    session = Session(case.game, header)
    for step in playout(case, number)[:events]:
        session.do(step.by, step.do)
    return session


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_a_quiet_position_is_never_far(game: AnyGame) -> None:
    for number in range(3):
        played, begin = session(game, number)
        made = draft_example(played, begin, "made")
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
        {"tables": {"of": {"tables": {}}}, "and": {"more": {"of": {}}}},
        {},
    ],
)
def test_what_is_written_is_read_back(table: dict[str, Any]) -> None:
    assert read_toml("\n".join(to_toml(table, "[[example]]"))) == {"example": [table]}
    assert read_toml("\n".join(to_toml(table, "[expect]"))) == {"expect": table}


def x(number: int) -> str:
    return "x" * number


@pytest.mark.parametrize(
    ("value", "lines"),
    [
        ([x(105), "y"], ["[of]", f'key = ["{x(105)}", "y"]']),
        ([x(106), "y"], ["[of]", "key = [", f'    "{x(106)}", "y",', "]"]),
        ([x(108), "y"], ["[of]", "key = [", f'    "{x(108)}", "y",', "]"]),
        ([x(109), "y"], ["[of]", "key = [", f'    "{x(109)}",', '    "y",', "]"]),
        ([{"a": x(100)}, {}], ["[of]", "key = [", f'    {{ a = "{x(100)}" }},', "    {},", "]"]),
        ({"a": x(104)}, ["[of]", f'key = {{ a = "{x(104)}" }}']),
        ({"a": x(105)}, ["[of.key]", f'a = "{x(105)}"']),
        ({"a": {"b": 1}, "c": 2}, ["[of.key]", "a = { b = 1 }", "c = 2"]),
    ],
)
def test_what_fits_into_a_line_of_120_is_one(value: Any, lines: list[str]) -> None:
    """Of a list, of what stands in a long one, of a table; a longer table has a head, and needs none above it."""
    assert list(to_toml({"key": value}, "[of]")) == lines
    assert max(map(len, lines)) <= 120


def test_what_toml_has_no_word_for_is_left_out() -> None:
    assert to_toml_value({"a": None, "b": [{"c": None, "d": 1}], "e": Expect(turn=[], totals={"Anna": 0})}) == {
        "b": [{"d": 1}],
        "e": {"turn": [], "totals": {"Anna": 0}},
    }


# -- to be filled in ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_a_skeleton_is_an_example_and_explains_every_key(game: AnyGame) -> None:
    text = example_skeleton(game)
    (example,) = read_examples(text)
    assert (example.id, example.game, example.when, example.given) == ("EX-1", game.name, [], None)
    for kind in (Example, Expect, game.Given):
        for key in kind.__struct_fields__:
            assert f"`{key}`" in text or f"\n{key} = " in text, f"{key} is not explained"
    assert all(verb.form in text for verb in game.notation())
    assert max(map(len, text.splitlines())) <= 120


def test_a_comment_goes_on_below_its_first_words_and_is_no_wider_than_120(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of words of one letter 56 fit beside `won`, which fills the line; then 58 are two signs further to the right."""
    monkeypatch.setattr(duel.DuelGiven, "__doc__", f"`won`:{' a' * 120}")
    comment = [line for line in example_skeleton(duel.GAME).splitlines() if line.endswith(" a a")]
    assert comment == [f"# `won`:{' a' * 56}", f"#  {' a' * 58}", f"#  {' a' * 6}"]
    assert [len(line) for line in comment[:2]] == [120, 119]
