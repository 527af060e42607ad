"""Faults planted in a sound little game, and the test of the suite that finds each."""

from __future__ import annotations

from typing import Any

from support.suite import failure
from support.tiny import Tiny


class Planted(dict[str, tuple[str, dict[str, Any]]]):
    """What each fault is: the test that finds it, and the parts of the sound game that are replaced."""

    def plant(self, what: str, found_by: str, **parts: Any) -> None:
        self[what] = (found_by, parts)

    def found(self, what: str) -> BaseException | None:
        """What the suite says of the game with this fault."""
        found_by, parts = self[what]
        game: Tiny = type("Faulty", (Tiny,), {**parts, "__module__": Tiny.__module__})()  # beside its SPEC
        return failure(game, found_by)
