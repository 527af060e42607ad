"""A command at a terminal of its own: what is typed to it and what it shows."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import termios
import time
from codecs import getincrementaldecoder
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from support.cli import PROGRAM

_CONTROL = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>]|\r|\x07")
_AT_TERMINAL = "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); "  # so that Ctrl-C interrupts it
_ENV = {"TERM": "xterm", "COLUMNS": "80", "LINES": "80", "INPUTRC": "/dev/null"}


class Terminal:
    """Runs `kronika WORDS…`, or another program, at a pseudo-terminal.

    Colours and cursor movements are taken off what is shown.
    """

    def __init__(
        self, *words: object, env: Mapping[str, str] | None = None, cwd: Any = None, program: str = PROGRAM
    ) -> None:
        self.master, slave = pty.openpty()
        self.raw = ""
        self._decode = getincrementaldecoder("utf-8")("replace").decode  # what is read may end within a letter
        self._read = 0
        self.process = subprocess.Popen(
            [sys.executable, "-c", _AT_TERMINAL + program, *map(str, words)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**os.environ, **_ENV, **(env or {})},
            cwd=cwd,
            start_new_session=True,
        )
        os.close(slave)

    @property
    def text(self) -> str:
        """All that was shown, as plain text."""
        return _CONTROL.sub("", self.raw)

    def expect(self, wanted: str, seconds: float = 20) -> str:
        """Waits until `wanted` is shown behind what was waited for before; what came up to it."""
        end = time.monotonic() + seconds
        while (at := self.text.find(wanted, self._read)) < 0:
            if not self._more(end):
                raise AssertionError(f"{wanted!r} was not shown; this was:\n{self.text[self._read :]}")
        shown = self.text[self._read : at + len(wanted)]
        self._read = at + len(wanted)
        return shown

    def type(self, text: str) -> None:
        """Types text as it is."""
        os.write(self.master, text.encode())

    def enter(self, line: str = "") -> None:
        """Types a line."""
        self.type(f"{line}\r")

    def press_until_the_end(self, key: str, seconds: float = 20) -> int:
        """Presses a key, again if it came before the prompt was ready for it; the exit status."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.type(key)
            pause = min(end, time.monotonic() + 3)
            while self._more(pause):
                pass
            with suppress(subprocess.TimeoutExpired):  # it has closed the terminal: a key would be read by nobody
                self.process.wait(max(0.1, pause - time.monotonic()))
                break
        return self.end(1)

    def modes(self) -> list[Any]:
        """How the terminal is set: whether it echoes, waits for Enter, …"""
        return termios.tcgetattr(self.master)

    def ended_by(self, number: int) -> int:
        """Ends the command by a signal; its exit status, while the terminal is still there."""
        self.process.send_signal(number)
        end = time.monotonic() + 20
        while self.process.poll() is None and time.monotonic() < end:
            self._more(time.monotonic() + 0.1)
        while self._more(time.monotonic() + 0.1):
            pass
        return self.process.wait(0)

    def end(self, seconds: float = 20) -> int:
        """Waits for the command's end; its exit status."""
        end = time.monotonic() + seconds
        while self._more(end):
            pass
        os.close(self.master)
        return self.process.wait(max(0.1, end - time.monotonic()))

    def _more(self, end: float) -> bool:
        ready, _, _ = select.select([self.master], [], [], max(0, end - time.monotonic()))
        if not ready:
            return False
        try:
            data = os.read(self.master, 65536)
        except OSError:  # the other side is closed
            return False
        self.raw += self._decode(data)
        return bool(data)
