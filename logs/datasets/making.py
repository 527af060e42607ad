"""The folder of a data set: its logs, its tables, its card, made as a whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from functools import partial
from hashlib import file_digest, sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from kronika.core import __version__
from kronika.logs.datasets.card import card, croissant
from kronika.logs.datasets.choosing import Chosen, Watch, choose, unwatched
from kronika.logs.datasets.forms import MANIFEST, VERSION, Made, Manifest, Source, Split
from kronika.logs.files.extras import require_extra
from kronika.logs.files.faults import FileError
from kronika.logs.files.folders import Content, create_folder, refuse_occupied
from kronika.logs.files.notify import Notify, no_op
from kronika.logs.files.pack import open_pack
from kronika.logs.files.pack_writing import new_pack
from kronika.logs.files.sources import Stored, content_digest, stored_logs
from kronika.logs.running.program import program_digest
from kronika.logs.tables.columns import ALL
from kronika.logs.tables.columns import VERSION as TABLES_VERSION
from kronika.logs.tables.duck import WORK_MEMORY, connect, interruptibly, quoted_path, reading, write_parquet
from kronika.logs.tables.export import Export, Exported, part_files_of
from kronika.logs.texts.joining import Converting, Taken, all_done

SHARES: Final = (80, 10, 10)
"""The deals of each split, of 100."""


class Wanted(Struct, frozen=True):
    """A data set to make: its name, its licence as an SPDX identifier or empty, and the shares of the splits."""

    name: str
    licence: str = ""
    shares: tuple[int, int, int] = SHARES


def make_dataset(
    logs: Iterable[Stored],
    out: str,
    wanted: Wanted,
    jobs: int = 1,
    tell: Notify = no_op,
    watch: Watch = unwatched,
) -> Made:
    """Make a data set of logs in a new folder, whole or not at all. The bytes do not depend on the number of jobs.

    Raises FileError, also if no log is fit for it, and WorkerDied.
    """
    require_extra("sql")
    refuse_occupied(out)
    with TemporaryDirectory(prefix="kronika-") as scratch:
        chosen = choose(logs, os.path.join(scratch, "choosing"), wanted.shares, jobs, tell, watch)
        if not chosen.logs:
            why = "".join(f" {number} {words}." for words, number in chosen.omitted.items())
            raise FileError(f"No log is fit for a data set: it takes full games without a fault.{why}")
        folder = os.path.join(scratch, "set")
        packs, copies = _write_packs(chosen, folder, jobs, tell)
        omitted = {**chosen.omitted, **({"that are copies in another form": copies} if copies else {})}
        write_tables(packs, folder, jobs, tell, watch)
        manifest = _manifest(wanted, list(packs), omitted, folder)
        create_folder(out, _files(folder, manifest))
    return Made(manifest.splits, manifest.omitted, chosen.unread)


def _write_packs(chosen: Chosen, folder: str, jobs: int, tell: Notify) -> tuple[dict[str, str], int]:
    """Write the logs of each split as one file. Their names are their numbers: those of a maker's files are his.

    Return the files by split, and the number of logs that were there already, packed or written in another way.
    """
    packs: dict[str, str] = {}
    seen: set[bytes] = set()
    copies = 0
    os.mkdir(folder)
    for split, addresses in chosen.logs.items():
        packs[split] = os.path.join(folder, f"{split}.kpack")
        taken = (Taken(address, "") for address in addresses)
        with new_pack(packs[split], sync=False) as pack, closing(all_done(Converting(), taken, jobs, tell)) as done:
            for one in done:
                content = content_digest(one.log)
                copies += content in seen
                if content not in seen:
                    seen.add(content)
                    pack.add(one.log, f"{split}-{pack.logs + 1:07}")
    return packs, copies


def write_tables(
    packs: Mapping[str, str],
    folder: str,
    jobs: int = 1,
    tell: Notify = no_op,
    watch: Watch = unwatched,
) -> Exported:
    """Replay the logs of the splits, and write their tables into folders of their names. Raises FileError, WorkerDied.

    Logs are numbered from 1 through all splits. If any could not be read, no table is written.
    """
    with TemporaryDirectory(prefix="kronika-") as scratch:
        tables = os.path.join(scratch, "tables")
        with Export(tables, "parquet", tuple(ALL)) as export:
            for pack in packs.values():
                export.add(stored_logs([pack]))
            for _ in watch(export.make(jobs, tell), export.parts, "replaying"):
                pass
            found = export.result()
        if not found.unread and not found.copies:
            _split(tables, packs, folder)
    return found


def _split(tables: str, packs: Mapping[str, str], folder: str) -> None:
    """Write the tables of each split from those of all logs."""
    before = 0
    # One thread and the order of the rows: then the bytes depend on the rows alone.
    with connect(threads="1", memory_limit=WORK_MEMORY) as db, reading(folder):
        for split, pack in packs.items():
            os.makedirs(os.path.join(folder, split))
            logs = open_pack(pack).logs
            for name in ALL:
                files = ", ".join(map(quoted_path, part_files_of(tables, name)))
                columns = f"* REPLACE ('{split}.kpack#' || (log - {before}) AS address), '{split}' AS split"
                rows = f"SELECT {columns if name == 'logs' else '*'} FROM read_parquet([{files}])"
                within = f"log > {before} AND log <= {before + logs}"
                to = os.path.join(folder, split, f"{name}.parquet")
                interruptibly(db, partial(write_parquet, db, f"{rows} WHERE {within}", to))
            before += logs


def _manifest(wanted: Wanted, splits: Sequence[str], omitted: Mapping[str, int], folder: str) -> Manifest:
    return Manifest(
        dataset=VERSION,
        tables=TABLES_VERSION,
        name=wanted.name,
        licence=wanted.licence,
        kronika=__version__,
        program=program_digest(),
        shares=wanted.shares,
        splits={split: part_of(os.path.join(folder, split)) for split in splits},
        games=sources_of([os.path.join(folder, split, "logs.parquet") for split in splits]),
        omitted=omitted,
    )


def part_of(folder: str) -> Split:
    """The size of a split from its tables. Raises FileError."""
    logs, steps = (quoted_path(os.path.join(folder, f"{name}.parquet")) for name in ("logs", "steps"))
    counts = f"(SELECT count(*) FROM {logs}), (SELECT count(DISTINCT deal) FROM {logs}), (SELECT count(*) FROM {steps})"
    with connect(threads="1") as db, reading(folder):
        return Split(*db.execute(f"SELECT {counts}").fetchone())


def sources_of(files: list[str]) -> tuple[Source, ...]:
    """The games of each kind, from the tables of logs of all splits. Raises FileError."""
    query = (
        "SELECT game, derived_by, players, options, count(*), count(*) FILTER (finished), count(seed) "
        f"FROM read_parquet([{', '.join(map(quoted_path, files))}]) GROUP BY ALL ORDER BY ALL"
    )
    with connect(threads="1") as db, reading(files[0]):
        return tuple([Source(*row) for row in db.execute(query).fetchall()])


def _files(folder: str, manifest: Manifest) -> dict[str, Content]:
    """All files by name: those of the folder, then what describes them."""
    files: dict[str, Content] = {name: Path(folder, *name.split("/")) for name in _data_files(manifest)}
    files |= descriptions(manifest, {name: sum_of(content) for name, content in files.items()})
    whole = replace(manifest, files={name: sum_of(content) for name, content in sorted(files.items())})
    return {**files, MANIFEST: msgspec.json.format(msgspec.json.encode(whole), indent=1) + b"\n"}


def _data_files(manifest: Manifest) -> list[str]:
    """The names of the files with logs and tables, in order."""
    packs = [f"{split}.kpack" for split in manifest.splits]
    return packs + [f"{split}/{name}.parquet" for split in manifest.splits for name in ALL]


def descriptions(manifest: Manifest, sums: Mapping[str, str]) -> dict[str, bytes]:
    """The card and the metadata of a data set, by name; `sums` has the sums of its other files."""
    data = {name: sums[name] for name in _data_files(manifest) if name in sums}
    return {"README.md": card(manifest).encode(), "croissant.json": croissant(manifest, data)}


def sum_of(content: Content) -> str:
    """The SHA-256 sum of a file. Raises OSError."""
    if isinstance(content, bytes):
        return sha256(content).hexdigest()
    with content.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()
