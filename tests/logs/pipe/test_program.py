"""A foreign program, whatever it does: it is answered for or named, and nothing of it is left behind."""

from __future__ import annotations

import os
import shlex
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kronika.core.basics import limits
from kronika.core.basics.printable import printable
from kronika.core.basics.text import quoted
from kronika.logs.pipe.program import KEPT, Program, ProgramFailed, stderr_hint
from support.cli import alive

ECHO = "import sys\nfor line in sys.stdin: sys.stdout.write(line); sys.stdout.flush()"


def python(code: str, starting: float = 20.0, **more: Any) -> Program:
    return Program([sys.executable, "-c", code], starting=starting, **more)


def failure(code: str, asked: object = None, seconds: float = 20.0, starting: float = 20.0) -> ProgramFailed:
    """How a program fails that is asked."""
    with python(code, starting=starting) as program:
        with pytest.raises(ProgramFailed) as failed:
            program.ask(asked or {"a": 1}, seconds=seconds)
        assert not program.running
    return failed.value


@pytest.fixture
def echo() -> Iterator[Program]:
    with python(ECHO) as program:
        yield program


def test_it_answers_each_in_order(echo: Program) -> None:
    assert echo.ask({"a": 1}, {"b": "č"}, seconds=20) == [{"a": 1}, {"b": "č"}]
    assert echo.ask({"c": None}, seconds=20) == [{"c": None}]
    assert echo.starts == 1


def test_a_message_that_fills_every_pipe_goes_through(echo: Program) -> None:
    long = "x" * (1 << 19)
    assert echo.ask(*[{"a": long}] * 3, seconds=20) == [{"a": long}] * 3


def test_one_that_reads_nothing_holds_nobody_up() -> None:
    error = failure("import time; time.sleep(60)", {"a": "x" * (1 << 20)}, seconds=0.1, starting=0)
    assert error.kind == "silent"
    assert 'says nothing for 0.1 s when asked `{"a":"xxx' in str(error)


def test_the_first_answer_may_take_longer() -> None:
    with python(f"import time; time.sleep(0.5)\n{ECHO}") as program:
        assert program.ask({}, seconds=0.01) == [{}]


def test_one_that_ends_is_said_to_with_its_status_and_its_last_word() -> None:
    error = failure("import sys; input(); print('a\\nKeyError: \\x1b[2J', file=sys.stderr); sys.exit(3)")
    assert error.kind == "dead"
    assert str(error).endswith(r"""has ended, with status 3. Its last word: 'KeyError: \x1b[2J'.""")


@pytest.mark.skipif(os.name != "posix", reason="how a process ended is told by its signal on POSIX alone")
def test_one_that_is_killed_is_said_to_be() -> None:
    assert "was ended by SIGSEGV." in str(failure("import os; input(); os.kill(os.getpid(), 11)"))


def test_one_that_closes_its_output_is_said_to() -> None:
    error = failure("import os, time; input(); os.close(1); time.sleep(60)")
    assert (error.kind, "has closed its standard output." in str(error)) == ("dead", True)


@pytest.mark.parametrize("said", ["ready", "[1]", "1", '{"a":', "[" * 100_000, r'{"a":"\ud800"}', "{}\ufeff"])
def test_what_is_no_object_is_babble(said: str) -> None:
    error = failure(f"input(); print({said!r})")
    assert error.kind == "babble"
    assert f"says `{printable(said[:80])}" in str(error)
    assert 'which is not a JSON object (anything but answers goes to standard error), when asked `{"a":1}`.' in str(
        error
    )


def test_what_is_not_utf8_is_babble() -> None:
    error = failure('import sys; input(); sys.stdout.buffer.write(b\'{"a":"\\xff"}\\n\')')
    assert error.kind == "babble"
    assert r"""says `{"a":"\xff"}`, which""" in str(error)


def test_an_answer_too_many_is_babble() -> None:
    code = "import time\nfor line in iter(input, ''): print('{}\\n{}', flush=True)"
    with python(code) as program:
        program.ask({}, seconds=20)
        time.sleep(0.5)
        with pytest.raises(ProgramFailed, match=r"says `\{\}` without being asked\.") as failed:
            program.ask({}, seconds=20)
    assert failed.value.kind == "babble"


def test_a_line_without_end_is_not_read_to_its_end() -> None:
    error = failure("import sys\ninput()\nwhile True: sys.stdout.write('x' * 99999)")
    assert (error.kind, "a line of more than 1 MiB." in str(error)) == ("long", True)
    assert limits.LINE == 1 << 20


