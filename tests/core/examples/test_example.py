"""Worked examples as data: reading them, playing them, and what is said when one comes out differently."""

from __future__ import annotations

import sys
import tomllib
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import msgspec
import pytest

from kronika.core.basics.fields import ANYTHING
from kronika.core.contract.registry import game_names, get_game
from kronika.core.contract.result import ScoreItem
from kronika.core.examples.differences import matches
from kronika.core.examples.example import (
    Example,
    ExampleError,
    Run,
    example_schema,
    find_line,
    read_examples,
    run_example,
    start_example,
)
from kronika.core.examples.expectations import Finding
from kronika.core.examples.matching import KnownNames
from kronika.testing.fuzz import vary_table, vary_text

ROOT = Path(__file__).parents[3]
FILES = sorted((ROOT / "fixtures" / "examples").glob("*.toml"))
EXAMPLES = [
    pytest.param(example, id=f"{example.game}-{example.id}")
    for file in FILES
    for example in read_examples(file.read_text(encoding="utf-8"))
]

# Four palaces after Roof of the World, one stronghold each, and King's Nest: the rulebook's example of a round.
GIVEN = """
[example.given]
kingdoms = { Anna = [17, 2, 1, 10], Bob = [12, 3, 6, 7] }
hands = { Anna = [15], Bob = [13] }
"""


def example(rest: str = "", given: str = GIVEN) -> str:
    return f'[[example]]\nid = "X"\ngame = "tides"\nwhen = ["Anna: pick 15", "Bob: pick 13"]\n{given}{rest}'


def run(rest: str = "", given: str = GIVEN) -> Run:
    return run_example(read_examples(example(rest, given))[0])


def findings(rest: str, given: str = GIVEN) -> list[tuple[str, str, str]]:
    return [(finding.key, finding.expected, finding.got) for finding in run(rest, given).findings]


# -- the examples of the games --------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_of_a_game_comes_out_as_the_book_says(example: Example) -> None:
    assert run_example(example).findings == ()


def test_every_game_has_examples() -> None:
    assert {file.stem for file in FILES} >= set(game_names())
    for file in FILES:
        assert {example.game for example in read_examples(file.read_text(encoding="utf-8"))} == {file.stem}


# -- reading --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("[[example]]\nid = \n", 2, "Not TOML"),
        ('[[example]]\nid = "X"\ngame = "tides"\nx =', 4, "Not TOML"),
        ("", 1, "The file is empty: an example is an [[example]]"),
        ("example = 3", 1, "key example: A list `[…]` is needed, not 3"),
        ('\n[[exampel]]\nid = "X"', 2, "There is no `exampel` here"),
        ('# first\n\n[[example]]\ngame = "tides"', 3, "`id` is missing"),
        ('[[example]]\nid = "X"\ngame = 3', 3, "key game: A text is needed, not 3"),
        (example('\n[example.expect]\npionts = { Anna = { "17" = 0 } }'), 11, "There is no `pionts` here"),
        (example('\n[example.expect]\npoints = { Anna = { "17" = "0" } }'), 11, "A whole number is needed, not '0'"),
        (example('\n[example.expect]\nillegal = [{ rule = "TT-2.1" }]'), 11, "`move` is missing"),
        (example('\n[example.misprint]\nprinted = "24"\nright = "25"'), 10, "`why` is missing"),
        (example() + "\n" + example(), 11, "The id X of tides is used twice"),
        (example().replace("[[example]]", "[[example]]\nnumber = 3"), 2, "There is no `number` here"),
        (
            '[[example]]\nid = "X"\ngame = "tides"\nwhen = [3]',
            4,
            "key when.1: A text or a table `{…}` is needed, not 3",
        ),
        (
            '[[example]]\nid = "X"\ngame = "tides"\n[[example.when]]\nmoev = "Anna: pick 1"',
            5,
            "There is no `moev` here",
        ),
        ("x = " + "[" * 20000, 1, "nested too deep"),
    ],
)
def test_a_bad_file_says_where(text: str, line: int, says: str) -> None:
    with pytest.raises(ExampleError) as error:
        read_examples(text)
    assert (error.value.line, says in str(error.value)) == (line, True), str(error.value)
    assert not str(error.value).endswith("?."), "a question is a sentence"


