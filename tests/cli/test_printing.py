"""What goes out: nothing that a terminal, a CI runner or a parser would stumble over, whatever came in."""

from __future__ import annotations

import _pyio
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

import kronika.cli
from kronika.cli.printing import output, streams
from kronika.cli.printing.output import to_json
from kronika.core.basics.printable import printable
from kronika.core.contract.paper import INK
from kronika.logs.replaying.logfile import write_log
from kronika.logs.replaying.replay import load
from support.cli import PROGRAM, Result, run
from support.hostile import EVIL, INK_OF_EVIL, NOT_UTF8, hostile_commands, write_hostile
from support.logs import DUEL_HEADER, duel_game
from support.logs import write as write_lines

COMMANDS = hostile_commands()
FORMS = ("text", "json", "junit", "sarif", "github")
SHEETS = ("score", "stats", "standings")
REPORTING = ("validate", "diff", "check")
PLAIN = (
    "new",
    "play",
    "undo",
    "redo",
    "amend",
    "rename",
    "end",
    "branch",
    "seal",
    "repair",
    "convert",
    "schema",
    "host",
    "simulate",
)


@pytest.fixture
def hostile(here: Path, duel: dict[str, str]) -> Path:
    """The folder with all that is hostile."""
    try:
        write_hostile(here)
    except OSError:
        pytest.skip("this file system does not take such names")
    return here


def forms(words: tuple[str, ...]) -> tuple[str, ...]:
    """The forms that a command has."""
    if words[0] in PLAIN or "--format" in words:
        return ("",)
    if "--git" in words:
        return ("text",)
    if words[0] == "sql":
        return ("table", "csv", "json", "ndjson")
    if {*words[:2]} & {*SHEETS}:
        return (*FORMS[:2], "csv")
    return FORMS if {*words[:2]} & {*REPORTING} else FORMS[:2]


def assert_nothing_acts(text: str, words: object) -> None:
    for line in text.split("\n"):
        assert printable(line) == line, (words, line)
        assert not re.match(r"\s*::", line), (words, line)
        assert "##[" not in line, (words, line)


# -- hostile text --------------------------------------------------------------------------------------------------


def test_nothing_from_outside_acts_in_any_form_of_any_command(hostile: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda number: None)
    statuses = set()
    for words in COMMANDS:
        for form in forms(words):
            done = run(*words, *(("--format", form) if form else ()))
            statuses.add(done.status)
            assert_nothing_acts(done.err, words)
            if form == "github":
                for line in done.out.splitlines():
                    assert re.fullmatch(r"::(error|warning|notice) (file|line|title)=[^:]*::.*", line), (words, line)
                    assert not line.startswith("::error file=x::")
                    assert printable(line) == line, (words, line)
                continue
            if words[0] != "convert":  # which hands on the log itself
                assert_nothing_acts(done.out, words)
            if form in ("json", "sarif") and done.out:
                json.loads(done.out)
            elif form == "junit" and done.out:
                ElementTree.fromstring(done.out)
    assert statuses == {0, 1, 2, 3}


@pytest.mark.long
def test_nor_on_a_terminal_with_colours(hostile: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda number: None)
    monkeypatch.setattr(output, "_coloured", lambda stream: True)
    inked = 0
    for words in COMMANDS:
        if words[0] != "convert":
            done = run(*words)
            for text in (done.out, done.err):
                assert INK_OF_EVIL not in text, words
                inked += len(INK.findall(text))
                assert_nothing_acts(INK.sub("", text), words)
    assert inked > 100


def test_the_command_in_a_record_is_shown_and_not_obeyed(here: Path, duel: dict[str, str]) -> None:
    write_lines(here / "g.jsonl", [DUEL_HEADER, {"by": 0, "do": {"type": "\n::error file=x::pwned\n"}}])
    done = run("validate", "g.jsonl")
    shown = "'\\n::error file=x::pwned\\n' is not possible: it can be play, take, spare, prize"
    assert done.out == f"g.jsonl:2: schema do.type: {shown}\n"


