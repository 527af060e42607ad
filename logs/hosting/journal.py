"""The ids of the latest changes of a hosted game, so that a change that is sent twice is made once.

The log has no place for ids. So each id is written to a file beside the log before the change is: with the number of
the first record that the change adds, and a digest of that record. A change counts as made if the log has this record
in this place, whenever and by whom that is asked: a kill between the two writes leaves an id without a record.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from hashlib import blake2b

import msgspec
from msgspec import Struct

from kronika.core.basics import limits
from kronika.core.basics.nesting import decoded
from kronika.core.sessions.events import Entry
from kronika.logs.files.json_lines import BAD_JSON
from kronika.logs.files.records import record_line, to_record
from kronika.logs.hosting.beside import append_beside, beside, read_beside, rewrite_beside, size_beside


class Intent(Struct, frozen=True):
    """A change that is about to be made: its id, the number of its first record, the digest of that record."""

    id: str
    n: int
    record: str


def record_digest(entry: Entry, n: int) -> str:
    """The digest of the n-th record of a log, which begins with this entry."""
    return blake2b(record_line(to_record(entry, n)), digest_size=16).hexdigest()


class Journal:
    """The ids of the latest changes of a log. Several servers of the log share them."""

    def __init__(self, path: str) -> None:
        """Read the ids that were kept for the log `path`. Raises FileError."""
        self._name = beside(path, "ids")
        self._lines = 0
        self._size = 0
        """Bytes of the file whose ids are in `_intents`."""
        self._intents: dict[str, Intent] = {}
        self._read()

    def is_made(self, id: str, history: Sequence[Entry]) -> bool:
        """Whether the change with this id is in a log with these records. Raises FileError."""
        if size_beside(self._name) != self._size:
            self._read()
        intent = self._intents.get(id)
        if intent is None or intent.n > len(history):
            return False
        return intent.record == record_digest(history[intent.n - 1], intent.n)

    def add(self, id: str, entry: Entry, n: int) -> None:
        """Write that a change is about to be made whose first record is the n-th one. Raises FileError."""
        intent = Intent(id, n, record_digest(entry, n))
        line = _line(intent)
        if self._lines >= 2 * limits.KEPT_IDS:
            rewrite_beside(self._name, _latest)
            self._read()
        append_beside(self._name, line)
        self._size += len(line)  # if another server has written meanwhile, this is not the size of the file
        self._lines += 1
        self._intents.pop(id, None)
        self._intents[id] = intent

    def _read(self) -> None:
        data = read_beside(self._name)
        found = _intents(data)
        self._size, self._lines = len(data), len(found)
        self._intents = {one.id: one for one in found}


def _line(intent: Intent) -> bytes:
    """A line of the file, after a line break: so it is whole even if a kill has torn the line before it."""
    return b"\n" + msgspec.json.encode(intent)


def _intents(data: bytes) -> list[Intent]:
    """The changes in a file, the latest last. A torn line counts for nothing, since its change was never made."""
    found = []
    for line in data.split(b"\n"):
        with suppress(*BAD_JSON):
            found.append(decoded(line, Intent))
    return found


def _latest(data: bytes) -> bytes:
    """The file with the latest changes alone."""
    return b"".join(map(_line, _intents(data)[-limits.KEPT_IDS :]))
