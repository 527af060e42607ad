"""The claims of an archive, compared with the rules: at the import, and again whenever its log is validated."""

from __future__ import annotations

from collections.abc import Iterator

from kronika.core.basics.text import join_words
from kronika.core.sessions.session import Session
from kronika.logs.files.faults import Fault
from kronika.logs.imports.claims import IMPORTED, Difference, differences
from kronika.logs.imports.formats import FORMATS, Mapped
from kronika.logs.imports.notices import place_of


def first_difference(session: Session, path: str, mapped: Mapped) -> Fault | None:
    """The fault of the first claim that differs from the rules, with both values; None if there is none."""
    first = next(differences(session, mapped.actual), None)
    return None if first is None else _fault(session, path, first)


def _fault(session: Session, path: str, found: Difference) -> Fault:
    rules = join_words(found.rules) if found.rules else "no rule"
    message = f"{place_of(found.origin)}: {found.told(session.players)} ({rules})."
    return Fault(path, found.record + 1, "effects", message, found.rules)


def claims_faults(session: Session, path: str) -> Iterator[Fault]:
    """The fault of the first claim that differs, for the log of an import; nothing for any other log."""
    title = session.tags.get(IMPORTED)
    games = [one for form in FORMATS.values() if form.title == title for one in form.games]
    for mapped in games:
        if mapped.game == session.game.name and (fault := first_difference(session, path, mapped)):
            yield fault
