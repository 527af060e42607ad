"""The colours of tiles, leaders and other pieces on a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

INK: Final[Mapping[str, str]] = {"red": "red", "black": "black", "blue": "blue", "green": "green"}
"""By colour of a tile or leader: the name of its ink."""
RIVER: Final = "cyan"
MARK: Final = "yellow"
"""The ink of treasures, buildings and the unification tile."""
WRECK: Final = "magenta"
"""The ink of catastrophes."""
