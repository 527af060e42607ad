"""Copies and moves logs to another folder: never over an existing file, never half a log."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from types import TracebackType

from kronika.logs.files.addresses import file_of
from kronika.logs.files.faults import FileError
from kronika.logs.files.notify import Notify
from kronika.logs.files.pack_blocks import content_digest
from kronika.logs.files.pack_changing import change_logs
from kronika.logs.files.pack_writing import PackWriter, new_pack
from kronika.logs.files.sources import place_in, read_stored, stored_log
from kronika.logs.files.streams import display_name, os_errors
from kronika.logs.files.writing import create_file, open_locked, read_unlocked


class Copies:
    """Copies of logs in another folder, each under its path from `folder`; `made` counts those that are complete.

    Logs of a file of many come together into a new file of many of its name. It is complete when a log of another file
    follows, or at the end of the context. `tell` gets a sentence about a log or a file that could not be copied.
    """

    def __init__(self, folder: str, target: str, tell: Notify) -> None:
        self._folder = folder
        self._target = target
        self._tell = tell
        self._file = ""
        self._stack = ExitStack()
        self._writer: PackWriter | None = None
        self._added = 0
        self.made = 0

    def __enter__(self) -> Copies:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self._finish()
        else:
            self._stack.__exit__(kind, error, trace)

    def add(self, path: str) -> None:
        """Copy one more log."""
        address = os.path.join(self._folder, path)
        file = file_of(address)
        try:
            if file != self._file:
                self._finish()
            if file == address:
                copy(address, os.path.join(self._target, path))
                self.made += 1
            else:
                self._add(file, address)
        except FileError as error:
            self._tell(str(error))

    def _add(self, file: str, address: str) -> None:
        if file != self._file:
            self._file = file
            goal = os.path.join(self._target, os.path.relpath(file, self._folder or os.curdir))
            _make_folder(goal)
            self._writer = self._stack.enter_context(new_pack(goal))
        if self._writer is not None:
            log = stored_log(address)
            self._writer.add(read_stored(log), log.name)
            self._added += 1

    def _finish(self) -> None:
        """Complete the file of many that is in the making."""
        added, self._added, self._file, self._writer = self._added, 0, "", None
        try:
            self._stack.close()
        except FileError as error:
            self._tell(str(error))
        else:
            self.made += added


def move_logs(source: str, addresses: Sequence[str], goal: str) -> None:
    """Move logs of a file of many into a new file of many: they are taken out only when they are safe there.

    Raises FileError, also if the new name exists, or the file changes meanwhile: then the logs are in both.
    """
    if os.path.islink(source):
        raise FileError(f"{display_name(source)}: is a link to another file; it is left as it is.")
    moved: dict[int, bytes] = {}
    _make_folder(goal)
    with new_pack(goal) as writer:
        for address in addresses:
            log = stored_log(address)
            data = read_stored(log)
            writer.add(data, log.name)
            moved[place_in(address)] = content_digest(data)

    def taken_out(place: int, log: bytes) -> None:
        if content_digest(log) != moved[place]:
            why = f"has changed meanwhile: its logs stay, and copies of them are in {display_name(goal)}"
            raise FileError(f"{display_name(source)}: {why}.")

    change_logs(source, moved, taken_out)


def copy(source: str, goal: str) -> None:
    """Copy a log with its times and permissions: completely, while nobody writes to it, or not at all.

    Raises FileError, also if the new name exists.
    """
    data = read_unlocked(source)
    _make_folder(goal)
    _create(source, goal, data)


def move(source: str, goal: str) -> None:
    """Move a log, even to another disk: it is removed here only when it is complete there. Raises FileError as `copy`.

    It is locked meanwhile. If another program writes to it all the same, nothing is lost: the log stays here. A link is
    never moved, since elsewhere it could lead nowhere.
    """
    if os.path.islink(source):
        raise FileError(f"{display_name(source)}: is a link to another file; it is left as it is.")
    with open_locked(source, "move") as file:
        file.undone = "It was not moved."
        _make_folder(goal)
        try:
            os.link(source, goal, follow_symlinks=False)  # unlike a rename it never takes another file's place
        except OSError:  # there is something, or no such link can be
            _create(source, goal, file.read())
        try:
            file.unlink()
        except BaseException:
            if not file.done:
                with suppress(OSError):
                    file.close_quietly()
                    os.unlink(goal)
            raise


def _create(source: str, goal: str, data: bytes) -> None:
    create_file(goal, data)
    with suppress(OSError):  # not every file system has them
        shutil.copystat(source, goal)


def _make_folder(goal: str) -> None:
    with os_errors(goal, "write"):
        os.makedirs(os.path.dirname(goal) or ".", exist_ok=True)