def test_one_that_writes_without_end_waits_for_its_reader() -> None:
    """Nothing but a few lines is ever held; what it goes on to write stays in its pipe, and nobody waits for it."""
    before = {*threading.enumerate()}
    with python("input()\nwhile True: print('{}')") as program:
        assert program.ask({}, seconds=20) == [{}]
        time.sleep(0.3)
        assert program._process is not None
        assert program._process.lines.qsize() <= 100
    until = time.monotonic() + 10
    while {*threading.enumerate()} - before and time.monotonic() < until:
        time.sleep(0.05)
    assert {*threading.enumerate()} <= before


def test_a_last_line_needs_no_line_break() -> None:
    with python("import sys; input(); sys.stdout.write('{}\\n{\"a\": 2}')") as program:
        assert program.ask({}, {}, seconds=20) == [{}, {"a": 2}]


def test_what_it_says_on_standard_error_is_kept_as_far_as_it_is_the_last() -> None:
    error = failure("import sys; sys.stderr.write('a' * 999999 + 'z'); sys.stderr.flush(); input(); sys.exit(1)")
    assert len(error.heard) == KEPT
    assert error.heard.endswith("az")


def test_after_a_failure_the_next_question_goes_to_a_new_process() -> None:
    with python("print(input())") as program:
        assert program.ask({"a": 1}, seconds=20) == [{"a": 1}]
        with pytest.raises(ProgramFailed):
            program.ask({"a": 2}, seconds=20)
        assert program.ask({"a": 3}, seconds=20) == [{"a": 3}]
        assert program.starts == 2


@pytest.mark.parametrize("command", [["no-such-program"], ["/"], ["a\0b"]])
def test_one_that_cannot_be_started_is_said_to(command: list[str]) -> None:
    with pytest.raises(ProgramFailed, match=r"cannot be started: .*\.$") as failed:
        Program(command).ask({}, seconds=1)
    assert failed.value.kind == "start"


def test_folder_and_environment(tmp_path: Path) -> None:
    code = "import os, json; input(); print(json.dumps({'a': [os.getcwd(), os.environ['X'], 'PATH' in os.environ]}))"
    with python(code, folder=str(tmp_path), environment={"X": "y"}) as program:
        assert program.ask({}, seconds=20) == [{"a": [os.path.realpath(tmp_path), "y", True]}]


CHILD = """
import subprocess
input()
print('{"pid":%d}' % subprocess.Popen(["sleep", "60"]).pid, flush=True)
input()
"""


@pytest.mark.skipif(os.name != "posix", reason="Windows has no groups of processes to end as one")
def test_what_it_has_started_ends_with_it() -> None:
    command = f"{shlex.quote(sys.executable)} -c {shlex.quote(CHILD)}; true"
    with Program(["sh", "-c", command], starting=20) as program:
        [answer] = program.ask({}, seconds=20)
        assert alive(answer["pid"])
    until = time.monotonic() + 10
    while alive(answer["pid"]) and time.monotonic() < until:  # the one that adopts it has still to notice
        time.sleep(0.05)
    assert not alive(answer["pid"])


def test_it_may_end_by_itself_when_nothing_more_is_asked(tmp_path: Path) -> None:
    done = tmp_path / "done"
    code = f"import sys\nprint(input(), flush=True)\nsys.stdin.read()\nopen({str(done)!r}, 'w').close()"
    with python(code) as program:
        program.ask({}, seconds=20)
        program.close(grace=20)
    assert done.exists()


STAYS = """
import os, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
input()
print('{"pid":%d}' % os.getpid(), flush=True)
time.sleep(60)
"""


@pytest.mark.skipif(os.name != "posix", reason="os.kill(pid, 0) asks for a process on POSIX alone")
def test_one_that_ignores_the_end_of_its_input_is_killed() -> None:
    with python(STAYS) as program:
        [answer] = program.ask({}, seconds=20)
    assert not alive(answer["pid"])


@pytest.mark.parametrize(
    ("heard", "word"),
    [
        ("bot.js:9\n    x();\n\nError: no card\n    at on (bot.js:9)\n\nNode.js v20.20.2\n", "Error: no card"),
        ("panic: no card\n\ngoroutine 1 [running]:\nexit status 2\n", "panic: no card"),
        ("thread 'main' panicked at a.rs:4:5:\nnote: run with a backtrace\n", "thread 'main' panicked at a.rs:4:5:"),
        ('Exception in thread "main" java.lang.IllegalStateException: no\n\tat Bot.main(Bot.java:3)\n', ""),
        ("loaded\nno card at bot.pl line 3.\n", "no card at bot.pl line 3."),
        ("\n \n", None),
    ],
)  # fmt: skip
def test_the_last_word_is_what_went_wrong(heard: str, word: str | None) -> None:
    """What a runtime writes below it, where that was or its own version, helps nobody."""
    said = word or heard.partition("\n")[0]
    assert stderr_hint(heard) == ("" if word is None else f" Its last word: {quoted(said)}.")
