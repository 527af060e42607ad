"""The programs of other people that this process plays with or asks, as far as they are files here."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Final

_FILES: Final[set[str]] = set()


def note_command(words: Iterable[str], folder: str = "") -> None:
    """Notes that a command is started in a folder, by default this one: what files its words name."""
    _FILES.update(filter(os.path.isfile, (os.path.abspath(os.path.join(folder, word)) for word in words)))


def command_files() -> list[str]:
    """Those of the working folder, by their paths from it with `/`.

    What a machine has installed is its own affair: an interpreter of another make is no other program.
    """
    here = os.path.join(os.getcwd(), "")
    return [path.removeprefix(here).replace(os.sep, "/") for path in sorted(_FILES) if path.startswith(here)]
