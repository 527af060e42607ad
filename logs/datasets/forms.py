"""The forms of data sets: their manifest, and what making and verifying one gives."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec import Struct

from kronika.core.basics import limits
from kronika.core.basics.nesting import decoded
from kronika.core.basics.text import quoted
from kronika.logs.files.faults import FileError
from kronika.logs.files.streams import display_name, read_whole
from kronika.logs.tables.columns import ALL
from kronika.logs.tables.columns import VERSION as TABLES_VERSION

MANIFEST: Final = "kronika-dataset.json"
"""The file by which a folder is known as a data set."""
VERSION: Final = 1
"""The version of the form of data sets."""
SPLITS: Final = ("train", "validation", "test")
"""The names of the splits, in order."""
NAMES: Final = frozenset(
    {
        *("README.md", "croissant.json", *SPLITS),
        *[f"{split}.kpack" for split in SPLITS],
        *[f"{split}/{table}.parquet" for split in SPLITS for table in ALL],
    }
)
"""The files and folders of a data set, besides its manifest."""


class Split(Struct, frozen=True, forbid_unknown_fields=True):
    """The size of a split: its logs, the deals that they were played with, and the actions of its table `steps`."""

    logs: int
    deals: int
    steps: int


class Source(Struct, frozen=True, forbid_unknown_fields=True):
    """Games of a kind in a data set: the game, the version of its rules, the seats, the options in force as JSON.

    `logs` is their number, `finished` that of those that the rules ended, `seeded` that of those with a seed.
    """

    game: str
    rules: int
    seats: int
    options: str
    logs: int
    finished: int
    seeded: int


class Manifest(Struct, frozen=True, forbid_unknown_fields=True):
    """The description of a data set for programs.

    `dataset` is the version of its form, `tables` that of its tables. `kronika` and `program` are the version and the
    digest of the program that made it. `shares` are the parts of 100 deals that each split gets. `omitted` counts the
    logs that are not in it, by reason. `files` are the SHA-256 sums of the files, by name.
    """

    dataset: int
    tables: int
    name: str
    licence: str
    kronika: str
    program: str
    shares: tuple[int, int, int]
    splits: Mapping[str, Split]
    games: tuple[Source, ...]
    omitted: Mapping[str, int]
    files: Mapping[str, str] = {}


class Made(Struct, frozen=True):
    """A data set that was made: the size of each split, the number of omitted logs by reason, and what could not
    be read, each with a sentence.
    """

    splits: Mapping[str, Split]
    omitted: Mapping[str, int]
    unread: tuple[str, ...]


class Deviation(Struct, frozen=True):
    """A difference between a data set and its replay: the file, and what differs in words.

    If rows of a table differ, `rows` is their number, and `log`, `column`, `stored` and `replayed` describe the first.
    """

    file: str
    about: str
    rows: int = 0
    log: int | None = None
    column: str | None = None
    stored: str | None = None
    replayed: str | None = None


class Verified(Struct, frozen=True):
    """A data set that was replayed: the logs that were, the differences, and whether this program has made it."""

    logs: int
    differences: tuple[Deviation, ...]
    same_program: bool


def manifest_of(folder: str) -> Manifest:
    """The manifest of the data set in a folder. Raises FileError if there is none, or of another version."""
    path = os.path.join(folder, MANIFEST)
    try:
        found: Manifest = decoded(read_whole(path, limits.TEXT, "a data set"), Manifest)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise FileError(f"{display_name(path)}: is not what `kronika dataset` writes.") from None
    if (found.dataset, found.tables) != (VERSION, TABLES_VERSION):
        raise FileError(
            f"{display_name(folder)}: is a data set of version {found.dataset} with tables of version {found.tables}; "
            f"this Kronika reads {VERSION} with {TABLES_VERSION}."
        )
    foreign = [*(found.splits.keys() - {*SPLITS}), *(found.files.keys() - NAMES)]
    if foreign:
        raise FileError(f"{display_name(path)}: {quoted(foreign[0])} is not a file of a data set.")
    if min(found.shares) < 0 or sum(found.shares) != 100:
        raise FileError(f"{display_name(path)}: its shares are not three parts of 100.")
    return found
