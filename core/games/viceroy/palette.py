"""The colours of gems and segments on a terminal and in pictures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

INK: Final[Mapping[str, str]] = {"blue": "blue", "red": "red", "green": "green", "yellow": "yellow"}
"""By colour of a gem: the name of a colour of `core.basics.palette`."""
