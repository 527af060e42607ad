"""When this process loaded which code: what has changed on the disk since is not what runs here."""

from __future__ import annotations

from time import time_ns
from typing import Final

from kronika.core import _LOADED

IMPORTED_AT: Final[dict[str, int]] = {"kronika": _LOADED}
"""By package, or module that lies in none: nanoseconds since 1970. Kronika itself, games and bots of others."""


def note_import(module: str) -> None:
    """Notes that a module is imported now, unless its package was before."""
    IMPORTED_AT.setdefault(package_of(module), time_ns())


def package_of(module: str) -> str:
    """The package in which a module lies, or the module itself: `my` of `my.bots`."""
    return module.partition(".")[0]
