"""The notes of a session, each with the record that it is on and whether that record is still in force."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from kronika.core.sessions.events import Entry, Event, Note

if TYPE_CHECKING:
    from kronika.core.sessions.session import Session

MARKS: Final = ("!", "?", "!!", "??", "!?", "?!")
"""The annotation marks of chess: good, mistake, brilliant, blunder, interesting, dubious."""

CLOCK: Final = "clock"
"""The key in a note's data for the time of a record: UTC to the second, `2026-11-28T17:00:03Z`."""


ORIGIN: Final = "import"
"""The key in a note's data for the origin of a record: packet, move, uid, time; `implied` if it was not reported."""
SAYS: Final = "says"
"""The key in a note's data for the claims of an archive about the game after the record."""


def is_origin(note: Note) -> bool:
    """Whether a note contains the origin of a record, perhaps claims about it, and nothing else."""
    silent = not (note.text or note.author or note.mark)
    return silent and isinstance(note.data.get(ORIGIN), dict) and set(note.data) <= {ORIGIN, SAYS}


def is_timestamp(note: Note) -> bool:
    """Whether a note contains the time of a record, and nothing else."""
    silent = not (note.text or note.author or note.mark)
    return silent and set(note.data) == {CLOCK} and isinstance(note.data[CLOCK], str)


class PlacedNote(Struct, frozen=True):
    """A note with the number of its own record, and the number of the record that it is on.

    `on` is never another note: a note on a note is on the same record as that one; 0 is the whole game. `in_force` is
    False if `on` is an event that was taken back.
    """

    record: int
    on: int
    note: Note
    in_force: bool


def placed_notes(session: Session) -> Iterator[PlacedNote]:
    """Yield the notes of a session in their order."""
    standing = set(in_force(session))
    for n, on, note in _subject_records(session.history):
        yield PlacedNote(n, on, note, on in standing or on == 0 or not isinstance(session.history[on - 1], Event))


def in_force(session: Session) -> list[int]:
    """The record numbers of all events in force, in the order of the game."""
    numbers = {id(entry): n for n, entry in enumerate(session.history, 1)}
    return [numbers[id(event)] for event in session.line.events]


def _subject_records(history: Sequence[Entry]) -> Iterator[tuple[int, int, Note]]:
    last, places = 0, dict[int, int]()
    for n, entry in enumerate(history, 1):
        if isinstance(entry, Note):
            on = last if entry.on is None else entry.on
            places[n] = places.get(on, on)
            yield n, places[n], entry
        else:
            last = n
