"""The colours of the cards on a terminal and in pictures."""

from __future__ import annotations

from typing import Final

INK: Final = ("yellow", "red", "green", "magenta", "cyan")
"""By type of card (city, megalith, pyramid, artifact, technology): the name of a colour of `core.basics.palette`."""
