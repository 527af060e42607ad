"""When this process imported which package: source files that changed later are not what runs here."""

from __future__ import annotations

from time import time_ns
from typing import Final

from kronika.core import _LOADED

IMPORTED_AT: Final[dict[str, int]] = {"kronika": _LOADED}
"""Import times in nanoseconds since 1970, by top-level package or module: Kronika, and games and bots of others."""


def note_import(module: str) -> None:
    """Record that the package of `module` is imported now, unless it is recorded already."""
    IMPORTED_AT.setdefault(package_of(module), time_ns())


def package_of(module: str) -> str:
    """The top-level package of a module, or the module itself: `my` for `my.bots`."""
    return module.partition(".")[0]
