"""The colours of the players' stones, on a terminal and in a picture."""

from __future__ import annotations

from typing import Final

INK: Final = ("blue", "yellow", "magenta", "green")
"""By seat: a name of `core.palette`."""
