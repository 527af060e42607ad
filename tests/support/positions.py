"""Positions with a name: the beginning, the middle and the end of recorded games, with two to four players."""

from __future__ import annotations

from functools import cache
from typing import Final

from kronika.core.drawing.picture import Picture, draw
from kronika.core.sessions.session import Session
from kronika.logs.replaying.replay import load
from support.playouts import ROOT

POSITIONS: Final = {
    "tides start": ("tides/real-table", 4, 0),
    "tides middle": ("tides/real-table", 9, None),
    "tides end": ("tides/shared-victory", 41, None),
    "imhotep start": ("imhotep/side-a-4", 6, 1),
    "imhotep middle": ("imhotep/side-a-4", 70, None),
    "imhotep side b": ("imhotep/side-b-3", 110, 0),
    "imhotep end": ("imhotep/side-a-4", 135, None),
    "viceroy start": ("viceroy/two-and-a-virtual", 12, 0),
    "viceroy middle": ("viceroy/two-and-a-virtual", 90, 1),
    "viceroy end": ("viceroy/four", 283, 0),
    "ancient_knowledge start": ("ancient_knowledge/two", 30, 0),
    "ancient_knowledge middle": ("ancient_knowledge/two", 170, 1),
    "ancient_knowledge end": ("ancient_knowledge/teams", 620, 0),
    "tigris start": ("tigris/three-classic-buildings", 10, 0),
    "tigris middle": ("tigris/three-classic-buildings", 120, 2),
    "tigris end": ("tigris/four-advanced", 228, None),
}
"""The log, the record after which it is, and who looks: a seat, or the referee."""


@cache
def _game(log: str) -> Session:
    return load(str(ROOT / "fixtures" / "games" / f"{log}.jsonl"))


def pictured(name: str) -> Picture:
    """What is drawn of a position with a name."""
    log, record, viewer = POSITIONS[name]
    session = _game(log)
    view = session.game.view(session.at(record), viewer)
    return draw(session.game, view, session.players, bottom=viewer)
