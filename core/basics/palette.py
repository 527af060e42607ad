"""The colours of games by name, for terminals and pictures.

The `palette.py` of a game says which of them its pieces have.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple


class Dye(NamedTuple):
    """A colour: its number among the 256 colours of a terminal, and its hex code for pictures and plots."""

    number: int
    hex: str

    @property
    def code(self) -> str:
        """The parameters that select it as foreground colour in an escape sequence of a terminal."""
        return f"38;5;{self.number}"


# The numbers are above 15, because terminal themes change the colours below. All have a medium lightness, with a
# contrast of at least 3:1 on black and on white, as WCAG 1.4.11 requires. Plain yellow has 1.1:1 on white, plain blue
# 2.4:1 on black.
DYES: Final[Mapping[str, Dye]] = {
    "red": Dye(160, "#d32f2f"),
    "green": Dye(28, "#2e7d32"),
    "yellow": Dye(136, "#b8860b"),
    "blue": Dye(63, "#1c74cc"),
    "magenta": Dye(164, "#a64ac9"),
    "cyan": Dye(31, "#00838f"),
    "black": Dye(243, "#2b2b30"),
}
"""The colours by name. `black` is a grey on terminals, because their background may be black."""
