"""Work on more than one machine: the workers of a Dask cluster as an `Executor`, which `pool` uses like local
processes.

A task includes a description of the program that sends it. A worker compares its own program with that first, and does
nothing if they differ.
"""

from __future__ import annotations

import logging
import os
import pickle
import re
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, InvalidStateError
from contextlib import contextmanager, suppress
from time import monotonic
from typing import Any, Final, ParamSpec, TypeVar

import msgspec
from msgspec import Struct

from kronika.core.basics.decoder_messages import lacks_kronika
from kronika.core.basics.errors import KronikaError, UnknownBot
from kronika.core.basics.text import clipped, join_words, quoted
from kronika.logs.files.extras import require_extra
from kronika.logs.files.faults import FileError
from kronika.logs.players.engine_process import close_all
from kronika.logs.players.lookup import allow_local_imports
from kronika.logs.running.processes import Lost
from kronika.logs.running.program import Program, bots_of, differences, program_digests, this_program

ResultT = TypeVar("ResultT")
P = ParamSpec("P")

ANSWER: Final = 10
"""Time in which a scheduler must answer, in seconds."""
RETRIES: Final = 5
"""The number of retries of a chunk whose worker has died. A chunk depends on its input alone, so a retry gives the
same.
"""
NOTICE_SECONDS: Final = 5.0
"""Time without a worker after which that is reported, in seconds."""
CACHE_SECONDS: Final = 0.5
"""Time for which the number of workers is cached, in seconds."""
ENCRYPTED: Final = ("tls", "wss")
CERTIFICATES: Final = (
    "Name them in the environment, DASK_DISTRIBUTED__COMM__TLS__CA_FILE, ..__CLIENT__CERT and ..__CLIENT__KEY, or in "
    "the settings of Dask."
)
ADDRESS: Final = re.compile(r"((?P<scheme>tcp|tls|ws|wss)://)?(\[[0-9a-fA-F:.]+\]|[^\s:/\[\]]+):\d{1,5}")

program_digests()  # of a worker: when it loads this, as it does for the first work that it gets


class NoCluster(KronikaError):
    """A cluster that can't be used: nobody answers there, or its workers run another program."""


@contextmanager
def workers(address: str, tell: Callable[[str], None]) -> Iterator[tuple[Executor, Callable[[], int]]]:
    """The workers of the scheduler at an address, as one executor, and a function for the number of their threads.

    If there is none, `tell` reports it, and work waits for one to come. Raises NoCluster, and FileError if Dask is not
    installed.
    """
    dask = require_extra("cluster")
    here = this_program()
    if here.changed:
        raise NoCluster(f"--cluster: {here.changed} has changed since it was loaded here: begin again.")
    with _quiet():
        client = _client(dask, address)
        try:
            crew = Workers(client.get_executor(retries=RETRIES, pure=False), here, address)
            yield crew, Threads(client, address, tell, crew.give_up)
        finally:
            client.close()


# -- the connection ---------------------------------------------------------------------------------------------


def _client(dask: Any, address: str) -> Any:
    found = ADDRESS.fullmatch(address)
    if not found:
        raise NoCluster(
            f"--cluster: {quoted(address)} is not the address of a scheduler, such as tcp://HOST:8786, or "
            "tls://HOST:8786 with certificates."
        )
    security = _security(dask, address, bool(found["scheme"] in ENCRYPTED))
    try:
        return dask.Client(address, timeout=ANSWER, set_as_default=False, security=security)
    except (OSError, ValueError, RuntimeError) as error:
        raise NoCluster(f"--cluster: no scheduler answers at {address}: {clipped(str(error))}.") from None


def _security(dask: Any, address: str, encrypted: bool) -> Any:
    try:
        security = dask.Security()
        certificate = security.get_connection_args("client").get("ssl_context")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise NoCluster(f"--cluster: the certificates can't be read: {clipped(str(why))}. {CERTIFICATES}") from None
    if encrypted and not certificate:
        raise NoCluster(f"--cluster: {address} needs certificates. {CERTIFICATES}")
    return security


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence the libraries' messages about a lost or closed connection: it is reported in our words."""
    logs = [logging.getLogger(name) for name in ("distributed.client", "tornado.application")]
    before = [log.level for log in logs]
    for log in logs:
        log.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for log, level in zip(logs, before, strict=True):
            log.setLevel(level)


class Threads:
    """The number of threads of the workers, updated from time to time; if there is none, that is reported.

    `lost` is called once the connection is lost.
    """

    def __init__(self, client: Any, address: str, tell: Callable[[str], None], lost: Callable[[], None]) -> None:
        self._client = client
        self._address = address
        self._tell = tell
        self._lost = lost
        self._count = 0
        self._asked = -CACHE_SECONDS
        self._since = monotonic()
        self._left = "yet"
        self._said = False

    def __call__(self) -> int:
        """The current number of threads."""
        now = monotonic()
        if self._client.status != "running":
            self._lost()
        elif now - self._asked >= CACHE_SECONDS:
            with suppress(OSError):  # by the next time it is known to be lost
                self._count = sum(self._client.nthreads().values())
            self._asked = now
            self._say_if_none(now)
        return self._count

    def _say_if_none(self, now: float) -> None:
        if self._count:
            self._since, self._left, self._said = now, "left", False
        elif not self._said and now - self._since >= NOTICE_SECONDS:
            self._said = True
            self._tell(
                f"--cluster: the scheduler at {self._address} has no worker {self._left}: the work waits for one."
            )


