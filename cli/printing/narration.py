"""A game as `replay` narrates it: records under headings, with marks after them and notes below them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from kronika.cli.printing.events import record_lines
from kronika.core.contract.game import Viewer
from kronika.core.contract.paper import Paper
from kronika.core.sessions.events import Event, Note, Redo, Undo
from kronika.core.sessions.headings import Headings, heading_before, with_points
from kronika.core.sessions.metadata import note_text
from kronika.core.sessions.session import Session
from kronika.core.sessions.visibility import redact_note


class Narration:
    """Records of a session in the order in which they are shown.

    `records` are all that are shown, and `numbers` those shown on their own. A note is shown below the record that it
    is about, if that is shown too. With `in_force`, events that were taken back are omitted, as are undo and redo.
    """

    def __init__(self, session: Session, records: Sequence[int], viewer: Viewer = None, *, in_force: bool) -> None:
        self.session = session
        self.viewer = viewer
        self._notes: dict[int, list[int]] = {}
        about = _subjects(session)
        kept = _in_force(session, about) if in_force else set(records)
        self.records = [number for number in records if number in kept]
        alone = {number for number in self.records if number not in about}
        for number in self.records:
            if about.get(number) in alone:
                self._notes.setdefault(about[number], []).append(number)
        self.numbers = [number for number in self.records if about.get(number) not in alone]

    def lines(self, number: int, paper: Paper) -> Iterator[str]:
        """A record, its effects and its notes."""
        entries = [(note, self.session.history[note - 1]) for note in self._notes.get(number, ())]
        notes = [(at, entry) for at, entry in entries if isinstance(entry, Note)]
        yield from record_lines(self.session, number, paper, self.viewer, [note.mark for _, note in notes if note.mark])
        for at, note in notes:
            known = replace(redact_note(note, self.session.players, self.viewer), on=None)
            yield paper.beside(f"{at:>4}    ", note_text(known))

    def told(self, paper: Paper) -> Iterator[tuple[int, list[str]]]:
        """All records with their lines. A heading is among the lines of its first record, after an empty line."""
        headings = Headings(self.session, self.viewer)
        for place, number in enumerate(self.numbers):
            heading = headings.above(number)
            above = [*[""][: place and 1], _styled_heading(heading, paper)] if heading else []
            yield number, [*above, *self.lines(number, paper)]

    def heading(self, number: int, paper: Paper) -> str:
        """The heading above a record, with the points after that record."""
        session = self.session
        event = next((n for n in range(number, 0, -1) if isinstance(session.history[n - 1], Event)), 0)
        text = heading_before(session, event, session.players) if event else "Before the first move"
        return _styled_heading(with_points(session, number, text, session.players, self.viewer), paper)


def _styled_heading(heading: str, paper: Paper) -> str:
    return "\n".join(paper.ink(line, "bold") for line in paper.beside("", heading).split("\n"))


def _subjects(session: Session) -> dict[int, int]:
    """The record that each note is about, by the number of the note; 0 is the game as a whole."""
    about: dict[int, int] = {}
    last = 0
    for number, entry in enumerate(session.history, 1):
        if isinstance(entry, Note):
            subject = last if entry.on is None else entry.on
            about[number] = about.get(subject, subject)  # a note on a note is about the same record
        else:
            last = number
    return about


def _in_force(session: Session, about: dict[int, int]) -> set[int]:
    """The records in force: events, remarks on the game, and notes on these."""
    events = {id(event) for event in session.line.events}
    kept = {0}
    for number, entry in enumerate(session.history, 1):
        if isinstance(entry, Event):
            stands = id(entry) in events
        else:
            stands = about.get(number, 0) in kept and not isinstance(entry, (Undo, Redo))
        if stands:
            kept.add(number)
    return kept
