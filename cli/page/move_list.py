"""The moves of a game as a list: under headings, with effects and notes, and with moves that were taken back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from kronika.cli.page.branches import Tree
from kronika.cli.page.layout import clauses
from kronika.cli.printing.events import entry_sentence, redact_record
from kronika.core.contract.game import Viewer
from kronika.core.drawing.shapes import escape
from kronika.core.sessions.headings import Headings, heading_before
from kronika.core.sessions.metadata import note_text
from kronika.core.sessions.notes import placed_notes
from kronika.core.sessions.session import Session


def notes_of(session: Session) -> dict[int, list[str]]:
    """The notes in words, by the record that they are on; 0 is the game."""
    found: dict[int, list[str]] = {}
    for one in placed_notes(session):
        found.setdefault(one.on, []).append(note_text(replace(one.note, on=None)))
    return found


def moves(
    session: Session,
    numbers: Sequence[int],
    shown: Sequence[int],
    viewer: Viewer,
    tree: Tree,
    verdicts: Mapping[int, str],
) -> Iterator[str]:
    """The items of the list: these records, under the numbers that they have on the page.

    `verdicts` are those of an analysis, by the numbers on the page. For the referee, notes are shown at their record,
    and branches under a line that says where they leave the game. For others neither is shown.
    """
    notes = notes_of(session) if viewer is None else {}
    branches = {branch.first: branch for branch in tree.branches()} if viewer is None else {}
    headings = Headings(session, viewer)
    for number, place in zip(numbers, shown, strict=True):
        if heading := headings.above(number):
            stage = heading_before(session, number, session.players)
            yield f'<li class="head" data-head="{escape(stage)}">{escape(heading)}</li>'
        if branch := branches.get(number):
            where = f"after record {link(branch.leaves)}" if branch.leaves else "at the start"
            yield f'<li class="branch">A branch that leaves the game {where}; taken back by {link(branch.undo)}:</li>'
        kind = ' class="undone"' if viewer is None and number in tree.undone else ""
        said = f'<span class="said">{link(place)} {escape(entry_sentence(session, number, viewer))}</span>'
        noted = f'<p class="verdict">{escape(verdicts[place])}</p>' if place in verdicts else ""
        noted += "".join(f'<p class="note">{escape(note)}</p>' for note in notes.get(number, ()))
        yield f'<li data-n="{place}"{kind}>{said}{noted}{clauses(redact_record(session, number, viewer).effects)}</li>'


def link(number: int) -> str:
    """The number of a record, with a link to its position in the game."""
    return f'<a class="number" href="#n={number}">{number}</a>'