def test_the_line_is_looked_for_in_the_right_example() -> None:
    text = example() + "\n" + example().replace('"X"', '"Y"').replace("when =", "players = 3\nwhen =")
    with pytest.raises(ExampleError, match="players") as error:
        read_examples(text)
    assert error.value.line == 13
    assert text.splitlines()[12] == "players = 3"
    assert find_line(text, 1, "id") == 11
    assert find_line(text, 0, "no_such_key") == 1
    assert find_line(text, None, "no_such_key") == 1


def test_ids_are_distinguished_within_a_game_only() -> None:
    text = example() + "\n" + example().replace('"tides"', '"chess"')
    assert [read.game for read in read_examples(text)] == ["tides", "chess"]


def test_a_misprint_is_kept() -> None:
    misprint = '\n[example.misprint]\nprinted = "24"\nright = "25"\nwhy = "12 + 7 + 6"'
    (read,) = read_examples(example(f"{misprint}\n[example.expect]\ntotals = {{ Anna = 25 }}"))
    assert read.misprint is not None
    assert (read.misprint.printed, read.misprint.right, read.misprint.why) == ("24", "25", "12 + 7 + 6")
    assert run_example(read).findings == ()


# -- running --------------------------------------------------------------------------------------------------------


def test_what_is_left_out_is_not_looked_at() -> None:
    played = run("\n[example.expect]\ntotals = { Anna = 25 }")
    assert played.findings == ()
    assert [effect.rule for effect in played.effects[:2]] == ["TT-2.2", "TT-4.3"]
    assert played.session is not None
    assert len(played.session.line.events) == 2


def test_an_example_without_a_position_begins_before_any_chance() -> None:
    deal = "chance: deal 1 2 3 4 5 / 6 7 8 9 10"
    text = f'[[example]]\nid = "X"\ngame = "tides"\nplayers = ["Zoe", "Yan"]\nwhen = ["{deal}", "Zoe: pick 1"]'
    read = read_examples(text + '\n[example.expect]\nturn = ["Yan"]')[0]
    assert run_example(read).findings == ()
    assert start_example(read).actors == (-1,)


