"""Searches for logs: the named files, and those in the named folders."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Collection, Iterable
from pathlib import Path

import msgspec
from msgspec import Struct

from kronika.core.basics import limits
from kronika.core.basics.nesting import decoded
from kronika.core.basics.text import pluralize
from kronika.core.sessions.events import Header
from kronika.logs.files.faults import FileError
from kronika.logs.files.streams import BadStream, open_log, os_errors

ENDINGS = (".jsonl", ".kpack")
NOT_GAMES = ("node_modules",)
"""Folders of other programs that are skipped, besides virtual environments and folders that begin with a dot."""
ENVIRONMENT = "pyvenv.cfg"
"""The file that marks a folder as a virtual environment of Python."""


class Logs(Struct, frozen=True):
    """The logs found, and the folders that could not be listed, each with a sentence that says why.

    `others` are the skipped files that are named like logs but are something else.
    """

    paths: tuple[str, ...]
    unlisted: dict[str, str] = {}
    others: tuple[str, ...] = ()


def find_logs(paths: Iterable[str], *, strict: bool = False) -> Logs:
    """The named files, and for each folder every log in it by its name's ending, sorted; each file once.

    In a folder, these are skipped: subfolders that begin with a dot, virtual environments, node_modules, and pipes,
    sockets and devices. Links to folders are not followed. A `.jsonl` whose first line is a JSON object without any key
    of a header is not a log, and is skipped unless `strict`. Raises FileError for a folder without logs: a wrong name
    must not look like a folder of valid logs.
    """
    found: list[str] = []
    unlisted: dict[str, str] = {}
    others: list[str] = []
    for path in paths:
        if not os.path.isdir(path):
            found.append(path)
            continue
        below = files_below(path, is_log_name)
        passed = {} if strict else dict.fromkeys(filter(_is_other_json, below.paths))
        logs = [log for log in below.paths if log not in passed]
        if not logs and not below.unlisted:
            but = f" but {skipped_text(passed)}" if passed else ""
            raise FileError(f"{path}: there is no log in it{but}.")
        found.extend(logs)
        others.extend(passed)
        unlisted.update(below.unlisted)
    return Logs(tuple(dict.fromkeys(found)), unlisted, tuple(dict.fromkeys(others)))


def skipped_text(others: Collection[str]) -> str:
    """The number of files that are not logs, in words."""
    return pluralize(len(others), "file that is not a log", "files that are not logs")


def is_below(path: str, folder: str) -> bool:
    """True if a name, or the file that it leads to, is in a folder. Nothing is in a folder that does not exist."""
    try:
        top = os.stat(folder)
    except OSError:
        return False
    own = os.path.join(os.path.realpath(os.path.dirname(path) or os.curdir), os.path.basename(path))
    parents = {parent for name in (own, os.path.realpath(path)) for parent in Path(name).parents}
    return any(os.path.samestat(parent.stat(), top) for parent in parents if parent.exists())


def resolves_below(path: str, folder: str) -> bool:
    """True if everything that a name leads to is in a folder, after all links are followed."""
    try:
        home, real = os.path.realpath(folder or os.curdir), os.path.realpath(path)
        return os.path.commonpath((home, real)) == home
    except ValueError:  # a zero byte; another drive
        return False


def is_log_name(name: str) -> bool:
    """True if the name ends like a log's: `.jsonl` or `.kpack`, perhaps with `.gz` or `.zst`."""
    plain = name.removesuffix(".gz").removesuffix(".zst")
    return plain.endswith(ENDINGS) and not os.path.basename(name).startswith(".")


def path_to_text(path: str) -> str:
    """A file's name as text; bytes that are not UTF-8 are written as `\\udcff`, as a message or JSON shows them."""
    return path.encode("utf-8", "backslashreplace").decode()


def text_to_path(text: str) -> str:
    """The name of a file from its printed text. No file has the six characters `\udcff` in its name."""
    return _BYTE.sub(lambda found: chr(int(found[1], 16)), text)


_BYTE = re.compile(r"\\u(dc[89a-f][0-9a-f])")


def files_below(top: str, wanted: Callable[[str], bool]) -> Logs:
    """The files in a folder whose names are wanted, sorted, with any content; `find_logs` says which folders are
    skipped.
    """
    found: list[str] = []
    unlisted: dict[str, str] = {}
    folders = [top]
    while folders:
        folder = folders.pop()
        try:
            with os_errors(folder, "list"), os.scandir(folder) as listing:
                entries = list(listing)
        except FileError as error:
            unlisted[folder] = str(error)
            continue
        if folder != top and any(entry.name == ENVIRONMENT for entry in entries):
            continue
        for entry in entries:
            if _is_folder(entry):
                if not entry.name.startswith(".") and entry.name not in NOT_GAMES:
                    folders.append(entry.path)
            elif wanted(entry.name) and _is_file(entry):
                found.append(entry.path)
    return Logs(tuple(sorted(found)), unlisted)


def _is_other_json(path: str) -> bool:
    """True if the first line is JSON, but not of a log. False for a file that can't be read: reading it gives the
    reason.
    """
    if ".jsonl" not in os.path.basename(path):
        return False
    try:
        with open_log(path) as file:
            first = file.readline(limits.LINE)
        return _HEADER_KEYS.isdisjoint(decoded(first, dict[str, msgspec.Raw]))
    except (OSError, FileError, BadStream, msgspec.MsgspecError, UnicodeDecodeError):
        return False


_HEADER_KEYS = frozenset(field.encode_name for field in msgspec.structs.fields(Header))


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False


def _is_file(entry: os.DirEntry[str]) -> bool:
    """True for a file; a broken link counts, too, so that reading it reports the error."""
    try:
        mode = entry.stat().st_mode
    except OSError:
        return True
    return stat.S_ISREG(mode)
