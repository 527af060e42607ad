"""Games that exist already: interrupted work on many games continues from there."""

from __future__ import annotations

import os
from typing import Final

import msgspec
from msgspec import Struct

from kronika.core.basics import limits
from kronika.core.basics.chance import random_seed
from kronika.core.basics.nesting import decoded
from kronika.core.basics.text import join_words, quoted
from kronika.core.sessions.events import Header, Seed
from kronika.logs.files import disk
from kronika.logs.files.disk import UNCHANGED
from kronika.logs.files.faults import FileError, LogError
from kronika.logs.files.folders import making_folder
from kronika.logs.files.pack import packed_address
from kronika.logs.files.reader import LogReader
from kronika.logs.files.scratch import remove_leftovers
from kronika.logs.files.sources import Stored, read_stored
from kronika.logs.files.streams import display_name, os_errors, read_whole, stored_bytes
from kronika.logs.files.writing import create_file, exists_error

SEED: Final = "seed.json"
"""The file in a folder of games that holds their seed, if it was made up."""


class _Kept(Struct, forbid_unknown_fields=True):
    seed: Seed


def kept_seed(folder: str, name: str = SEED) -> int:
    """The seed of the games in a folder without a given seed: made up once, and kept there in a file of this name.

    The folder is made if it is missing. Raises FileError.
    """
    path = os.path.join(folder, name)
    with os_errors(folder, "create", UNCHANGED), making_folder(folder or os.curdir):
        remove_leftovers(path)  # a kill may have left the scratch file as a second name
        if not os.path.lexists(path):
            create_file(path, msgspec.json.encode(_Kept(random_seed())) + b"\n")
    try:
        found: _Kept = decoded(read_whole(path, limits.TEXT, "a seed"), _Kept)
    except (msgspec.MsgspecError, UnicodeError):
        raise FileError(f"{display_name(path)}: holds no seed: `--seed` names that of the games there.") from None
    return found.seed


def kept_log(path: str, wanted: Header) -> bytes:
    """The content of an earlier log of this name. `wanted` is the header of its game.

    Raises FileError if it can't be read, or is of another game: it is left as it is.
    """
    data = read_stored(Stored(path)) if packed_address(path) else _content(path)
    try:
        with LogReader(path, data) as reader:
            _compare(path, reader.header, wanted)
    except LogError as error:
        raise _other_game(path, f"no log that can be read: {error.fault.message}") from None
    return data


def _content(path: str) -> bytes:
    with os_errors(path, "read"):
        if disk.kind_of(path):  # a pipe would be waited for
            raise exists_error(path)
    remove_leftovers(path)  # a kill may have left the scratch file as a second name
    return stored_bytes(path)


def _compare(path: str, found: Header, wanted: Header) -> None:
    for key in Header.__struct_fields__:
        got, right = getattr(found, key), getattr(wanted, key)
        if got != right:
            got, right = _differing_part(got, right)
            raise _other_game(path, f"another game: its {key}: {_field_text(got)}, not {_field_text(right)}")


def _differing_part(got: object, right: object) -> tuple[object, object]:
    """The differing parts of two tables: of thirty options, only the one that matters is shown."""
    if not isinstance(got, dict) or not isinstance(right, dict):
        return got, right
    apart = {key for key in {**got, **right} if key not in got or key not in right or got[key] != right[key]}
    return {key: got[key] for key in got if key in apart}, {key: right[key] for key in right if key in apart}


def _field_text(value: object) -> str:
    """A field of a header in a message: names are listed, the rest is quoted."""
    return join_words([*map(quoted, value)]) if isinstance(value, tuple) else quoted(value)


def _other_game(path: str, what: str) -> FileError:
    return FileError(
        f"{display_name(path)}: exists already, and is {what}. It is left as it is; choose another "
        f"{'file' if packed_address(path) else 'folder'}."
    )
