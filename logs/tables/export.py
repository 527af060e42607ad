"""Exports of logs as tables: in parallel, added to, continued after a kill; the same bytes for any number of jobs."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from tempfile import TemporaryDirectory
from typing import Any, Final, get_args

import msgspec
from msgspec import Struct

from kronika.core.basics import limits
from kronika.core.basics.nesting import decoded
from kronika.logs.files.extras import require_extra
from kronika.logs.files.faults import FileError
from kronika.logs.files.folders import (
    PIECE,
    create_folder,
    growing_folder,
    refuse_existing,
    remove_folder_leftovers,
    sole_writer,
)
from kronika.logs.files.notify import Notify, no_op
from kronika.logs.files.scratch import is_scratch_name, remove_leftovers
from kronika.logs.files.sources import Stored
from kronika.logs.files.streams import display_name, os_errors, read_whole
from kronika.logs.files.writing import create_first, growing_file
from kronika.logs.running.program import survey_dependencies
from kronika.logs.tables.cells import csv_head
from kronika.logs.tables.columns import TABLES, VERSION, Table
from kronika.logs.tables.parts import Form, exported_logs, files_without, part_files, part_name
from kronika.logs.tables.planning import Plan
from kronika.logs.work.pool import Success, map_in_order

MANIFEST: Final = "kronika-tables.json"
"""The file by which a folder is known as an export."""
_OLD: Final = ".old"
_PART: Final = re.compile(r"part-(\d{5,})")


class Manifest(Struct, frozen=True, forbid_unknown_fields=True):
    """The version of the tables of an export, the format of its files, and the program that derived the rows."""

    tables: int
    form: Form
    program: str


class Exported(Struct, frozen=True):
    """The result of an export: logs added, logs that were there, logs replaced since they have changed, copies of
    other logs, and what could not be read, each with a sentence.
    """

    added: int
    known: int
    replaced: int
    copies: int
    unread: tuple[str, ...]


class Export:
    """An export that logs are added to. As a context manager, it leaves each part that is there on the disk.

    A log whose content is there already is not read again; one that has changed under its address is replaced. Logs
    that are no longer named stay. After a kill, the same work continues. Only one program at a time adds to it.
    `tables` are those that are written.
    """

    def __init__(self, folder: str, form: Form, tables: Sequence[str] = tuple(TABLES)) -> None:
        self._folder = folder
        self._form: Form = form
        self._tables = tuple(tables)
        self._stack = ExitStack()
        self._added = 0

    def __enter__(self) -> Export:
        """Open or begin it. Raises FileError."""
        if self._form == "parquet":
            require_extra("sql", "CSV works without it")
        with ExitStack() as stack:
            stack.enter_context(growing_folder(self._folder))
            _begin(self._folder, self._form)
            stack.enter_context(sole_writer(self._folder, MANIFEST))
            self._plan = stack.enter_context(Plan())
            for part in parts_in(self._folder):
                remove_folder_leftovers(os.path.realpath(os.path.join(self._folder, part_name(part))))
                self._plan.know(part, exported_logs(self._form, os.path.join(self._folder, part_name(part))))
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *error: Any) -> None:
        self._stack.__exit__(*error)

    def add(self, logs: Iterable[Stored]) -> int:
        """Plan to add logs. Return how many are new."""
        self._plan.add(logs)
        return self._plan.new

    def make(self, jobs: int = 1, tell: Notify = no_op) -> Generator[None, None, None]:
        """Add what was planned, and yield for each part that is there. Raises FileError, WorkerDied."""
        _replace(self._folder, self._form, self._plan)
        work = partial(_make_part, self._folder, self._form, self._tables)
        parts = Success(self._plan.parts(), self._plan.items)
        with closing(map_in_order(work, parts, jobs, tell, chunk=1)) as results:
            for made in results:
                self._added += made
                yield

    @property
    def parts(self) -> int:
        """The number of parts to make."""
        return len(self._plan.parts())

    def result(self) -> Exported:
        """The result so far."""
        plan = self._plan
        return Exported(self._added, plan.known, plan.replaced, plan.copies, tuple(plan.unread))


@contextmanager
def exporting_table(path: str, table: str) -> Iterator[Export]:
    """An export of one table to one new file, whole or not at all: `.parquet` or `.csv`. Raises FileError."""
    form = file_form_of(path)
    refuse_existing(path)
    with TemporaryDirectory(prefix="kronika-") as scratch:
        folder = os.path.join(scratch, "tables")
        with Export(folder, form, (table,)) as export:
            yield export
        files = part_files_of(folder, table, form)
        with growing_file(path) as new:
            for piece in _joined(form, TABLES[table], files, scratch):
                new.add(piece)


def _joined(form: Form, table: Table, files: Sequence[str], scratch: str) -> Iterator[bytes]:
    """The files of the parts as one, in pieces."""
    if form == "csv":
        return _joined_csv(table, files)
    from kronika.logs.tables.duck import joined_parquet  # only with its extra

    return _pieces(joined_parquet(files, os.path.join(scratch, "joined.parquet")))


def file_form_of(path: str) -> Form:
    """The format of a file by the ending of its name."""
    return "csv" if path.casefold().endswith(".csv") else "parquet"


def _joined_csv(table: Table, paths: Sequence[str]) -> Iterator[bytes]:
    yield csv_head(table).encode()
    for path in paths:
        head, *rest = _pieces(path)
        yield head.partition(b"\n")[2]
        yield from rest


def _pieces(path: str) -> Iterator[bytes]:
    with open(path, "rb") as file:
        while piece := file.read(PIECE):
            yield piece


def _make_part(folder: str, form: Form, tables: Sequence[str], item: tuple[int, int, Sequence[Stored]]) -> int:
    part, first, logs = item
    create_folder(os.path.join(folder, part_name(part)), part_files(form, logs, first, tables))
    return len(logs)


def parts_in(folder: str) -> list[int]:
    """The numbers of the parts of an export. A part that a kill left half replaced is put back."""
    for name in os.listdir(folder):
        if name.endswith(_OLD) and _PART.fullmatch(name.strip(".").removesuffix(_OLD)):
            _put_back(folder, name)
    found = (_PART.fullmatch(name) for name in os.listdir(folder))
    return sorted(int(match[1]) for match in found if match)


def part_files_of(folder: str, table: str, form: Form = "parquet") -> list[str]:
    """The files of a table of an export, in order."""
    return [os.path.join(folder, part_name(part), f"{table}.{form}") for part in parts_in(folder)]


def _begin(folder: str, form: Form) -> None:
    """Make the manifest of a new export, or check that of one that is there. Raises FileError."""
    path = os.path.join(folder, MANIFEST)
    remove_leftovers(path)
    wanted = Manifest(VERSION, form, survey_dependencies(strict=False).hex())
    if not os.path.lexists(path) and not all(map(is_scratch_name, os.listdir(folder))):
        raise FileError(f"{display_name(folder)}: is a folder with something else in it. Name a new one.")
    if create_first(path, msgspec.json.encode(wanted) + b"\n"):
        return
    there = manifest_of(folder)
    if there.form != form:
        raise FileError(f"{display_name(folder)}: has tables as {there.form}; add to them with `--form {there.form}`.")
    if there != wanted:
        raise FileError(
            f"{display_name(folder)}: its rows are from another version of Kronika or of a game, which may derive "
            "others. Export to a new folder."
        )


def manifest_of(folder: str) -> Manifest:
    """The manifest of the export in a folder. Raises FileError if there is none, or of another version."""
    path = os.path.join(folder, MANIFEST)
    try:
        there: Manifest = decoded(read_whole(path, limits.TEXT, "an export"), Manifest)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise FileError(f"{display_name(path)}: is not what `kronika corpus export` writes.") from None
    if there.tables != VERSION or there.form not in get_args(Form):
        raise FileError(f"{display_name(folder)}: has tables of version {there.tables}, this Kronika reads {VERSION}.")
    return there


def _replace(folder: str, form: Form, plan: Plan) -> None:
    """Remove the rows of logs that have changed."""
    for part, gone in plan.stale():
        path, old = os.path.join(folder, part_name(part)), os.path.join(folder, f".{part_name(part)}{_OLD}")
        files = files_without(form, path, gone)
        with os_errors(path, "write"):
            os.rename(path, old)
        create_folder(path, files)
        shutil.rmtree(old)


def _put_back(folder: str, name: str) -> None:
    """A part that was being replaced when a program was killed: as it was, unless its successor is there."""
    old, path = os.path.join(folder, name), os.path.join(folder, name.strip(".").removesuffix(_OLD))
    with os_errors(path, "write"):
        if os.path.isdir(path):
            shutil.rmtree(old)
        else:
            os.rename(old, path)
