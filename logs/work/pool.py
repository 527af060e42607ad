"""The common interface for parallel work: the same function on many items, with any `Executor`."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, wait
from contextlib import contextmanager
from functools import partial
from itertools import chain, islice
from time import perf_counter
from typing import Any, Generic, NamedTuple, ParamSpec, Protocol, TypeVar

from kronika.core.basics.errors import WorkerDied
from kronika.logs.files.notify import Notify, no_op
from kronika.logs.running.processes import Lost, worker_pool
from kronika.logs.running.worker import WorkerTerminated, shut_down

ItemT = TypeVar("ItemT")
KeyT = TypeVar("KeyT")
ResultT = TypeVar("ResultT")
StretchT = TypeVar("StretchT", bound="Stretch")
P = ParamSpec("P")

Pool = Executor
"""Processes that work, as `worker_pool` starts them."""
Jobs = int | Executor
"""The number of processes for parallel work, or an executor of the caller's, which stays open."""

CHUNK = 20
"""Items sent to a process at once: enough that sending costs little, few enough that all processes end together."""
CHUNKS_AHEAD = 50
"""Chunks for each process that are sent before their results are used: memory does not grow with the work."""
STRETCHES_AHEAD = 4
"""The same for stretches of items, of which each is as much work as several chunks."""
SHARD = 0.5
"""Target duration of a chunk for a cluster, in seconds; sending it takes less than a hundredth of that."""
SHARDS = 12
"""Chunks for each worker of a cluster that are sent before their results are used. They are 6 seconds of work: a
cluster that grows by demand has a worker for each 5 that wait.
"""
WORKERS = 8
"""The assumed number of workers of an executor of the caller's, which does not say it."""
MIN_SECONDS = 1e-6
"""The duration, in seconds, that is assumed if a clock measured none."""
POLL_SECONDS = 1.0
"""Polling interval for the number of workers of a cluster, in seconds, while a result is waited for."""
KILLED = "A process that did part of the work was killed, perhaps for want of memory"
"""The reason why work is not done, unless another one is known."""


