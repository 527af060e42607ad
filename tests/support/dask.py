"""A stand-in for `distributed`, Dask's library: a cluster that answers at `HERE`, and works at once in this process.

As on other machines a worker gets what can be pickled and nothing else, and its folder is another one.
"""

from __future__ import annotations

import contextlib
import pickle
from concurrent.futures import Executor, Future
from pathlib import Path
from types import ModuleType
from typing import Any

HERE = "tcp://127.0.0.1:8786"
THREADS = {"tcp://127.0.0.1:40001": 1, "tcp://127.0.0.1:40002": 2}
"""How many threads each worker has."""


class Far(Executor):
    """The workers. `handed` is what they were given; once they are `lost`, for a reason, nothing comes back."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.handed: list[tuple[Any, ...]] = []
        self.lost: BaseException | None = None

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Does the call elsewhere."""
        self.handed.append((fn, *args))
        work, future = pickle.dumps((fn, args, kwargs)), Future[Any]()
        if self.lost is not None:
            future.set_exception(self.lost)
            return future
        with contextlib.chdir(self._folder):
            there, given, named = pickle.loads(work)
            try:
                future.set_result(pickle.loads(pickle.dumps(there(*given, **named))))
            except Exception as error:
                future.set_exception(error)
        return future


class Dask(ModuleType):
    """The library. `far` is who works in `folder`, `asked` what was asked of it, `left` how many connections stand.

    Where it is `silent` for a reason nobody answers, where it is `idle` nobody works.
    """

    class KilledWorker(Exception):
        """A chunk was given up, since its workers have died again and again."""

    def __init__(self, folder: Path) -> None:
        super().__init__("distributed")
        self.folder = folder
        self.far = Far(folder)
        self.silent: Exception | None = None
        self.idle = False
        self.asked: list[dict[str, Any]] = []
        self.left = 0

    def Client(self, address: str, **asked: Any) -> Connection:
        """A connection to the scheduler at an address."""
        if self.silent is not None or address != HERE:
            raise self.silent or OSError(f"Timed out trying to connect to {address}")
        self.asked.append(asked)
        self.left += 1
        return Connection(self)


class Connection:
    """A connection that stands."""

    def __init__(self, dask: Dask) -> None:
        self._dask = dask

    def wait_for_workers(self, n_workers: int, timeout: float) -> None:
        """Waits until somebody works."""
        if self._dask.idle:
            raise TimeoutError(f"Only 0/{n_workers} workers arrived after {timeout}")

    def get_executor(self, **asked: Any) -> Executor:
        """Who works."""
        self._dask.asked.append(asked)
        return self._dask.far

    def nthreads(self) -> dict[str, int]:
        """The workers, and how many threads each has."""
        return THREADS

    def close(self) -> None:
        """Ends the connection."""
        self._dask.left -= 1
