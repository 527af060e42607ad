"""The places of logs that are checked together: folders, and files, such as one of many logs."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from itertools import pairwise

from msgspec import Struct

from kronika.logs.corpus.pins import Pin, present_pins, read_pins
from kronika.logs.files.addresses import file_of
from kronika.logs.files.faults import FileError
from kronika.logs.files.streams import display_name
from kronika.logs.files.walk import Addresses, Logs, addresses_of, find_logs, resolves_below


class LogFolders(Struct, frozen=True):
    """The places of logs: the folder that their paths start from, the named paths, the logs in them, the pinned
    ones.
    """

    folder: str
    folders: tuple[str, ...]
    logs: Logs
    pinned: dict[str, Pin]


def logs_in(folder: str, *, strict: bool = False) -> Logs:
    """The logs in a folder, by their paths from there. Raises FileError if it is not a folder, or has no logs.

    `strict` as in `find_logs`.
    """
    if not os.path.isdir(folder):
        raise FileError(f"{folder}: is not a folder.")
    return _from(folder, [find_logs([folder], strict=strict)])


def log_folders(named: Sequence[str], *, strict: bool = False) -> LogFolders:
    """The logs of folders and files. Their paths start from the folder that contains all of them.

    A file that is named twice, or is in a named folder, counts once. Raises FileError for a path that does not exist or
    has no log, and for a list of pins that can't be read. Also raises FileError if one folder contains another, since
    its logs would be counted twice. `strict` as in `find_logs`.
    """
    folders = [name for name in named if not os.path.isfile(name)]
    for folder in folders:
        if not os.path.isdir(folder):
            raise FileError(f"{folder}: {_not_a_place(folder)}.")
    _check_disjoint(folders)
    files = _apart([name for name in named if os.path.isfile(name)], folders)
    home = _home([*folders, *map(os.path.dirname, files)])
    found = [find_logs([path], strict=strict) for path in (*folders, *files)]
    pinned: dict[str, Pin] = {}
    for folder in folders:
        pinned.update(_pins(folder, home))
    for file in files:
        path = os.path.relpath(file, home or os.curdir)
        pins = _pins(os.path.dirname(file) or os.curdir, home)
        pinned.update({name: pin for name, pin in pins.items() if name.partition("#")[0] == path})
    return LogFolders(home, tuple(named), _from(home, found), pinned)


def _not_a_place(name: str) -> str:
    if os.path.isfile(file := file_of(name)):
        return f"is one log of {display_name(file)}: name the file"
    return "is not a folder"


def _pins(folder: str, home: str) -> dict[str, Pin]:
    """The pins of a folder, by the paths from the folder of all."""
    below = os.path.relpath(folder, home or os.curdir)
    pins = present_pins(folder, read_pins(folder))
    return {os.path.normpath(os.path.join(below, path)): pin for path, pin in pins.items()}


def _home(folders: Sequence[str]) -> str:
    """The folder that contains these, as it is named from here; empty for the current one, unless it is the only
    one.
    """
    if len(set(folders)) == 1:
        return folders[0]
    home = os.path.commonpath([os.path.abspath(folder) for folder in folders])
    if any(map(os.path.isabs, folders)):
        return home
    return "" if home == os.getcwd() else os.path.relpath(home)


def _apart(files: Sequence[str], folders: Sequence[str]) -> list[str]:
    """The files, each once by its first spelling, without those that are in one of the folders."""
    real = {os.path.realpath(file): file for file in reversed(files)}
    first = [file for file in files if real[os.path.realpath(file)] == file]
    return [file for file in dict.fromkeys(first) if not any(resolves_below(file, folder) for folder in folders)]


def _from(folder: str, found: Iterable[Logs]) -> Logs:
    """The logs of several places in one order, by their paths from a folder."""
    files: list[tuple[str, str]] = []
    others: list[str] = []
    unlisted: dict[str, str] = {}
    for there in found:
        files.extend((os.path.relpath(file, folder or os.curdir), file) for file in there.files)
        others.extend(os.path.relpath(path, folder or os.curdir) for path in there.others)
        unlisted.update(there.unlisted)
    files.sort()
    opened = tuple(file for _, file in files)
    paths = addresses_of(opened)
    inside = (
        paths.from_folder(folder or os.curdir) if isinstance(paths, Addresses) else tuple(name for name, _ in files)
    )
    return Logs(inside, unlisted, tuple(sorted(others)), opened)


def _check_disjoint(folders: Sequence[str]) -> None:
    real = sorted((os.path.join(os.path.realpath(folder), ""), folder) for folder in folders)
    for (outer, one), (inner, other) in pairwise(real):
        if inner.startswith(outer):
            raise FileError(f"{other}: lies in {one}, or is the same: its logs would be counted twice.")
