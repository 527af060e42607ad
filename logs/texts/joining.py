"""Many logs into one file, one file of many into a folder, and texts of many games."""

from __future__ import annotations

import os
import re
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import closing
from functools import partial
from itertools import chain, count, islice
from typing import Final, NamedTuple
from unicodedata import normalize

from msgspec import Struct

from kronika.core.basics.errors import BadSetup, KronikaError
from kronika.core.basics.text import quoted
from kronika.core.sessions.events import Header
from kronika.core.sessions.session import Session
from kronika.logs.files import disk
from kronika.logs.files.addresses import split_address
from kronika.logs.files.faults import LogError
from kronika.logs.files.folders import growing_folder
from kronika.logs.files.notify import Notify, no_op
from kronika.logs.files.pack_log import BEGINS
from kronika.logs.files.pack_writing import new_pack
from kronika.logs.files.reader import LogReader
from kronika.logs.files.sources import Stored, read_stored, stored_log
from kronika.logs.files.streams import is_device, os_errors
from kronika.logs.files.writing import create_file, write_new_file
from kronika.logs.replaying.logfile import log_bytes, log_name, packed_bytes
from kronika.logs.replaying.replay import load_exact, load_from_reader, load_legal
from kronika.logs.replaying.validation import validate
from kronika.logs.texts.cleaning import Cleaning, cleaned, names_of
from kronika.logs.texts.game_text import game_text, holds_text, is_text_name, session_of, stopped_text
from kronika.logs.texts.many_texts import texts_in
from kronika.logs.work.pool import map_in_order

BATCH: Final = 5_000
"""Logs that are handed to the processes at a time; memory does not grow with the others."""
LONGEST: Final = 200
"""The most bytes of a part of a name: systems take about 255, with the ending and that of a file in the making."""
_ENDING: Final = ".jsonl"
_SAFE: Final = re.compile(r"[\w +\-][\w .,+()\-]*(?<![ .])")
"""Matches a part of a name that any system takes for a file or a folder."""


class Choice(Struct, frozen=True):
    """A choice of logs by their headers, and their order: by a key, or as they come."""

    game: str | None = None
    seats: int | None = None
    tags: Mapping[str, str] = {}
    sort: str = ""

    def takes(self, header: Header) -> bool:
        """True if a log with this header is wanted."""
        return (
            self.game in (None, header.game)
            and self.seats in (None, len(header.players))
            and all(header.tags.get(key) == value for key, value in self.tags.items())
        )


class Converting(Struct, frozen=True):
    """The work on each log: its cleaning; with `legal`, only the part before the first fault is kept."""

    cleaning: Cleaning = Cleaning()
    legal: bool = False


class Taken(NamedTuple):
    """A log to convert: its address or the text of a game, the name it gets, and its place for messages."""

    where: str
    name: str
    text: str = ""
    first: int = 0


class Done(NamedTuple):
    """A converted log: its bytes, its name, the fault before which it ends, and its old names that were changed."""

    log: bytes
    name: str
    stopped: str = ""
    renamed: frozenset[str] = frozenset()


class Converted(NamedTuple):
    """A session that was converted; `stopped` and `renamed` as in `Done`."""

    session: Session
    stopped: str
    renamed: frozenset[str]


def taken(paths: Sequence[str], roots: Sequence[str]) -> Iterator[Taken]:
    """The logs at these addresses, those of a text of many games one by one. `roots` are the named folders.

    Raises FileError.
    """
    for path in paths:
        if holds_text(path):
            for number, game in enumerate(texts_in(path), 1):
                name = log_name(path) if game.first == 1 else f"{log_name(path)}-{number}"
                yield Taken(path, name, game.text, game.first)
        else:
            yield Taken(path, stored_log(path).name or _name(path, roots))


def _name(address: str, roots: Sequence[str]) -> str:
    """The name of a log from its file's name, below the named folder that it is in."""
    path = (split_address(address) or (address,))[0]
    for root in roots:
        if path.startswith(os.path.join(root, "")):
            below = os.path.relpath(path, root)
            return os.path.join(os.path.dirname(below), log_name(below)).replace(os.sep, "/")
    return log_name(path)


def chosen(logs: Iterator[Taken], choice: Choice) -> Iterator[Taken]:
    """The logs of a choice, in its order. Raises FileError or LogError for one that has no header."""
    if choice == Choice():
        yield from logs
        return
    kept = [(_key(choice.sort, header, log), log) for log in logs if choice.takes(header := header_of(log))]
    yield from (log for _, log in (sorted(kept, key=lambda one: one[0]) if choice.sort else kept))


def header_of(log: Taken) -> Header:
    """The header of a log. Raises FileError or LogError; the error of a line for a text."""
    if log.text:
        return session_of_text(log, Converting(legal=True))[0].header
    with LogReader(log.where) as reader:
        return reader.header


def _key(sort: str, header: Header, log: Taken) -> tuple[str, ...]:
    """The sort key of a log: its name, its game, its players, or a tag; those without the tag come last."""
    if sort == "name":
        return (log.name,)
    if sort == "players":
        return header.players
    if sort == "game":
        return (header.game,)
    value = header.tags.get(sort)
    return ("0", value) if value is not None else ("1",)


