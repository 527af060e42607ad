"""Worker processes of this machine: started, watched, ended; or this process alone if none can be started."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager, suppress
from time import monotonic
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from kronika.logs.running.worker import SHUTDOWN_SECONDS, init_worker

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

    from kronika.logs.files.notify import Notify

ResultT = TypeVar("ResultT")
P = ParamSpec("P")

SPARE_HANDLES = 8
"""File handles that must be free when all processes run: for logs, for the catalog, for files that Python opens."""
POLL_SECONDS = 0.5
"""Polling interval for newly started processes, in seconds."""
NOTICE_SECONDS = 0.3
"""Time in which a pool notices that a process has died, in seconds, unless it waits for the rest of a result."""
GRACE_SECONDS = 1.0
"""Time in which a process may finish its current item after an interruption, in seconds."""
NO_MAIN_GUARD = (
    "Processes that work in parallel begin by importing this script: its code must be below "
    "`if __name__ == '__main__':`."
)
"""The message for a script that would start again in each of its processes."""
ONE_PROCESS = "one does all the work."
ENDED_AT_START = "they end as soon as they begin"
"""The reason why this process works alone, if the started processes can't give one."""


class SameProcess(Executor):
    """An executor that runs each task at once, in this process."""

    def submit(self, fn: Callable[P, ResultT], /, *args: P.args, **kwargs: P.kwargs) -> Future[ResultT]:
        """Call the function; the returned future is already done."""
        future: Future[ResultT] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@contextmanager
def worker_pool(jobs: int, tell: Notify) -> Iterator[tuple[Executor, int]]:
    """The executor, and the number of its processes. No process is left after any error in the block."""
    if jobs < 2:
        yield SameProcess(), 1
        return
    from multiprocessing import active_children

    others = set(active_children())
    pool = _processes(jobs, others, tell)
    if pool is None:
        yield SameProcess(), 1
        return
    ended = threading.Event()
    watcher = threading.Thread(target=_watch, args=(pool, others, ended), daemon=True)
    try:
        with suppress(RuntimeError):  # no more threads to be had
            watcher.start()
        yield pool, jobs
    finally:
        ended.set()
        _end(pool, others)
        if watcher.ident:  # it has begun
            watcher.join()


def _processes(jobs: int, others: set[BaseProcess], tell: Notify) -> Executor | None:
    """A working pool with file handles to spare; None, after a message, if it can't be had."""
    from multiprocessing import current_process

    if getattr(current_process(), "_inheriting", False):
        raise SystemExit(NO_MAIN_GUARD)
    if written := _changed_source():
        tell(
            f"{written} has changed since it was loaded, so that other processes would load "
            f"another program: {ONE_PROCESS}"
        )
        return None
    pool: Executor | None = None
    try:
        from concurrent.futures import ProcessPoolExecutor

        pool = ProcessPoolExecutor(jobs, initializer=init_worker)
        pool.submit(int).result()
        _spare_handles()
    except BaseException as error:
        if pool is not None:
            _end(pool, others)
        if not isinstance(error, (OSError, ImportError, NotImplementedError, RuntimeError, ValueError)):
            raise
        reason = ENDED_AT_START if isinstance(error, BrokenExecutor) else getattr(error, "strerror", None) or error
        tell(f"{jobs} processes cannot be started ({reason}): {ONE_PROCESS}")
        return None
    return pool


def _changed_source() -> str:
    """A source file that other processes would load in a newer version; empty if they run the same program."""
    from multiprocessing import get_start_method

    if get_start_method() == "fork":
        return ""
    from kronika.logs.running.program import changed_source  # only where processes are forked

    return changed_source()


def _spare_handles() -> None:
    """Raises OSError if a process has too few free file handles to work."""
    handles: list[int] = []
    try:
        while len(handles) < SPARE_HANDLES:
            handles.append(os.open(os.devnull, os.O_RDONLY))
    finally:
        for handle in handles:
            os.close(handle)


def _watch(pool: Executor, others: set[BaseProcess], ended: threading.Event) -> None:
    """Once a process has died, break the pool if it does not notice.

    If a process is killed while it sends a result, the pool waits for the rest as long as any process has that pipe
    open for writing: the other workers, and the pool itself.
    """
    from multiprocessing import active_children
    from multiprocessing.connection import wait

    results = getattr(pool, "_result_queue", None)
    watched: set[BaseProcess] = set()
    while not ended.is_set():
        watched.update(child for child in active_children() if child not in others)
        if wait([child.sentinel for child in watched], POLL_SECONDS):
            break
    if not ended.wait(NOTICE_SECONDS):
        _kill_all_but(others)
        if results is not None:
            with suppress(OSError):
                results._writer.close()


def _end(pool: Executor, others: set[BaseProcess]) -> None:
    """Let the processes finish their current items, and kill them after a while."""
    killer = threading.Timer(GRACE_SECONDS, _send_all_but, [others])
    try:
        with suppress(RuntimeError):  # no more threads to be had
            killer.start()
        with suppress(RuntimeError, OSError):  # no thread for the pool either; a pipe that `_watch` closes just now
            pool.shutdown(cancel_futures=True)  # waits for the pool's own thread too, which must not outlive it
    finally:
        killer.cancel()
        _kill_all_but(others)
        if killer.ident:  # it has begun
            killer.join()


def _send_all_but(others: set[BaseProcess]) -> None:
    """Ask the processes to leave, and kill those that don't."""
    from multiprocessing import active_children
    from multiprocessing.connection import wait

    left = [child for child in active_children() if child not in others]
    for child in left:
        child.terminate()
    until = monotonic() + SHUTDOWN_SECONDS
    for child in left:
        wait([child.sentinel], max(0.0, until - monotonic()))
    _kill_all_but(others)


def _kill_all_but(others: set[BaseProcess]) -> None:
    from multiprocessing import active_children

    for child in active_children():
        if child not in others:
            child.kill()


class Lost(BrokenExecutor):
    """Work of other processes that is not done and will not be done; the message is a sentence with the reason."""
