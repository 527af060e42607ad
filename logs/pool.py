"""The one seam for work in parallel: the same work on many things, by whatever `Executor` does it."""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, wait
from contextlib import contextmanager, suppress
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, ParamSpec, TypeVar

from kronika.core.errors import WorkerDied
from kronika.logs.worker import LEAVE, Lost, WorkerToldToLeave, begin, leave

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

ItemT = TypeVar("ItemT")
KeyT = TypeVar("KeyT")
ResultT = TypeVar("ResultT")
P = ParamSpec("P")
Tell = Callable[[str], None]
"""Takes a word for the person who waits: what goes otherwise than asked, though not wrong."""

CHUNK = 20
"""Items handed to a process at once: enough that handing over costs little, few enough that both end together."""
AHEAD = 50
"""Chunks a process that are handed out before their results are asked for: memory does not grow with the work."""
SHARD = 0.5
"""Seconds that a chunk for a cluster is to take: of that, to hand it over is less than a hundredth."""
SHARDS = 12
"""Chunks a worker of a cluster that are handed out before their results are asked for. They are 6 seconds of work: a
cluster that grows by demand has a worker for each 5 that wait."""
TINY = 1e-6
"""Seconds, where a clock saw none."""
SPARE = 8
"""File handles that must be left when all processes run: for logs, for the catalog, for what Python opens."""
LOOK = 0.5
"""Seconds between two looks for processes that were started since."""
NOTICED = 0.3
"""Seconds in which a pool notices that a process has died, unless it waits for the rest of a result."""
NEWS = 1.0
"""Seconds after which a cluster is asked again who works, while a result is waited for."""
UNGUARDED = (
    "Processes that work in parallel begin by importing this script: what it does must stand below "
    "`if __name__ == '__main__':`."
)
"""What a script is told that would begin all over in each of them."""
ONE = "one does all the work."
ENDED = "they end as soon as they begin"
KILLED = "A process that did part of the work was killed, perhaps for want of memory"
"""Why some of it is not done, unless somebody knows better."""
GRACE = 1.0
"""Seconds in which a process may end what it has begun, when the work is broken off."""


def silent(text: str) -> None:
    """A Tell that nobody hears."""


