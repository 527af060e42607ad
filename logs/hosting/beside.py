"""The files beside a hosted log: its links, and the ids of its latest changes. Only their owner can read them."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

from kronika.core.basics.nesting import decoded
from kronika.logs.files.faults import FileError
from kronika.logs.files.json_lines import BAD_JSON
from kronika.logs.files.streams import os_errors
from kronika.logs.files.writing import create_file, open_locked, read_unlocked

T = TypeVar("T")


def beside(path: str, ending: str) -> str:
    """The name of the hidden file beside a log that has this ending."""
    folder, name = os.path.split(path)
    return os.path.join(folder, f".{name}.{ending}")


def read_beside(name: str) -> bytes:
    """The content of such a file; empty if there is none. Raises FileError."""
    return read_unlocked(name) if os.path.lexists(name) else b""


def size_beside(name: str) -> int:
    """The length of such a file in bytes; 0 if there is none. Raises FileError."""
    with os_errors(name, "read"):
        return os.stat(name).st_size if os.path.lexists(name) else 0


def rewrite_beside(name: str, shorten: Callable[[bytes], bytes]) -> None:
    """Replace the content of such a file by what `shorten` makes of it, while nobody else writes. Raises FileError."""
    with open_locked(name) as file:
        file.replace(shorten(file.read()))


def write_beside(name: str, data: bytes) -> None:
    """Write such a file as a whole, also in the place of an older one. Raises FileError."""
    if os.path.lexists(name):
        with open_locked(name) as file:
            file.replace(data)
    else:
        create_file(name, data, private=True)


def append_beside(name: str, data: bytes) -> None:
    """Append to such a file, which outlives a kill and not a failure of the machine; or make it. Raises FileError."""
    if os.path.lexists(name):
        with open_locked(name) as file:
            file.unsure = "How much of it was appended is not known."
            file.append(data, wait=False)
    else:
        create_file(name, data, private=True)


def understood(name: str, data: bytes, kind: type[T] | Any) -> T:
    """The JSON of such a file as a value of a type. Raises FileError that says what to do."""
    try:
        found: T = decoded(data, kind)
    except BAD_JSON:
        raise FileError(f"{name}: it is damaged. Remove it; `kronika host` then makes new links.") from None
    return found