@pytest.mark.parametrize(
    ("expect", "key", "expected", "got"),
    [
        # 4 palaces x 3
        (
            "points = { Anna = { 15 = 9 } }",
            "expect.points.Anna.15",
            "9",
            "12: 12 for 15 Vestibule, palaces 4 x 3",
        ),
        ("points = { Anna = { 3 = 9 } }", "expect.points.Anna.3", "9", "no such item; there are: "),
        ("points = { Zoe = { 3 = 9 } }", "expect.points.Zoe", "points of a player", "there is no player 'Zoe'"),
        ("totals = { Anna = 24 }", "expect.totals.Anna", "24", "25"),
        ("totals = { Zoe = 24 }", "expect.totals.Zoe", "24", "there is no player 'Zoe'"),
        ('turn = ["Anna"]', "expect.turn", "Anna", "Anna, Bob"),
        ("turn = []", "expect.turn", "nobody", "Anna, Bob"),
        ("moves = { Anna = 19 }", "expect.moves.Anna", "19", "20: relic 1 discard 2, "),
        ("moves = { Zoe = 0 }", "expect.moves.Zoe", "0", "there is no player 'Zoe'"),
        ('legal = ["Anna: relic 12 discard 1"]', "expect.legal.1", "is legal", "You do not hold 12 Old Man's Pass"),
        (
            'legal = ["Anna: relic 12"]',
            "expect.legal.1",
            "is legal",
            "`discard` is missing. The form is `relic CARD discard CARD`.",
        ),
        (
            'illegal = [{ move = "Anna: relic 1 discard 2", rule = "TT-2.6" }]',
            "expect.illegal.1",
            "`Anna: relic 1 discard 2` is refused by TT-2.6",
            "it is legal",
        ),
        (
            'illegal = [{ move = "Anna: relic 1 discard 1", rule = "TT-2.6" }]',
            "expect.illegal.1",
            "`Anna: relic 1 discard 1` is refused by TT-2.6",
            "cannot be both relic and discard: choose two cards. (TT-8.2)",
        ),
        (
            'illegal = [{ move = "Anna: relic 1 discard 1", rule = "TT-8.2", says = "nonsense" }]',
            "expect.illegal.1",
            "`Anna: relic 1 discard 1` is refused by TT-8.2 with 'nonsense'",
            "choose two cards. (TT-8.2)",
        ),
        (
            'illegal = [{ move = "Anna: relic 1 discard 2", rule = "TT-82" }]',
            "expect.illegal.1.rule",
            "`Anna: relic 1 discard 2` is refused by TT-82",
            "there is no rule 'TT-82'. Did you mean TT-8.2? The move: it is legal",
        ),
        (
            'illegal = [{ move = "Anna: relic 1 discard 1", rule = "TT-82" }]',
            "expect.illegal.1.rule",
            "`Anna: relic 1 discard 1` is refused by TT-82",
            "Did you mean TT-8.2? The move: 1 King's Nest cannot be both relic and discard: choose two cards. (TT-8.2)",
        ),
        (
            'illegal = [{ move = "Anna: relick 1", rule = "TT-2.6" }]',
            "expect.illegal.1",
            "is refused by TT-2.6",
            "'relick' is not a move. Did you mean: relic 2 discard 1, ",
        ),
        (  # both have kept the last card of a round: a relic is due (TT-2.6), whatever card is picked
            'illegal = [{ move = "Anna: pick 17" }]',
            "expect.illegal.1.rule",
            "the rule that refuses it",
            'But now every move of its kind is refused: if that is what you mean, say `rule = "TT-2.6"`.',
        ),
        (
            'illegal = [{ move = "Anna: relic 1 discard 1", rule = "TT-8.2", says = "" }]',
            "expect.illegal.1.says",
            "words of the reason",
            "says is empty: omit it, or say what it should be",
        ),
        (
            'illegal = [{ move = "Anna: relick 1", unreadable = true, says = " " }]',
            "expect.illegal.1.says",
            "words of the reason",
            "says is empty: omit it, or say what it should be",
        ),
        ('state = { phase = "pick" }', "expect.state.phase", "pick", "relic"),
        (
            'state = { fase = "pick" }',
            "expect.state.fase",
            "what the view can have",
            "there is no fase here. Did you mean phase?",
        ),
        # 1, 2, 10, 15 and 17 are what Anna takes back
        (
            "state = { hands = { Anna = [1, 2, 10, 15, 16] } }",
            "expect.state.hands.Anna",
            "[1, 2, 10, 15, 16]",
            "[1, 2, 10, 15, 17], without [16] and with [17]",
        ),
        (
            'effects = [{ type = "doubled", seat = "Bob", suits = ["palace"] }]',
            "expect.effects.1",
            "doubled seat Bob, suits [palace]",
            "doubled seat Anna, suits [palace] (TT-4.3)",
        ),
        (
            'effects = [{ type = "no_such" }]',
            "expect.effects.1.type",
            "no_such",
            "there is no effect 'no_such'. There are revealed, swapped, doubled, ",
        ),
        (
            'no_effects = [{ type = "tie_won", seat = "Anna" }]',
            "expect.no_effects.1",
            "no tie_won seat Anna",
            "tie_won seat Anna, card 2 (TT-4.15)",
        ),
        ('result = { winners = ["Anna"] }', "expect.result", "the end of the game", "the game is not over"),
    ],
)
def test_a_finding_says_what_was_expected_and_what_came(expect: str, key: str, expected: str, got: str) -> None:
    found = findings(f"\n[example.expect]\n{expect}")
    assert len(found) == 1
    assert found[0][0] == key
    assert expected in found[0][1]
    assert got in found[0][2]


