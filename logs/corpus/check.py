"""Checking a folder of logs, in parallel and resumable, and the list of logs that are pinned."""

from __future__ import annotations

import os
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from functools import partial
from itertools import pairwise

import msgspec
from msgspec import Struct

from kronika.core.basics import limits
from kronika.core.basics.decode_errors import decode_fault
from kronika.core.basics.toml import BadToml, read_toml
from kronika.logs.files.faults import FileError
from kronika.logs.files.notify import Notify, no_op
from kronika.logs.files.streams import read_whole
from kronika.logs.files.walk import Logs, find_logs, path_to_text, text_to_path
from kronika.logs.files.writing import create_first, open_locked
from kronika.logs.replaying.survey import Survey, renamed, survey
from kronika.logs.work.catalog import LARGEST, Catalog, content_of
from kronika.logs.work.pool import Success, map_in_order

PINS = "kronika-pins.toml"


class Pin(Struct, frozen=True, forbid_unknown_fields=True):
    """A log that is kept although it no longer replays: the version of the rules it belongs to, and the reason."""

    rules: int
    why: str


class Corpus(Struct, frozen=True):
    """The result of a check of a folder: the survey of every log, in order of path, and the pinned logs.

    `unlisted` are the folders that could not be listed, each with a sentence that says why. `others` are the skipped
    files that are named like logs but are something else.
    """

    logs: tuple[Survey, ...]
    pinned: dict[str, Pin] = {}
    unlisted: dict[str, str] = {}
    others: tuple[str, ...] = ()

    def faulty(self) -> list[Survey]:
        """The logs with faults, without pinned ones."""
        return [log for log in self.logs if not log.ok and log.path not in self.pinned]

    @property
    def unread(self) -> bool:
        """True if anything could not be read."""
        return bool(self.unlisted) or any(log.unreadable for log in self.logs)


def logs_in(folder: str, *, strict: bool = False) -> Logs:
    """The logs in a folder, by their paths from there. Raises FileError if it is not a folder, or has no logs.

    `strict` as in `find_logs`.
    """
    if not os.path.isdir(folder):
        raise FileError(f"{folder}: is not a folder.")
    found = find_logs([folder], strict=strict)
    paths, others = (tuple(os.path.relpath(path, folder) for path in some) for some in (found.paths, found.others))
    return Logs(paths, found.unlisted, others)


class LogFolders(Struct, frozen=True):
    """The places of logs: the folder that their paths start from, the named paths, the logs in them, the pinned
    ones.
    """

    folder: str
    folders: tuple[str, ...]
    logs: Logs
    pinned: dict[str, Pin]


def log_folders(folders: Sequence[str], *, strict: bool = False) -> LogFolders:
    """The logs of one folder or of several. The paths of several start from the folder that contains all of them.

    Raises FileError for a path that is not a folder or has no log, and for a list of pins that can't be read. Also
    raises FileError if one folder contains another, since its logs would be counted twice. `strict` as in `find_logs`.
    """
    if len(folders) == 1:
        return LogFolders(folders[0], tuple(folders), logs_in(folders[0], strict=strict), read_pins(folders[0]))
    _check_disjoint(folders)
    home = os.path.commonpath([os.path.abspath(folder) for folder in folders])
    if not any(map(os.path.isabs, folders)):
        home = "" if home == os.getcwd() else os.path.relpath(home)
    paths: list[str] = []
    others: list[str] = []
    unlisted: dict[str, str] = {}
    pinned: dict[str, Pin] = {}
    for folder in folders:
        below = os.path.relpath(folder, home or os.curdir)
        there = logs_in(folder, strict=strict)
        paths.extend(os.path.join(below, path) for path in there.paths)
        others.extend(os.path.join(below, path) for path in there.others)
        unlisted.update(there.unlisted)
        pinned.update({os.path.join(below, path): pin for path, pin in read_pins(folder).items()})
    return LogFolders(home, tuple(folders), Logs(tuple(sorted(paths)), unlisted, tuple(sorted(others))), pinned)


def _check_disjoint(folders: Sequence[str]) -> None:
    real = sorted((os.path.join(os.path.realpath(folder), ""), folder) for folder in folders)
    for (outer, one), (inner, other) in pairwise(real):
        if inner.startswith(outer):
            raise FileError(f"{other}: lies in {one}, or is the same: its logs would be counted twice.")


