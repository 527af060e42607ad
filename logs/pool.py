"""The same work on many things, in one process or several."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

ItemT = TypeVar("ItemT")
ResultT = TypeVar("ResultT")

CHUNK = 20
"""Items handed to a process at once: enough that handing over costs little, few enough that both end together."""


def in_order(work: Callable[[ItemT], ResultT], items: Sequence[ItemT], jobs: int) -> Iterator[ResultT]:
    """The results in the order of the items, whatever the number of jobs; `work` must be a function that pickles."""
    if jobs == 1 or len(items) < 2:
        yield from map(work, items)
        return
    with ProcessPoolExecutor(min(jobs, len(items))) as pool:
        yield from pool.map(work, items, chunksize=max(1, min(CHUNK, len(items) // (4 * jobs))))
