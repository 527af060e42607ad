"""A clean log for publishing: only what is in force, without notes, with other names, and a tag that says so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import UNSET, Struct
from msgspec.structs import replace

from kronika.core.basics.text import pluralize
from kronika.core.contract.options import plain_options
from kronika.core.contract.players import check_new_names
from kronika.core.sessions.events import FORMAT, Entry, Event, Header, Note, Redo, Set, Undo
from kronika.core.sessions.session import Session
from kronika.core.unseen.session import begin
from kronika.logs.files.pack_blocks import content_digest
from kronika.logs.replaying.logfile import packed_bytes

CLEANED = "cleaned"
"""The tag of a cleaned log: what was omitted and changed, and the digest of the original log."""


class Cleaning(Struct, frozen=True):
    """The parts of a log to omit, and the names to change: the new names by the old ones."""

    in_force: bool = False
    no_notes: bool = False
    rename: Mapping[str, str] = {}

    def __bool__(self) -> bool:
        return self.in_force or self.no_notes or bool(self.rename)


def cleaned(session: Session, wish: Cleaning) -> Session:
    """The session without the parts to omit, with a new header of the current format and rules, and a tag.

    With `in_force`, events that were taken back are gone with their undo, and each `set` is part of the header, but for
    an early ending. Names are changed where they are those of players or of authors of notes, and in tags that are just
    such a name. Texts stay as they are. Raises BadSetup for names that the game refuses.
    """
    names = dict(wish.rename)
    check_new_names([*names.values()])
    header = session.header
    if wish.in_force:
        header = replace(header, players=session.present.players, tags=dict(session.present.tags))
    header = _header(session, header, wish, names)
    new = begin(session.game, header, start=session.at(0))
    for entry in _entries(session, wish):
        new.append(_renamed(entry, names))
    return new


def names_of(session: Session) -> set[str]:
    """All names of players and of authors in a log, earlier ones too."""
    return {*session.header.players, *(name for entry in session.history for name in _names_in(entry))}


def _names_in(entry: Entry) -> Sequence[str]:
    if isinstance(entry, Set) and entry.players is not UNSET:
        return entry.players
    return (entry.author,) if isinstance(entry, Note) and entry.author else ()


def _header(session: Session, header: Header, wish: Cleaning, names: Mapping[str, str]) -> Header:
    tags = {key: names.get(value, value) for key, value in header.tags.items()}
    done = [
        *(["events taken back are omitted"] if wish.in_force else []),
        *(["notes are omitted"] if wish.no_notes else []),
        *([f"{pluralize(len(names), 'name')} changed"] if names else []),
    ]
    tags[CLEANED] = f"{', '.join(done)}; from {content_digest(packed_bytes(session)).hex()}"
    return replace(
        header,
        kronika=header.kronika if header.witness is not UNSET else FORMAT,
        rules=session.game.rules_version,
        players=tuple(names.get(name, name) for name in header.players),
        options=plain_options(session.at(0).options),
        tags=tags,
    )


def _renamed(entry: Entry, names: Mapping[str, str]) -> Entry:
    if isinstance(entry, Set):
        players = entry.players
        if players is not UNSET:
            players = tuple(names.get(name, name) for name in players)
        tags = {key: names.get(value or "", value) for key, value in entry.tags.items()}
        return replace(entry, players=players, tags=tags)
    return replace(entry, author=names.get(entry.author, entry.author)) if isinstance(entry, Note) else entry


def _entries(session: Session, wish: Cleaning) -> Iterator[Entry]:
    """The entries that stay, in order; notes are on the same records as before."""
    kept = _in_force(session) if wish.in_force else set(range(1, len(session.history) + 1))
    new: dict[int, int] = {0: 0}
    last = 0
    for number, entry in enumerate(session.history, 1):
        if isinstance(entry, Note):
            on = last if entry.on is None else entry.on
            if not wish.no_notes and on in new:
                yield replace(entry, on=new[on])
                new[number] = len(new)
            continue
        last = number
        if number in kept:
            yield entry
            new[number] = len(new)
    if wish.in_force and session.ending is not None:
        yield Set(ending=session.ending)


def _in_force(session: Session) -> set[int]:
    """The numbers of the records whose events are in force at the end."""
    done: list[int] = []
    undone: list[int] = []
    for number, entry in enumerate(session.history, 1):
        if isinstance(entry, Event):
            done.append(number)
            undone.clear()
        elif isinstance(entry, Undo):
            undone += [done.pop() for _ in range(entry.events)]
        elif isinstance(entry, Redo):
            done += [undone.pop() for _ in range(entry.events)]
    return set(done)