class Workers(Executor):
    """Dask's executor. It reports lost workers like lost processes, and names a worker that runs another program."""

    def __init__(self, inner: Executor, here: Program, address: str) -> None:
        self._inner = inner
        self._here = here
        self._asking = msgspec.msgpack.encode(here)
        self._address = address
        self._lost: Lost | None = None
        self._waiting: set[Future[Any]] = set()

    def submit(self, fn: Callable[P, ResultT], /, *args: P.args, **kwargs: P.kwargs) -> Future[ResultT]:
        """Send a call to a worker. The exception of its future is Lost if no worker will do it, NoCluster if none
        may.
        """
        future: Future[ResultT] = Future()
        self._waiting.add(future)
        future.add_done_callback(self._waiting.discard)
        work = pickle.dumps((fn, args, kwargs))
        try:
            if self._lost:
                raise self._lost
            inner = self._inner.submit(pickle.loads, pickle.dumps(Asked(self._asking, work)))
        except Exception:  # its client takes nothing more
            _settle(future, error=self._gone())
        else:
            inner.add_done_callback(lambda done: self._pass_on(done, future))
        return future

    def _pass_on(self, done: Future[Any], future: Future[Any]) -> None:
        try:
            refusal, result = done.result()
            if refusal:
                raise self._refused(msgspec.msgpack.decode(refusal, type=Refusal))
            _settle(future, result)
        except BaseException as error:  # the waiting caller must get it
            _settle(future, error=self._told(error))

    def give_up(self) -> None:
        """Cancel all pending calls: Dask never ends those that it got while its connection broke."""
        for future in [*self._waiting]:
            _settle(future, error=self._gone())

    def _refused(self, refusal: Refusal) -> NoCluster:
        who = f"--cluster: the worker {refusal.worker}"
        if refusal.program.changed:
            why = f"{refusal.program.changed} has changed there since it was loaded"
            return NoCluster(f"{who} does not know what it runs: {why}. Start it again.")
        why = join_words(differences(self._here, refusal.program))
        own = f" A bot of your own must be where the workers are started, there {refusal.folder}."
        end = own if bots_of(self._here) else ""
        return NoCluster(f"{who} runs another program: {why}. Start it again with the one that runs here.{end}")

    def _told(self, error: BaseException) -> BaseException:
        if isinstance(error, require_extra("cluster").KilledWorker):
            return Lost("Workers of the cluster died again and again at the same work, perhaps for want of memory")
        if lacks_kronika(error):
            runs = join_words([f"{name} {version}" for name, version in self._here.versions.items()])
            return NoCluster(f"--cluster: a worker has another Kronika, or none ({error}). Here runs {runs}.")
        return self._gone() if isinstance(error, CancelledError) else error

    def _gone(self) -> Lost:
        self._lost = Lost(f"The scheduler at {self._address} is gone")
        return self._lost


def _settle(future: Future[Any], result: Any = None, error: BaseException | None = None) -> None:
    with suppress(InvalidStateError):  # it was given up meanwhile
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)


# -- a worker ---------------------------------------------------------------------------------------------------


class Refusal(Struct, frozen=True):
    """The answer of a worker that runs another program: its name, its folder, and its program."""

    worker: str
    folder: str
    program: Program


class Asked:
    """Work as bytes, since the worker may lack this module: the import error is then an error of the work, and is
    returned.

    The work is done when the bytes are unpickled.
    """

    def __init__(self, asking: bytes, work: bytes) -> None:
        self._given = asking, work

    def __reduce__(self) -> tuple[Any, ...]:
        return there, self._given


def there(asking: bytes, work: bytes) -> tuple[bytes, Any]:
    """The result of the work on a worker, without a refusal; or a refusal, with nothing done.

    A user's bots are searched for in the worker's folder, as a command does in its own.
    """
    allow_local_imports()
    here = msgspec.msgpack.decode(asking, type=Program)
    if refusal := _refusal(here):
        return refusal, None
    _end_older(here)
    fn, args, kwargs = pickle.loads(work)
    try:
        result = fn(*args, **kwargs)
    except (UnknownBot, FileError) as error:
        why = f"{str(error).rstrip('.')}. A bot of your own must be where the workers are started, here {os.getcwd()}"
        raise NoCluster(f"--cluster: on a worker: {why}.") from None
    return _refusal(here), result


_SEEN: Final[dict[str, str]] = {}
"""Parts of programs that worked here, by the digest that they had at their last work."""


def _end_older(asking: Program) -> None:
    """End programs that still run for other work, if their files were different then."""
    bots = {part: asking.parts[part] for part in bots_of(asking)}
    if any(_SEEN.get(part, digest) != digest for part, digest in bots.items()):
        close_all()
    _SEEN.update(bots)


def _refusal(asking: Program) -> bytes:
    """The refusal as bytes; empty if the program here is the one that asks."""
    own = this_program(bots_of(asking))
    if not own.changed and not differences(asking, own):
        return b""
    return msgspec.msgpack.encode(Refusal(require_extra("cluster").get_worker().address, os.getcwd(), own))
