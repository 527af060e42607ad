"""Copying and moving logs to another folder: never over a file that is there, never half a log."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress

from kronika.core import limits
from kronika.core.limits import in_words
from kronika.logs.faults import FileTrouble
from kronika.logs.files import trouble
from kronika.logs.writing import create


def copy(source: str, goal: str) -> None:
    """Copies a log with its times and permissions: whole, or not at all.

    Raises FileTrouble, also when there is something under the new name.
    """
    with trouble(source, "read"), open(source, "rb") as file:
        data = file.read(limits.LOG + 1)
    if len(data) > limits.LOG:
        raise FileTrouble(f"{source}: has more than {in_words(limits.LOG)}, the most that is copied of a log.")
    _make_folder(goal)
    create(goal, data)
    with suppress(OSError):  # not every file system has them
        shutil.copystat(source, goal)


def move(source: str, goal: str) -> None:
    """Moves a log, to another disk too: it is gone here only when it is whole there. Raises FileTrouble as `copy`."""
    _make_folder(goal)
    try:
        os.link(source, goal, follow_symlinks=False)  # unlike a rename it never takes another file's place
    except OSError:  # there is something, or no such link can be
        copy(source, goal)
    with trouble(source, "remove"):
        os.unlink(source)


def _make_folder(goal: str) -> None:
    with trouble(goal, "write"):
        os.makedirs(os.path.dirname(goal) or ".", exist_ok=True)