def in_order(
    work: Callable[[ItemT], ResultT],
    items: Sequence[ItemT],
    jobs: int,
    tell: Tell = silent,
    *,
    chunk: int = CHUNK,
    cluster: str = "",
) -> Generator[ResultT, None, None]:
    """The results in the order of the items, whatever the number of jobs; `work` must be a function that pickles.

    A process gets at most `chunk` items at once: few where each takes long. With the address of a `cluster`, it does
    the work instead, by whoever works there at the time. Where several processes can't be had it tells so and works in
    this one. Raises WorkerDied when a process was killed, after all results that there are, and NoCluster. No process
    is left when the generator ends or is closed, so close it.
    """
    if cluster:
        from kronika.logs.cluster import workers

        with workers(cluster, tell) as (pool, threads):
            crew = Crew(pool, lambda: SHARDS * max(1, threads()), NEWS)
            yield from _results(crew, work, Shards(items, threads))
        return
    with _executor(min(jobs, len(items)), tell) as (pool, processes):
        if processes == 1:
            yield from _results(Crew(pool, lambda: 1), work, Chunks(items, 1))
        else:
            size = max(1, min(chunk, len(items) // (4 * processes)))
            yield from _results(Crew(pool, lambda: AHEAD * processes), work, Chunks(items, size))


class Coming(Iterable[ResultT]):
    """Results as they come; `died` is what kept the rest from coming, once they have ended."""

    def __init__(self, results: Iterable[ResultT]) -> None:
        self._results = results
        self.died: WorkerDied | None = None

    def __iter__(self) -> Iterator[ResultT]:
        try:
            yield from self._results
        except WorkerDied as error:
            self.died = error


def gathered(results: Iterable[ResultT]) -> tuple[list[ResultT], WorkerDied | None]:
    """All results that there are, and what keeps the rest from coming."""
    coming = Coming(results)
    return [*coming], coming.died


class Made(Sequence[ItemT]):
    """Items that are made when they are handed out, of keys: what is in a file is read no earlier."""

    def __init__(self, keys: Sequence[KeyT], make: Callable[[KeyT], ItemT]) -> None:
        self._keys: Sequence[Any] = keys
        self._make = make

    def __len__(self) -> int:
        return len(self._keys)

    def __getitem__(self, at: Any) -> Any:
        """One item, or those of a slice."""
        return [self._make(key) for key in self._keys[at]] if isinstance(at, slice) else self._make(self._keys[at])


class InProcess(Executor):
    """Does at once, in this process, what it is given to do."""

    def submit(self, fn: Callable[P, ResultT], /, *args: P.args, **kwargs: P.kwargs) -> Future[ResultT]:
        """Calls the function; the future is done when it is there."""
        future: Future[ResultT] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class Crew(NamedTuple):
    """Who works; how many chunks are handed out at once, asked again each `news` seconds, where that may change."""

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
        """So many items took so long."""


class Shards(Chunks[ItemT]):
    """Chunks that take `SHARD` seconds each, as far as can be told: a cluster needs some time to hand one over."""

    def __init__(self, items: Sequence[ItemT], workers: Callable[[], int]) -> None:
        super().__init__(items, 1)
        self._workers = workers

    def took(self, items: int, seconds: float) -> None:
        """The next chunks are made for what the last one took, and so that each worker has a part of what is left."""
        most = (len(self._items) - self.begin) // (4 * max(1, self._workers()))
        self._size = max(1, min(most, int(items * SHARD / max(seconds, TINY))))


def _each(work: Callable[[ItemT], ResultT], items: Sequence[ItemT]) -> tuple[list[ResultT], float]:
    """The results, and the seconds that they took."""
    began = perf_counter()
    try:
        return [work(item) for item in items], perf_counter() - began
    except WorkerToldToLeave:  # what the work itself had started is ended by now
        leave()


def _results(crew: Crew, work: Callable[[ItemT], ResultT], chunks: Chunks[ItemT]) -> Iterator[ResultT]:
    """The results in order, with no more chunks handed out than `crew` takes; what nobody has done is left out."""
    waiting: deque[tuple[int, Future[tuple[list[ResultT], float]]]] = deque()
    done = lost = 0
    why = KILLED
    while True:
        while len(waiting) < crew.ahead() and (chunk := chunks.next()):
            waiting.append((len(chunk), _submitted(crew.pool, work, chunk)))
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


def _submitted(
    pool: Executor, work: Callable[[ItemT], ResultT], chunk: Sequence[ItemT]
) -> Future[tuple[list[ResultT], float]]:
    try:
        return pool.submit(_each, work, chunk)
    except BrokenExecutor as error:  # it takes nothing more
        future: Future[tuple[list[ResultT], float]] = Future()
        future.set_exception(error)
        return future


# -- processes --------------------------------------------------------------------------------------------------


@contextmanager
def _executor(jobs: int, tell: Tell) -> Iterator[tuple[Executor, int]]:
    """Who does the work, and in how many processes. Whatever happens inside, none of them is left behind."""
    if jobs < 2:
        yield InProcess(), 1
        return
    from multiprocessing import active_children

    others = set(active_children())
    pool = _processes(jobs, others, tell)
    if pool is None:
        yield InProcess(), 1
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


def _processes(jobs: int, others: set[BaseProcess], tell: Tell) -> Executor | None:
    """A pool that has begun to work, with file handles to spare; None, and a word, where it can't be had."""
    from multiprocessing import current_process

    if getattr(current_process(), "_inheriting", False):
        raise SystemExit(UNGUARDED)
    if written := _other_program():
        tell(f"{written} has changed since it was loaded, so that other processes would load another program: {ONE}")
        return None
    pool: Executor | None = None
    try:
        from concurrent.futures import ProcessPoolExecutor

        pool = ProcessPoolExecutor(jobs, initializer=begin)
        pool.submit(int).result()
        _spare_handles()
    except BaseException as error:
        if pool is not None:
            _end(pool, others)
        if not isinstance(error, (OSError, ImportError, NotImplementedError, RuntimeError, ValueError)):
            raise
        reason = ENDED if isinstance(error, BrokenExecutor) else getattr(error, "strerror", None) or error
        tell(f"{jobs} processes cannot be started ({reason}): {ONE}")
        return None
    return pool


def _other_program() -> str:
    """A source that other processes would load as it is by now; empty where they go on with what this one has."""
    from multiprocessing import get_start_method

    if get_start_method() == "fork":
        return ""
    from kronika.logs.program import changed

    return changed()


def _spare_handles() -> None:
    """Raises OSError where a process has too few handles left to work with."""
    handles: list[int] = []
    try:
        while len(handles) < SPARE:
            handles.append(os.open(os.devnull, os.O_RDONLY))
    finally:
        for handle in handles:
            os.close(handle)


def _watch(pool: Executor, others: set[BaseProcess], ended: threading.Event) -> None:
    """Once a process has died, breaks the pool if it does not notice.

    Killed while it sends a result, it leaves the pool waiting for the rest as long as anybody has that pipe open for
    writing: the other processes, and the pool itself.
    """
    from multiprocessing import active_children
    from multiprocessing.connection import wait

    results = getattr(pool, "_result_queue", None)
    watched: set[BaseProcess] = set()
    while not ended.is_set():
        watched.update(child for child in active_children() if child not in others)
        if wait([child.sentinel for child in watched], LOOK):
            break
    if not ended.wait(NOTICED):
        _kill_all_but(others)
        if results is not None:
            with suppress(OSError):
                results._writer.close()


def _end(pool: Executor, others: set[BaseProcess]) -> None:
    """Lets the processes end what they have begun, and after a while kills them."""
    killer = threading.Timer(GRACE, _send_all_but, [others])
    try:
        with suppress(RuntimeError):  # no more threads to be had
            killer.start()
        with suppress(RuntimeError):  # not for the pool either
            pool.shutdown(cancel_futures=True)  # waits for the pool's own thread too, which must not outlive it
    finally:
        killer.cancel()
        _kill_all_but(others)
        if killer.ident:  # it has begun
            killer.join()


def _send_all_but(others: set[BaseProcess]) -> None:
    """Tells the processes to leave, and kills those that don't."""
    from multiprocessing import active_children
    from multiprocessing.connection import wait

    left = [child for child in active_children() if child not in others]
    for child in left:
        child.terminate()
    until = monotonic() + LEAVE
    for child in left:
        wait([child.sentinel], max(0.0, until - monotonic()))
    _kill_all_but(others)


def _kill_all_but(others: set[BaseProcess]) -> None:
    from multiprocessing import active_children

    for child in active_children():
        if child not in others:
            child.kill()
