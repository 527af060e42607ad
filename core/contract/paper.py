"""What a table is drawn on: how wide it is, whether it takes colour, and whose boards stand on it whole."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from itertools import zip_longest
from textwrap import wrap

from msgspec import Struct

from kronika.core.basics.palette import DYES

SCREEN = 21
"""Lines that a table may have beside an empty one, a prompt and the answer's line on a terminal of 24."""
_NARROWEST = 20
_CODES = {"bold": "1", "dim": "2", **{name: dye.code for name, dye in DYES.items()}}
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
        """`text` in `bold`, `dim` and a colour of the palette; unchanged without any, or on paper without colour."""
        if not (self.colour and text and styles):
            return text
        return f"\x1b[{';'.join(_CODES[style] for style in styles)}m{text}\x1b[0m"

    def explained(self, signs: Mapping[str, str]) -> str:
        """Signs, and what each means in a column right of the longest: a legend."""
        width = max(map(display_width, signs)) + 2
        return "\n".join(self.beside(sign.ljust(width), text) for sign, text in signs.items())

    def beside(self, head: str, text: str) -> str:
        """`head` and, right of it, `text` in the columns that are left: its further lines stand below its first."""
        indent = display_width(head)
        lines = wrap(text, max(self.width - indent, _NARROWEST), break_long_words=False, break_on_hyphens=False)
        return head + ("\n" + " " * indent).join(lines)

    def row(self, head: str, words: Iterable[str], glue: str = "  ") -> str:
        """`head` and, right of it, whole words, inked or not, in as many lines as they need."""
        indent = display_width(head)
        lines: list[str] = []
        line = ""
        for word in words:
            if line and indent + display_width(line) + len(glue) + display_width(word) > self.width:
                lines.append(line)
                line = ""
            line += glue + word if line else word
        return (head + ("\n" + " " * indent).join([*lines, line])).rstrip()

    def title(self, text: str) -> str:
        """A headline: bold, in as many lines as it needs."""
        return "\n".join(self.ink(line, "bold") for line in self.beside("", text).split("\n"))

    def cut(self, text: str) -> str:
        """As much of plain text as a line holds."""
        return text if len(text) <= self.width else text[: self.width - 1] + "…"

    def first_fitting(self, drawings: Iterable[str]) -> str:
        """The first of drawings, from the fullest to the shortest, that leaves a prompt its place, else the last.

        Where all boards are wanted whole, the fullest.
        """
        drawn = ""
        for drawn in drawings:
            if self.whole is None or drawn.count("\n") < SCREEN:
                break
        return drawn


def display_width(line: str) -> int:
    """How wide a line is, inked or not."""
    return len(INK.sub("", line))


def side_by_side(left: Iterable[str], right: Iterable[str], width: int) -> list[str]:
    """Two columns of lines, inked or not; the right one begins at column `width`, which no line of the left reaches."""
    pairs = zip_longest(_lines(left), _lines(right), fillvalue="")
    return [f"{a}{' ' * (width - display_width(a))}{b}".rstrip() for a, b in pairs]


def _lines(blocks: Iterable[str]) -> list[str]:
    return [line for block in blocks for line in block.split("\n")]
