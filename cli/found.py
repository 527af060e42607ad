"""What `find` keeps of the events that it tells: pictures in a folder, examples in a file."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from kronika.cli.pictures import Look, svg_at
from kronika.core.drafting import draft, example_toml
from kronika.core.notes import in_force
from kronika.core.session import Session
from kronika.logs.addressed import address_of
from kronika.logs.corpus.events import Found
from kronika.logs.faults import FileTrouble
from kronika.logs.files import shown, trouble
from kronika.logs.folder import refuse_occupied
from kronika.logs.replay import load
from kronika.logs.writing import exists_already, settle, write_new


def kept(found: Iterable[Found], out: str | None, examples: str | None) -> Iterator[Found]:
    """The same events; each has its picture in the folder when it comes, and all are examples in the file at the end.

    Raises FileTrouble: for a folder with something in it or a file that is there before anything is searched.
    """
    if out is not None:
        refuse_occupied(out)
    if examples is not None and os.path.lexists(examples):
        raise exists_already(examples)
    return _kept(found, out, examples)


def _kept(found: Iterable[Found], out: str | None, examples: str | None) -> Iterator[Found]:
    drafts: list[str] = []
    path, session = "", None
    for number, one in enumerate(found, 1):
        if session is None or path != one.path:
            path, session = one.path, load(one.path)
        name = _name(number, one)
        if out is not None:
            _draw(session, one, out, name)
        if examples is not None:
            drafts.append(_drafted(session, one, name))
        yield one
    if out is not None and os.path.isdir(out):
        settle(os.path.join(out, ""))
    if examples is not None and drafts:
        write_new(examples, ["\n".join(drafts).encode()])


def _name(number: int, one: Found) -> str:
    """What the picture and the example are called: `003-tides-0012-25`, with nothing that a file can't be called."""
    stem = os.path.basename(one.path).partition(".")[0]
    return f"{number:03}-{re.sub(r'[^A-Za-z0-9_-]+', '_', stem)[:_STEM]}-{one.n}"


_STEM = 40
"""Characters of a log's name in that of a picture."""


def _draw(session: Session, one: Found, out: str, name: str) -> None:
    with trouble(out, "create"):
        os.makedirs(out, exist_ok=True)
    write_new(os.path.join(out, f"{name}.svg"), [svg_at(session, one.n, None, Look()).encode()], settled=False)


def _drafted(session: Session, one: Found, name: str) -> str:
    """The event as an example: the last position before it that can be described, the moves since, what came out."""
    numbers = in_force(session)
    if one.n not in numbers:
        raise FileTrouble(f"{shown(one.path)}: has been changed since it was searched.")
    at = numbers.index(one.n)
    line = session.line
    until = Session(session.game, replace(session.header, players=session.players), start=line.states[0])
    until.extend(line.events[: at + 1], line.states[1 : at + 2])
    return example_toml(draft(until, at, name, address_of(one.path, one.n)))
