"""Checking many logs, in parallel and resumable."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, suppress
from functools import partial

from msgspec import Struct

from kronika.logs.corpus.pins import Pin
from kronika.logs.corpus.stretches import Examined, Stretch, examine, keep, known, stored_data, stretches
from kronika.logs.files.faults import FileError
from kronika.logs.files.notify import Notify, no_op
from kronika.logs.files.pack import packed_address
from kronika.logs.files.sources import Stored, read_stored
from kronika.logs.files.walk import Logs
from kronika.logs.replaying.survey import Survey, renamed, survey
from kronika.logs.work.catalog import Catalog, content_of
from kronika.logs.work.pool import Ready, Success, map_in_order, map_stretches


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
    jobs: int = 1,
    strict: bool = False,
    catalog: Catalog | None = None,
    tell: Notify = no_op,
    cluster: str = "",
) -> Generator[Survey, None, None]:
    """Survey logs, in their order, named by their paths from a folder. Raises WorkerDied, NoCluster.

    With a catalog, which must be for the same kind of check, its logs are not surveyed again: so a killed check
    continues where it stopped. A cluster knows neither the catalog nor the folder: it gets the content of the logs.
    """
    if cluster:
        paths = logs.paths if isinstance(logs, Logs) else logs
        items = Success(paths, partial(_work_items, folder, strict, catalog))
        work = map_in_order(partial(_examine_remotely, strict), items, jobs, tell, cluster=cluster)
    else:
        work = map_stretches(
            partial(examine, folder, strict, catalog), _pieces(folder, logs, jobs, catalog), jobs, tell
        )
    with closing(work) as results:
        for found in results:
            if catalog is not None:
                keep(catalog, found)
            yield found.survey


def _pieces(folder: str, logs: Logs | Sequence[str], catalog: Catalog | None) -> Iterator[Stretch | Ready[Examined]]:
    """The stretches of logs; what is known of a file of many logs needs no other process."""
    for stretch in stretches(folder, logs, jobs):
        found = known(catalog, stretch) if catalog is not None else None
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
