"""Fills in derived fields (`seal`), cuts off an incomplete last line (`repair`), and changes the form (`convert`)."""

from __future__ import annotations

import os

from msgspec import Struct

from kronika.core.sessions.session import Session
from kronika.core.unseen.session import begin
from kronika.logs.files import disk
from kronika.logs.files.arguments import PathName, file_name
from kronika.logs.files.faults import Fault, FileError, LogError
from kronika.logs.files.notify import Notify, no_op
from kronika.logs.files.pack import is_pack
from kronika.logs.files.pack_writing import repair_pack
from kronika.logs.files.reader import LogReader
from kronika.logs.files.streams import STDIO, display_name
from kronika.logs.files.writing import WAIT, LockedFile, create_file, open_locked, write_new_file
from kronika.logs.replaying.logfile import is_plain, log_bytes, write_log
from kronika.logs.replaying.replay import load_exact
from kronika.logs.texts.game_text import game_text, holds_text, is_text_name, load_text


class Repair(Struct, frozen=True):
    """The result of `repair`: the numbers of bytes kept and cut, and the file with the cut bytes (None if the log
    was complete).
    """

    kept: int
    cut: int
    saved: str | None


def first_records(session: Session, n: int) -> Session:
    """A session of the first `n` records of another. Raises KronikaError if there are fewer."""
    session.at(n)
    shorter = begin(session.game, session.header, start=session.at(0))
    for entry in session.history[:n]:
        shorter.append(entry)
    return shorter


def seal(path: PathName, target: PathName, *, wait: float = WAIT, tell: Notify = no_op) -> Session:
    """Write the log with options, numbers, effects and digests filled in; existing ones must be right.

    `target` may be the log itself: it is then read and replaced under its lock, for which `seal` waits `wait` seconds.
    `tell` gets a sentence if the file had other names (hard links), which keep the old content. Raises FileError, which
    says what is on the disk, LogError, or TypeError for an argument that is not a name.
    """
    path, target = file_name(path), file_name(target)
    if target != path or path == STDIO:
        session = load_exact(path)
        write_log(target, session)
        return session
    with open_locked(path, "read", wait, tell) as file:
        before = file.read()
        session = load_exact(path, before)
        sealed = log_bytes(path, session)
        if sealed != before:
            file.replace(sealed)
    return session


def convert(path: PathName, target: PathName) -> Session:
    """Rewrite a log, or the text of a game, in the form of the target's name; `.txt` is the text.

    Raises FileError, LogError, TypeError, or the error of a line of the text.
    """
    path, target = file_name(path), file_name(target)
    session = load_text(path) if holds_text(path) else load_exact(path)
    write(target, session)
    return session


def write(target: str, session: Session) -> None:
    """Write a session in the form of a new file's name. Raises FileError."""
    if is_text_name(target):
        write_new_file(target, (game_text(session).encode(),))
    else:
        write_log(target, session)


def repair(path: PathName, *, wait: float = WAIT) -> Repair:
    """Cut off an incomplete last line, or what follows the last whole block of a file of many logs, which gets its
    table again; the bytes are saved beside the log first.

    Temporary files of a killed writer are removed, too. Raises FileError, which says what is on the disk. Raises
    LogError if there is another fault: then nothing is changed. Raises TypeError for an argument that is not a name.
    """
    path = file_name(path)
    if is_pack(path):
        return Repair(*repair_pack(path, _cut, wait))
    _refuse_unrepairable(path)
    with open_locked(path, "read", wait) as file:
        data = file.read()
        _refuse_unrepairable(path, data)
        size = len(data)
        torn = torn_tail(path, data)
        if torn is None:
            return Repair(size, 0, None)
        saved = _cut(file, torn)
    return Repair(torn, size - torn, saved)


def _cut(file: LockedFile, end: int) -> str:
    """Cut a file to its first bytes, once the others are saved in another file. Return its name. Raises FileError."""
    saved = _free_name(f"{file.path}.torn", disk.read(file.fd, end))
    file.truncate(end, lambda tail: _save(file.path, saved, tail))
    return saved


def _save(path: str, saved: str, tail: bytes) -> str:
    """Save the bytes that will be cut off, unless an earlier run has. Return a clause about them. Raises FileError."""
    if os.path.lexists(saved):
        disk.fsync_name(saved)  # which may be where that one failed
    else:
        try:
            create_file(saved, tail)
        except FileError as error:
            raise FileError(f"{error} {display_name(path)}: nothing was cut off; it is as it was.") from None
    return f"; the torn bytes are in {display_name(saved)} too"


def _refuse_unrepairable(path: str, data: bytes = b"") -> None:
    if not is_plain(path, data):
        what = "only a plain text log and a file of many logs can be repaired"
        raise FileError(f"{display_name(path)}: {what}; the others are made from one.")


def torn_tail(path: str, data: bytes) -> int | None:
    """The offset of the incomplete last line in the bytes of a text log, or None if it is complete.

    Raises LogError for a fault of another kind, or for an incomplete header, from which nothing could be kept.
    """
    with LogReader(path, data) as reader:
        fault = next((item for _, item in reader if isinstance(item, Fault)), None)
    if fault is None:
        return None
    if fault.code != "incomplete":
        raise LogError(fault)
    return data.rindex(b"\n") + 1


def _free_name(name: str, tail: bytes) -> str:
    """A name that is free, or under which an earlier run saved these bytes before it stopped."""
    candidate, number = name, 1
    while os.path.lexists(candidate) and not disk.has_content(candidate, tail):
        number += 1
        candidate = f"{name}-{number}"
    return candidate
