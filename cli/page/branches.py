"""The moves taken back in a game: the order of records, and where each branch leaves the game and ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from kronika.core.sessions.events import Entry, Event, Note, Redo, Undo
from kronika.core.sessions.timeline import Timeline


class Branch(Struct, frozen=True):
    """Records in a row that were taken back. The branch leaves the game after record `leaves`, and record `undo`
    ended it.
    """

    first: int
    leaves: int
    undo: int


class Tree(Struct, frozen=True):
    """The records of a log as a tree with root 0.

    `before[n]` is the record that record n follows in the game. For an event it is the last event in force when it was
    done, for an undo or redo the record at which it was made. Nothing follows a note. `end` is the last record in
    force. `undone[n]` is the undo that took event n back for good.
    """

    before: Mapping[int, int]
    end: int
    undone: Mapping[int, int]

    def branches(self) -> Iterator[Branch]:
        """The branches by the numbers of their first records."""
        for number, undo in self.undone.items():
            leaves = self.before[number]
            if self.undone.get(leaves) != undo:
                yield Branch(number, leaves, undo)


def branch_tree(history: Sequence[Entry]) -> Tree:
    """The tree of the records that were appended to a session."""
    line: Timeline[int] = Timeline(0)  # its states are the last record in force after each event
    before: dict[int, int] = {}
    undone: dict[int, int] = {}
    for number, entry in enumerate(history, 1):
        if isinstance(entry, Note):
            continue
        before[number] = line.state
        if isinstance(entry, Event):
            line.push(number, number)
        elif isinstance(entry, Undo):
            undone.update(dict.fromkeys(line.events[-entry.events :], number))
            line.undo(entry.events)
        elif isinstance(entry, Redo):
            line.redo(entry.events)
        else:
            line.states[-1] = number
    stands = set(line.events)
    return Tree(before, line.state, {number: undo for number, undo in sorted(undone.items()) if number not in stands})
