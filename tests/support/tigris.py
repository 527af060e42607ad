"""Tables of Tigris & Euphrates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kronika.core.games.tigris import GAME
from kronika.core.session import Session
from support.playing import Tables


class Dynasties(Tables):
    """Players are named after their dynasties."""

    def place(
        self, players: int | Sequence[str] | None = None, options: Mapping[str, Any] | None = None, **given: Any
    ) -> Session:
        """A game that stands as it is given, in the keys of an example."""
        names = self._named(players)
        return super().place(names, {"dynasties": [name.lower() for name in names], **(options or {})}, **given)


TABLES = Dynasties(GAME, ("Lion", "Archer", "Bull", "Potter"), 4)
place = TABLES.place
