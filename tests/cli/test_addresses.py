"""Addresses of what is only looked at: logs, examples in files, examples that come with a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from kronika.core.basics.errors import KronikaError
from kronika.logs.files.addresses import split_address
from kronika.logs.files.faults import FileError
from kronika.logs.texts.addresses import load_addressed
from support.cli import fine, run

FILE = """\
[[example]]
id = "A-1"
game = "tides"
when = ["Anna: pick 15", "Bob: pick 13"]
[example.given]
kingdoms = { Anna = [17, 2, 1, 10], Bob = [12, 3, 6, 7] }
hands = { Anna = [15], Bob = [13] }
[example.expect]
turn = []

[[example]]
id = "A-2"
game = "tides"
before = ["chance: deal 1 2 3 4 5 / 6 7 8 9 10", "Anna: pick 1"]
when = ["Bob: pick 6"]

[[example]]
id = "a-2"
game = "tigris"

[[example]]
id = "A-3"
game = "tides"
when = ["chance: deal 1 2 3 4 5 / 6 7 8 9 10", "Anna: pick 7"]

[[example]]
id = "A-4"
game = "tides"
before = ["Anna: pick 7"]
"""


@pytest.fixture
def file(here: Path) -> str:
    Path("mine.toml").write_text(FILE)
    return "mine.toml"


def test_an_example_is_looked_at_after_its_moves(file: str) -> None:
    session = load_addressed(f"{file}#A-1")
    assert len(session.history) == 2
    assert session.at(0).kingdoms == (bytes((17, 2, 1, 10)), bytes((12, 3, 6, 7)))
    assert session.totals()["Anna"] == 25  # 2 Ancient Divide 7, 10 Eye of the North 6, 15 Vestibule 12


def test_what_led_to_it_is_no_part_of_it(file: str) -> None:
    session = load_addressed(f"{file}#tides/A-2")
    assert (len(session.history), session.at(0).sealed) == (1, (1, 0))


def test_every_command_that_only_looks_takes_one(file: str) -> None:
    assert fine("moves", f"{file}#tides/A-2").out.splitlines()[0] == "Anna: pick 7"  # the hands have changed sides
    assert "25" in fine("score", f"{file}#a-1").out
    assert "Vestibule" in fine("show", f"{file}#A-1").out
    assert "   1  Anna: pick 15" in fine("replay", f"{file}#A-1").lines
    assert fine("stats", f"{file}#A-1").out.startswith("2 events, 2 decisions")
    assert fine("example", "show", f"{file}#A-1").out.startswith("tides A-1: ")
    made = fine("example", "from", f"{file}#A-1", "--at", "0").out
    assert "kingdoms = { Anna = [17, 2, 1, 10], Bob = [12, 3, 6, 7] }" in made


def test_those_that_come_with_a_game(here: Path) -> None:
    assert load_addressed("tides/EX-1").header.game == "tides"
    assert fine("show", "tides/EX-1").out == fine("show", "tides/ex-1").out
    done = run("show", "tides/EX-99")
    assert (done.status, done.out) == (2, "")
    assert "There is no example 'EX-99'" in done.err


def test_a_file_of_the_whole_name_wins(file: str) -> None:
    fine("new", "tigris", "-p", "Anna", "-p", "Bob", "--seed", "1", "game.jsonl")
    log = Path("game.jsonl").read_bytes()
    Path("mine.toml#A-1").write_bytes(log)
    assert load_addressed("mine.toml#A-1").header.game == "tigris"
    Path("tides").mkdir()
    Path("tides/EX-1").write_bytes(log)
    assert load_addressed("tides/EX-1").header.game == "tigris"


def test_the_longest_path_that_is_there(here: Path) -> None:
    assert split_address("a#b#c") == ("a#b", "c")
    Path("a").touch()
    assert split_address("a#b#c") == ("a", "b#c")
    Path("a#b").touch()
    assert split_address("a#b#c") == ("a#b", "c")
    assert split_address("-") is None
    assert split_address("game.jsonl") is None


@pytest.mark.parametrize(
    ("key", "says"),
    [
        ("A-9", "mine.toml: There is no example 'A-9'. Did you mean A-"),
        ("A-2", "mine.toml: 'A-2' can be tides/A-2 or tigris/a-2."),
        ("A-3", "mine.toml:24: when.2: You do not hold 7"),
        ("A-4", "mine.toml:29: before.1: "),
        ("", "mine.toml: There is no example ''."),
    ],
)
def test_what_is_not_there(file: str, key: str, says: str) -> None:
    with pytest.raises(KronikaError) as caught:
        load_addressed(f"{file}#{key}")
    assert str(caught.value).startswith(says)


def test_a_file_of_examples_without_an_id(file: str) -> None:
    for command in ("show", "moves", "replay", "score", "stats"):
        done = run(command, file)
        assert done.status == 3
        assert (
            done.err == f"error: {file}: is not a log. An example of it is {file}#ID: `kronika example list {file}`.\n"
        )


@pytest.mark.parametrize("key", ["a b/c#d", "tides/a b/c#d", "tid/A B/C#D"])
def test_an_id_may_have_every_sign(here: Path, key: str) -> None:
    Path("odd.toml").write_text('[[example]]\nid = "a b/c#d"\ngame = "tides"\nexpect.turn = ["chance"]\n')
    assert load_addressed(f"odd.toml#{key}").game.name == "tides"
    assert fine("example", "show", f"odd.toml#{key}").lines[0].startswith("tides a b/c#d")


def test_no_such_file(here: Path) -> None:
    with pytest.raises(FileError, match=r"^none.toml: cannot read"):
        load_addressed("none.toml#A-1")


def test_a_log_has_no_examples(file: str) -> None:
    fine("new", "tides", "-p", "Anna", "-p", "Bob", "--seed", "1", "g.jsonl")
    says = (
        "g.jsonl: is a log, and has no examples: omit `#A-1`; `kronika show g.jsonl --at N` shows a moment of a game.\n"
    )
    for words in (("show",), ("best",), ("validate",), ("diff", "g.jsonl"), ("coverage",)):
        done = run(*words, "g.jsonl#A-1")
        assert (done.status, done.out) == (3, "")
        assert says in done.err


def test_where_only_a_log_will_do(file: str) -> None:
    fine("new", "tides", "-p", "Anna", "-p", "Bob", "--seed", "1", "g.jsonl")
    for address, command in (("mine.toml#A-1", " mine.toml"), ("tides/EX-1", "")):
        says = f"{address}: is an example, not a log: `kronika example check{command}` runs it.\n"
        for words in (("validate", "g.jsonl"), ("diff", "g.jsonl")):
            done = run(*words, address)
            assert done.status == 3
            assert says in done.err


def test_the_rules_that_an_example_cites(file: str) -> None:
    """One reveal (TT-2.2), and the round is scored (TT-4.14)."""
    cited = fine("coverage", f"{file}#A-1", "--format", "json").json["tides"]["cited"]
    assert (cited["TT-2.2"], cited["TT-4.14"]) == (1, 1)


def test_a_file_that_is_no_toml(here: Path) -> None:
    Path("mine.toml").write_text("[[example]]\nid = 1\n")
    done = run("show", "mine.toml#A-1")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("error: mine.toml:2: key id: ")
