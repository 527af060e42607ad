"""`kronika beside`, as a user runs it: the faulty engine of Tides in JavaScript, and programs that are worse."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from kronika.core.basics.printable import printable
from kronika.logs.replaying.replay import load
from kronika.logs.replaying.validation import validate
from support.cli import fine, run
from support.hostile import EVIL

BESIDE = Path(__file__).parents[3] / "docs" / "beside"
TIDES = ("beside", "tides", "--map", BESIDE / "tides.toml")
ENGINE = ("--", "node", BESIDE / "tides.js")

needs_node = pytest.mark.skipif(
    shutil.which("node") is None, reason="the engine of Tides is JavaScript: it needs node, which is not installed"
)

FAULTS = {
    "molehill": ("effects", "TT-4.9"),
    "roof": ("effects", "TT-4.3"),
    "nest": ("effects", "TT-4.18"),
    "pair": ("legal.Anna", "TT-8.2"),
    "leak": ("views.Bob.chosen.1", ""),
}
"""What each planted fault of the engine is found by, and the rule that is then cited."""


# -- an engine of somebody else -------------------------------------------------------------------------------------


@needs_node
@pytest.mark.parametrize("options", [(), ("-o", "zero_tie=need_one"), ("-o", "singles_use_doubled=true")])
def test_an_engine_that_is_right_passes(options: tuple[str, ...]) -> None:
    done = fine(*TIDES, "-n", 5, *options, *ENGINE)
    assert done.out == ""
    assert done.err == "5 games, 195 events; compared: effects, legal, result, totals and views.\n"


@needs_node
@pytest.mark.parametrize(
    "fault",
    [fault if fault in ("roof", "pair", "leak") else pytest.param(fault, marks=pytest.mark.long) for fault in FAULTS],
)
def test_each_planted_fault_is_found_and_shrunk(fault: str, tmp_path: Path) -> None:
    """In less than 10 s of work, with at most 12 decisions; the example is what Kronika makes of it."""
    os.chdir(tmp_path)
    before = os.times()
    done = run(*TIDES, "--out", "f.toml", "--out", "f.jsonl", *ENGINE, "--fault", fault)
    after = os.times()
    assert after[0] + after[1] + after[2] + after[3] - sum(before[:4]) < 10
    what, rule = FAULTS[fault]
    assert done.status == 1
    assert done.lines[0].startswith(f"{what} (" if rule else f"{what}, first in game ")
    assert rule in done.lines[0]
    assert validate("f.jsonl").faults == ()
    session = load("f.jsonl")
    assert sum(event.by >= 0 for event in session.line.events) <= 12
    assert done.out.endswith(Path("f.toml").read_text())
    assert fine("example", "check", "f.toml").err == "1 example: all as they say, 1 unconfirmed.\n"
    if fault != "pair":
        assert run(*TIDES, "--logs", "f.jsonl", *ENGINE, "--fault", fault).status == 1
    assert fine(*TIDES, "--logs", "f.jsonl", *ENGINE).err.startswith("1 game, ")


@needs_node
def test_the_faults_are_those_that_the_engine_has() -> None:
    done = run(*TIDES, *ENGINE, "--fault", "none")
    assert done.status == 1
    assert "There is no fault none. There are: molehill, roof, nest, pair, leak" in done.out.replace("\n  ", " ")


@needs_node
def test_recorded_games_and_examples() -> None:
    games = Path(__file__).parents[3] / "fixtures" / "games" / "tides"
    done = fine(*TIDES, "--logs", games, "--examples", *ENGINE)
    assert "; 21 not played: the program can't begin with a position." in done.err


# -- what is said -----------------------------------------------------------------------------------------------------

WRONG = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps({"id": asked["id"], "totals": [0, 1]}), flush=True)
"""
WORSE = """
import json, os, sys, time
for line in sys.stdin:
    asked = json.loads(line)
    out = {"id": asked["id"]}
    if asked["type"] == "play" and asked["by"] != "chance":
        DO
    print(json.dumps(out), flush=True)
"""
PYTHON = ("--", sys.executable, "-c")


def test_a_difference_as_text() -> None:
    done = run("beside", "tides", *PYTHON, WRONG)
    assert done.status == 1
    assert done.lines == ["totals.Bob, first in game 1, event 0", "  Kronika: 0", "  program: 1"]
    assert done.err == "1 game, 0 events; totals.Bob, first in game 1, event 0; compared: totals.\n"


