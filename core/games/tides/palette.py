"""The colours of the suits on a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kronika.core.games.tides.cards import Suit

INK: Final[Mapping[Suit, str]] = {
    "palace": "yellow",
    "library": "blue",
    "garden": "green",
    "stronghold": "red",
    "temple": "magenta",
}
"""By suit: the name of its ink."""
