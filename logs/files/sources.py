"""Stored logs, wherever they lie: one by one, with the address that every command takes and the content if known.

An address names one log: a file, `games.kpack#57` (the place in a file of many logs, from 1) or `games.kpack#NAME`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b

from msgspec import Struct

from kronika.logs.files.streams import stored_bytes
from kronika.logs.files.walk import Logs, find_logs

DIGEST = 16
"""Bytes in the digest of a log's content."""


class Stored(Struct, frozen=True):
    """A log that is stored: its address, and the digest of its content if that is known without reading it.

    `name` is the name of a log in a file of many, else empty.
    """

    address: str
    content: bytes | None = None
    name: str = ""


def stored_logs(paths: Iterable[str] | Logs, *, strict: bool = False) -> Iterator[Stored]:
    """The logs of the named files and folders, in the order of `find_logs`. `strict` as there.

    Memory does not grow with the number of logs in a file. Raises FileError.
    """
    found = paths if isinstance(paths, Logs) else find_logs(paths, strict=strict)
    for path in found.paths:
        yield Stored(path)


def read_stored(log: Stored) -> bytes:
    """The bytes of a stored log, as `LogReader(address, data)` takes them. Raises FileError."""
    return stored_bytes(log.address)


def content_digest(data: bytes) -> bytes:
    """The digest of a log's bytes. It is the same in every file that holds the log in this form."""
    return blake2b(data, digest_size=DIGEST).digest()
