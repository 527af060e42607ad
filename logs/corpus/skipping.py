"""Logs as work items of a search. Those that the catalog's facts exclude are not replayed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

from kronika.logs.files.faults import FileError
from kronika.logs.files.sources import Stored, read_stored
from kronika.logs.replaying.survey import Survey
from kronika.logs.work.catalog import LARGEST, Catalog, content_of

ResultT = TypeVar("ResultT")


class Unread(NamedTuple):
    """A log that can't be read, with the reason."""

    why: str


class WorkItem(NamedTuple, Generic[ResultT]):
    """A log to search: its address, and its bytes if they are read already; or the result, if it is `known`."""

    path: str
    data: bytes | Unread | None = None
    known: ResultT | None = None


def work_item(
    path: str, sent: bool, catalog: Catalog | None = None, judge: Callable[[str, Survey], ResultT | None] | None = None
) -> WorkItem[ResultT]:
    """A log as a work item, whose bytes are read as late as possible.

    `judge` gives the result for a valid log that the catalog knows by these bytes, or None. With `sent`, for another
    machine, the bytes go along.
    """
    if not sent and catalog is None:
        return WorkItem(path)
    try:
        data = read_stored(Stored(path))
    except FileError as error:
        return WorkItem(path, Unread(str(error)) if sent else None)
    log = catalog.get(content_of(data)) if catalog is not None and len(data) <= LARGEST else None
    return WorkItem(path, data, judge(path, log) if judge is not None and log is not None and log.ok else None)
