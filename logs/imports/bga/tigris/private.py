"""Private notifications in a game of Tigris & Euphrates: the tiles that players draw and discard."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

from kronika.core.games.tigris.board import COLOURS
from kronika.logs.imports.notices import Notice
from kronika.logs.imports.values import as_int


class Private:
    """The private information of the players, in order, by kind of notification, move and player."""

    def __init__(self) -> None:
        self.rows: dict[tuple[str, str, str], deque[Any]] = {}

    def add(self, notice: Notice, what: Any) -> None:
        """Add the contents of a private notification."""
        self.rows.setdefault((notice.kind, notice.move, notice.private), deque()).append(what)

    def next(self, kind: str, notice: Notice, who: str) -> Any:
        """Remove and return the next contents for a move of one player; None if there are none."""
        rows = self.rows.get((kind, notice.move, who))
        return rows.popleft() if rows else None


def private_draws(notices: Sequence[Notice]) -> Private:
    """The tiles of all private draws, with their numbers and colours, and the numbers of the discarded tiles."""
    found = Private()
    for notice in notices:
        if notice.private and notice.kind == "discard":
            rows = notice.args.get("tile_ids")
            found.add(notice, [as_int(row) for row in rows] if isinstance(rows, list) else [])
        elif notice.private and notice.kind == "drawTiles":
            tiles = notice.args.get("tiles")
            rows = [row for row in tiles if isinstance(row, Mapping)] if isinstance(tiles, list) else []
            found.add(notice, [(as_int(row.get("id")), row.get("kind")) for row in rows if row.get("kind") in COLOURS])
    return found
