"""The argument that a program passes for a file, its name or an open file, in the form that the library uses."""

from __future__ import annotations

import os
from typing import Protocol

from kronika.core.basics import limits
from kronika.core.basics.limits import size_text
from kronika.core.basics.text import quoted
from kronika.logs.files.faults import FileError
from kronika.logs.files.streams import STDIO, display_name, unreadable_error

PathName = str | os.PathLike[str]
"""The name of a file. `-` as a text is standard input or output; `Path("-")` is a file of that name."""


class Binary(Protocol):
    """A file that is open for reading bytes."""

    def read(self, size: int, /) -> bytes:
        """At most `size` bytes; none at the end."""
        ...


def file_name(path: object) -> str:
    """The name of a file as a text. Raises TypeError for another type, and FileError for an impossible name."""
    name = os.fspath(path) if isinstance(path, (str, os.PathLike)) else None
    if not isinstance(name, str):
        raise TypeError(f"A file is named by a text or a `pathlib.Path`, not {quoted(path)}.")
    if not _is_possible(name):
        raise FileError(f"{quoted(name)}: is not a file name.")
    return os.path.join(os.curdir, name) if name == STDIO and not isinstance(path, str) else name


def _is_possible(name: str) -> bool:
    """True if the system accepts this name. A zero byte or half of a surrogate pair is impossible."""
    try:
        return b"\0" not in os.fsencode(name)
    except UnicodeError:
        return False


def source(path: PathName | Binary, data: bytes | None) -> tuple[str, bytes | None]:
    """The name of a log and, if known, its bytes: the given ones, or the remaining content of an open file.

    The file stays open. Raises TypeError for anything but a name or a file of bytes, and FileError.
    """
    if data is not None and not isinstance(data, (bytes, bytearray, memoryview)):
        raise TypeError(f"The content of a log is bytes, not {quoted(data)}.")
    if isinstance(path, (str, os.PathLike)) or not hasattr(path, "read"):
        return file_name(path), data
    name = getattr(path, "name", "")
    name = name if isinstance(name, str) and name else "<file>"
    return name, _content(path, name) if data is None else data


def _content(file: Binary, name: str) -> bytes:
    try:
        content = file.read(limits.LOG + 1)
    except OSError as error:
        raise unreadable_error(name, error) from None
    if not isinstance(content, bytes):
        raise TypeError(f"A log is read from a file that is open for bytes, as open(NAME, 'rb'), not {quoted(file)}.")
    if len(content) > limits.LOG:
        raise FileError(
            f"{display_name(name)}: is larger than {size_text(limits.LOG)}, the most that is read of a log."
        )
    return content
