"""The command line in this process, as a user's shell would run it, and in processes of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from inspect import signature
from typing import Any, NamedTuple
from unittest.mock import patch

import msgspec
from click.testing import CliRunner

import kronika.cli
from kronika.cli.printing.output import FAILED
from kronika.core.basics.text import lines_of

ANSI = "\x1b["
PROGRAM = "from kronika.cli import main; main()"

APART: dict[str, Any] = {"mix_stderr": False} if "mix_stderr" in signature(CliRunner).parameters else {}
"""What makes click 8.1 keep standard error apart."""


class Result(NamedTuple):
    """How a run ended, and what it printed."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output as JSON."""
        return msgspec.json.decode(self.out.encode())

    @property
    def lines(self) -> list[str]:
        """Standard output by line."""
        return lines_of(self.out)


class _Program:
    """What click's runner takes for a command: the whole console script, its error handling included."""

    name = "kronika"

    def main(self, args: Sequence[str], prog_name: str, **extra: Any) -> None:
        with patch.object(sys, "argv", [prog_name, *args]):
            kronika.cli.main()


def run(
    *words: object,
    stdin: str | bytes = "",
    columns: int = 80,
    env: Mapping[str, str | None] | None = None,
    ours: bool = True,
) -> Result:
    """Runs `kronika WORDS…` in this process. That Kronika itself fails is an error of the test, unless not `ours`."""
    none = dict.fromkeys(("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "CLICOLOR"))
    runner = CliRunner(**APART, env={"COLUMNS": str(columns), **none, **(env or {})})
    done = runner.invoke(_Program(), [str(word) for word in words], input=stdin, catch_exceptions=False)
    assert done.exit_code != FAILED or not ours, (words, done.stderr)
    return Result(done.exit_code, done.stdout, done.stderr)


def fine(*words: object, **more: Any) -> Result:
    """Runs a command that must succeed."""
    done = run(*words, **more)
    assert done.status == 0, done
    return done


def process(*words: object, stdin: bytes = b"", env: Mapping[str, str] | None = None, cwd: Any = None) -> Result:
    """Runs `kronika WORDS…` in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *(w if isinstance(w, bytes) else str(w) for w in words)],
        input=stdin,
        capture_output=True,
        env={**os.environ, "COLUMNS": "80", **(env or {})},
        cwd=cwd,
        timeout=60,
        check=False,
    )
    return Result(done.returncode, *(text.decode("utf-8", "surrogateescape") for text in (done.stdout, done.stderr)))


def killed(words: Sequence[str], folder: str, seconds: float) -> bool:
    """Runs `kronika WORDS…` in a process of its own, and kills it so long after it has changed something in the folder.

    True if it was at work still. What an earlier run has left there is no sign: a process that was killed as soon as it
    was started would have shown nothing.
    """
    null, before = subprocess.DEVNULL, _sizes(folder)
    with subprocess.Popen([sys.executable, "-c", PROGRAM, *words], stdout=null, stderr=null) as running:
        while running.poll() is None and _sizes(folder) == before:
            time.sleep(0.005)
        time.sleep(seconds)
        at_work = running.poll() is None
        running.send_signal(signal.SIGKILL)
    return at_work


def _sizes(folder: str) -> dict[str, int]:
    """What lies in a folder, if there is one, by name; a file that goes meanwhile is left out."""
    found = {}
    with suppress(FileNotFoundError), os.scandir(folder) as entries:
        for entry in entries:
            with suppress(FileNotFoundError):
                found[entry.name] = entry.stat(follow_symlinks=False).st_size
    return found


def alive(pid: int) -> bool:
    """Is there a process of this number?"""
    with suppress(ProcessLookupError):
        os.kill(pid, 0)
        return True
    return False
