"""The terminal: reading single keys, and restoring its state."""

from __future__ import annotations

import os
import re
import select
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, Final

import click

from kronika.core.basics.errors import Terminated

END: Final = "\x04"
"""The character that Ctrl-D sends. It also means the end of a terminal that is gone."""

_ENDS: Final = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
_KEY: Final = re.compile(r"\x1b\[[0-9;]*[A-Za-z~]|\x1bO.|.", re.DOTALL)
_BEGUN: Final = re.compile(r"\x1b(?:\[[0-9;]*|O)?\Z")
_PIECE: Final = 1024
_WAKE_SECONDS: Final = 0.1
"""The longest time in which a signal may go unnoticed, in seconds."""
_ESCAPE_SECONDS: Final = 0.05
"""Time in which the rest of an escape sequence arrives, in seconds. After the Escape key alone, nothing follows."""


@contextmanager
def restoring_terminal() -> Iterator[None]:
    """Restore the terminal if the process is ended from outside, or with its window, as with Ctrl-C."""
    with ending_on_signal(), _waking_readline():
        yield


@contextmanager
def ending_on_signal() -> Iterator[None]:
    """Clean up if the process is ended from outside, or with its window, as with Ctrl-C.

    The exit status is that of a shell for such an end. Ignored signals, as under `nohup`, stay ignored.
    """
    before = {number: signal.signal(number, _leave) for number in _ENDS if signal.getsignal(number) == signal.SIG_DFL}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def _waking_readline() -> Iterator[None]:
    """Make readline notice a signal while it waits for a key; a signal right before that is noticed at the next
    tick.
    """
    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, lambda number, frame: None)
    signal.siginterrupt(signal.SIGALRM, False)  # else a tick while readline prints a letter loses that letter
    signal.setitimer(signal.ITIMER_REAL, _WAKE_SECONDS, _WAKE_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _leave(number: int, _frame: Any) -> None:
    raise Terminated(128 + number)


@contextmanager
def keys() -> Iterator[Callable[[], list[str]]]:
    """A function that waits for keys and returns their codes; several if they came together.

    In this context nothing is echoed, and no key waits for Enter. Ctrl-C interrupts; Ctrl-Z is an ordinary key, since
    no shell would restore this mode of the terminal afterwards.
    """
    if sys.platform == "win32":
        yield lambda: _KEY.findall(click.getchar())
        return
    import termios
    import tty

    file = sys.stdin.fileno()
    before = termios.tcgetattr(file)
    tty.setcbreak(file)
    now = termios.tcgetattr(file)
    now[6][termios.VSUSP] = os.fpathconf(file, "PC_VDISABLE")
    termios.tcsetattr(file, termios.TCSANOW, now)
    try:
        yield partial(_keys, file)
    finally:
        with suppress(termios.error):  # the terminal is gone
            termios.tcsetattr(file, termios.TCSADRAIN, before)


def _keys(file: int) -> list[str]:
    typed = more = _sent(file)
    while more and _BEGUN.search(typed) and select.select([file], [], [], _ESCAPE_SECONDS)[0]:
        more = _sent(file)
        typed += more
    return _KEY.findall(typed) if more else [*_KEY.findall(typed), END]


def _sent(file: int) -> str:
    with suppress(OSError):  # the terminal is gone: the end
        return os.read(file, _PIECE).decode(errors="replace")
    return ""
