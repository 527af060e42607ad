"""Filling in what is derived (`seal`), cutting a torn tail (`repair`), changing the form (`convert`)."""

from __future__ import annotations

import os

from msgspec import Struct, structs

from kronika.core.digest import digest
from kronika.core.events import Event, Undo
from kronika.core.options import plain_options, read_options
from kronika.core.session import Session
from kronika.logs.faults import Fault, FileTrouble, LogError
from kronika.logs.files import STDIO, shown, trouble, write_new
from kronika.logs.packed import is_packed_name, pack
from kronika.logs.reader import LogReader
from kronika.logs.replay import load
from kronika.logs.store import is_plain, locked, log_lines


class Repair(Struct, frozen=True):
    """What `repair` did: bytes kept and cut, and the file that the cut bytes were saved in (None: nothing torn)."""

    kept: int
    cut: int
    saved: str | None


def load_exact(path: str) -> Session:
    """Replays a log that agrees with the rules in all it says. Raises FileTrouble or LogError."""
    loaded = load(path)
    if loaded.warnings:
        raise LogError(loaded.warnings[0])
    return loaded.session


def first_records(session: Session, n: int) -> Session:
    """A session of the first `n` records of another. Raises KronikaError when there are not that many."""
    session.at(n)
    shorter = Session(session.game, session.header)
    for entry in session.history[:n]:
        if isinstance(entry, Event):
            shorter.do(entry.by, entry.do)
        elif isinstance(entry, Undo):
            shorter.undo_events(entry.events)
        else:
            shorter.redo_events(entry.events)
    return shorter


def write_log(path: str, session: Session, *, replace: bool = False) -> None:
    """Writes a whole log in the form that the name asks for: text or packed (`.kpack`), plain, `.gz` or `.zst`."""
    parts = log_lines(session)
    if is_packed_name(path):
        parts = pack(session.header, session.game, session.history, digest(session.state))
    write_new(path, parts, replace=replace)


def seal(path: str, target: str) -> Session:
    """Writes the log with options, numbers, effects and digests filled in; what is there already must be right.

    `target` may be the log itself: it is then replaced as a whole. Raises FileTrouble or LogError.
    """
    session = load_exact(path)
    session.header = structs.replace(
        session.header, options=plain_options(read_options(session.game, session.header.options))
    )
    write_log(target, session, replace=target == path and path != STDIO)
    return session


def convert(path: str, target: str) -> Session:
    """Writes the log anew in the form of the target's name. Raises FileTrouble or LogError."""
    session = load_exact(path)
    write_log(target, session)
    return session


def repair(path: str) -> Repair:
    """Cuts a last line off that was not written to its end; the bytes are saved beside the log.

    Raises FileTrouble, and LogError when there is another fault: then nothing is touched.
    """
    if not is_plain(path):
        raise FileTrouble(f"{shown(path)}: only a plain text log can be repaired; the others are made from one.")
    with trouble(path, "read"):
        size = os.path.getsize(path)
    torn = torn_tail(path)
    if torn is None:
        return Repair(size, 0, None)
    saved = _free_name(f"{path}.torn")
    with trouble(path, "repair"), open(path, "r+b") as file, locked(file, path):
        if file.seek(0, os.SEEK_END) != size:
            raise FileTrouble(f"{path}: another program has written to it meanwhile; nothing was cut off.")
        file.seek(torn)
        write_new(saved, [file.read()])
        file.truncate(torn)
        file.flush()
        os.fsync(file.fileno())
    return Repair(torn, size - torn, saved)


def torn_tail(path: str) -> int | None:
    """Where the torn last line of a text log begins (a byte offset), or None when it ends well.

    Raises FileTrouble, and LogError for a fault of another kind or a torn header, of which nothing could be kept.
    """
    with LogReader(path) as reader:
        faults = [item for _, item in reader if isinstance(item, Fault)]
    if not faults:
        return None
    if faults[0].code != "incomplete":
        raise LogError(faults[0])
    with trouble(path, "read"), open(path, "rb") as file:
        data = file.read()
    return data.rindex(b"\n") + 1


def _free_name(name: str) -> str:
    candidate, number = name, 1
    while os.path.exists(candidate):
        number += 1
        candidate = f"{name}-{number}"
    return candidate
