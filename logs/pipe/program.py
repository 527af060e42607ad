"""A program that somebody else wrote: started, asked in lines of JSON, never waited for longer than was agreed.

Each of its faults has a name: it can't be started, says nothing, dies, babbles (prints lines that are no answers),
answers with too much, or, as the caller may find, wrongly. Its standard error is kept to find the cause. The process
and all that it has started end with it.
"""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from queue import Empty, Full, Queue, SimpleQueue
from time import monotonic
from typing import IO, Any, Final, Literal

import msgspec

from kronika.core.basics import limits
from kronika.core.basics.errors import KronikaError
from kronika.core.basics.nesting import decoded
from kronika.core.basics.text import clipped, lines_of, quoted
from kronika.logs.files.json_lines import BAD_JSON

Kind = Literal["start", "silent", "dead", "babble", "long", "wrong"]

MAX_QUEUED_LINES: Final = 100
"""Lines read before anybody wants them: a program that writes without end then waits for its reader."""
KEPT: Final = 4 << 10
"""Bytes kept of what a program last wrote to standard error."""
STARTING: Final = 10.0
"""Seconds that the first answer of a process may take longer than others: a machine that is busy needs some of them."""
READ: Final = 64 << 10
"""Bytes that are read at once."""
NOTES: Final = " (what is no answer goes to standard error)"
"""The hint on notes that a program has printed among its answers."""
GRACE_SECONDS: Final = 0.5
"""Seconds in which a program may end by itself once nothing more is asked, before it is killed."""


class ProgramFailed(KronikaError):
    """A program did not answer as it should; `kind` is how, `heard` what it last wrote to standard error.

    `what` is the message without the name of the program and what it was asked; `begun` quotes a line that a silent one
    has begun and not ended.
    """

    def __init__(self, kind: Kind, message: str, heard: str = "", what: str = "", begun: str = "") -> None:
        super().__init__(message)
        self.kind = kind
        self.heard = heard
        self.what = what or message
        self.begun = begun

    def told(self) -> str:
        """The message, with the last line that the program wrote to standard error."""
        return f"{self.args[0]}{stderr_hint(self.heard)}"


_ERROR = re.compile(r"(?=\S).*(?:Error|Exception|panic|panicked)\b")
"""A line that says what went wrong. Those below it, of where that was, begin with a space in most languages."""


def stderr_hint(heard: str) -> str:
    """The end of a message about a program that has written this to standard error.

    Node ends with its version and Go with its place: the last line that names an error says more than the last one.
    """
    lines = [line for line in lines_of(heard) if line.strip()]
    errors = [line for line in lines if _ERROR.match(line)]
    return f" Its last word: {quoted((errors or lines)[-1].strip())}." if lines else ""


