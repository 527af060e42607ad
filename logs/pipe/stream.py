"""Lines between programs: bytes cut into lines of bounded length, and conversations on a stream."""

from __future__ import annotations

import os
import select
import signal
import socket
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import BinaryIO, Final

from kronika.core.basics import limits
from kronika.core.basics.limits import size_text
from kronika.logs.files.streams import STDIO, os_errors
from kronika.logs.pipe.answers import Answer, Bye, Cancelled, Error, Progress
from kronika.logs.pipe.handler import RequestHandler
from kronika.logs.pipe.messages import MessageError, Reader, message_line
from kronika.logs.pipe.refusals import Refusal
from kronika.logs.pipe.requests import REQUESTS, Analyse, Best, Cancel, Request

CHUNK: Final = 1 << 16
"""Bytes read at once."""
POLL_SECONDS: Final = 0.05
"""Polling interval for new input during work, in seconds."""
TELL: Final = 1.0
"""Interval between two reports of progress, in seconds."""

STOPPED: Final = "The program was asked to end."
CANCELLED_MESSAGE: Final = "The request was cancelled."


class LineSplitter:
    """Cuts bytes into lines, as they come. A line that is too long is not kept; None replaces it."""

    def __init__(self, most: int = limits.MESSAGE) -> None:
        self._most = most
        self._begun = bytearray()
        self._too_long = False

    def feed(self, data: bytes) -> Iterator[bytes | None]:
        """Yield the lines that end in these bytes, without their line breaks."""
        *ended, rest = data.split(b"\n")
        for part in ended:
            self._add(part)
            yield self._end()
        self._add(rest)

    def end(self) -> Iterator[bytes | None]:
        """Yield the rest after the last line break."""
        if self._begun or self._too_long:
            yield self._end()

    def _add(self, part: bytes) -> None:
        if self._too_long or len(self._begun) + len(part) > self._most:
            self._too_long = True
            self._begun.clear()
        else:
            self._begun += part

    def _end(self) -> bytes | None:
        line = None if self._too_long else bytes(self._begun.removesuffix(b"\r"))
        self._begun.clear()
        self._too_long = False
        return line


class StopSignals:
    """Signals that ask the program to end: the first one is noted, and wakes a waiting reader; a second one acts at
    once.
    """

    def __init__(self) -> None:
        self.number: int | None = None
        self._wake, self._woken = socket.socketpair()
        self._woken.setblocking(False)

    @classmethod
    @contextmanager
    def noting(cls) -> Iterator[StopSignals]:
        """Note SIGTERM and SIGINT in this context. Only the main thread can do so."""
        stop = cls()
        before = {number: signal.signal(number, stop._note) for number in (signal.SIGTERM, signal.SIGINT)}
        woken = signal.set_wakeup_fd(stop._woken.fileno())
        try:
            yield stop
        finally:
            signal.set_wakeup_fd(woken)
            for number, handler in before.items():
                signal.signal(number, handler)
            stop._wake.close()
            stop._woken.close()

    def _note(self, number: int, frame: object) -> None:
        self.number = number
        signal.signal(number, signal.SIG_DFL)

    def fileno(self) -> int:
        """The file that becomes readable when a signal has come."""
        return self._wake.fileno()


class Source:
    """The bytes of a stream as they come."""

    def __init__(self, stream: BinaryIO, stop: StopSignals | None = None) -> None:
        self._stream = stream
        self._stop = stop
        try:
            self._number: int | None = stream.fileno()
        except OSError:  # it is not a file of the system: all of it is there
            self._number = None

    def read(self, seconds: float) -> bytes | None:
        """The next bytes, empty at the end; None if none come within `seconds`, or a signal comes first.

        Raises FileError.
        """
        with os_errors(STDIO, "read"):
            if self._number is None:
                return self._stream.read(CHUNK)
            if os.name == "posix":
                ready, _, _ = select.select([self._number, *([self._stop] if self._stop else ())], [], [], seconds)
                if self._number not in ready or self._stop in ready:
                    return None
            elif not seconds:  # elsewhere only sockets can be looked at: to read would be to wait
                return None
            return os.read(self._number, CHUNK)