def test_a_difference_as_data_and_as_reports() -> None:
    data = run("beside", "tides", "--format", "json", *PYTHON, WRONG).json
    assert data["difference"] | {"legal": [], "refused": []} == data["difference"]
    assert (data["difference"]["what"], data["difference"]["ours"]) == ("totals.Bob", "0")
    assert data["games"] == [{"game": "game 1", "events": 0}]
    assert data["shortest"]["decisions"] == 0
    assert json.loads(data["shortest"]["log"])["game"] == "tides"
    junit = ElementTree.fromstring(run("beside", "tides", "--format", "junit", *PYTHON, WRONG).out)
    assert [case.get("name", "").rsplit("::", 1)[1] for case in junit.iter("testcase")] == ["game 1"]
    assert next(junit.iter("failure")).get("type") == "beside"
    sarif = run("beside", "tides", "--format", "sarif", *PYTHON, WRONG).json
    assert [result["ruleId"] for result in sarif["runs"][0]["results"]] == ["beside"]
    github = run("beside", "tides", "--format", "github", *PYTHON, WRONG).out
    assert github.endswith("title=game 1::event 0: totals.Bob: Kronika has 0; the program has 1\n")


def test_a_recorded_game_is_reported_as_its_log(tmp_path: Path) -> None:
    os.chdir(tmp_path)
    fine("simulate", "tides", "-n", 2, "--out", "games")
    sarif = run("beside", "tides", "--logs", "games", "--format", "sarif", *PYTHON, WRONG).json
    [result] = sarif["runs"][0]["results"]
    place = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert place == "games/tides-0001.jsonl"


def test_what_is_not_compared_does_not_pass_for_the_same() -> None:
    done = run("beside", "tides", "-n", 1, *PYTHON, WRONG.replace('"totals": [0, 1]', '"type": "x"'))
    assert (done.status, done.out) == (1, "")
    assert done.err == "1 game, 39 events; the program reported nothing that could be compared.\n"
    report = run("beside", "tides", "-n", 1, "--format", "junit", *PYTHON, WRONG.replace('"totals": [0, 1]', '"a": 1'))
    [failure] = ElementTree.fromstring(report.out).iter("failure")
    assert failure.get("message") == "the program reported nothing that could be compared"


def test_a_log_that_can_not_be_read_is_an_error_of_the_report(tmp_path: Path) -> None:
    os.chdir(tmp_path)
    fine("simulate", "tides", "-n", 1, "--out", "games")
    Path("games/torn.jsonl").write_text('{"kronika":2}')
    knows_nothing = WRONG.replace('"totals": [0, 1]', '"type": "x"')
    done = run("beside", "tides", "--logs", "games", "--format", "junit", *PYTHON, knows_nothing)
    report = ElementTree.fromstring(done.out)
    cases = [(case.get("name", "").partition("::")[0], [one.tag for one in case]) for case in report.iter("testcase")]
    assert cases[:2] == [("games/tides-0001.jsonl", []), ("games/torn.jsonl", ["error"])]
    assert [one.get("type") for one in report.iter("error")] == ["file"]


def test_several_jobs_say_the_same() -> None:
    alone, together = (run("beside", "tides", "-n", 41, "--jobs", jobs, *PYTHON, WRONG) for jobs in (1, 2))
    assert (alone.status, alone.out, alone.err) == (together.status, together.out, together.err)


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (("--", "./no-such-engine"), 3, "error: `./no-such-engine`: cannot be started: No such file or directory.\n"),
        ((), 2, "Missing argument '-- PROGRAM [ARGUMENT]...'"),
        (("--out", "x.txt", "--", "cat"), 2, "--out x.txt: it ends in .jsonl or .kpack for a log"),
        (("--out", "there.toml", "--", "cat"), 2, "--out there.toml: there is such a file already."),
        (("-n", "0", "--", "cat"), 2, "There is nothing to play"),
        (("--players", "3", "--", "cat"), 2, "error: Tides of Time is for 2 players, not 3.\n"),
        (("--map", "bad.toml", "--", "cat"), 2, "error: bad.toml:2: key leave.1: 'x' is none of legal, turn,"),
        (("--map", "none.toml", "--", "cat"), 3, "error: none.toml: cannot read: No such file or directory."),
        (("--logs", "none", "--", "cat"), 3, "error: none: "),
        (("--jobs", "2", "-n", "40", "--", "./none"), 3, "error: `./none`: cannot be started: No such file or"),
        (
            ("--map", "wrong.toml", "--", "cat"),
            2,
            "error: wrong.toml:2: key effect.1.ours: there is no effect 'scord'.",
        ),
        (
            ("--map", "gap.toml", *PYTHON, WORSE.replace("DO", "pass")),
            2,
            "error: gap.toml: there is no [[move]] for `d",
        ),
    ],
)
def test_what_is_asked_wrongly(tmp_path: Path, words: tuple[str, ...], status: int, said: str) -> None:
    os.chdir(tmp_path)
    Path("there.toml").touch()
    Path("bad.toml").write_text('\nleave = ["x"]\n')
    Path("wrong.toml").write_text('[[effect]]\nours = { type = "scord" }\ntheirs = {}\n')
    Path("gap.toml").write_text('[[move]]\nours = "pick {card}"\ntheirs = "lay {card}"\n')
    done = run("beside", "tides", *words)
    assert (done.status, done.out) == (status, "")
    assert said in done.err