def test_a_file_name_with_a_command_in_it_begins_no_line_with_it(here: Path) -> None:
    name = "::error file=x::pwned.jsonl"
    (here / name).write_bytes(b"")
    done = run("validate", name)
    assert done.out == "\\x3a:error file=x::pwned.jsonl:1: schema the log is empty: the first line must be its header\n"


def test_a_wrapped_text_begins_no_line_with_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    output.print_text(output.wrapped(f"{'x' * 70} ::error file=x::pwned", "  ", 75))
    assert capsys.readouterr().out == f"  {'x' * 70}\n  \\x3a:error file=x::pwned\n"


def test_a_name_that_is_not_utf8_is_shown_in_every_form(hostile: Path) -> None:
    shown = "n\\udcff.jsonl"
    (report,) = run("validate", NOT_UTF8, "--format", "json").json
    assert report["path"] == report["faults"][0]["path"] == shown
    (result,) = run("validate", NOT_UTF8, "--format", "sarif").json["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "n%FF.jsonl"  # what opens it


def test_a_corpus_may_hold_a_name_that_is_not_utf8(hostile: Path) -> None:
    (hostile / NOT_UTF8).rename(hostile / "games" / NOT_UTF8)
    logs = run("corpus", "check", "games", "--format", "json").json["logs"]
    assert "n\\udcff.jsonl" in [log["path"] for log in logs]


# -- data for machines ---------------------------------------------------------------------------------------------


def test_json_means_the_same_and_shows_nothing_that_acts() -> None:
    text = to_json({EVIL: [EVIL]}).decode()
    assert json.loads(text) == {EVIL: [EVIL]}
    assert "👩" in text
    assert_nothing_acts(text.rstrip("\n"), "JSON")


@pytest.mark.parametrize("char", ["\ue000", "\U000e0041", "\U0001fffe", "\u202e", "\x9b"])
def test_json_escapes_signs_beyond_the_first_plane_too(char: str) -> None:
    data = to_json(char)
    assert data.isascii()
    assert json.loads(data) == char


ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.mark.parametrize(
    ("env", "form", "shown"),
    [
        ({"PYTHONIOENCODING": "cp1252"}, "json", '"right": "č👩"'),
        ({"PYTHONIOENCODING": "cp1252"}, "text", "tags.x: - -  + \\u010d\\U0001f469\n"),
        (ASCII, "junit", "tags.x: - became č👩"),
        (ASCII, "text", "tags.x: - -  + \\u010d\\U0001f469\n"),
    ],
)
def test_data_for_machines_is_utf8_whatever_the_locale(
    here: Path, duel: dict[str, str], env: dict[str, str], form: str, shown: str
) -> None:
    write_lines(here / "a.jsonl", [DUEL_HEADER])
    write_lines(here / "b.jsonl", [{**DUEL_HEADER, "tags": {"x": "č👩"}}])
    command = [sys.executable, "-c", PROGRAM, "diff", "a.jsonl", "b.jsonl", "--format", form]
    done = subprocess.run(command, capture_output=True, env={**duel, **env}, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (1, b"")
    assert shown in done.stdout.decode("utf-8")


# -- how it ends -----------------------------------------------------------------------------------------------------


def failing(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> Result:
    """A command that ends with an exception."""

    def fail(form: str) -> None:
        raise error

    monkeypatch.setattr(kronika.cli.cli.get_command(None, "games"), "callback", fail)  # type: ignore[arg-type]  # it is there
    return run("games", ours=False)


def test_a_bug_is_one_sentence_and_a_status_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    done = failing(monkeypatch, ZeroDivisionError("division by\n::error::x"))
    assert (done.status, done.out) == (4, "")
    assert done.err == (
        "error: kronika itself failed (ZeroDivisionError: division by\\n::error::x). Please report it, with what "
        "KRONIKA_DEBUG=1 shows.\n"
    )
    monkeypatch.setenv("KRONIKA_DEBUG", "1")
    assert "Traceback (most recent call last)" in failing(monkeypatch, ZeroDivisionError()).err


def test_an_error_of_the_system_is_not_taken_for_standard_output(monkeypatch: pytest.MonkeyPatch) -> None:
    done = failing(monkeypatch, OSError(28, "No space left on device", "some.tmp"))
    assert (done.status, done.err) == (3, "error: some.tmp: No space left on device.\n")
    done = failing(monkeypatch, OSError(24, "Too many open files"))
    assert done.status == 4
    assert "Too many open files" in done.err


def test_ctrl_c_is_no_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    assert failing(monkeypatch, KeyboardInterrupt()).status == 130


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
def test_ctrl_c_at_a_prompt(here: Path) -> None:
    words = ("new", "tides", "-p", "A", "-p", "B", "--chance", "ask", "g.jsonl")
    command = [sys.executable, "-c", PROGRAM, *words]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as asking:
        assert asking.stderr
        assert asking.stderr.read(7) == b"chance>"
        time.sleep(0.5)  # a signal that comes between the prompt and the reading is noticed after the reading
        asking.send_signal(signal.SIGINT)
        assert asking.wait(60) == 130
        assert b"Traceback" not in asking.stderr.read()
    assert load("g.jsonl").history == []  # what was entered before stays: here the header


def test_ctrl_c_while_it_starts(here: Path) -> None:
    """Ends it without a word, as a shell expects: the commands are imported meanwhile."""
    slow = "import builtins, time\n" + (
        "real = builtins.__import__\n"
        "def importing(name, *more):\n"
        "    if name == 'click':\n"
        "        print('now', flush=True)\n"
        "        time.sleep(30)\n"
        "    return real(name, *more)\n"
        "from kronika.__main__ import main\n"
        "builtins.__import__ = importing\n"
        "main()\n"
    )
    with subprocess.Popen([sys.executable, "-c", slow], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as starting:
        assert starting.stdout
        assert starting.stderr
        assert starting.stdout.readline() == b"now\n"
        starting.send_signal(signal.SIGINT)
        assert starting.wait(60) == -signal.SIGINT
        assert starting.stderr.read() == b""


def test_a_reader_that_goes_away_is_no_error(here: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "wb") as pipe:
        command = [sys.executable, "-c", PROGRAM, "games"]
        done = subprocess.run(command, stdout=pipe, stderr=subprocess.PIPE, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (141, b"")


# -- closed streams --------------------------------------------------------------------------------------------------

SAID = {"note": ("so",), "tag": ("a=b",), "rename": ("0=Eva",), "end": ("--reason", "agreed")}
"""Something said by each command that says something."""

CLOSED = [
    ("validate - <&-", 3, "", "standard input: cannot read: it is closed.\n"),
    ("play game.jsonl <&-", 3, "", "error: standard input: cannot read: it is closed.\n"),
    ("play game.jsonl --script - <&-", 3, "", "error: standard input: cannot read: it is closed.\n"),
    ("games >&-", 3, "", "error: standard output: cannot write: it is closed.\n"),
    ("validate game.jsonl 2>&-", 0, "", ""),
    ("validate none.jsonl 2>&-", 3, "", ""),
    ("games >&- 2>&- <&-", 3, "", ""),
]


@pytest.mark.skipif(shutil.which("sh") is None, reason="there is no shell")
@pytest.mark.parametrize(("words", "status", "out", "err"), CLOSED)
def test_a_stream_that_is_closed(tiny: Path, duel: dict[str, str], words: str, status: int, out: str, err: str) -> None:
    tiny.rename("game.jsonl")
    command = f'"{sys.executable}" -c "{PROGRAM}" {words}'
    done = subprocess.run(["sh", "-c", command], capture_output=True, env=duel, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (status, out, err)
    assert os.listdir() == ["game.jsonl"]


@pytest.mark.parametrize("stream", ["stdin", "stdout", "stderr"])
def test_no_command_needs_a_stream_to_be_there(
    here: Path, duel: dict[str, str], monkeypatch: pytest.MonkeyPatch, stream: str
) -> None:
    write_log("game.jsonl", duel_game())
    for words in (
        *(("games",), ("rules", "tides"), ("cards", "tides"), ("schema", "tides"), ("--help",), ("--version",)),
        *((look, "game.jsonl") for look in ("show", "moves", "replay", "score", "stats", "validate", "repair")),
        *(("diff", "game.jsonl", "game.jsonl"), ("coverage", "game.jsonl"), ("convert", "game.jsonl", "-")),
        *(("play", "-"), ("show", "-"), ("validate", "-"), ("example", "check", "-"), ("match", "-"), ("bad",)),
        *(("undo", "game.jsonl"), ("redo", "game.jsonl"), ("amend", "game.jsonl", "1", "prize 2", "--truncate")),
        *((what, "game.jsonl", *words) for what, words in SAID.items()),
        *(("corpus", "check", "."), ("corpus", "accept", "."), ("whatif", ".", "-o", "joker=true")),
        ("find", ".", "--effect", "won"),
        *(("rules", "audit", "tides"), ("rules", "diff", "-", "tides"), ("coverage", "--examples", "tides")),
    ):
        monkeypatch.setattr(sys, "argv", ["kronika", *words])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
        monkeypatch.setattr(sys, stream, None)
        with pytest.raises(SystemExit) as end:
            kronika.cli.main()
        monkeypatch.undo()
        monkeypatch.chdir(here)
        assert end.value.code in (0, 1, 2, 3), words


def test_what_is_redirected_under_windows_is_utf_8_with_plain_line_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """There Python takes the code page of the country, and CR LF. The streams of `_pyio` ask `os` at run time."""
    monkeypatch.setattr(streams, "CODE_PAGES", True)
    monkeypatch.setattr(os, "linesep", "\r\n")
    monkeypatch.setattr(streams.io, "TextIOWrapper", _pyio.TextIOWrapper)
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)

    def printed(text: str, asked: str) -> bytes:
        raw = io.BytesIO()
        monkeypatch.setattr(sys, "stdin", _pyio.TextIOWrapper(io.BytesIO("Şule 9".encode()), encoding="cp1252"))
        monkeypatch.setattr(sys, "stdout", _pyio.TextIOWrapper(raw, encoding="cp1252"))
        with streams.standard_streams():
            assert sys.stdin.read() == asked
            sys.stdout.write(text)
            sys.stdout.flush()
        return raw.getvalue()

    assert printed("Şule\n", "Şule 9") == "Şule\n".encode()
    monkeypatch.setenv("PYTHONIOENCODING", "cp1252")
    assert printed("Bára\n", "Åžule 9") == "Bára\n".encode("cp1252")


# -- options given twice ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("simulate", "tides", "--out", "x", "--seed", "1", "--seed", "2"), "Error: --seed is given 2 times"),
        (("corpus", "check", ".", "-j", "1", "--jobs", "1"), "Error: --jobs/-j is given 2 times"),
        (("corpus", "filter", ".", "--finished", "--unfinished"), "Error: --finished is given 2 times"),
        (("example", "check", "--format", "json", "--format=text"), "Error: --format is given 2 times"),
        (("new", "tides", "-p", "A", "-p", "B", "-o", "x=1", "-o", "x =2", "g.jsonl"), "error: 'x' is given twice"),
        (
            ("new", "tides", "-p", "A", "-p", "B", "--tag", "x=1", "--tag", "x=1", "g.jsonl"),
            "error: 'x' is given twice",
        ),
        (("corpus", "filter", ".", "--tag", "x=1", "--tag", "x=2"), "error: 'x' is given twice"),
    ],
)
def test_an_option_of_one_value_is_not_given_twice(here: Path, words: tuple[str, ...], message: str) -> None:
    done = run(*words)
    assert (done.status, done.out) == (2, "")
    assert message in done.err
    assert os.listdir(here) == []


def test_a_flag_may_be_given_twice(tiny: Path, duel: dict[str, str]) -> None:
    assert run("validate", "duel.jsonl", "--strict", "--strict").status == 0