@pytest.mark.parametrize(
    ("forbidden", "when"),
    [
        ('{ move = "Anna: relic 1 discard 1" }', "a move of its kind could be made"),
        ('{ move = "Anna: pick 17", rule = "TT-2.6" }', "the rule is named"),
        ('{ move = "Anna: pick 17", says = "choose a relic" }', "the words are named"),
    ],
)
def test_a_refusal_that_is_meant_is_no_finding(forbidden: str, when: str) -> None:
    assert findings(f"\n[example.expect]\nillegal = [{forbidden}]") == [], when


def test_who_is_not_on_turn_is_refused_whatever_the_move() -> None:
    """Bob has picked already: that a card is refused says nothing of the card. Nor does an outcome when none is due."""
    for move, rule in (("Bob: pick 3", "TT-2.1"), ("chance: deal 1 2 3 4 5 / 6 7 8 9 10", "TT-2.1")):
        rest = f'\n[example.expect]\nillegal = [{{ move = "{move}" }}]'
        text = example(rest).replace(', "Bob: pick 13"]', "]").replace("Anna: pick 15", "Bob: pick 13")
        (finding,) = run_example(read_examples(text)[0]).findings
        assert (finding.key, finding.rules) == ("expect.illegal.1.rule", (rule,))


def test_a_finding_cites_the_rules_that_decided() -> None:
    illegal = 'illegal = [{ move = "Anna: relic 1 discard 1", rule = "TT-2.6" }]'
    rest = f"\n[example.expect]\npoints = {{ Anna = {{ 15 = 9 }} }}\n{illegal}"
    assert [finding.rules for finding in run(rest).findings] == [("TT-4.6",), ("TT-8.2",)]
    doubled = run('\n[example.expect]\neffects = [{ type = "doubled", seat = "Bob" }, { type = "ended" }]').findings
    assert [finding.rules[:2] for finding in doubled] == [("TT-4.3",), ("TT-2.2", "TT-4.3")]


def test_effects_happen_in_the_order_given() -> None:
    in_order = '[{ type = "revealed" }, { type = "tie_won" }, { type = "taken_back" }]'
    turned = '[{ type = "tie_won" }, { type = "revealed" }]'
    assert findings(f"\n[example.expect]\neffects = {in_order}") == []
    assert [key for key, _, _ in findings(f"\n[example.expect]\neffects = {turned}")] == ["expect.effects.2"]


def test_points_are_found_by_number_name_or_part() -> None:
    keys = '"15 vestibule" = 12, "round 1" = 25, 15 = 12, "round 1/15 Vestibule" = 12, "round 1/15" = 12'
    assert findings(f"\n[example.expect]\npoints = {{ Anna = {{ {keys} }} }}") == []


def test_a_step_has_expectations_of_its_own() -> None:
    steps = """
[[example.when]]
move = "Anna: pick 15"
[example.when.expect]
turn = ["Bob"]
no_effects = [{ type = "revealed" }]
[[example.when]]
move = "Bob: pick 13"
[example.when.expect]
effects = [{ type = "revealed", cards = { Anna = 15, Bob = 12 } }]
"""
    text = f'[[example]]\nid = "X"\ngame = "tides"\n{GIVEN}{steps}'
    found = run_example(read_examples(text)[0]).findings
    assert [finding.key for finding in found] == ["when.2.expect.effects.1"]
    assert found[0].got == "revealed cards [15, 13] (TT-2.2)"


def test_a_move_that_cannot_be_made_ends_the_example() -> None:
    found = run_example(read_examples(example().replace("pick 15", "pick 16"))[0]).findings
    assert found == (
        Finding(
            "when.1",
            "the move `Anna: pick 16`",
            "You do not hold 16 Molehill: your hand is 15. (TT-2.1)",
            ("TT-2.1",),
        ),
    )