# -- programs that are worse ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("do", "first", "said"),
    [
        ("time.sleep(60)", "no answer in time, first in game 1, event 2", "says nothing for 0.5 s when asked"),
        ("print('oh', file=sys.stderr); sys.exit(3)", "the program has ended, first in", "3. Its last word: 'oh'."),
        ("os.abort()", "the program has ended, first in", "was ended by SIGABRT."),
        (
            "print('thinking')",
            "something that is not an answer, first in",
            "says `thinking`, which is not a JSON object",
        ),
        ("out['id'] = 99", "a wrong answer, first in", "answers `play` under the id 99 in place of "),
        (
            "out['actors'] = 5",
            "a wrong answer, first in",
            "answers `play` what can't be read: actors: a list `[…]` is needed, not 5",
        ),
        (
            "out |= {'type': 'error', 'code': 'failed', 'message': 'x'}",
            "a wrong answer",
            "with the error 'failed': 'x'",
        ),
        ("out |= {'type': 'error', 'code': 'illegal', 'message': 'x'}", "play (TT-2.1), first in", "is refused: x"),
        ("print('x' * (5 << 20))", "too long an answer, first in", "a line of more than 1 MiB."),
    ],
)
def test_it_is_named_and_nothing_waits_for_it(do: str, first: str, said: str) -> None:
    done = run("beside", "tides", "--wait", "0.5", *PYTHON, WORSE.replace("DO", do), columns=200)
    assert done.status == 1
    assert done.lines[0].startswith(first)
    assert said in " ".join(done.out.split())
    assert "has 1 decision. Its end:" in done.out


def test_one_that_does_something_else_the_second_time_is_said_to(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    do = f"import pathlib; first = not pathlib.Path({str(seen)!r}).exists(); pathlib.Path({str(seen)!r}).touch()\n"
    do += "        if first: sys.exit(1)"
    done = run("beside", "tides", "-n", 1, *PYTHON, WORSE.replace("DO", do), columns=200)
    assert done.status == 1
    assert " ".join(done.out.split()).endswith(
        "Replayed in a new process, the difference does not show: with the same moves, the program behaves differently."
    )


def test_nothing_that_it_says_acts(tmp_path: Path) -> None:
    os.chdir(tmp_path)
    evil = {
        "play": {"type": "error", "code": "illegal", "message": EVIL},
        "hello": {EVIL: EVIL},
        "score": {"items": [{"part": EVIL, "source": EVIL, "points": 3, "seat": EVIL}]},
        "legal": {"moves": [EVIL, {EVIL: EVIL}]},
        "view": {"view": {EVIL: EVIL, "phase": EVIL}},
    }
    for kinds in (("play",), ("score",), ("legal",), ("view",)):
        answers = {kind: evil[kind] for kind in ("hello", *kinds)}
        engine = f"import json, sys\nanswers = json.loads({json.dumps(json.dumps(answers))})\n"
        engine += "for line in sys.stdin:\n    ask = json.loads(line)\n"
        engine += "    print(json.dumps({'id': ask['id'], **answers.get(ask['type'], {})}), flush=True)\n"
        for form in ("text", "json", "junit", "github", "sarif") if kinds == ("play",) else ("text", "github"):
            done = run("beside", "tides", "-n", 1, "--format", form, *PYTHON, engine)
            assert done.status == 1, (kinds, done)
            for line in (done.out + done.err).split("\n"):
                assert printable(line) == line, (kinds, form, line)
                assert form == "github" or not re.match(r"\s*::", line)


def test_what_is_written_is_there_or_said_not_to_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that is full: the difference is reported all the same, and no half of a file is left."""
    os.chdir(tmp_path)

    def full(*args: Any) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    done = run("beside", "tides", "--out", "f.jsonl", *PYTHON, WRONG)
    assert done.status == 3
    assert done.lines[0] == "totals.Bob, first in game 1, event 0"
    assert "f.jsonl: " in done.err
    assert os.listdir() == []
