"""A data set replayed: every file, every row, every deal compared with what its logs give."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from kronika.logs.datasets.choosing import REFUSED, Watch, split_of, unwatched
from kronika.logs.datasets.forms import MANIFEST, SPLITS, Deviation, Manifest, Verified, manifest_of
from kronika.logs.datasets.making import descriptions, part_of, sources_of, sum_of, write_tables
from kronika.logs.files.disk import has_content
from kronika.logs.files.extras import require_extra
from kronika.logs.files.faults import FileError
from kronika.logs.files.notify import Notify, no_op
from kronika.logs.files.pack import open_pack
from kronika.logs.files.packed import CorruptPack
from kronika.logs.files.streams import os_errors
from kronika.logs.files.walk import files_below
from kronika.logs.running.program import program_digest
from kronika.logs.tables.columns import ALL
from kronika.logs.tables.duck import connect, quoted_path, reading

ROWS: Final = 10_000
"""Rows of a table that are read at once."""


def verify_dataset(folder: str, jobs: int = 1, tell: Notify = no_op, watch: Watch = unwatched) -> Verified:
    """Replay all games of a data set, and compare its files and the rows of its tables with them.

    Raises FileError for a folder that is not a data set, and WorkerDied.
    """
    require_extra("sql")
    manifest = manifest_of(folder)
    found = list(_changed_files(folder, manifest))
    packs = {split: os.path.join(folder, f"{split}.kpack") for split in SPLITS if split in manifest.splits}
    there = {split: path for split, path in packs.items() if os.path.isfile(path)}
    same = manifest.program == program_digest()
    if damaged := [*_damaged_packs(there)]:
        return Verified(0, (*found, *damaged), same)
    logs = 0
    with TemporaryDirectory(prefix="kronika-") as scratch:
        replayed = write_tables(there, scratch, jobs, tell, watch)
        if replayed.unread or replayed.copies:
            found += _unread(folder, replayed.unread, replayed.copies)
        else:
            logs = replayed.added
            found += _different_tables(folder, scratch, manifest, list(there))
            if same and MANIFEST not in (files := {one.file for one in found}):
                found += _other_descriptions(folder, manifest, files)
    return Verified(logs, tuple(found), same)


def _changed_files(folder: str, manifest: Manifest) -> Iterator[Deviation]:
    for name, stored in manifest.files.items():
        path = Path(folder, name)
        if not path.is_file():
            yield Deviation(name, "is missing")
            continue
        with os_errors(str(path), "read"):
            if sum_of(path) != stored:
                yield Deviation(name, "has changed since the data set was made")
    below = files_below(folder, lambda name: True).paths
    for name in sorted(os.path.relpath(path, folder).replace(os.sep, "/") for path in below):
        if name not in (*manifest.files, MANIFEST):
            yield Deviation(name, "does not belong to the data set")


def _damaged_packs(packs: Mapping[str, str]) -> Iterator[Deviation]:
    """The files of logs whose logs can't be counted, so that no row can be compared with its log."""
    for split, path in packs.items():
        with contextlib.suppress(CorruptPack):
            pack = open_pack(path)
            if pack.has_table and not pack.unread:
                continue
        yield Deviation(f"{split}.kpack", "is damaged, so that nothing was replayed")


def _other_descriptions(folder: str, manifest: Manifest, known: Collection[str]) -> Iterator[Deviation]:
    """The card and the metadata that say other things than the manifest; `known` are files that differ anyhow."""
    for name, content in descriptions(manifest, manifest.files).items():
        path = os.path.join(folder, name)
        with os_errors(path, "read"):
            if name not in known and os.path.isfile(path) and not has_content(path, content):
                yield Deviation(name, f"describes another data set than {MANIFEST}")


def _unread(folder: str, unread: Sequence[str], copies: int) -> Iterator[Deviation]:
    for why in unread:
        yield Deviation("", why)
    if copies:
        yield Deviation("", f"{copies} logs are in it twice, so that its rows cannot be compared")


