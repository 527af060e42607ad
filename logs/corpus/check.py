"""Checking many logs, in parallel and resumable."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from functools import partial
from typing import Any

from msgspec import Struct

from kronika.logs.corpus.pins import Pin
from kronika.logs.corpus.shards import examine_shard, examine_shard_folded, shards
from kronika.logs.corpus.stretches import (
    Examined,
    Stretch,
    Summed,
    examine,
    examine_folded,
    keep,
    known,
    known_extents,
    known_facts,
    known_fold,
    stored_data,
    stretches,
    sums_of,
)
from kronika.logs.corpus.sums import Extents, Folded
from kronika.logs.files.faults import FileError
from kronika.logs.files.notify import Notify, no_op
from kronika.logs.files.pack import packed_address
from kronika.logs.files.sources import Stored, read_stored
from kronika.logs.files.walk import Logs
from kronika.logs.replaying.survey import Facts, Survey, renamed, survey
from kronika.logs.work.catalog import Catalog, content_of
from kronika.logs.work.pool import Jobs, Ready, Success, map_in_order, map_stretches


class Corpus(Struct, frozen=True):
    """The result of a check of a folder: the survey of every log, in order of path, and the pinned logs.

    `unlisted` are the folders that could not be listed, each with a sentence that says why. `others` are the skipped
    files that are named like logs but are something else.
    """

    logs: tuple[Survey, ...]
    pinned: dict[str, Pin] = {}
    unlisted: dict[str, str] = {}
    others: tuple[str, ...] = ()

    def faulty(self) -> list[Survey]:
        """The logs with faults, without pinned ones."""
        return [log for log in self.logs if not log.ok and log.path not in self.pinned]

    @property
    def unread(self) -> bool:
        """True if anything could not be read."""
        return bool(self.unlisted) or any(log.unreadable for log in self.logs)


def check(
    folder: str,
    logs: Logs | Sequence[str],
    *,
    jobs: Jobs = 1,
    strict: bool = False,
    catalog: Catalog | None = None,
    tell: Notify = no_op,
    cluster: str = "",
) -> Generator[Survey, None, None]:
    """Survey logs, in their order, named by their paths from a folder. Raises WorkerDied, NoCluster.

    With a catalog, which must be for the same kind of check, its logs are not surveyed again: so a killed check
    continues where it stopped. A cluster, or an executor as `jobs`, knows neither the catalog nor the folder: it gets
    the content of the logs, a cluster of many at once.
    """
    pieces = _pieces(stretches(folder, logs, jobs if isinstance(jobs, int) else 1), catalog, known)
    with closing(_examined(folder, logs, pieces, jobs, strict, catalog, tell, cluster)) as results:
        for found in results:
            yield found.survey


def check_folded(
    folder: str,
    logs: Logs | Sequence[str],
    *,
    jobs: int = 1,
    strict: bool = False,
    catalog: Catalog | None = None,
    tell: Notify = no_op,
    cluster: str = "",
) -> Generator[Survey | Folded, None, None]:
    """Survey logs as `check` does, but valid logs come as sums over some of them."""
    pieces = _pieces(stretches(folder, logs, jobs), catalog, known_fold, known)
    with closing(_examined(folder, logs, pieces, jobs, strict, catalog, tell, cluster, examine_folded)) as results:
        for found in results:
            yield (
                sums_of(found) if isinstance(found, Summed) else found.survey if isinstance(found, Examined) else found
            )


def _survey_in(found: Any) -> Any:
    """The survey of a log that was examined; sums and facts as they are."""
    return found.survey if isinstance(found, Examined) else found


def check_facts(
    folder: str,
    logs: Logs | Sequence[str],
    *,
    jobs: int = 1,
    catalog: Catalog | None = None,
    tell: Notify = no_op,
    may_match: Callable[[Extents], bool] | None = None,
) -> Generator[Survey | Facts, None, None]:
    """Survey logs as `check` does, but of those of a file of many that the catalog has, only the facts are read.

    Stretches whose sums `may_match` refuses are omitted.
    """
    pieces = _pieces(stretches(folder, logs, jobs), catalog, partial(_facts_of_some, may_match))
    with closing(_examined(folder, logs, pieces, jobs, False, catalog, tell, "")) as results:
        for found in results:
            yield _survey_in(found)


def _facts_of_some(
    may_match: Callable[[Extents], bool] | None, catalog: Catalog, stretch: Stretch
) -> list[Facts] | None:
    """The facts of a stretch, as far as they are known; none if its sums show that they are not needed."""
    sums = known_extents(catalog, stretch) if may_match else None
    return [] if may_match and sums is not None and not may_match(sums) else known_facts(catalog, stretch)


def _examined(
    folder: str,
    logs: Logs | Sequence[str],
    pieces: Iterable[Stretch | Ready[Any]],
    jobs: Jobs,
    strict: bool,
    catalog: Catalog | None,
    tell: Notify,
    cluster: str,
    way: Callable[..., Iterator[Any]] = examine,
) -> Generator[Any, None, None]:
    work: Generator[Any, None, None]
    if cluster:
        number = len(logs.paths if isinstance(logs, Logs) else logs)
        away = examine_shard_folded if way is examine_folded else examine_shard
        keeps = catalog.work if catalog is not None else b""
        work = map_stretches(
            partial(away, strict, keeps), shards(folder, pieces, number, strict, catalog), 1, tell, cluster=cluster
        )
    elif not isinstance(jobs, int):
        paths = logs.paths if isinstance(logs, Logs) else logs
        items = Success(paths, partial(_work_items, folder, strict, catalog))
        work = map_in_order(partial(_examine_remotely, strict), items, jobs, tell)
    else:
        work = map_stretches(partial(way, folder, strict, catalog), pieces, jobs, tell)
    with closing(work) as results:
        for found in results:
            if catalog is not None and isinstance(found, (Examined, Summed)):
                keep(catalog, found)
            yield found


def _pieces(
    coming: Iterable[Stretch], catalog: Catalog | None, *ways: Callable[[Catalog, Stretch], list[Any] | None]
) -> Iterator[Stretch | Ready[Any]]:
    """The stretches of logs; one that is known in one of these ways needs no other process."""
    for stretch in coming:
        found = None
        for known_so in ways if catalog is not None else ():
            found = known_so(catalog, stretch) if found is None and catalog is not None else found
        yield stretch if found is None else Ready(found)


def _work_items(folder: str, strict: bool, catalog: Catalog | None, path: str) -> tuple[str, bytes | Survey]:
    """A log for another machine, by its content; or its survey, if it is known or can't be made elsewhere."""
    address = os.path.join(folder, path)
    data = stored_data(address)
    if data is None and packed_address(address):
        with suppress(FileError):
            data = read_stored(Stored(address))
    if data is None:
        return path, survey(folder, path, strict)
    found = catalog.get(content_of(data)) if catalog is not None else None
    return path, data if found is None else renamed(found, path)


def _examine_remotely(strict: bool, log: tuple[str, bytes | Survey]) -> Examined:
    path, data = log
    if isinstance(data, Survey):
        return Examined(data)
    return Examined(survey("", path, strict, data), content_of(data), new=True)
