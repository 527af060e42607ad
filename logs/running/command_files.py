"""The programs of other people that this process uses, as far as they are files here."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Final

_FILES: Final[set[str]] = set()


def note_command(words: Iterable[str], folder: str = "") -> None:
    """Note that a command is started in a folder, by default this one, and the files that its words name."""
    _FILES.update(filter(os.path.isfile, (os.path.abspath(os.path.join(folder, word)) for word in words)))


def command_files() -> list[str]:
    """The noted files in the working folder, by their paths from it with `/`.

    Installed programs do not count: another build of an interpreter is not another program.
    """
    here = os.path.join(os.getcwd(), "")
    return [path.removeprefix(here).replace(os.sep, "/") for path in sorted(_FILES) if path.startswith(here)]
