"""Requests about games that are kept elsewhere, and about logs: taking back, saving, reading."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kronika.logs.pipe.handler import RequestHandler
from kronika.logs.replaying.logfile import log_lines
from support.logs import DUEL_HAND, DUEL_HEADER, DUEL_MOVES, TIDES_MOVES, duel_game
from support.pipe import START, ask, desk, play, refused

pytestmark = pytest.mark.usefixtures("duel")


def test_a_question_about_a_game_that_is_kept_elsewhere() -> None:
    at = desk()
    moves = ["chance: prize 3", {"by": 0, "do": {"type": "play", "card": 4}}, "Bob: play 2"]
    assert ask(at, "legal", start=START, moves=moves)["moves"] == [
        {"by": 0, "move": "take"},
        {"by": 0, "move": "spare"},
    ]
    (event,) = ask(at, "play", start=START, moves=moves, move="take")["events"]
    assert event["effects"][0]["prize"] == 3
    assert ask(at, "score", start={**START, "given": {"won": {"Bob": [5]}}})["totals"] == [0, 5]
    assert ask(at, "events", start=START, moves=moves)["count"] == 3


def test_the_move_that_cannot_be_made_is_named() -> None:
    moves = ["chance: prize 3", "Anna: play 4", "Anna: play 3"]
    error = ask(desk(), "view", start=START, moves=moves)
    assert (error["code"], error["rule"], error["field"]) == ("illegal", "DU-1", "moves.3")
    assert error["message"].startswith("moves.3: It is not the time")
    assert refused(desk(), "view", start=START, moves=[{"by": 0, "do": {}}])[:2] == ("field", "moves.1")


def test_moves_on_top_of_a_session_leave_it_as_it_was(at: RequestHandler) -> None:
    play(at, *DUEL_MOVES[:4])
    assert ask(at, "score", session="1", moves=DUEL_MOVES[4:])["totals"] == [3, 2]
    assert ask(at, "events", session="1")["count"] == 4
    assert ask(at, "view", session="1", at=2)["view"]["sealed"] == ["4", ""]
    (event,) = ask(at, "play", session="1", at=2, move="Bob: play 3")["events"]
    assert event["effects"][0]["cards"] == [4, 3]
    assert ask(at, "events", session="1")["count"] == 4
    assert refused(at, "view", session="1", at=5) == ("field", "at", "at: There are 4 events in force.")
    assert refused(at, "view", start=START, moves=["chance: prize 3"], at=1)[2] == "at: There are 0 events in force."
    ask(at, "undo", session="1", events=3)
    assert refused(at, "view", session="1", at=5)[2] == "at: There is 1 event in force."


def test_a_session_or_a_start_and_not_both(at: RequestHandler) -> None:
    for both in ({}, {"session": "1", "start": START}):
        assert refused(at, "view", **both)[:2] == ("field", "session")


def test_moves_are_taken_back_and_restored(at: RequestHandler) -> None:
    play(at, *DUEL_MOVES[:4])
    assert ask(at, "undo", session="1")["events"] == 3
    assert ask(at, "undo", session="1", decisions=2)["events"] == 1
    assert ask(at, "redo", session="1", events=2)["events"] == 3
    assert ask(at, "redo", session="1")["events"] == 4
    assert refused(at, "redo", session="1") == ("undo", "", "Cannot restore 1 decision: 0 taken back.")
    assert refused(at, "undo", session="1", events=0) == (
        "field",
        "events",
        "events: A whole number from 1 to 2147483648 is needed, not 0.",
    )
    assert refused(at, "undo", session="1", events=1, decisions=1)[:2] == ("field", "events")


def test_a_log_comes_back_as_it_was_saved(at: RequestHandler) -> None:
    play(at, *DUEL_MOVES[:4])
    ask(at, "undo", session="1")
    log = ask(at, "save", session="1")["log"]
    assert ask(at, "load", session="again", log=log)["events"] == 3
    assert ask(at, "save", session="again")["log"] == log


def test_a_log_with_a_seed_is_drawn_on_and_one_without_is_not() -> None:
    at = desk()
    ask(at, "new", game="tides", seed=7)
    log = ask(at, "save", session="1")["log"]
    ask(at, "load", session="2", log=log)
    for move in TIDES_MOVES[:2]:
        ask(at, "play", session="2", move=move)
    assert ask(at, "load", session="3", log=log, chance="given")["actors"] == [0, 1]
    bare = "\n".join(map(json.dumps, (DUEL_HEADER, *DUEL_HAND[:1])))
    assert ask(at, "load", session="4", log=bare)["actors"] == [0, 1]
    assert refused(at, "load", log=bare, chance="auto")[0] == "setup"


def test_the_faults_of_a_log_are_reported() -> None:
    at = desk()
    wrong = "\n".join(map(json.dumps, (DUEL_HEADER, DUEL_HAND[0], DUEL_HAND[3])))
    report = ask(at, "validate", log=wrong)
    assert (report["ok"], report["records"], report["events"]) == (False, 2, 1)
    (fault,) = report["faults"]
    assert (fault["line"], fault["code"], fault["rules"]) == (3, "illegal", ["DU-1"])
    assert refused(at, "load", log=wrong)[0] == "log"
    whole = "\n".join(map(json.dumps, (DUEL_HEADER, *DUEL_HAND)))
    report = ask(at, "validate", log=whole)
    assert (report["ok"], report["result"]["totals"]) == (True, [3, 2])
    assert {fault["code"] for fault in ask(at, "validate", log=whole, strict=True)["faults"]} == {"unsealed"}


def test_a_log_that_differs_in_what_is_derived_is_loaded_with_a_warning(at: RequestHandler) -> None:
    header, record = log_lines(duel_game(DUEL_MOVES[:1]))
    spoilt = {**json.loads(record), "state": "0" * 16}
    standing = ask(at, "load", log=header.decode() + json.dumps(spoilt))
    assert standing["events"] == 1
    (warning,) = standing["warnings"]
    assert warning.startswith("log:2: digest ")


def test_files_are_those_of_the_folder_that_is_open_and_no_others(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    at = desk(files=str(tmp_path / "in"))
    ask(at, "new", game="tides", seed=7)
    assert ask(at, "save", session="1", path="a.jsonl") == {"type": "log", "path": "a.jsonl"}
    assert ask(at, "load", session="2", path="a.jsonl")["events"] == 1
    assert ask(at, "validate", path="a.jsonl")["ok"]
    assert refused(at, "save", session="1", path="a.jsonl")[0] == "file"
    (tmp_path / "secret.jsonl").write_text("")
    (tmp_path / "in" / "link.jsonl").symlink_to(tmp_path / "secret.jsonl")
    for path in ("../secret.jsonl", str(tmp_path / "in" / "a.jsonl"), "link.jsonl", "a\0b", ".", "/dev/zero"):
        for kind in ("load", "validate"):
            assert refused(at, kind, path=path)[0] == "file", path
    assert refused(at, "save", session="1", path="../b.jsonl")[0] == "file"
    assert sorted(found.name for found in tmp_path.iterdir()) == ["in", "secret.jsonl"]


@pytest.mark.parametrize(
    "path",
    [
        *(".bashrc", ".jsonl", ".hidden.jsonl", ".git/hooks/a.jsonl", "x/../.git/a.jsonl", "sub/.a.kpack"),
        *("conftest.py", "Makefile", "a.json", "a.jsonl.bak", "a.txt", "a", "away/a.jsonl", "kept.jsonl", "./.a.jsonl"),
    ],
)
def test_files_have_the_names_of_logs_and_are_not_hidden(tmp_path: Path, path: str) -> None:
    """Nor is what a link leads to."""
    for folder in ("x", "sub", ".git/hooks"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "away").symlink_to(".git")
    (tmp_path / "kept.jsonl").symlink_to(".git/kept")
    before = sorted(tmp_path.rglob("*"))
    at = desk(files=str(tmp_path))
    ask(at, "new", game="tides", seed=7)
    says = "a log there ends in .jsonl or .kpack, perhaps with .gz or .zst, and is not hidden."
    for kind, fields in (("save", {"session": "1"}), ("load", {}), ("validate", {})):
        answer = ask(at, kind, path=path, **fields)
        assert (answer["code"], answer["message"].partition(": ")[2]) == ("file", says)
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("path", ["a.jsonl", "sub/a.kpack.gz", "./sub/../b.jsonl.gz"])
def test_logs_are_saved_below_the_folder(tmp_path: Path, path: str) -> None:
    (tmp_path / "sub").mkdir()
    at = desk(files=str(tmp_path))
    ask(at, "new", game="tides", seed=7)
    assert ask(at, "save", session="1", path=path)["path"] == path
    assert ask(at, "validate", path=path)["ok"]


def test_without_a_folder_there_are_no_files(at: RequestHandler) -> None:
    for kind, fields in (("load", {}), ("validate", {}), ("save", {"session": "1"})):
        assert refused(at, kind, path="a.jsonl", **fields)[:2] == ("forbidden", "path")
    for both in ({}, {"log": "x", "path": "y"}):
        assert refused(at, "load", **both)[:2] == ("field", "log")


def test_a_game_that_begins_with_a_position_has_no_log(at: RequestHandler) -> None:
    standing = ask(at, "position", session="p", game="duel", given={"won": {"Anna": [5], "Bob": [3]}})
    assert (standing["events"], standing["actors"]) == (0, ["chance"])
    assert ask(at, "score", session="p")["totals"] == [5, 3]
    play(at, "chance: prize 3", session="p")
    assert refused(at, "save", session="p")[0] == "refused"
    assert refused(at, "position", game="duel", given={"wno": {}})[0] == "position"
    assert "Did you mean won?" in refused(at, "position", game="duel", given={"wno": {}})[2]


def test_chance_is_drawn_after_a_position_too_if_there_is_a_seed(at: RequestHandler) -> None:
    given = {"won": {"Anna": [5], "Bob": [3]}}
    drawn = ask(at, "position", game="duel", given=given, seed=1)
    assert (drawn["events"], drawn["actors"]) == (1, [0, 1])
    (prize,) = ask(at, "events", session=drawn["session"])["events"]
    assert prize["do"]["value"] in (2, 3)  # the 5 and a 3 are won
    assert refused(at, "position", game="duel", given=given, seed=1, chance="given")[:2] == ("field", "chance")
