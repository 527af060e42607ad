"""The signs of this game: one for each type of card and kind of technology, and those for numbers."""

from __future__ import annotations

from functools import cache
from typing import Final

from kronika.core.drawing.shapes import circle, path, rect, text_line, translated
from kronika.core.games.ancient_knowledge.cards import FACTS, TYPE, TYPES
from kronika.core.games.ancient_knowledge.palette import INK

SIGN: Final = 14
"""Width and height of the sign of a card."""

_TYPES: Final = (
    "M1 13V3H3V1H5V3H9V1H11V3H13V13H9V9H5V13Z",
    "M0 2H14V5H12V13H9V5H5V13H2V5H0Z",
    "M7 1L14 13H0Z",
    "M5 1H9V4Q13 6 12 9Q11 13 7 13Q3 13 2 9Q1 6 5 4Z",
)
"""By type: a gate, a dolmen, a pyramid, a jar."""
_KINDS: Final = {
    "ancient": "M1 1H13V4H11V10H13V13H1V10H3V4H1Z",
    "writing": "M2 1H12V13H2ZM4 4V5H10V4ZM4 7V8H10V7ZM4 10V11H8V10Z",
    "secret": "M0 7Q7 -2 14 7Q7 16 0 7ZM7 4Q4 4 4 7Q4 10 7 10Q10 10 10 7Q10 4 7 4Z",
}
"""By kind of technology: a column, a tablet, an eye; inner outlines are cut out."""
_STAR: Final = path("M5 0L6.5 3.4L10 3.8L7.4 6.2L8.1 9.8L5 8L1.9 9.8L2.6 6.2L0 3.8L3.5 3.4Z", "soft")

LOCK: Final = path("M0 5H8V11H0Z", "soft") + path("M1.5 5V3Q1.5 1 4 1Q6.5 1 6.5 3V5", "", "soft", thick=1.5)
"""A lock, 8 units wide: the card can't be created on another slot (AK-3.2)."""


@cache
def sign(code: int) -> str:
    """The sign of a card, 14 units across, in the colour of its type."""
    kind = TYPE[code]
    if kind < len(TYPES):
        return path(_TYPES[kind], INK[kind])
    return path(_KINDS[FACTS[code].kind or ""], INK[kind]).replace("/>", ' fill-rule="evenodd"/>')


def points(n: int, right: float, y: float) -> str:
    """The printed points, a star and a number, with the baseline at `y`."""
    left = right - 7 * len(str(n))
    return translated(left - 12, y - 9.5, _STAR) + text_line(right, y, str(n), 12, "soft", anchor="end")


def cost(n: int, x: float, y: float) -> str:
    """The number of cards to discard, on a small card."""
    return rect(x, y, 11, 14, "ground", "ink", r=2) + text_line(x + 5.5, y + 11.5, str(n), 13, anchor="middle")


def knowledge(n: int, x: float, y: float, r: float = 7.5) -> str:
    """An amount of knowledge on its token, with its centre at (x, y)."""
    size = 12 if r >= 9 and n < 10 else 11
    number = text_line(x, y + 0.36 * size, str(n), size, "on-back", anchor="middle", bold=True)
    return circle(x, y, r, "back", "ink") + number
