"""`find`: the events of many games in which something happens."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kronika.core.basics import limits
from kronika.core.examples.example import read_examples, run_example
from kronika.logs.files.walk import find_logs
from kronika.logs.replaying.logfile import write_log
from support.cli import fine, process, run
from support.logs import DUEL_MOVES, duel_game, tides_game

pytestmark = pytest.mark.usefixtures("duel")

OTHER = ("chance: prize 5", "Anna: play 1", "Bob: play 4", "Bob: take")


@pytest.fixture
def games(here: Path) -> Path:
    """Two games of the duel, in one of which a move was taken back, and one of Tides of Time."""
    (here / "games").mkdir()
    write_log("games/a.jsonl", duel_game())
    write_log("games/b.jsonl", duel_game((*DUEL_MOVES[:4], "undo", "Anna: spare", *OTHER)))
    write_log("games/c.kpack", tides_game())
    return here


def test_the_events_of_a_folder(games: Path) -> None:
    done = fine("find", "games", "--effect", "won")
    assert done.out == (
        "games/a.jsonl --at 4\n"
        "    Anna: take\n"
        "    Anna 0, Bob 0\n"
        "    Anna takes the prize of 3 (DU-4)\n"
        "games/a.jsonl --at 11\n"
        "    Bob: take\n"
        "    Anna 3, Bob 0\n"
        "    Bob takes the prize of 2 (DU-4)\n"
        "games/b.jsonl --at 10\n"
        "    Bob: take\n"
        "    Anna 0, Bob 0\n"
        "    Bob takes the prize of 5 (DU-4)\n"
    )
    assert done.err == "3 events in 2 logs.\n"  # what was taken back is none of them


def test_what_is_found_can_be_shown_as_it_is_reported(games: Path) -> None:
    address, move, *_ = fine("find", "games", "--rule", "TT-4.5", "-n", 1).lines
    log, _, n = address.split()
    assert move.strip() in fine("replay", log, "--from", n, "--to", n).out


def test_a_rule_is_found_in_small_letters_too(games: Path) -> None:
    assert fine("find", "games", "--rule", "tt-4.5", "-n", 1) == fine("find", "games", "--rule", "TT-4.5", "-n", 1)


def test_the_first_of_them_and_all(games: Path) -> None:
    done = fine("find", "games", "--effect", "won", "-n", 2)
    assert [line for line in done.lines if line.startswith("games")] == [
        "games/a.jsonl --at 4",
        "games/a.jsonl --at 11",
    ]
    assert done.err == "The first 2 events; there may be more (-n, --all, --rarest).\n"
    assert fine("find", "games", "--effect", "won", "--all").out.startswith(done.out)


def test_the_rarest_kinds_first(games: Path) -> None:
    done = fine("find", "games", "--move", "^(anna|bob): (play|spare)", "--rarest", "--format", "json")
    assert [(one["kind"], one["count"], one["path"], one["record"]) for one in done.json] == [
        ("spare", 1, "games/b.jsonl", 6),
        ("play", 5, "games/a.jsonl", 2),
        ("play DU-2", 5, "games/a.jsonl", 3),
    ]
    assert done.err == "11 events of 3 kinds in 3 logs, 3 shown.\n"
    told = fine("find", "games", "--move", "^(anna|bob): (play|spare)", "--rarest", "-n", 2)
    assert told.lines[-1] == "    5 like it: play"


def test_as_json(games: Path) -> None:
    (one,) = fine("find", "games", "--score", "prize 2", "--format", "json").json
    assert one == {
        "path": "games/a.jsonl",
        "record": 11,
        "game": "duel",
        "move": "Bob: take",
        "before": "Anna 3, Bob 0",
        "why": ["Bob: 2 for prizes/prize 2 (DU-5)"],
        "kind": "take DU-4",
        "count": 1,
    }
    assert fine("find", "games", "--effect", "won prize=4", "--format", "json").json == []


def test_nothing_is_found(games: Path) -> None:
    done = fine("find", "games", "--effect", "won prize=4")
    assert (done.out, done.err) == ("", "0 events in 2 logs.\n")


def test_what_no_log_can_have_is_refused(games: Path) -> None:
    for words, why in (
        (("--effect", "wonn"), "there is no effect 'wonn'. "),
        (("--effect", "won seat=Eva"), "there is no player 'Eva'. There are Anna and Bob."),
        (("--rule", "TE-4.4"), "there is no rule 'TE-4.4'."),
        (("--move", "("), "'(' is not a regular expression: missing )"),
        (("--position", "tides/none"), "There is no example 'none'"),
        (("--position", "games/a.jsonl"), "games/a.jsonl: is not an example: FILE#ID, or GAME/ID"),
    ):
        done = run("find", "games/a.jsonl" if "TE" not in words[1] else "games/c.kpack", *words)
        assert (done.status, done.out, why in done.err) == (2, "", True), done
    assert fine("find", "games", "--effect", "won").err == "3 events in 2 logs.\n"  # of Tides of Time it can't be


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ((), "Say what to search for: --rule, --effect, --move, --turn, --round, --by, --score, --position."),
        (("--move", "x", "--all", "-n", "3"), "--all shows every event: omit --rarest and -n."),
        (("--move", "x", "--all", "--rarest"), "--all shows every event: omit --rarest and -n."),
        (("--effect", "won 3"), "'won 3' is not an effect: write `TYPE KEY=VALUE …`"),
        (("--effect", ""), "'' is not an effect"),
    ],
)
def test_wrong_usage(games: Path, words: tuple[str, ...], why: str) -> None:
    done = run("find", "games", *words)
    assert (done.status, done.out, why in done.err) == (2, "", True), done


def test_logs_that_can_not_be_searched(games: Path) -> None:
    (games / "games" / "d.jsonl").write_bytes(b"{\n")
    done = run("find", "games", "--effect", "won", "-n", 1)
    assert done.status == 0  # it was not asked for
    done = run("find", "games", "--effect", "won")
    assert (done.status, len(done.lines)) == (1, 12)
    assert "games/d.jsonl:1:" in done.err
    assert run("find", "games", "none.jsonl", "--effect", "won").status == 3


def test_pictures_and_examples(games: Path) -> None:
    words = ("find", "games", "--rule", "TT-4.14", "--out", "drawn", "--example", "found.toml")
    done = fine(*words)
    names = ["001-c-11", "002-c-25", "003-c-39"]
    assert done.out.count("games/c.kpack --at") == 3
    assert sorted(os.listdir("drawn")) == [f"{name}.svg" for name in names]
    fine("show", "games/c.kpack", "--at", 11, "--out", "shown.svg")
    assert Path("drawn/001-c-11.svg").read_bytes() == Path("shown.svg").read_bytes()
    examples = read_examples(Path("found.toml").read_text(encoding="utf-8"))
    assert [(one.id, one.source, len(one.when), one.unconfirmed) for one in examples] == [
        (name, f"games/c.kpack --at {name[-2:]}", 1, True) for name in names
    ]
    assert all(run_example(one).findings == () for one in examples)
    # What was made from a game is found in it again, by its position.
    for name in names:
        found = fine("find", "games", "--position", f"found.toml#{name}", "--format", "json").json
        assert [one["path"] for one in found] == ["games/c.kpack"]


def test_nothing_that_is_there_is_overwritten(games: Path) -> None:
    (games / "drawn").mkdir()
    (games / "drawn" / "mine").touch()
    (games / "found.toml").write_text("mine")
    for words in (("--out", "drawn"), ("--example", "found.toml")):
        done = run("find", "games", "--effect", "won", *words)
        assert (done.status, done.out) == (3, "")
    assert (games / "found.toml").read_text() == "mine"
    assert os.listdir("drawn") == ["mine"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--out", "new", "--example", "./new"), "can't have the same name"),
        (("--example", ""), "A file needs a name."),
        (("--example", "nowhere/e.toml"), "No such file"),
    ],
)
def test_what_can_not_be_written_is_reported_before_anything_is_sought(
    games: Path, words: tuple[str, ...], why: str
) -> None:
    done = run("find", "games", "--effect", "won", *words)
    assert (done.out, why in done.err) == ("", True)
    assert sorted(os.listdir()) == ["games"]


def test_too_many_to_be_drawn(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "FOUND_EVENTS", 2)
    done = run("find", "games", "--effect", "won", "--out", "drawn")
    assert (done.status, "more than 2, the most that are drawn or written: use -n N." in done.err) == (2, True)
    assert os.listdir() == ["games"]
    fine("find", "games", "--effect", "won", "--out", "drawn", "-n", 2)


def test_nothing_is_made_where_nothing_is_found(games: Path) -> None:
    fine("find", "games", "--effect", "won prize=4", "--out", "drawn", "--example", "found.toml")
    assert sorted(os.listdir()) == ["games"]


def test_a_rule_that_is_not_cited_is_not_taken_for_one_that_never_acts(here: Path) -> None:
    """What a red card does (IM-3.6) is cited by the site to which its stone goes, IM-3.7 here."""
    fine("simulate", "imhotep", "-n", 1, "--seed", 1, "--out", "games")
    found = fine("find", "games", "--rule", "IM-3.6", "--out", "pictures", "--example", "found.toml")
    assert found.err.splitlines() == [
        "0 events in 1 log.",
        "An event is found by a rule that its effects or points cite. The effects of IM-3.6 may cite another rule: "
        "--effect, --move and --score find it too.",
        "Nothing was drawn or written.",
    ]
    assert not Path("pictures").exists()


def test_the_pictures_of_any_log_have_a_name(games: Path) -> None:
    write_log("é ;$.jsonl", duel_game())
    fine("find", "é ;$.jsonl", "--effect", "won", "--out", "drawn")
    assert sorted(os.listdir("drawn")) == ["001-_-4.svg", "002-_-11.svg"]


def test_from_standard_input(games: Path) -> None:
    data = Path("games/a.jsonl").read_bytes()
    assert fine("find", "-", "--effect", "won", stdin=data).lines[0] == "- --at 4"
    done = run("find", "-", "--effect", "won", "--out", "drawn", stdin=data)
    assert (done.status, "that can't be standard input" in done.err) == (2, True)


def test_the_same_for_any_number_of_processes(games: Path, duel: dict[str, str]) -> None:
    for number in range(60):
        write_log(f"games/e{number:02}.jsonl", duel_game())
    assert len(find_logs(["games"]).paths) == 63
    for which in ("--all", "--rarest"):
        words = ("find", "games", "--effect", "won", which)
        assert process(*words, "--jobs", 2, env=duel, cwd=games) == fine(*words)


def test_a_pattern_that_never_ends_elsewhere_ends_here(tmp_path: Path) -> None:
    """In a name as long as they get; what takes too long even so is reported, with the move."""
    name = "a" * 180
    moves = [move.replace("Anna", name) for move in DUEL_MOVES[:3]]
    write_log(str(tmp_path / "g.jsonl"), duel_game(moves, (name, "Bob")))
    for pattern in ("^(a+)+$", "(a|aa)*c", "(.*a){30}b"):
        done = run("find", tmp_path, "--move", pattern)
        assert (done.status, done.err) == (0, "0 events in 1 log.\n")
    done = run("find", tmp_path, "--move", "(?=(.*a.*){90}b)")
    assert (done.status, "takes more than 1,000,000 steps" in done.err) == (2, True), done
    assert run("corpus", "filter", tmp_path, "--move", r"(a)\1").err.startswith("error: ")
