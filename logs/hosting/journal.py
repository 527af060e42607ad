"""The ids of the latest changes of a hosted game, so that a change that is sent twice is made once.

The log has no place for ids. So each id is written to a file beside the log before the change is: with the number of
the first record that the change adds, and a digest of that record. A change counts as made if the log has this record
in this place, whenever and by whom that is asked: a kill between the two writes leaves an id without a record.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

import msgspec
from msgspec import Struct

from kronika.core.basics import limits
from kronika.core.sessions.events import Entry
from kronika.logs.files.records import record_line, to_record
from kronika.logs.hosting.beside import append_beside, beside, read_beside, understood, write_beside


class Intent(Struct, frozen=True):
    """A change that is about to be made: its id, the number of its first record, the digest of that record."""

    id: str
    n: int
    record: str


def record_digest(entry: Entry, n: int) -> str:
    """The digest of the n-th record of a log, which begins with this entry."""
    return blake2b(record_line(to_record(entry, n)), digest_size=16).hexdigest()


class Journal:
    """The ids of the latest changes of a log."""

    def __init__(self, path: str) -> None:
        """Read the ids that were kept for the log `path`. Raises FileError."""
        self._name = beside(path, "ids")
        *lines, torn = read_beside(self._name).split(b"\n")
        intents: list[Intent] = [understood(self._name, line, Intent) for line in lines]
        self._intents = {intent.id: intent for intent in intents[-limits.KEPT_IDS :]}
        if torn or len(intents) > limits.KEPT_IDS:
            self._rewrite()
        self._written = len(self._intents)

    def is_made(self, id: str, history: Sequence[Entry]) -> bool:
        """Whether the change with this id is in a log with these records."""
        intent: Intent | None = self._intents.get(id)
        if intent is None or intent.n > len(history):
            return False
        return intent.record == record_digest(history[intent.n - 1], intent.n)

    def add(self, id: str, entry: Entry, n: int) -> None:
        """Write that a change is about to be made whose first record is the n-th one. Raises FileError."""
        intent = Intent(id, n, record_digest(entry, n))
        self._intents.pop(id, None)
        self._intents[id] = intent
        if self._written >= 2 * limits.KEPT_IDS:
            self._intents = {one.id: one for one in [*self._intents.values()][-limits.KEPT_IDS :]}
            self._rewrite()
            self._written = len(self._intents)
        else:
            append_beside(self._name, _line(intent))
            self._written += 1

    def _rewrite(self) -> None:
        write_beside(self._name, b"".join(map(_line, self._intents.values())))


def _line(intent: Intent) -> bytes:
    return msgspec.json.encode(intent) + b"\n"
