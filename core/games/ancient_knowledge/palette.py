"""The colours of the cards, on a terminal and in a picture."""

from __future__ import annotations

from typing import Final

INK: Final = ("yellow", "red", "green", "magenta", "cyan")
"""By type of card (city, megalith, pyramid, artifact, technology): a name of `core.palette`."""
