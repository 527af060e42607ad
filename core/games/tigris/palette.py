"""The colours of tiles, leaders and what lies on the board, on a terminal and in a picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

INK: Final[Mapping[str, str]] = {"red": "red", "black": "black", "blue": "blue", "green": "green"}
"""By colour of a tile or leader: a name of `core.palette`."""
RIVER: Final = "cyan"
MARK: Final = "yellow"
"""Treasures, buildings, the unification tile."""
WRECK: Final = "magenta"
"""A catastrophe."""
