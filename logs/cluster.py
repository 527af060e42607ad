"""More than one machine: the workers of a Dask cluster as an `Executor`, behind the one seam for work in parallel."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import contextmanager
from typing import Any, Final, ParamSpec, TypeVar

from kronika.core import __version__
from kronika.core.errors import KronikaError, UnknownBot
from kronika.core.words import clipped
from kronika.logs.extras import needs
from kronika.logs.faults import FileTrouble
from kronika.logs.players.finding import importable_here

ResultT = TypeVar("ResultT")
P = ParamSpec("P")

ANSWER: Final = 10
"""Seconds in which a scheduler must answer, and have a worker."""
RETRIES: Final = 5
"""How often a chunk is done anew whose worker has died: it is made of its input alone, so twice is as good as once."""


class NoCluster(KronikaError):
    """A cluster that can't be had: nobody answers there, or nobody works."""


@contextmanager
def workers(address: str) -> Iterator[tuple[Executor, int]]:
    """The workers of the scheduler at an address, as one executor, and how many threads they have.

    Raises NoCluster, and FileTrouble where Dask is not installed.
    """
    dask = needs("cluster")
    try:
        client = dask.Client(address, timeout=ANSWER, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise NoCluster(f"--cluster: no scheduler answers at {address}: {clipped(str(error))}.") from None
    try:
        _wait(client, address)
        yield Workers(client.get_executor(retries=RETRIES, pure=False)), sum(client.nthreads().values())
    finally:
        client.close()


def _wait(client: Any, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=ANSWER)
    except TimeoutError:
        raise NoCluster(f"--cluster: the scheduler at {address} has no worker.") from None


class Workers(Executor):
    """Dask's executor, with its losses told as those of processes are."""

    def __init__(self, inner: Executor) -> None:
        self._inner = inner

    def submit(self, fn: Callable[P, ResultT], /, *args: P.args, **kwargs: P.kwargs) -> Future[ResultT]:
        """Hands a call to a worker; BrokenExecutor is its exception when its workers have died again and again."""
        future: Future[ResultT] = Future()
        self._inner.submit(_there, fn, *args, **kwargs).add_done_callback(lambda done: _pass_on(done, future))
        return future


def _there(fn: Callable[P, ResultT], /, *args: P.args, **kwargs: P.kwargs) -> ResultT:
    """The work as a worker does it: bots of one's own are looked for in its folder, as the command does in its own."""
    importable_here()
    try:
        return fn(*args, **kwargs)
    except (UnknownBot, FileTrouble) as error:
        why = f"{str(error).rstrip('.')}. A bot of your own must be where the workers are started, here {os.getcwd()}"
        raise NoCluster(f"--cluster: on a worker: {why}.") from None


def _pass_on(done: Future[Any], future: Future[Any]) -> None:
    try:
        future.set_result(done.result())
    except BaseException as error:  # whoever waits for it must learn of it
        future.set_exception(_told(error))


def _told(error: BaseException) -> BaseException:
    if isinstance(error, (needs("cluster").KilledWorker, CancelledError)):
        return BrokenExecutor("the workers of the cluster are gone")
    if isinstance(error, RuntimeError) and "deserialization" in str(error):
        here = f"Here kronika is {__version__} on Python {sys.version_info.major}.{sys.version_info.minor}"
        return NoCluster(
            f"--cluster: its scheduler or workers can't read the work: have they the same programs? {here}."
        )
    return error
