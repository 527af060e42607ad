"""Tables of Tides of Time."""

from __future__ import annotations

from kronika.core.games.tides import GAME
from support.playing import Tables

TABLES = Tables(GAME, ("Anna", "Bob"), 2)
start, place = TABLES.start, TABLES.place