def _different_tables(folder: str, replayed: str, manifest: Manifest, splits: Sequence[str]) -> Iterator[Deviation]:
    yield from _unfit(replayed, splits)
    yield from _misplaced(replayed, splits, manifest.shares)
    if splits and sources_of([os.path.join(replayed, split, "logs.parquet") for split in splits]) != manifest.games:
        yield Deviation(MANIFEST, "has other games")
    for split in splits:
        if part_of(os.path.join(replayed, split)) != manifest.splits[split]:
            yield Deviation(MANIFEST, f"has other numbers for the split {split}")
        for name in ALL:
            file = f"{split}/{name}.parquet"
            there, here = Path(folder, file), Path(replayed, file)
            if not there.is_file() or sum_of(there) == sum_of(here):
                continue
            try:
                yield from _different_rows(file, str(there), str(here))
            except FileError as error:
                yield Deviation(file, str(error))


def _unfit(replayed: str, splits: Sequence[str]) -> Iterator[Deviation]:
    """The logs that a data set does not take, and the deals that are in several splits."""
    if not splits:
        return
    files = [os.path.join(replayed, split, "logs.parquet") for split in splits]
    logs = f"read_parquet([{', '.join(map(quoted_path, files))}])"
    with connect(threads="1") as db, reading(files[0]):
        for test, words in REFUSED:
            for log, split in db.execute(f"SELECT log, split FROM {logs} WHERE {test} ORDER BY log").fetchall():
                yield Deviation(f"{split}.kpack", f"has a log {words}", log=log)
        splits_of = f"SELECT deal, list(DISTINCT split ORDER BY split) AS splits FROM {logs} GROUP BY deal"
        for deal, some in db.execute(f"SELECT * FROM ({splits_of}) WHERE len(splits) > 1 ORDER BY deal").fetchall():
            yield Deviation("", f"the deal {deal} is in several splits: {', '.join(some)}")


def _misplaced(replayed: str, splits: Sequence[str], shares: Sequence[int]) -> Iterator[Deviation]:
    """The logs that are in another split than that of their deal."""
    for split in splits:
        file = os.path.join(replayed, split, "logs.parquet")
        with connect(threads="1") as db, reading(file):
            deals = db.execute(f"SELECT log, deal FROM {quoted_path(file)} ORDER BY log").fetchall()
        for log, deal in deals:
            if (right := split_of(deal, shares)) != split:
                yield Deviation(f"{split}.kpack", f"has a log whose deal belongs to {right}", log=log)


def _different_rows(file: str, there: str, here: str) -> Iterator[Deviation]:
    """The number of rows of a table that differ, place by place, and the first of them."""
    names, said = _columns(here), _columns(there)
    if names != said:
        yield Deviation(file, "has other columns", stored=", ".join(said), replayed=", ".join(names))
        return
    first: tuple[Any, Any] | None = None
    rows = 0
    for stored, replayed in zip_longest(_rows(there), _rows(here)):
        if stored != replayed:
            first = first or (stored, replayed)
            rows += 1
    if first:
        yield _difference(file, names, rows, *first)


def _difference(file: str, names: Sequence[str], rows: int, stored: Any, replayed: Any) -> Deviation:
    log = (stored or replayed)[0]
    if stored is None or replayed is None:
        return Deviation(file, "has rows that the replay has not" if stored else "lacks rows of the replay", rows, log)
    at = next(at for at, pair in enumerate(zip(stored, replayed, strict=True)) if pair[0] != pair[1])
    return Deviation(file, "differs from the replay", rows, log, names[at], str(stored[at]), str(replayed[at]))


def _columns(path: str) -> list[str]:
    with connect(threads="1") as db, reading(path):
        return [row[0] for row in db.execute(f"DESCRIBE SELECT * FROM read_parquet({quoted_path(path)})").fetchall()]


def _rows(path: str) -> Iterator[tuple[Any, ...]]:
    with connect(threads="1") as db, reading(path):
        cursor = db.execute(f"SELECT * FROM read_parquet({quoted_path(path)})")
        while rows := cursor.fetchmany(ROWS):
            yield from rows
