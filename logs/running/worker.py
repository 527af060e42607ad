"""A worker process: its start, and its end after an interruption."""

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
"""Time that a process has to end its own child processes before it is killed, in seconds."""

_shutdown_hooks: list[Callable[[], None]] = []


class WorkerTerminated(Terminated):
    """Raised in a worker process whose parent has stopped the work."""


def on_shutdown(end: Callable[[], None]) -> None:
    """Register a function to call when a process must leave during its work, for resources that live longer than one
    item.
    """
    _shutdown_hooks.append(end)


def init_worker() -> None:
    """Prepare a worker process: it leaves Ctrl-C to its parent, and ends when it is asked to, or when its parent is
    gone.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _on_term)
    with suppress(RuntimeError):  # no more threads to be had
        threading.Thread(target=_end_with_parent, daemon=True).start()


def shut_down() -> NoReturn:
    """End the resources that live longer than one item, then the process."""
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
