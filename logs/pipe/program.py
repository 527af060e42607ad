"""A program by somebody else: started, asked in lines of JSON, and never waited for longer than agreed.

Each of its faults has a name: it can't be started, is silent, dies, babbles (prints lines that are not answers),
answers with too much or, as the caller may find, wrongly. Its standard error is kept to find the cause. The process and
all its children end with it.
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
"""The most lines that are read ahead: a program that writes without end then waits for its reader."""
KEPT: Final = 4 << 10
"""Bytes kept of the last output to standard error."""
STARTING: Final = 10.0
"""Extra time for the first answer of a process, in seconds: a busy machine needs some of it."""
READ: Final = 64 << 10
"""Bytes that are read at once."""
NOTES: Final = " (anything but answers goes to standard error)"
"""The hint for a program that prints notes among its answers."""
GRACE_SECONDS: Final = 0.5
"""Time in which a program may end by itself before it is killed, in seconds."""


class ProgramFailed(KronikaError):
    """A program did not answer as it should; `kind` is the kind of fault, `heard` its last output to standard error.

    `what` is the message without the name of the program and the question. `begun` quotes a line that a silent program
    has begun but not ended.
    """

    def __init__(self, kind: Kind, message: str, heard: str = "", what: str = "", begun: str = "") -> None:
        super().__init__(message)
        self.kind = kind
        self.heard = heard
        self.what = what or message
        self.begun = begun

    def told(self) -> str:
        """The message, with the last line of the program's standard error."""
        return f"{self.args[0]}{stderr_hint(self.heard)}"


_ERROR = re.compile(r"(?=\S).*(?:Error|Exception|panic|panicked)\b")
"""Matches a line with an error message. Lines below it with the location begin with a space in most languages."""


def stderr_hint(heard: str) -> str:
    """The end of a message about a program with this standard error.

    Node ends with its version and Go with the location: the last line that names an error is more useful than the last
    line.
    """
    lines = [line for line in lines_of(heard) if line.strip()]
    errors = [line for line in lines if _ERROR.match(line)]
    return f" Its last word: {quoted((errors or lines)[-1].strip())}." if lines else ""


class Program:
    """A program by its command: one process, started when it is first asked, and again after a failure.

    `starts` counts its processes. Use it as a context manager: at the end, no process is left.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        folder: str | None = None,
        environment: Mapping[str, str] | None = None,
        starting: float = STARTING,
    ) -> None:
        """`environment` is added to that of this process; `starting` is the extra time for a first answer, in
        seconds.
        """
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
        """True if there is a process that has not failed."""
        return self._process is not None

    def ask(self, *messages: Any, seconds: float) -> list[dict[str, Any]]:
        """Send messages, and return one answer to each as plain data, in order.

        All of them together may take `seconds` seconds, plus the extra time for a new process. Raises ProgramFailed;
        the process then ends, with all that it knew, and the next question goes to a new one.
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
        """End the process, if there is one: for a moment it may end by itself."""
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
    """A running program. Three threads carry its streams, so that no full or silent pipe blocks anybody."""

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
            raise self._failed("babble", f"says {_cut(line)}, which is not a JSON object{NOTES},", message)
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
        """End the process and all that it has started; for some time it may end by itself."""
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
        for thread in self.threads:  # one that waits for a process that left the group is not awaited
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
        """Read line after line, and an empty one at the end; a line that is too long is passed on as far as it was
        read.
        """
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
        """Put a line into the queue when there is room. Return false once the process must end."""
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
