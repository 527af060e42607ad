"""Shapes as SVG, in the units of a picture: of each a string, its numbers short, its texts escaped.

A fill or a line is the name of a colour, which a theme says (`core.picture`): `ink`, `faint`, `ground`, `red`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal
from unicodedata import east_asian_width

from kronika.core.basics.printable import printable

SMALLEST: Final = 11.0
"""The size of letters below which nobody reads them, where a picture is as wide as a phone."""

BOLDER: Final = 1.12
"""How much wider bold letters are."""

Anchor = Literal["start", "middle", "end"]

_NARROW: Final = frozenset("iljtfrI.,:;'|!()[]/ ")
_WIDE: Final = frozenset("mwMWQOG@%—…")


def rect(
    x: float, y: float, w: float, h: float, fill: str = "", line: str = "", *, r: float = 0, thick: float = 1
) -> str:
    """A rectangle with its upper left corner at (x, y), its corners rounded by `r`."""
    round_ = f' rx="{r:g}"' if r else ""
    return f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}"{round_}{_paint_attributes(fill, line, thick)}/>'


def circle(x: float, y: float, r: float, fill: str = "", line: str = "", *, thick: float = 1) -> str:
    """A circle around (x, y)."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}"{_paint_attributes(fill, line, thick)}/>'


def polygon(points: Sequence[tuple[float, float]], fill: str = "", line: str = "", *, thick: float = 1) -> str:
    """A closed shape with these corners."""
    corners = " ".join(f"{x:g},{y:g}" for x, y in points)
    return f'<polygon points="{corners}"{_paint_attributes(fill, line, thick)}/>'


def path(d: str, fill: str = "", line: str = "", *, thick: float = 1) -> str:
    """A path, in SVG's own words."""
    return f'<path d="{d}"{_paint_attributes(fill, line, thick)}/>'


def text_line(
    x: float,
    y: float,
    text: str,
    size: float,
    fill: str = "ink",
    *,
    anchor: Anchor = "start",
    bold: bool = False,
    room: float = 0,
) -> str:
    """A line of text that stands on `y`. Where there is `room` for less, it gets smaller, and then shorter."""
    return _text_line(x, y, text, size, fill, anchor, bold, room)


@lru_cache(16_384)  # the same names and numbers stand on every picture of a game
def _text_line(x: float, y: float, text: str, size: float, fill: str, anchor: Anchor, bold: bool, room: float) -> str:
    text = printable(text)
    if room:
        size, text = _fitted(text, size, room / BOLDER if bold else room)
    where = f' text-anchor="{anchor}"' if anchor != "start" else ""
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}"{where}{weight}{_paint_attributes(fill)}>{escape(text)}</text>'
    )


def paragraph(x: float, y: float, w: float, text: str, size: float, fill: str = "ink", *, most: int = 9) -> str:
    """A text in lines no wider than `w`, of which the first stands on `y`; what `most` lines can't hold ends in `…`."""
    lines = _wrapped(printable(text), size, w)
    if len(lines) > most:
        lines = [*lines[: most - 1], f"{lines[most - 1]}…"]
    return "".join(text_line(x, y + row * size * 1.2, line, size, fill, room=w) for row, line in enumerate(lines))


def _wrapped(text: str, size: float, w: float) -> list[str]:
    """Words in lines, each with as many as there is room for."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size) <= w:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def translated(x: float, y: float, shapes: str, *, times: float = 1) -> str:
    """Shapes in another place: their (0, 0) lies at (x, y), and they are so many times as large."""
    scale = f" scale({times:g})" if times != 1 else ""
    return f'<g transform="translate({x:g} {y:g}){scale}">{shapes}</g>'


def escape(text: str) -> str:
    """Any text as it may stand in SVG, between tags and in quotation marks, printable."""
    text = printable(text)
    for sign, name in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(sign, name)
    return text


def width_of(text: str, size: float) -> float:
    """About how wide a text is: no font is asked, since every machine has others."""
    return size * sum(map(_width, text))


def _width(char: str) -> float:
    if char in _NARROW:
        return 0.36
    if char in _WIDE or char.isupper():
        return 0.95 if char in _WIDE else 0.7
    return 1.0 if east_asian_width(char) in "WF" else 0.6


def _fitted(text: str, size: float, room: float) -> tuple[float, str]:
    wide = width_of(text, size)
    if wide <= room:
        return size, text
    smaller = max(size * room / wide, min(SMALLEST, size))
    while width_of(text, smaller) > room + 0.01 and len(text) > 2:  # a text that just fits is not cut by a rounding
        text = f"{text[:-2]}…"
    return round(smaller, 1), text


@lru_cache(1024)
def _paint_attributes(fill: str, line: str = "", thick: float = 1) -> str:
    names = " ".join((*((f"f-{fill}",) if fill else ("f-none",)), *((f"l-{line}",) if line else ())))
    width = f' stroke-width="{thick:g}"' if line and thick != 1 else ""
    return f' class="{names}"{width}'
