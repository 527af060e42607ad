"""Logs in shards: what a worker of a cluster gets at once. The bytes of the logs travel, and sums come back."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from kronika.logs.corpus.stretches import (
    Examined,
    Fold,
    Stretch,
    Summed,
    fold_of,
    folded_stretch,
    listed_data,
    stored_data,
    sums_over,
)
from kronika.logs.files.faults import FileError
from kronika.logs.files.sources import Stored, read_stored
from kronika.logs.replaying.survey import Survey, renamed, survey
from kronika.logs.work.catalog import Catalog, content_of
from kronika.logs.work.pool import Ready

MOST: Final = 512
"""The most logs in a shard: about a block of a file of many."""
PARTS: Final = 64
"""The least number of shards of many logs, so that all workers have some."""


class Part(NamedTuple):
    """A stretch with its logs: the bytes of each, or its survey if it is known or can't be made elsewhere.

    `contents` are their digests, None for a survey that can't be kept. `proved` is true if all logs have the contents
    that their file lists.
    """

    stretch: Stretch
    logs: tuple[bytes | Survey, ...]
    contents: tuple[bytes | None, ...]
    proved: bool = False


class Shard(NamedTuple):
    """Several stretches."""

    parts: tuple[Part, ...]

    @property
    def logs(self) -> int:
        """The number of logs."""
        return sum(part.stretch.logs for part in self.parts)


def shards(
    folder: str, pieces: Iterable[Stretch | Ready[Any]], number: int, strict: bool, catalog: Catalog | None = None
) -> Iterator[Shard | Ready[Any]]:
    """The stretches of this number of logs, read and put together; results that are ready keep their place."""
    most = min(MOST, number // PARTS)
    waiting: list[Part] = []
    logs = 0
    for piece in pieces:
        if waiting and (isinstance(piece, Ready) or logs + piece.logs > most):
            yield Shard(tuple(waiting))
            waiting, logs = [], 0
        if isinstance(piece, Ready):
            yield piece
        else:
            waiting.append(_part(folder, piece, strict, catalog))
            logs += piece.logs
    if waiting:
        yield Shard(tuple(waiting))


def _part(folder: str, stretch: Stretch, strict: bool, catalog: Catalog | None) -> Part:
    """A stretch with what travels of its logs."""
    data = list(listed_data(stretch)) if stretch.proof else [_data(file) for file in stretch.files]
    listed = stretch.contents or [content_of(one) if one is not None else None for one in data]
    contents = tuple(None if one is None else content for one, content in zip(data, listed, strict=True))
    known = catalog.get_some([one for one in contents if one is not None]) if catalog is not None else {}
    logs = tuple(
        survey(folder, path, strict) if one is None else known.get(content or b"", one)
        for path, one, content in zip(stretch.paths, data, contents, strict=True)
    )
    return Part(stretch, logs, contents, bool(stretch.proof) and None not in contents)


def _data(address: str) -> bytes | None:
    """The bytes of a log; None if it is too large or can't be read."""
    if os.path.lexists(address):
        return stored_data(address)
    try:
        return read_stored(Stored(address))
    except FileError:
        return None


def examine_shard(strict: bool, work: bytes, shard: Shard) -> Iterator[Examined]:
    """The surveys of the logs of a shard."""
    for part in shard.parts:
        yield from _examine(strict, part)


def _examine(strict: bool, part: Part) -> Iterator[Examined]:
    stretch, surveys = part.stretch, list[Survey]()
    files = [""] * stretch.logs if stretch.proof else stretch.files
    for path, log, content, file in zip(stretch.paths, part.logs, part.contents, files, strict=True):
        is_new = not isinstance(log, Survey)
        found = renamed(log, path) if isinstance(log, Survey) else survey("", path, strict, log)
        surveys.append(found)
        last = part.proved and len(surveys) == stretch.logs
        proved, fold = (stretch, fold_of(surveys)) if last else (None, None)
        yield Examined(found, content, is_new, file if content is not None else "", proved, fold)


def examine_shard_folded(strict: bool, work: bytes, shard: Shard) -> Iterator[Examined | Summed]:
    """The same, but valid logs come as the sums over them: over each stretch, with its new rows, for a catalog of
    this `work`; without one, over the whole shard.
    """
    found = [list(_examine(strict, part)) for part in shard.parts]
    if not work and (sums := sums_over(one.survey for part in found for one in part)):
        yield Summed(Fold(sums), [], [], None)
        return
    for part in found:
        yield from folded_stretch(part, work)
