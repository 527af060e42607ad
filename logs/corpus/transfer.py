"""Copies and moves logs to another folder: never over an existing file, never half a log."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress

from kronika.logs.files.faults import FileError
from kronika.logs.files.pack import packed_address
from kronika.logs.files.streams import display_name, os_errors
from kronika.logs.files.writing import create_file, open_locked, read_unlocked


def copy(source: str, goal: str) -> None:
    """Copy a log with its times and permissions: completely, while nobody writes to it, or not at all.

    Raises FileError, also if the new name exists.
    """
    _refuse_part(source)
    data = read_unlocked(source)
    _make_folder(goal)
    _create(source, goal, data)


def move(source: str, goal: str) -> None:
    """Move a log, even to another disk: it is removed here only when it is complete there. Raises FileError as `copy`.

    It is locked meanwhile. If another program writes to it all the same, nothing is lost: the log stays here. A link is
    never moved, since elsewhere it could lead nowhere.
    """
    _refuse_part(source)
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


def _refuse_part(source: str) -> None:
    """Raises FileError for one log in a file of many, which is no file to copy or to move."""
    if packed_address(source):
        raise FileError(
            f"{display_name(source)}: is in a file of many logs, and stays there: `kronika convert` copies it."
        )


def _create(source: str, goal: str, data: bytes) -> None:
    create_file(goal, data)
    with suppress(OSError):  # not every file system has them
        shutil.copystat(source, goal)


def _make_folder(goal: str) -> None:
    with os_errors(goal, "write"):
        os.makedirs(os.path.dirname(goal) or ".", exist_ok=True)