def map_in_order(
    work: Callable[[ItemT], ResultT],
    items: Sequence[ItemT],
    jobs: Jobs,
    tell: Notify = no_op,
    *,
    chunk: int = CHUNK,
    cluster: str = "",
) -> Generator[ResultT, None, None]:
    """Yield the results in the order of the items, for any number of jobs; `work` must be a function that can be
    pickled.

    A process gets at most `chunk` items at once: choose few if each takes long. With the address of a `cluster`, its
    current workers do the work; with an executor as `jobs`, that does. If several processes can't be had, `tell`
    reports it, and this process does the work. Raises WorkerDied if a process was killed, after all available results,
    and NoCluster. No process is left when the generator ends or is closed, so close it.
    """
    if cluster:
        with _cluster(cluster, tell) as (crew, threads):
            yield from _results(crew, work, Shards(items, threads))
        return
    if isinstance(jobs, Executor):
        yield from _results(PoolRun(jobs, lambda: SHARDS * WORKERS), work, Shards(items, lambda: WORKERS))
        return
    with worker_pool(min(jobs, len(items)), tell) as (pool, number):
        if number == 1:
            yield from _results(PoolRun(pool, lambda: 1), work, Chunks(items, 1))
        else:
            size = max(1, min(chunk, len(items) // (4 * number)))
            yield from _results(PoolRun(pool, lambda: CHUNKS_AHEAD * number), work, Chunks(items, size))


def map_stretches(
    work: Callable[[StretchT], Iterable[ResultT]],
    stretches: Iterable[StretchT | Ready[ResultT]],
    jobs: int,
    tell: Notify = no_op,
    *,
    cluster: str = "",
) -> Generator[ResultT, None, None]:
    """Yield the results of stretches of items as `map_in_order` does; memory does not grow with their number.

    `work` yields the results of one stretch. The results of some stretches may be `Ready`; they keep their place.
    """
    if cluster:
        with _cluster(cluster, tell) as (crew, _):
            yield from _results(crew, work, Stretches(stretches), _whole)
        return
    coming = iter(stretches)
    first = list(islice(coming, jobs))  # few stretches need few processes
    with worker_pool(sum(not isinstance(one, Ready) for one in first), tell) as (pool, number):
        coming = chain(first, coming)
        if number == 1:
            for one in coming:
                yield from one.results if isinstance(one, Ready) else work(one)
        else:
            crew = PoolRun(pool, lambda: STRETCHES_AHEAD * number)
            yield from _results(crew, work, Stretches(coming), _whole)


def result_of(pool: Executor, work: Callable[P, ResultT], *args: P.args, **kwargs: P.kwargs) -> ResultT:
    """The result of one call, which the pool makes. Raises what the call raises, and WorkerDied."""
    try:
        return pool.submit(work, *args, **kwargs).result()
    except BrokenExecutor:
        raise WorkerDied(f"{KILLED}.") from None


@contextmanager
def _cluster(address: str, tell: Notify) -> Iterator[tuple[PoolRun, Callable[[], int]]]:
    from kronika.logs.work.cluster import workers  # what asks a cluster, only where one works

    with workers(address, tell) as (pool, threads):
        yield PoolRun(pool, lambda: SHARDS * max(1, threads()), POLL_SECONDS), threads


class Stretch(Protocol):
    """Items that go to a process together."""

    @property
    def logs(self) -> int:
        """Their number."""
        ...


class Ready(Generic[ResultT]):
    """Results that are there already, in the place of a stretch of items."""

    def __init__(self, results: Sequence[ResultT]) -> None:
        self.results = results
        self.logs = len(results)


class ResultStream(Iterable[ResultT]):
    """Results as they come; `died` is the error that kept the rest from coming, after the last one."""

    def __init__(self, results: Iterable[ResultT]) -> None:
        self._results = results
        self.died: WorkerDied | None = None

    def __iter__(self) -> Iterator[ResultT]:
        try:
            yield from self._results
        except WorkerDied as error:
            self.died = error


def all_results(results: Iterable[ResultT]) -> tuple[list[ResultT], WorkerDied | None]:
    """All available results, and the error that kept the rest from coming."""
    coming = ResultStream(results)
    return [*coming], coming.died


class Success(Sequence[ItemT]):
    """Items that are made from keys when they are sent: the content of a file is read as late as possible."""

    def __init__(self, keys: Sequence[KeyT], make: Callable[[KeyT], ItemT]) -> None:
        self._keys: Sequence[Any] = keys
        self._make = make

    def __len__(self) -> int:
        return len(self._keys)

    def __getitem__(self, at: Any) -> Any:
        """One item, or the items of a slice."""
        return [self._make(key) for key in self._keys[at]] if isinstance(at, slice) else self._make(self._keys[at])


class PoolRun(NamedTuple):
    """The executor, and the number of chunks that are sent at once, which is updated every `news` seconds if it may
    change.
    """

    pool: Executor
    ahead: Callable[[], int]
    news: float | None = None


# -- handing out ------------------------------------------------------------------------------------------------


class Chunks(Generic[ItemT]):
    """Items in chunks of one size, in their order."""

    def __init__(self, items: Sequence[ItemT], size: int) -> None:
        self._items = items
        self._size = size
        self.begin = 0

    def next(self) -> Sequence[ItemT]:
        """The next chunk; empty at the end."""
        chunk = self._items[self.begin : self.begin + self._size]
        self.begin += len(chunk)
        return chunk

    def took(self, items: int, seconds: float) -> None:
        """Record that `items` items took `seconds` seconds."""


class Shards(Chunks[ItemT]):
    """Chunks that take about `SHARD` seconds each, since sending one to a cluster takes some time."""

    def __init__(self, items: Sequence[ItemT], workers: Callable[[], int]) -> None:
        super().__init__(items, 1)
        self._workers = workers

    def took(self, items: int, seconds: float) -> None:
        """Choose the size of the next chunks by the time of the last one, and so that each worker has a part of the
        rest.
        """
        most = (len(self._items) - self.begin) // (4 * max(1, self._workers()))
        self._size = max(1, min(most, int(items * SHARD / max(seconds, MIN_SECONDS))))


class Stretches(Generic[StretchT, ResultT]):
    """Stretches of items as they come."""

    def __init__(self, stretches: Iterable[StretchT | Ready[ResultT]]) -> None:
        self._stretches = iter(stretches)

    def next(self) -> StretchT | Ready[ResultT] | None:
        """The next stretch; None at the end."""
        return next(self._stretches, None)

    def took(self, items: int, seconds: float) -> None:
        """Record that `items` items took `seconds` seconds."""


Timed = tuple[list[ResultT], float]
"""Results, and the time that they took, in seconds."""


def _each(work: Callable[[ItemT], ResultT], items: Sequence[ItemT]) -> Timed[ResultT]:
    return _whole(partial(map, work), items)


def _whole(work: Callable[[Any], Iterable[ResultT]], items: Any) -> Timed[ResultT]:
    began = perf_counter()
    try:
        return list(work(items)), perf_counter() - began
    except WorkerTerminated:  # what the work itself had started is ended by now
        shut_down()


def _results(
    crew: PoolRun,
    work: Callable[[Any], Any],
    chunks: Chunks[Any] | Stretches[Any, ResultT],
    run: Callable[..., Timed[ResultT]] = _each,
) -> Iterator[ResultT]:
    """Yield the results in order, with at most as many pending chunks as `crew` takes; work that was lost is
    skipped.
    """
    waiting: deque[tuple[int, Future[Timed[ResultT]]]] = deque()
    done = lost = 0
    why = KILLED
    with _cancelling(waiting):
        while True:
            while len(waiting) < crew.ahead() and (chunk := chunks.next()):
                waiting.append((_size(chunk), _submitted(crew.pool, run, work, chunk)))
            if not waiting:
                break
            size, future = waiting[0]
            if crew.news and not wait([future], crew.news).done:
                continue
            waiting.popleft()
            try:
                results, seconds = future.result()
            except BrokenExecutor as error:
                lost += size
                why = str(error) if isinstance(error, Lost) else why
            else:
                done += size
                chunks.took(size, seconds)
                yield from results
    if lost:
        raise WorkerDied(f"{why}: {lost} of {done + lost} are not done.")


@contextmanager
def _cancelling(waiting: Iterable[tuple[int, Future[Any]]]) -> Iterator[None]:
    """Cancel at the end what nobody waits for any more: an executor of the caller's lives on."""
    try:
        yield
    finally:
        for _, future in waiting:
            future.cancel()


def _size(chunk: Any) -> int:
    return chunk.logs if hasattr(chunk, "logs") else len(chunk)


def _submitted(
    pool: Executor, run: Callable[..., Timed[ResultT]], work: Callable[[Any], Any], chunk: Any
) -> Future[Timed[ResultT]]:
    future: Future[Timed[ResultT]] = Future()
    if isinstance(chunk, Ready):
        future.set_result(([*chunk.results], 0.0))
        return future
    try:
        return pool.submit(run, work, chunk)
    except BrokenExecutor as error:  # it takes nothing more
        future.set_exception(error)
        return future
