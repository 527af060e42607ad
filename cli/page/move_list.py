"""The moves of a game as a list: in sections and episodes, with effects and notes, and with moves taken back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from kronika.cli.page.branches import Tree
from kronika.cli.page.layout import clauses
from kronika.cli.printing.events import entry_sentence, redact_record
from kronika.core.contract.game import Viewer
from kronika.core.drawing.shapes import escape
from kronika.core.sessions.headings import Episode, Headings, episodes, heading_before
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
    sections = _Sections(session, numbers, viewer)
    for number, place in zip(numbers, shown, strict=True):
        yield from sections.before(number)
        if branch := branches.get(number):
            where = f"after record {link(branch.leaves)}" if branch.leaves else "at the start"
            yield f'<li class="branch">A branch that leaves the game {where}; taken back by {link(branch.undo)}:</li>'
        kind = ' class="undone"' if viewer is None and number in tree.undone else ""
        said = f'<span class="said">{link(place)} {escape(entry_sentence(session, number, viewer))}</span>'
        noted = f'<p class="verdict">{escape(verdicts[place])}</p>' if place in verdicts else ""
        noted += "".join(f'<p class="note">{escape(note)}</p>' for note in notes.get(number, ()))
        yield f'<li data-n="{place}"{kind}>{said}{noted}{clauses(redact_record(session, number, viewer).effects)}</li>'
        yield from sections.after(number)
    yield from sections.close()


class _Sections:
    """The sections of a list, each a heading or an episode that folds what is in it.

    An episode is in a section, as a war is in a turn, or it has sections, as an auction has rounds. If one begins in a
    section and continues in the next, its part ends with the section.
    """

    def __init__(self, session: Session, numbers: Sequence[int], viewer: Viewer) -> None:
        self._session = session
        self._headings = Headings(session, viewer)
        self._episodes = {one.first: one for one in episodes(session, numbers, viewer)}
        self._open: list[int] = []
        """All that is open, the innermost last: the last record of an episode, or 0 for a section under a heading."""

    def before(self, number: int) -> Iterator[str]:
        """The tags before a record: those that end a section, and that begin an episode and a section."""
        heading, episode = self._headings.above(number), self._episodes.get(number)
        if heading:
            yield from self._close_to(0)
        if episode:
            yield self._begin(episode.last, "episode", episode.title, _summary(episode))
        if heading:
            yield self._begin(0, "stage", heading_before(self._session, number, self._session.players), heading)

    def after(self, number: int) -> Iterator[str]:
        """The tags after a record: those that end its episode."""
        yield from self._close_to(number)

    def close(self) -> Iterator[str]:
        """The tags that end all that is open."""
        while self._open:
            self._open.pop()
            yield "</ol></details></li>"

    def _begin(self, last: int, kind: str, name: str, text: str) -> str:
        self._open.append(last)
        return (
            f'<li class="section"><details open class="{kind}" data-head="{escape(name)}">'
            f"<summary>{escape(text)}</summary><ol>"
        )

    def _close_to(self, last: int) -> Iterator[str]:
        if last in self._open:
            inner = self._open[self._open.index(last) :]
            del self._open[-len(inner) :]
            yield "</ol></details></li>" * len(inner)


def _summary(episode: Episode) -> str:
    return f"{episode.title} · {episode.outcome}" if episode.outcome else episode.title


def link(number: int) -> str:
    """The number of a record, with a link to its position in the game."""
    return f'<a class="number" href="#n={number}">{number}</a>'