class Program:
    """A program by its command: one process, started when it is first asked, and again after it has failed.

    `starts` counts the processes there have been. Use it as a context manager: on leaving, no process is left.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        folder: str | None = None,
        environment: Mapping[str, str] | None = None,
        starting: float = STARTING,
    ) -> None:
        """`environment` is added to that of this process; `starting` is how much longer a first answer may take."""
        self.command = tuple(command)
        self.starts = 0
        self._folder = folder
        self._starting = starting
        self._environment = None if environment is None else {**os.environ, **environment}
        self._process: _Process | None = None

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def name(self) -> str:
        """The command as messages quote it."""
        return f"`{clipped(shlex.join(self.command), 80)}`"

    @property
    def running(self) -> bool:
        """True if there is a process that has not failed so far."""
        return self._process is not None

    def ask(self, *messages: Any, seconds: float) -> list[dict[str, Any]]:
        """Sends messages, and returns one answer to each, plain data, in order.

        All of them together may take `seconds` seconds, the first ones of a process a while longer. Raises
        ProgramFailed; the process is then gone, with all that it knew, and the next question goes to a new one.
        """
        if self._process is None:
            self._process = self._started()
            seconds += self._starting
        try:
            return self._process.ask([msgspec.json.encode(message) for message in messages], seconds)
        except ProgramFailed:
            self.close(grace=0)
            raise

    def close(self, grace: float = GRACE_SECONDS) -> None:
        """Ends the process, if there is one: it may do so by itself for a moment."""
        process, self._process = self._process, None
        if process is not None:
            process.end(grace)

    def _started(self) -> _Process:
        try:
            process = _Process(self.name, self.command, self._folder, self._environment)
        except (OSError, ValueError) as error:  # ValueError: a zero byte in a word
            why = getattr(error, "strerror", None) or str(error)
            what = f"cannot be started: {why}."
            raise ProgramFailed("start", f"{self.name}: {what}", what=what) from None
        self.starts += 1
        return process


class _Process:
    """A running program. Three threads carry what goes to and fro, so that no full or silent pipe holds anybody up."""

    def __init__(
        self, name: str, command: Sequence[str], folder: str | None, environment: Mapping[str, str] | None
    ) -> None:
        self.name = name
        # In a session of its own: Ctrl-C is for its parent, and the processes that it starts can be ended with it.
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            env=environment,
            start_new_session=True,
        )
        self.ended = False
        self.sent: SimpleQueue[bytes | None] = SimpleQueue()
        self.lines: Queue[bytes] = Queue(MAX_QUEUED_LINES)
        self.begun = b""
        self.errors: deque[bytes] = deque()
        self.threads = [
            threading.Thread(target=work, args=(stream,), daemon=True)
            for work, stream in (
                (self._write, self.process.stdin),
                (self._read, self.process.stdout),
                (self._listen, self.process.stderr),
            )
        ]
        for thread in self.threads:
            thread.start()

    # -- asking -------------------------------------------------------------------------------------------------

    def ask(self, messages: Sequence[bytes], seconds: float) -> list[dict[str, Any]]:
        """The answers to these messages. Raises ProgramFailed."""
        if not self.lines.empty():
            line = self.lines.get()
            raise self._failed("babble", f"says {_cut(line)} without being asked.") if line else self._dead()
        self.sent.put(b"".join(message + b"\n" for message in messages))
        until = monotonic() + seconds
        return [self._answer(message, until, seconds) for message in messages]

    def _answer(self, message: bytes, until: float, seconds: float) -> dict[str, Any]:
        try:
            line = self.lines.get(timeout=max(0.0, until - monotonic()))
        except Empty:
            raise self._silent(message, seconds) from None
        if not line:
            raise self._dead()
        if len(line) > limits.LINE:
            raise self._failed("long", f"answers with a line of more than {limits.size_text(limits.LINE)}.")
        try:
            answer = decoded(line)
        except BAD_JSON:
            answer = None
        if not isinstance(answer, dict):
            raise self._failed("babble", f"says {_cut(line)}, which is no JSON object{NOTES},", message)
        return answer

    def _silent(self, message: bytes, seconds: float) -> ProgramFailed:
        begun = _cut(self.begun) if self.begun else ""
        what = f"has begun {begun} and not ended that line" if begun else "says nothing"
        return self._failed("silent", f"{what} for {seconds:g} s", message, begun)

    def _dead(self) -> ProgramFailed:
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(GRACE_SECONDS)
        self.threads[2].join(GRACE_SECONDS)  # its last word
        status = self.process.returncode
        if status is None:
            return self._failed("dead", "has closed its standard output.")
        if status < 0:
            return self._failed("dead", f"was ended by {_signal(-status)}.")
        return self._failed("dead", f"has ended, with status {status}.")

    def _failed(self, kind: Kind, what: str, asked: bytes | None = None, begun: str = "") -> ProgramFailed:
        heard = b"".join(self.errors)[-KEPT:].decode(errors="replace")
        message = what if asked is None else f"{what} when asked {_cut(asked)}."
        what = what if asked is None else f"{what.removesuffix(',')}."
        return ProgramFailed(kind, f"{self.name}: {message}", heard, what, begun)

    # -- the end ------------------------------------------------------------------------------------------------

    def end(self, grace: float) -> None:
        """Ends the process, after some time in which it may do so by itself, and all that it has started."""
        self.ended = True
        self.sent.put(None)
        if grace:
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(grace)
        if hasattr(os, "killpg"):
            with suppress(OSError):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(GRACE_SECONDS)
        for thread in self.threads:  # one that waits for what has left the group is left behind
            thread.join(GRACE_SECONDS)

    # -- threads ------------------------------------------------------------------------------------------------

    def _write(self, stream: IO[bytes]) -> None:
        with suppress(OSError):
            while (data := self.sent.get()) is not None:
                stream.write(data)
                stream.flush()
        with suppress(OSError):
            stream.close()

    def _read(self, stream: IO[bytes]) -> None:
        """One line after another, and an empty one at the end; one that is too long as far as it was read."""
        with stream, suppress(OSError, ValueError):
            while data := os.read(stream.fileno(), READ):
                *whole, rest = (self.begun + data).split(b"\n")
                self.begun = rest if len(rest) <= limits.LINE else b""
                ready = [line + b"\n" for line in whole] + ([] if self.begun == rest else [rest])
                if not all(map(self._put, ready)):
                    return
            if self.begun:
                self._put(self.begun)
            self._put(b"")

    def _put(self, line: bytes) -> bool:
        """Hands a line over, when there is room for it; not once the process is to end."""
        while not self.ended:
            with suppress(Full):
                self.lines.put(line, timeout=GRACE_SECONDS)
                return True
        return False

    def _listen(self, stream: IO[bytes]) -> None:
        kept = 0
        with stream, suppress(OSError, ValueError):
            while heard := os.read(stream.fileno(), KEPT):
                self.errors.append(heard)
                kept += len(heard)
                while kept - len(self.errors[0]) >= KEPT:
                    kept -= len(self.errors.popleft())


def _cut(line: bytes) -> str:
    if not line.strip():
        return "an empty line"
    return f"`{clipped(line.rstrip().decode(errors='backslashreplace'), 80)}`"


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
