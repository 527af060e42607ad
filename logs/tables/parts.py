"""The parts of an export: folders of some logs each, with a file for each table."""

from __future__ import annotations

import csv
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Final, Literal

from kronika.logs.files.faults import FileError
from kronika.logs.files.pack import pack_of
from kronika.logs.files.pack_blocks import MAGIC
from kronika.logs.files.packed import CorruptPack
from kronika.logs.files.sources import Stored, content_digest, read_stored
from kronika.logs.replaying.survey import replayed_survey
from kronika.logs.tables.cells import csv_head, csv_row, exact_rows
from kronika.logs.tables.columns import ALL, TABLES
from kronika.logs.tables.rows import Row, rows_of

Form = Literal["parquet", "csv"]
"""The format of the files of an export."""
LOGS_OF_PART: Final = 1_000
"""The most logs in a part: the work that a kill may cost a process, and what one process does alone."""

BUFFER: Final = 1 << 17
"""Bytes of a table that are written at once."""


def part_name(part: int) -> str:
    """The name of the folder of a part."""
    return f"part-{part:05}"


def part_files(form: Form, logs: Sequence[Stored], first: int, tables: Sequence[str]) -> dict[str, bytes]:
    """The files of a part, whose first log has the number `first`. A log that can no longer be read has no rows.

    Raises FileError without the extra that a format needs.
    """
    with TemporaryDirectory(prefix="kronika-") as folder:
        paths = {name: os.path.join(folder, name) for name in tables}
        with ExitStack() as stack:
            files = {name: stack.enter_context(open(path, "wb", BUFFER)) for name, path in paths.items()}
            _write_rows(files, logs, first, _harmless_rows if form == "csv" else exact_rows)
        contents = _contents(form, paths)
    return {f"{name}.{form}": content for name, content in contents.items()}


def _harmless_rows(rows: Sequence[Row]) -> bytes:
    return "".join([csv_row(row, harmless=True) for row in rows]).encode()


def _write_rows(
    files: Mapping[str, IO[bytes]], logs: Sequence[Stored], first: int, written: Callable[[Sequence[Row]], bytes]
) -> None:
    for name, file in files.items():
        file.write(csv_head(ALL[name]).encode())
    for number, log in enumerate(logs, first):
        try:
            data = read_stored(log)
            content = _content_of(data)
            found, replayed = replayed_survey(log.address, data=data, states=True)
        except FileError:
            continue
        for name, rows in rows_of(number, log.address, content, found, replayed, files).items():
            if name in files:
                files[name].write(written(rows))


def _content_of(data: bytes) -> bytes:
    """The digest of the log that was read, which may have changed since it was listed. A file of one is that log."""
    try:
        if data.startswith(MAGIC) and (pack := pack_of("", data)).logs == 1:
            return pack.block(0).entry(0)[2]
    except CorruptPack:
        pass  # its row says so
    return content_digest(data)


def _contents(form: Form, paths: Mapping[str, str]) -> dict[str, bytes]:
    """The contents of the files of tables, whose rows are at these paths."""
    if form == "parquet":
        from kronika.logs.tables.duck import parquet_of_rows  # only with its extra

        return parquet_of_rows({ALL[name]: path for name, path in paths.items()})
    return {name: Path(path).read_bytes() for name, path in paths.items()}


def exported_logs(form: Form, folder: str) -> Iterator[tuple[int, str, str]]:
    """The logs of a part: number, address, digest of the content in hexadecimal digits. Raises FileError."""
    path = os.path.join(folder, f"logs.{form}")
    if form == "parquet":
        from kronika.logs.tables.duck import first_columns  # only with its extra

        yield from first_columns(path)
        return
    for number, address, content, *_ in _csv_rows(path):
        yield int(number), address, content


def files_without(form: Form, folder: str, gone: Iterable[int]) -> dict[str, bytes]:
    """The files of a part without the rows of some logs. Raises FileError."""
    left_out = {*gone}
    if form == "parquet":
        from kronika.logs.tables.duck import parquet_without  # only with its extra

        return {f"{name}.{form}": parquet_without(os.path.join(folder, f"{name}.{form}"), left_out) for name in TABLES}
    return {f"{name}.{form}": _csv_without(os.path.join(folder, f"{name}.{form}"), left_out) for name in TABLES}


def _csv_rows(path: str) -> Iterator[list[str]]:
    with open(path, encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        next(rows, None)
        yield from rows


def _csv_without(path: str, gone: set[int]) -> bytes:
    """The lines of a CSV file without the rows of some logs. A row may have several lines, each begins with its log."""
    with open(path, encoding="utf-8", newline="") as file:
        head, *rest = file.readlines()
    kept, keep, quotes = [head], True, 0
    for line in rest:
        if quotes % 2 == 0:
            keep = int(line.partition(",")[0]) not in gone
        quotes += line.count('"')
        if keep:
            kept.append(line)
    return "".join(kept).encode()
