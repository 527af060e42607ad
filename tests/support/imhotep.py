"""Tables of Imhotep."""

from __future__ import annotations

from kronika.core.games.imhotep import GAME
from support.playing import Tables

NAMES = ("Wanda", "Klara", "Bruno", "Gita")
TABLES = Tables(GAME, NAMES, 4)
start, place = TABLES.start, TABLES.place
