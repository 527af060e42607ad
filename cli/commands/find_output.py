"""What `find` keeps of the events that it tells: pictures in a folder, examples in a file."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from kronika.cli.printing.pictures import Look, svg_at
from kronika.core.basics import limits
from kronika.core.basics.errors import KronikaError
from kronika.core.examples.builder import draft, example_toml
from kronika.core.sessions.notes import in_force
from kronika.core.sessions.session import Session
from kronika.core.unseen.session import begin
from kronika.logs.corpus.events import Found
from kronika.logs.files.faults import FileTrouble
from kronika.logs.files.folders import after, create_folder, refuse_occupied, refuse_taken
from kronika.logs.files.names import shown
from kronika.logs.files.writing import write_new
from kronika.logs.replaying.replay import load_full
from kronika.logs.texts.addresses import address_of


def kept(found: Iterable[Found], out: str | None, examples: str | None, look: Look) -> Iterator[Found]:
    """The same events; at their end a folder has a picture of each, and a file has all of them as examples.

    Where there are none, neither is made. Raises FileTrouble, for what is there already before anything is searched;
    KronikaError for too many.
    """
    if out is not None:
        refuse_occupied(out)
    if examples is not None:
        refuse_taken(examples)
    return _kept(found, out, examples, look)


def _kept(found: Iterable[Found], out: str | None, examples: str | None, look: Look) -> Iterator[Found]:
    pictures: dict[str, bytes] = {}
    drafts: list[str] = []
    path, session = "", None
    for number, one in enumerate(found, 1):
        if number > limits.KEPT:
            raise KronikaError(f"There are more than {limits.KEPT}, the most that are drawn or written: say -n N.")
        if session is None or path != one.path:
            path, session = one.path, load_full(one.path)
        at = _place(session, one)
        name = _name(number, one)
        if out is not None:
            pictures[f"{name}.svg"] = svg_at(session, one.record, None, look).encode()
        if examples is not None:
            drafts.append(_drafted(session, at, name, address_of(one.path, one.record)))
        yield one
    if out is not None and pictures:
        create_folder(out, pictures)
    if examples is not None and drafts:
        with after([out] if out is not None else []):
            write_new(examples, ["\n".join(drafts).encode()])


def _place(session: Session, one: Found) -> int:
    """The place of an event among those in force. Raises FileTrouble where another program has changed the log."""
    numbers = in_force(session)
    if one.record not in numbers:
        raise FileTrouble(f"{shown(one.path)}: has been changed since it was searched.")
    return numbers.index(one.record)


def _name(number: int, one: Found) -> str:
    """What the picture and the example are called: `003-tides-0012-25`, with nothing that a file can't be called."""
    stem = os.path.basename(one.path).partition(".")[0]
    return f"{number:03}-{re.sub(r'[^A-Za-z0-9_-]+', '_', stem)[:_STEM]}-{one.record}"


_STEM: Final = 40
"""Characters of a log's name in that of a picture."""


def _drafted(session: Session, at: int, name: str, source: str) -> str:
    """An event as an example: the last position before it that can be described, the moves since, what came out."""
    line = session.line
    until = begin(session.game, replace(session.header, players=session.players), start=line.states[0])
    until.extend(line.events[: at + 1], line.states[1 : at + 2])
    return example_toml(draft(until, at, name, source))