def done(how: Converting, log: Taken) -> Done:
    """A log, converted. One of a file of many that needs no change keeps its bytes.

    Raises FileError, LogError, or the error of a line of a text.
    """
    if how == Converting() and not log.text:
        data = read_stored(Stored(log.where)) if split_address(log.where) else b""
        if data.startswith(BEGINS):
            if faults := validate(log.where, data).faults:
                raise LogError(faults[0])
            return Done(data, log.name)
    one = session_at(how, log)
    return Done(packed_bytes(one.session), log.name, one.stopped, one.renamed)


def session_at(how: Converting, log: Taken) -> Converted:
    """The session of a log to convert, cleaned if wanted. Raises as `done`."""
    session, stopped = session_of_text(log, how) if log.text else _session_of_log(log.where, how)
    if not how.cleaning:
        return Converted(session, stopped, frozenset())
    renamed = frozenset(names_of(session).intersection(how.cleaning.rename))
    return Converted(cleaned(session, how.cleaning), stopped, renamed)


def check_renamed(how: Converting, renamed: Set[str]) -> None:
    """Raises BadSetup if nobody has one of the names to change: a misspelt one would stay in a published log."""
    if missing := [name for name in how.cleaning.rename if name not in renamed]:
        raise BadSetup(f"Nobody is called {quoted(missing[0])} there: nothing was written.")


def session_of_text(log: Taken, how: Converting) -> tuple[Session, str]:
    """The session of the text of a game, and the error before which it ends."""
    errors: list[KronikaError] = []
    session = session_of(log.text, log.where, first=log.first, stopped=errors.append if how.legal else None)
    return session, "".join(map(str, errors))


def _session_of_log(address: str, how: Converting) -> tuple[Session, str]:
    if not how.legal:
        return load_exact(address), ""
    session, fault = load_legal(address)
    return session, str(fault or "")


def all_done(how: Converting, logs: Iterable[Taken], jobs: int, tell: Notify) -> Generator[Done, None, None]:
    """The converted logs in their order; `tell` gets each fault before which one ends. Raises as `done`."""
    rest = iter(logs)
    renamed: set[str] = set()
    while batch := list(islice(rest, BATCH)):
        with closing(map_in_order(partial(done, how), batch, jobs, tell)) as results:
            for one in results:
                if one.stopped:
                    tell(stopped_text(one.name, one.stopped))
                renamed |= one.renamed
                yield one
    check_renamed(how, renamed)


def join(target: str, how: Converting, logs: Iterable[Taken], jobs: int = 1, tell: Notify = no_op) -> int:
    """Write logs into one new file: packed, or as texts. Return their number. The file is made whole or not at all.

    Raises FileError, also for an existing file, and as `done`.
    """
    if is_text_name(target):
        return _join_texts(target, how, logs, tell)
    with new_pack(target) as pack, closing(all_done(how, logs, jobs, tell)) as results:
        for one in results:
            pack.add(one.log, one.name)
    return pack.logs


def _join_texts(target: str, how: Converting, logs: Iterable[Taken], tell: Notify) -> int:
    texts, renamed = [], set[str]()
    for log in logs:
        one = session_at(how, log)
        if one.stopped:
            tell(stopped_text(log.name, one.stopped))
        renamed |= one.renamed
        texts.append(game_text(one.session).encode())
    check_renamed(how, renamed)
    write_new_file(target, (b"\n".join(texts),))
    return len(texts)


def split(folder: str, how: Converting, logs: Iterable[Taken], jobs: int = 1, tell: Notify = no_op) -> int:
    """Write each log as a text log into a folder, under its name. Return their number.

    A file that is there already with the same bytes stays, so that an interrupted run can be continued. Raises
    FileError, also for a file with other bytes, and as `done`.
    """
    number = 0
    names: set[str] = set()
    with growing_folder(folder), closing(all_done(how, logs, jobs, tell)) as results:
        for number, one in enumerate(results, 1):
            name = _file_name(one.name, number, names)
            with LogReader(name, one.log) as reader:
                data = log_bytes(name, load_from_reader(reader))
            _create(os.path.join(folder, name), data)
    return number


def _file_name(name: str, number: int, names: set[str]) -> str:
    """A file for a log of this name: the name, if it is safe as one and new, else its number."""
    for found in chain((name, f"{number:07}"), (f"{number:07}-{more}" for more in count(1))):
        key = normalize("NFC", found).casefold()  # some systems take such names for the same
        if key not in names and all(map(_is_safe, found.split("/"))):
            names.add(key)
            return f"{os.path.join(*found.split('/'))}{_ENDING}"
    raise AssertionError("one of these names is new")


def _is_safe(part: str) -> bool:
    """True if any system takes this for a file or a folder. A folder must not have the name of a log."""
    long = len(part.encode(errors="replace")) > LONGEST
    return not long and _SAFE.fullmatch(part) is not None and not is_device(part) and not part.endswith(_ENDING)


def _create(path: str, data: bytes) -> None:
    with os_errors(path, "write"):
        if disk.has_content(path, data):
            return
        os.makedirs(os.path.dirname(path), exist_ok=True)
    create_file(path, data, sync=False)
