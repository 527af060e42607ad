"""The paper on which a table is rendered as text: its width, its colours, and which boards are shown in full."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from itertools import zip_longest
from textwrap import wrap

from msgspec import Struct

from kronika.core.basics.columns import columns_of, gathered, spread
from kronika.core.basics.palette import DYES

SCREEN = 21
"""The most lines of a table on a terminal of 24 lines: the others are for an empty line, a prompt and the input."""
_NARROWEST = 20
_CODES = {"bold": "1", "dim": "2", "marked": "7", **{name: dye.code for name, dye in DYES.items()}}
_CODE = "|".join(_CODES.values())
RESET = "\x1b[0m"
"""The escape sequence that ends all styles."""
INK = re.compile(rf"(\x1b\[(?:0|(?:{_CODE})(?:;(?:{_CODE}))*)m)")
"""The escape sequences that `Paper.ink` writes, and no others."""


class Paper(Struct, frozen=True):
    """The width in columns, and whether ANSI colours may be used. The default is 80 columns without colours.

    `whole` are the seats whose boards are shown in full, or None for all. A game may render each other board in one
    line; the common parts of the table are always shown in full. `level` is how much detail is omitted, from 0 for
    none; with None, a game omits as much as `first_fitting` says.
    """

    width: int = 80
    colour: bool = False
    whole: Collection[int] | None = None
    level: int | None = None

    @property
    def plain(self) -> Paper:
        """The same paper without colours."""
        return Paper(self.width, False, self.whole, self.level)

    def shows(self, seat: int) -> bool:
        """Whether the board of this seat is shown in full."""
        return self.whole is None or seat in self.whole

    def ink(self, text: str, *styles: str) -> str:
        """Return `text` in `styles`: `bold`, `dim`, `marked`, a colour. Unchanged on paper without colours."""
        if not (self.colour and text and styles):
            return text
        return f"\x1b[{';'.join(_CODES[style] for style in styles)}m{text}{RESET}"

    def explained(self, signs: Mapping[str, str]) -> str:
        """Return a legend: each sign in a line, with its meaning in a second column."""
        width = max(map(display_width, signs)) + 2
        return "\n".join(self.beside(sign.ljust(width), text) for sign, text in signs.items())

    def beside(self, head: str, text: str) -> str:
        """Return `head` followed by `text`, which is wrapped to the remaining columns with a hanging indent."""
        indent = display_width(head)
        room = max(self.width - indent, _NARROWEST)
        lines = wrap(spread(text), room, break_long_words=False, break_on_hyphens=False)
        return head + gathered(("\n" + " " * indent).join(lines))

    def row(self, head: str, words: Iterable[str], glue: str = "  ") -> str:
        """Return `head` followed by `words`, joined by `glue`, in as many lines as needed. No word is broken.

        The words may contain the codes of `ink`.
        """
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
        """Return a headline: bold, wrapped to the width."""
        return "\n".join(self.ink(line, "bold") for line in self.beside("", text).split("\n"))

    def cut(self, text: str) -> str:
        """Return plain text cut to the width; if something is cut off, it ends in `…`."""
        return text if columns_of(text) <= self.width else gathered(spread(text)[: self.width - 1]) + "…"

    def first_fitting(self, drawings: Iterable[str]) -> str:
        """Return the first of `drawings`, ordered from full to short, that leaves room for a prompt, else the last.

        If all boards are shown in full, return the first one. If the paper has a `level`, return the drawing with this
        number, or the last one.
        """
        drawn = ""
        for number, drawn in enumerate(drawings):
            if self.level is not None:
                if number == self.level:
                    break
            elif self.whole is None or drawn.count("\n") < SCREEN:
                break
        return drawn


def display_width(line: str) -> int:
    """The width of a line in columns, not counting the codes of `Paper.ink`."""
    return columns_of(INK.sub("", line))


def side_by_side(left: Iterable[str], right: Iterable[str], width: int) -> list[str]:
    """The lines of two columns side by side. The right one begins at column `width`; all lines on the left are shorter.

    Lines may contain the codes of `Paper.ink`.
    """
    pairs = zip_longest(_lines(left), _lines(right), fillvalue="")
    return [f"{a}{' ' * (width - display_width(a))}{b}".rstrip() for a, b in pairs]


def _lines(blocks: Iterable[str]) -> list[str]:
    return [line for block in blocks for line in block.split("\n")]
