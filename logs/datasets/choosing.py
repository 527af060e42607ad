"""Which games are in a data set, and in which split: all games of one deal in the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, Final

from msgspec import Struct

from kronika.logs.datasets.forms import SPLITS
from kronika.logs.files.notify import Notify, no_op
from kronika.logs.files.sources import Stored
from kronika.logs.files.walk import text_to_path
from kronika.logs.tables.duck import connect, quoted_path, reading
from kronika.logs.tables.export import Export, part_files_of

Watch = Callable[[Iterable[None], int, str], Iterable[None]]
"""Passes on the pieces of long work, and shows the progress. It gets the work, its number of pieces, and a label."""

REFUSED: Final = (
    ("NOT valid", "with a fault"),
    ("witness IS NOT NULL", "by a witness, who saw a part"),
    ("assumed", "with assumed hands"),
)
"""Conditions in SQL for logs that are omitted, with the reason. A witness's log does not show what others held."""


def unwatched(work: Iterable[None], pieces: int, word: str) -> Iterable[None]:
    """A `Watch` that shows nothing."""
    return work


class Chosen(Struct, frozen=True):
    """The addresses of the logs of each split, the number of omitted logs by reason, and what could not be read."""

    logs: Mapping[str, Sequence[str]]
    omitted: Mapping[str, int]
    unread: tuple[str, ...]


def split_of(deal: str, shares: Sequence[int]) -> str:
    """The split of a deal, by its digest alone: it stays the same when other games are added."""
    at = int(deal, 16) % 100
    return next(name for name, end in zip(SPLITS, accumulate(shares), strict=True) if at < end)


def choose(
    logs: Iterable[Stored],
    folder: str,
    shares: Sequence[int],
    jobs: int = 1,
    tell: Notify = no_op,
    watch: Watch = unwatched,
) -> Chosen:
    """Replay logs, and choose those of a data set; `folder` is for work. A copy of a log is not chosen again.

    Raises FileError, WorkerDied.
    """
    with Export(folder, "parquet", ("logs",)) as export:
        export.add(logs)
        for _ in watch(export.make(jobs, tell), export.parts, "choosing"):
            pass
        unread = export.result().unread
    found: dict[str, list[str]] = {name: [] for name in SPLITS}
    omitted: dict[str, int] = {}
    for address, deal, why in _rows(part_files_of(folder, "logs")):
        if why:
            omitted[why] = omitted.get(why, 0) + 1
        else:
            found[split_of(deal, shares)].append(text_to_path(address))
    return Chosen({name: some for name, some in found.items() if some}, omitted, unread)


def _rows(files: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """The address and the deal of each log, in order, and the reason if it is omitted."""
    if not files:
        return
    why = " ".join(f"WHEN {test} THEN '{words}'" for test, words in REFUSED)
    listed = ", ".join(map(quoted_path, files))
    with connect(threads="1") as db, reading(files[0]):
        yield from db.execute(
            f"SELECT address, deal, CASE {why} END FROM read_parquet([{listed}]) ORDER BY log"
        ).fetchall()