@pytest.mark.parametrize(
    ("old", "new", "key", "line", "says"),
    [
        ('"tides"', '"tidse"', "game", 3, "There is no game called 'tidse'. Did you mean tides?"),
        ("when =", 'players = ["Anna"]\nwhen =', "players", 4, "Tides of Time is for 2 players, not 1."),
        ("when =", 'options = { zero_tie = "lose" }\nwhen =', "options", 4, "it can be win, need_one"),
        ("hands =", "hnads =", "given.hnads", 8, "There is no `hnads` here. Did you mean hands?"),
        (
            "Bob = [12",
            "Bob = [17",
            "given.kingdoms.Bob",
            7,
            "kingdoms.Bob: 17 Roof of the World is named twice: there is one of each (INV-1).",
        ),
        ("Bob = [13]", "Bob = 13", "given.hands.Bob", 8, "hands.Bob: A list `[…]` is needed, not 13"),
        (
            "hands = { Anna = [15], Bob = [13] }",
            "hands.Anna = [15]\nhands.Eve = [13]",
            "given.hands.Eve",
            9,
            "There is no player 'Eve'.",
        ),
    ],
)
def test_a_position_that_cannot_be_set_up_is_a_finding_of_its_key(
    old: str, new: str, key: str, line: int, says: str
) -> None:
    text = example().replace(old, new)
    found = run_example(read_examples(text)[0]).findings
    assert [finding.key for finding in found] == [key]
    assert says in found[0].got
    assert find_line(text, 0, key) == line


# The last pick of the third round: Old Man's Pass pays Bob 7 for 3 libraries to 1, and nothing else pays him.
LAST = """
[example.given]
kingdoms = { Anna = [2, 5, 9, 12, 14, 17], Bob = [1, 3, 4, 7, 8, 10] }
hands = { Anna = [18], Bob = [13] }
"""


def test_the_result_is_compared_key_by_key() -> None:
    right = 'result = { winners = ["Anna"], ranking = [["Anna"], ["Bob"]], rule = "TT-5.1", tie_rule = "" }'
    wrong = 'result = { winners = ["Bob"], totals = { Anna = 76, Bob = 0 }, tie_rule = "TT-5.2" }'
    moves = '"Anna: pick 18", "Bob: pick 13"'
    text = f'[[example]]\nid = "X"\ngame = "tides"\nwhen = [{moves}]\n{LAST}\n[example.expect]\n'
    assert run_example(read_examples(text + right)[0]).findings == ()
    found = run_example(read_examples(text + wrong)[0]).findings
    assert [finding.key for finding in found] == [
        "expect.result.winners",
        "expect.result.tie_rule",
        "expect.result.totals.Bob",
    ]
    assert (found[0].expected, found[0].got, found[0].rules) == ("[Bob]", "[Anna]", ("TT-5.1",))


def test_a_file_that_calls_the_result_by_its_older_name_is_read_and_its_lines_are_found() -> None:
    older = "outcome"
    step = f'{{ move = "Bob: pick 13", expect = {{ {older} = {{ winners = ["Bob"] }} }} }}'
    text = (
        f'[[example]]\nid = "X"\ngame = "tides"\nwhen = ["Anna: pick 18", {step}]\n{LAST}\n[example.expect.{older}]\n'
    )
    text += 'rule = "TT-5.1"\nwinners = ["Bob"]\n'
    (read,) = read_examples(text)
    assert read.expect.result is not None
    assert read.expect.result.winners == ["Bob"]
    found = run_example(read).findings
    assert [finding.key for finding in found] == ["when.2.expect.result.winners", "expect.result.winners"]
    assert [find_line(text, 0, finding.key) for finding in found] == [4, len(text.splitlines())]
    both = f"{text}[example.expect.result]\n"
    with pytest.raises(ExampleError, match=f"{older}"):
        read_examples(both)


