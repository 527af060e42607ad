"""The colours that games draw with: what each name means on a terminal and in a picture.

Which colour a thing of a game has stands in that game's `palette.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple


class Dye(NamedTuple):
    """A colour: its number among the 256 of a terminal, and its hex for pictures and plots."""

    number: int
    hex: str

    @property
    def code(self) -> str:
        """What selects it, within an escape of a terminal."""
        return f"38;5;{self.number}"


# The numbers are above 15, which no terminal dyes by its theme, and of middle lightness: 3:1 at least on black and on
# white, as WCAG 1.4.11 asks for. Plain yellow has 1.1:1 on white, plain blue 2.4:1 on black.
DYES: Final[Mapping[str, Dye]] = {
    "red": Dye(160, "#d32f2f"),
    "green": Dye(28, "#2e7d32"),
    "yellow": Dye(136, "#b8860b"),
    "blue": Dye(27, "#1c74cc"),
    "magenta": Dye(164, "#a64ac9"),
    "cyan": Dye(31, "#00838f"),
    "black": Dye(243, "#2b2b30"),
}
"""By name. `black` is a grey on a terminal, whose ground may be black."""
