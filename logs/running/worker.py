"""A process that works for another: how it begins, and how it leaves when the work is broken off."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from time import sleep
from typing import NoReturn

from kronika.core.basics.errors import Terminated

SHUTDOWN_SECONDS = 3.0
"""Seconds that a process that is asked to leave has to end the processes that it has started itself, before it is
killed.
"""

_shutdown_hooks: list[Callable[[], None]] = []


class WorkerTerminated(Terminated):
    """In a process that works for another, which has broken the work off."""


def on_shutdown(end: Callable[[], None]) -> None:
    """Registers a function that is called when a process is asked to leave in the midst of work, for work that goes on
    between items.
    """
    _shutdown_hooks.append(end)


def init_worker() -> None:
    """A process leaves Ctrl-C to the one that started it, and ends when it is asked to, or when that one is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _on_term)
    with suppress(RuntimeError):  # no more threads to be had
        threading.Thread(target=_end_with_parent, daemon=True).start()


def shut_down() -> NoReturn:
    """Ends the work that goes on between items, and the process."""
    for end in _shutdown_hooks:
        end()
    os._exit(1)


def _on_term(_number: int, _frame: object) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # once is enough
    raise WorkerTerminated


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
        sleep(SHUTDOWN_SECONDS)
        os._exit(1)
