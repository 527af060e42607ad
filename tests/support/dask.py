"""A stand-in for `distributed`, Dask's library: a cluster that answers at `HERE`, and works at once in this process.

As on other machines a worker gets what can be pickled and nothing else, and its folder is another one.
"""

from __future__ import annotations

import contextlib
import io
import pickle
from concurrent.futures import Executor, Future
from pathlib import Path
from types import ModuleType
from typing import Any

HERE = "tcp://127.0.0.1:8786"
THREADS = {"tcp://127.0.0.1:40001": 1, "tcp://127.0.0.1:40002": 2}
"""How many threads each worker has."""


class Far(Executor):
    """The workers. `handed` is what they were given, a function and its arguments each.

    Once they are `lost`, for a reason, nothing comes back.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.handed: list[tuple[Any, ...]] = []
        self.lost: BaseException | None = None

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Does the call elsewhere."""
        assert fn is pickle.loads, "who has no Kronika can call this and say what it lacks"
        self.handed.append(_handed(args[0]))
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


class _Unread(pickle.Unpickler):
    """Reads what a worker is asked and does not do it."""

    def find_class(self, module: str, name: str) -> Any:
        """What is there: of the worker's own function what it is given."""
        return (lambda _, work: work) if name == "there" else super().find_class(module, name)


def _handed(data: bytes) -> tuple[Any, ...]:
    fn, args, _ = pickle.loads(_Unread(io.BytesIO(data)).load())
    return fn, *args


class Dask(ModuleType):
    """The library. `far` is who works in `folder`, `asked` what was asked of it, `left` how many connections stand.

    Where it is `silent` for a reason nobody answers, nobody works for the first looks that are `idle`.
    `certificate` is what TLS is spoken with, or why it can't be read.
    """

    class KilledWorker(Exception):
        """A chunk was given up, since its workers have died again and again."""

    def __init__(self, folder: Path) -> None:
        super().__init__("distributed")
        self.folder = folder
        self.far = Far(folder)
        self.silent: Exception | None = None
        self.idle = 0
        self.certificate: object = None
        self.asked: list[dict[str, Any]] = []
        self.left = 0

    def Client(self, address: str, **asked: Any) -> Connection:
        """A connection to the scheduler at an address."""
        if self.silent is not None or address != HERE:
            raise self.silent or OSError(f"Timed out trying to connect to {address}")
        self.asked.append(asked)
        self.left += 1
        return Connection(self)

    def Security(self) -> Security:
        """How connections are kept safe."""
        return Security(self.certificate)

    def get_worker(self) -> Worker:
        """The worker that this process is."""
        return Worker()


class Security:
    """What connections are kept safe with."""

    def __init__(self, certificate: object) -> None:
        self._certificate = certificate

    def get_connection_args(self, role: str) -> dict[str, object]:
        """What one who plays this part needs for a connection."""
        if isinstance(self._certificate, Exception):
            raise self._certificate
        return {"ssl_context": self._certificate}


class Worker:
    """Who works."""

    address = next(iter(THREADS))


class Connection:
    """A connection that stands."""

    def __init__(self, dask: Dask) -> None:
        self._dask = dask
        self.looks = 0

    status = "running"

    def get_executor(self, **asked: Any) -> Executor:
        """Who works."""
        self._dask.asked.append(asked)
        return self._dask.far

    def nthreads(self) -> dict[str, int]:
        """The workers, and how many threads each has."""
        self.looks += 1
        return {} if self.looks <= self._dask.idle else THREADS

    def close(self) -> None:
        """Ends the connection."""
        self._dask.left -= 1
