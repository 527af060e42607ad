"""Cells, leaders and tiles of Tigris & Euphrates as the platform names them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, cast

from kronika.core.contract.twins import twin
from kronika.core.games.tigris.actions import Draw, Swap
from kronika.core.games.tigris.board import COLOUR_INDEX, LEADERS, Cell, Leader
from kronika.core.games.tigris.state import HAND
from kronika.logs.imports.bga.tigris.start import cell_at
from kronika.logs.imports.values import Args


def cell_of(args: Args) -> Cell:
    """The cell in the column `x` and the row `y`, both from 0. Raises LogError if there is none."""
    found = cell_at(args.number("x"), args.number("y"))
    return cast(Cell, args.refuse("`x` and `y` are not a cell of the board.")) if found is None else found


def tiles_in(args: Args, name: str = "count", *, least: int = 1) -> int:
    """A number of tiles from `least` to the size of a hand. Raises LogError."""
    count = args.number(name)
    return (
        count if count in range(least, HAND + 1) else int(args.refuse(f"`{name}` is not a number of tiles of a hand."))
    )


def leader_of(colour: str) -> Leader:
    """The leader of a colour."""
    return LEADERS[COLOUR_INDEX[colour]]


def draw_of(seat: int, tiles: Sequence[str | None]) -> Any:
    """A draw of these tiles; a tile that was not seen is None."""
    return _counted(Draw, tiles, seat=seat)


def swap_of(tiles: Sequence[str | None]) -> Any:
    """A swap of these tiles; a tile that was not seen is None."""
    return _counted(Swap, tiles)


def _counted(kind: Any, tiles: Sequence[str | None], **more: Any) -> Any:
    counts = Counter(tiles)
    unseen = counts.pop(None, 0)
    known = {str(colour): n for colour, n in counts.items()} | more
    return cast(Any, twin(kind))(**known, unseen=unseen) if unseen else kind(**known)
