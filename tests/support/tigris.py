"""Tables of Tigris & Euphrates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kronika.core.games.tigris import GAME
from kronika.core.sessions.session import Session
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

RIVER = {
    "classic": "E1 F1 G1 H1 I1 M1 E2 M2 D3 E3 M3 N3 A4 B4 C4 D4 N4 O4 P4 O5 P5 O6 A7 B7 C7 D7 M7 N7 O7 "
    "D8 E8 F8 G8 M8 G9 H9 I9 J9 K9 L9 M9",
    "advanced": "C1 D1 P1 C2 D2 P2 C3 D3 P3 C4 M4 N4 O4 P4 C5 M5 C6 M6 C7 D7 M7 N7 D8 "
    "E8 F8 N8 F9 G9 H9 N9 G10 H10 I10 J10 K10 L10 M10 N10 G11",
}
"""By board, from the rulebook's maps (TE-1.1)."""