def check(
    folder: str,
    paths: Sequence[str],
    *,
    jobs: int = 1,
    strict: bool = False,
    catalog: Catalog | None = None,
    tell: Notify = no_op,
    cluster: str = "",
) -> Generator[Survey, None, None]:
    """Survey logs of a folder, in the order of their paths from there. Raises WorkerDied, NoCluster.

    With a catalog, which must be for the same kind of check, its logs are not surveyed again: so a killed check
    continues where it stopped. A cluster knows neither the catalog nor the folder: it gets the content of the logs.
    """
    if cluster:
        items = Success(paths, partial(_work_items, folder, strict, catalog))
        work = map_in_order(partial(_examine_remotely, strict), items, jobs, tell, cluster=cluster)
    else:
        work = map_in_order(partial(_examine, folder, strict, catalog), paths, jobs, tell)
    with closing(work) as results:
        for found, content in results:
            if catalog is not None and content is not None:
                catalog.put(content, found)
            yield found


def _examine(folder: str, strict: bool, catalog: Catalog | None, path: str) -> tuple[Survey, bytes | None]:
    """A log's survey, and the key under which to keep it, None if the catalog has it; the file is read once."""
    data = _data(os.path.join(folder, path)) if catalog is not None else None
    if catalog is None or data is None:
        return survey(folder, path, strict), None
    content = content_of(data)
    known = catalog.get(content)
    return (survey(folder, path, strict, data), content) if known is None else (renamed(known, path), None)


def _work_items(folder: str, strict: bool, catalog: Catalog | None, path: str) -> tuple[str, bytes | Survey]:
    """A log for another machine, by its content; or its survey, if it is known or can't be made elsewhere."""
    data = _data(os.path.join(folder, path))
    if data is None:
        return path, survey(folder, path, strict)
    known = catalog.get(content_of(data)) if catalog is not None else None
    return path, data if known is None else renamed(known, path)


def _examine_remotely(strict: bool, log: tuple[str, bytes | Survey]) -> tuple[Survey, bytes | None]:
    path, data = log
    return (data, None) if isinstance(data, Survey) else (survey("", path, strict, data), content_of(data))


def _data(path: str) -> bytes | None:
    """The content of a file; None if it is too large or can't be read, which its survey reports."""
    try:
        with open(path, "rb", buffering=0) as file:
            return file.readall() if os.fstat(file.fileno()).st_size <= LARGEST else None
    except OSError:
        return None


def read_pins(folder: str) -> dict[str, Pin]:
    """The pinned logs of a folder, by path. Raises FileError if the list can't be read."""
    path = os.path.join(folder, PINS)
    if not os.path.lexists(path):
        return {}
    if os.path.exists(path) and not os.path.isfile(path):  # a pipe would be waited for
        raise FileError(f"{path}: is not a list of pins: it is not a file.")
    return _pins_in(path, read_whole(path, limits.TEXT, "a list of pins"))


def write_pins(folder: str, pins: Mapping[str, Pin], tell: Notify = no_op) -> None:
    """Add to the list of pinned logs, completely or not at all. Pins that others have added meanwhile stay. Raises
    FileError.

    The list is rewritten, and comments are lost, which `tell` reports; it works as in `writing.LockedFile`.
    """
    path = os.path.join(folder, PINS)
    if create_first(path, _text_of(pins)):
        return
    with open_locked(path, tell=tell) as file:
        file.replace(_text_of({**_pins_in(path, file.read()), **pins}))


def _pins_in(path: str, data: bytes) -> dict[str, Pin]:
    try:
        table = read_toml(data.decode())
        pins = msgspec.convert(table, dict[str, Pin])
    except UnicodeDecodeError:
        raise FileError(f"{path}: is not a list of pins: it is not UTF-8.") from None
    except (BadToml, msgspec.ValidationError) as error:
        why = error if isinstance(error, BadToml) else decode_fault(table, dict[str, Pin]).told
        raise FileError(f"{path}: is not a list of pins: {why}") from None
    return {text_to_path(name): pin for name, pin in pins.items()}


def _text_of(pins: Mapping[str, Pin]) -> bytes:
    text = (
        "# Logs that are kept although the current rules no longer replay them.\n"
        "# `kronika corpus accept --pin` rewrites this file: other comments are lost.\n"
    )
    for path, pin in sorted(pins.items()):
        text += f"\n[{_quoted(path_to_text(path))}]\nrules = {pin.rules}\nwhy = {_quoted(path_to_text(pin.why))}\n"
    return text.encode()


def _quoted(text: str) -> str:
    # A JSON string is a TOML basic string, but for DEL, which TOML wants escaped too.
    return msgspec.json.encode(text).decode().replace("\x7f", "\\u007f")
