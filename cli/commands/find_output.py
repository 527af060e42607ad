"""The files that `find` writes for the events that it shows: pictures in a folder, examples in a file."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from kronika.cli.printing.pictures import Look, svg_at
from kronika.core.basics import limits
from kronika.core.basics.errors import KronikaError
from kronika.core.examples.builder import draft_example, example_toml
from kronika.core.sessions.notes import in_force
from kronika.core.sessions.session import Session
from kronika.core.unseen.session import begin
from kronika.logs.corpus.events import FoundEvent
from kronika.logs.files.faults import FileError
from kronika.logs.files.folders import create_folder, noting_written, refuse_existing, refuse_occupied
from kronika.logs.files.streams import display_name
from kronika.logs.files.writing import write_new_file
from kronika.logs.replaying.replay import load_full
from kronika.logs.texts.addresses import address_of


def write_found(found: Iterable[FoundEvent], out: str | None, examples: str | None, look: Look) -> Iterator[FoundEvent]:
    """Yield the same events. At the end, a folder has a picture of each, or a file has all of them as examples.

    Without events, neither is made. Raises FileError for a target that exists, before the search begins, and
    KronikaError for too many events.
    """
    if out is not None:
        refuse_occupied(out)
    if examples is not None:
        refuse_existing(examples)
    return _write_found(found, out, examples, look)


def _write_found(
    found: Iterable[FoundEvent], out: str | None, examples: str | None, look: Look
) -> Iterator[FoundEvent]:
    pictures: dict[str, bytes] = {}
    drafts: list[str] = []
    path, session = "", None
    for number, one in enumerate(found, 1):
        if number > limits.FOUND_EVENTS:
            raise KronikaError(
                f"There are more than {limits.FOUND_EVENTS}, the most that are drawn or written: use -n N."
            )
        if session is None or path != one.path:
            path, session = one.path, load_full(one.path)
        at = _place(session, one)
        name = _name(number, one)
        if out is not None:
            pictures[f"{name}.svg"] = svg_at(session, one.record, None, look).encode()
        if examples is not None:
            drafts.append(_as_example(session, at, name, address_of(one.path, one.record)))
        yield one
    if out is not None and pictures:
        create_folder(out, pictures)
    if examples is not None and drafts:
        with noting_written([out] if out is not None else []):
            write_new_file(examples, ["\n".join(drafts).encode()])


def _place(session: Session, one: FoundEvent) -> int:
    """The index of an event among those in force. Raises FileError if another program has changed the log."""
    numbers = in_force(session)
    if one.record not in numbers:
        raise FileError(f"{display_name(one.path)}: has changed since it was searched.")
    return numbers.index(one.record)


def _name(number: int, one: FoundEvent) -> str:
    """The name of the picture and the example: `003-tides-0012-25`. Has only safe characters."""
    stem = os.path.basename(one.path).partition(".")[0]
    return f"{number:03}-{re.sub(r'[^A-Za-z0-9_-]+', '_', stem)[:_STEM]}-{one.record}"


_STEM: Final = 40
"""The most characters of a log's name in the name of a picture."""


def _as_example(session: Session, at: int, name: str, source: str) -> str:
    """An event as an example: the last position before it that can be described, the moves since then, and the
    results.
    """
    line = session.line
    until = begin(session.game, replace(session.header, players=session.players), start=line.states[0])
    until.extend(line.events[: at + 1], line.states[1 : at + 2])
    return example_toml(draft_example(until, at, name, source))
