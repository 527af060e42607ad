"""Searches for logs: the named files, and those in the named folders."""

from __future__ import annotations

import os
import re
import stat
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import accumulate
from pathlib import Path
from typing import overload

import msgspec
from msgspec import Struct

from kronika.core.basics import limits
from kronika.core.basics.nesting import decoded
from kronika.core.basics.text import pluralize
from kronika.core.sessions.events import Header
from kronika.logs.files.faults import FileError
from kronika.logs.files.pack import is_pack, open_pack
from kronika.logs.files.packed import CorruptPack, is_packed_name
from kronika.logs.files.streams import BadStream, open_log, os_errors

ENDINGS = (".jsonl", ".kpack")
NOT_GAMES = ("node_modules",)
"""Folders of other programs that are skipped, besides virtual environments and folders that begin with a dot."""
ENVIRONMENT = "pyvenv.cfg"
"""The file that marks a folder as a virtual environment of Python."""


class Addresses(Sequence[str]):
    """The addresses of the logs in some files, where a file of many logs has several. They are made on demand.

    `relative` is the folder from which they are to start, if they are.
    """

    def __init__(self, files: Sequence[str], counts: Sequence[int], relative: str = "") -> None:
        """`counts` is the number of logs of each file, 0 for a file that is one log."""
        self._files = files
        self._counts = counts
        self._ends = list(accumulate(max(1, count) for count in counts))
        self._relative = relative

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[str]: ...
    def __getitem__(self, at: int | slice) -> str | Sequence[str]:
        if isinstance(at, slice):
            return [self[one] for one in range(*at.indices(len(self)))]
        at = range(len(self))[at]
        number = bisect_right(self._ends, at)
        name = os.path.relpath(self._files[number], self._relative) if self._relative else self._files[number]
        return f"{name}#{at + 1 - (self._ends[number - 1] if number else 0)}" if self._counts[number] else name

    def from_folder(self, folder: str) -> Addresses:
        """The same addresses, as they are from a folder."""
        return Addresses(self._files, self._counts, folder)


class Logs(Struct, frozen=True):
    """The logs found, and the folders that could not be listed, each with a sentence that says why.

    `paths` are their addresses: `games.kpack#57` in a file of many logs. `others` are the skipped files that are named
    like logs but are something else. `files` are the files that the logs are in.
    """

    paths: Sequence[str]
    unlisted: dict[str, str] = {}
    others: tuple[str, ...] = ()
    files: tuple[str, ...] = ()


def find_logs(paths: Iterable[str], *, strict: bool = False) -> Logs:
    """The named files, and for each folder every log in it by its name's ending, sorted; each file once. A file of
    many logs, wherever it is, stands for all of them.

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
    files = tuple(dict.fromkeys(found))
    return Logs(addresses_of(files), unlisted, tuple(dict.fromkeys(others)), files)


def addresses_of(files: tuple[str, ...]) -> Sequence[str]:
    """The addresses of all logs in some files."""
    counts = list(map(_logs_within, files))
    return Addresses(files, counts) if any(counts) else files


def _logs_within(path: str) -> int:
    """The number of logs in a file of many; 0 for any other file, and for one that is empty or can't be read."""
    if not is_packed_name(path) or not is_pack(path):
        return 0
    try:
        pack = open_pack(path)
    except (FileError, CorruptPack):
        return 0
    count = pack.logs + bool(pack.unread)
    return 0 if count == 1 else count


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