def test_a_shared_victory_is_the_same_in_any_order_of_names() -> None:
    given = """
[example.given]
kingdoms = { Anna = [1, 2, 4, 5, 6, 9], Bob = [7, 8, 12, 14, 15, 16] }
hands = { Anna = [13], Bob = [18] }
"""
    ending = '{ winners = ["Bob", "Anna"], totals = { Bob = 3 }, ranking = [["Bob", "Anna"]], tie_rule = "TT-5.2" }'
    moves = '"Anna: pick 13", "Bob: pick 18"'
    text = f'[[example]]\nid = "X"\ngame = "tides"\nwhen = [{moves}]\n{given}\n[example.expect]\nresult = {ending}'
    assert run_example(read_examples(text)[0]).findings == ()
    found = run_example(read_examples(text.replace("Bob = 3", "Bob = 3, Eve = 3"))[0]).findings
    assert [(finding.key, finding.got) for finding in found] == [
        ("expect.result.totals.Eve", "there is no player 'Eve'. There are Anna and Bob.")
    ]


@pytest.mark.usefixtures("duel")
def test_as_many_players_as_the_game_needs() -> None:
    text = '[[example]]\nid = "X"\ngame = "duel"\nwhen = ["prize 5"]\n[example.expect]\nturn = ["Anna", "Bob"]'
    assert run_example(read_examples(text)[0]).findings == ()
    found = run_example(read_examples(text.replace("when", 'players = ["Zoe", "Yan", "Eve"]\nwhen'))[0]).findings
    assert [(finding.key, finding.got) for finding in found] == [
        ("expect.turn.1", "there is no player 'Anna'. Did you mean Yan?")
    ]


@pytest.mark.parametrize(
    ("wanted", "got", "same"),
    [
        (1, 1, True),
        (1, True, False),
        (True, 1, False),
        (1.0, 1, True),
        ("Anna", 0, True),
        ("Anna", 1, False),
        ("Anna", "Anna", True),
        ("Zoe", -1, False),
        ("Anna", False, False),
        ({"a": 1}, {"a": 1, "b": 2}, True),
        ({"a": 1, "b": 2}, {"a": 1}, False),
        ({"Anna": 5}, [5, 6], True),
        ({"Anna": 5, "Bob": 6}, (5, 6), True),
        ({"Bob": 5}, [5, 6], False),
        ({"Anna": 5}, [5], False),
        ({"Zoe": 5}, [5, 6], False),
        ([1, "Bob"], (1, 1), True),
        ([1], (1, 2), False),
        ([1, 2], 1, False),
        ({"a": 1}, 1, False),
        ({}, {}, True),
        ({}, {"a": 1}, False),
        ({"count": 2}, {"a": 1, "b": 1}, True),
        ({"count": 1}, {"a": 1, "b": 1}, False),
        ({"count": 2, "a": 2}, {"a": 1, "b": 1}, False),
        ({"a": "nothing"}, {"b": 1}, True),
        ({"a": "nothing"}, {"a": None}, True),
        ({"a": "nothing"}, {"a": 1}, False),
        ("nothing", None, True),
        ("nothing", "", True),
        ("nothing", 0, False),
        ({"count": 2}, [5, 6], True),
        ({"count": 3}, [5, 6], False),
        ({"has": [6]}, [5, 6], True),
        ({"has": [6, 6]}, [5, 6], False),
        ({"has": [7]}, [5, 6], False),
        ({"lacks": [7]}, [5, 6], True),
        ({"lacks": [7, 5]}, [5, 6], False),
        ([5, 6], [6, 5], False),
        (7, "7", True),
        (7, "17", False),
        (0, "", True),
        (0, "0", False),
        (True, "1", False),
    ],
)
def test_what_fits(wanted: Any, got: Any, same: bool) -> None:
    assert matches(ANYTHING, wanted, got, KnownNames(("Anna", "Bob"))) is same


# -- the schema -----------------------------------------------------------------------------------------------------


