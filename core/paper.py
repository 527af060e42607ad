"""What a table is drawn on: how wide it is, whether it takes colour, and whose boards stand on it whole."""

from __future__ import annotations

import re
from collections.abc import Collection
from textwrap import wrap

from msgspec import Struct

_NARROWEST = 20
_CODES = {
    "bold": "1",
    "dim": "2",
    "red": "31",
    "green": "32",
    "yellow": "33",
    "blue": "34",
    "magenta": "35",
    "cyan": "36",
}
_CODE = "|".join(_CODES.values())
INK = re.compile(rf"(\x1b\[(?:0|(?:{_CODE})(?:;(?:{_CODE}))*)m)")
"""The codes that `Paper.ink` writes, and no others."""


class Paper(Struct, frozen=True):
    """Columns available and whether ANSI colours may be used. The default is plain and 80 wide.

    `whole` are the seats whose boards are wanted whole, None: all of them. A game that can say the others' boards in a
    line each does so; what all have in common is always whole.
    """

    width: int = 80
    colour: bool = False
    whole: Collection[int] | None = None

    def shows(self, seat: int) -> bool:
        """Is the board of this seat wanted whole?"""
        return self.whole is None or seat in self.whole

    def ink(self, text: str, *styles: str) -> str:
        """`text` in the given styles (`bold`, `dim`, `red`, …); unchanged on paper without colour."""
        if not (self.colour and text and styles):
            return text
        return f"\x1b[{';'.join(_CODES[style] for style in styles)}m{text}\x1b[0m"

    def beside(self, head: str, text: str) -> str:
        """`head` and, right of it, `text` in the columns that are left: its further lines stand below its first."""
        indent = len(INK.sub("", head))
        lines = wrap(text, max(self.width - indent, _NARROWEST), break_long_words=False, break_on_hyphens=False)
        return head + ("\n" + " " * indent).join(lines)
