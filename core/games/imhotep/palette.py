"""The colours of the players' stones on a terminal."""

from __future__ import annotations

from typing import Final

INK: Final = ("blue", "yellow", "magenta", "green")
"""By seat: the name of the ink of its stones."""