def test_the_schema_admits_the_examples_and_knows_their_keys() -> None:
    schema = example_schema([get_game(name) for name in game_names()])
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for file in FILES:
        validator.validate(tomllib.loads(file.read_text(encoding="utf-8")))
    for old, new in (("hands", "hnads"), ("when", "wehn"), ("id =", "di =")):
        assert not validator.is_valid(tomllib.loads(example().replace(old, new)))


# -- nonsense -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_spoilt_examples_are_findings(file: Path) -> None:
    random = Random(file.stem)
    examples = read_examples(file.read_text(encoding="utf-8"))
    for _ in range(200):
        table = vary_table(msgspec.to_builtins(random.choice(examples)), random)
        try:
            spoilt = msgspec.convert(table, Example)
        except msgspec.ValidationError:
            continue
        for finding in run_example(spoilt).findings:
            assert finding.key
            assert finding.got


def test_spoilt_files_are_example_errors() -> None:
    random = Random(1)
    for _ in range(300):
        text = vary_text(example('\n[example.expect]\npoints = { Anna = { "17" = 0 } }\n'), random)
        try:
            read_examples(text)
        except ExampleError as error:
            line = error.line
        else:
            line = 1
        assert 1 <= line <= text.count("\n") + 1


def _work(examples: int, keys: int) -> int:
    """How many functions are called to find the line of each key of each example of a file."""
    text = "".join('[[example]]\nid = "x"\n' + "".join(f"k{key} = 1\n" for key in range(keys)) for _ in range(examples))
    calls = 0

    def count(frame: object, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        found = [find_line(text, index, f"when.1.k{key}") for index in range(examples) for key in range(keys)]
    finally:
        sys.setprofile(None)
    assert found == [(keys + 2) * index + 3 + key for index in range(examples) for key in range(keys)]
    return calls


@pytest.mark.parametrize("shape", [(1, 4), (4, 1)], ids=["many keys", "many examples"])
def test_the_work_of_finding_lines_grows_with_the_file_and_not_with_its_square(shape: tuple[int, int]) -> None:
    few, many = min(shape), 4
    work = [_work(*(few if side == few else many << doubling + 3 for side in shape)) for doubling in range(6)]
    assert all(after <= 2.3 * before for before, after in pairwise(work)), work


def test_a_line_ends_where_it_ends_in_toml() -> None:
    text = '[[example]]\nnote = "a\u2028b\x85c"\nid = "X"\r\ngame = "tides"\n'
    assert [find_line(text, 0, key) for key in ("note", "id", "game")] == [2, 3, 4]


@pytest.mark.usefixtures("duel")
def test_a_game_whose_points_say_no_source_is_reported_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    """What its author sees while writing it: a finding, not a traceback."""
    monkeypatch.setattr(type(get_game("duel")), "score", lambda self, state: (ScoreItem(0, "prizes", "", 2, "DU-5"),))
    expected = "[example.expect]\npoints = { Anna = { 5 = 1, prizes = 2 } }\n"
    (one,) = read_examples(f'[[example]]\nid = "A"\ngame = "duel"\n{expected}')
    (finding,) = run_example(one).findings
    assert (finding.key, finding.got) == ("expect.points.Anna.5", "no such item; there are: nothing")


@pytest.mark.usefixtures("duel")
def test_points_without_a_reckoning_are_reported_without_a_comma(monkeypatch: pytest.MonkeyPatch) -> None:
    items = (ScoreItem(0, "prizes", "prize of 5", 5, "DU-5"), ScoreItem(0, "prizes", "a bonus", 1, "DU-5", "1 x 1"))
    monkeypatch.setattr(type(get_game("duel")), "score", lambda self, state: items)
    expected = "[example.expect]\npoints = { Anna = { prizes = 7 } }\n"
    (one,) = read_examples(f'[[example]]\nid = "A"\ngame = "duel"\n{expected}')
    (finding,) = run_example(one).findings
    assert finding.got == "6: 5 for prize of 5; 1 for a bonus, 1 x 1"