class Conversation:
    """Answers the requests on a stream, line by line, in order.

    Input is read before the next answer is made, so that a request can be cancelled before its turn. It is also read
    during a search, so that the search can be ended.
    """

    def __init__(
        self, desk: RequestHandler, source: Source, put: Callable[[bytes], object], stop: StopSignals | None = None
    ) -> None:
        self._desk = desk
        desk.between = self._at_work
        self._source = source
        self._put = put
        self._stop = stop
        self._reader = Reader(REQUESTS)
        self._lines = LineSplitter()
        self._waiting: deque[tuple[Request | Answer, int]] = deque()
        self._bytes = 0
        self._ended = False
        self._working: Request | None = None
        """The request that is being answered, unless it was cancelled."""
        self._look_at = self._tell_at = 0.0
        self._broken: Exception | None = None
        """The error of a stream during a request."""

    def run(self, idle: float) -> None:
        """Answer requests until the stream ends and all are answered, nothing comes for `idle` seconds, or a signal
        asks to end.
        """
        if why := self._converse(idle):
            self._put(message_line(Bye(why=why)))

    def _converse(self, idle: float) -> str:
        """The reason to end before the stream does; empty if the stream has ended and all requests are answered."""
        while True:
            heard = self._waiting or self._ended or self._take(idle)
            if self._is_stopped():
                return STOPPED
            if not heard:
                return f"There was no request for {idle:g} seconds."
            self._take_all()
            if self._waiting:
                self._answer()
            elif self._ended:
                return ""

    def _is_stopped(self) -> bool:
        return self._stop is not None and self._stop.number is not None

    def _has_room(self) -> bool:
        return not self._ended and len(self._waiting) < limits.QUEUED_REQUESTS and self._bytes < limits.MESSAGE

    def _take_all(self) -> None:
        """Read the available input, as far as there is room for it."""
        while self._has_room() and self._take(0):
            pass

    def _take(self, seconds: float) -> bool:
        """Read input for at most `seconds` seconds. Return true if there was any, or the end."""
        data = self._source.read(seconds)
        if data is None:
            return False
        self._ended = not data
        for line in self._lines.feed(data) if data else self._lines.end():
            if line is None or line.strip():
                self._waiting.append((self._read(line), len(line or b"")))
                self._bytes += len(line or b"")
        return True

    def _read(self, line: bytes | None) -> Request | Answer:
        """A line as a request, or as the answer to it at its turn."""
        if line is None:
            return Error(code="limit", message=f"The line is longer than {size_text(limits.MESSAGE)}; it is skipped.")
        try:
            ask = self._reader.read(line)
        except MessageError as wrong:
            return wrong.error
        return self._cancelled(ask) if isinstance(ask, Cancel) else ask

    def _cancelled(self, ask: Cancel) -> Answer:
        if self._working and self._working.id == ask.request:
            self._working = None
            return Cancelled(id=ask.id, request=ask.request, cancelled=True)
        for at, (other, size) in enumerate(self._waiting):
            if isinstance(other, Request) and other.id == ask.request:
                self._waiting[at] = Error(id=other.id, code="cancelled", message=CANCELLED_MESSAGE), size
                return Cancelled(id=ask.id, request=ask.request, cancelled=True)
        return Cancelled(id=ask.id, request=ask.request, cancelled=False)

    def _answer(self) -> None:
        ask, size = self._waiting.popleft()
        self._bytes -= size
        if isinstance(ask, Request):
            self._working, now = ask, monotonic()
            self._look_at, self._tell_at = now + POLL_SECONDS, now + TELL
            ask = self._desk.answer(ask)
            self._working = None
        if self._broken:
            raise self._broken
        self._put(message_line(ask))

    def _at_work(self, ask: Analyse | Best, progress: Callable[[], Progress]) -> None:
        """Read new input between two rounds of work, and report the progress. Raises Refusal to end the work."""
        now = monotonic()
        if now < self._look_at:
            return
        self._look_at = now + POLL_SECONDS
        with self._breaking():
            self._take_all()
        why = STOPPED if self._is_stopped() else "" if self._working else CANCELLED_MESSAGE
        if ask.progress and (why or now >= self._tell_at):
            self._tell_at = now + TELL
            line = message_line(progress())
            with self._breaking():
                self._put(line)
        if why:
            raise Refusal("cancelled", why)

    @contextmanager
    def _breaking(self) -> Iterator[None]:
        """Note an error of a stream, which the request handler would report as the failure of a game."""
        try:
            yield
        except Exception as error:
            self._broken = error
            raise
