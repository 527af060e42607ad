"""Shapes as SVG strings, in the units of a picture. Numbers are short, and texts are escaped.

`fill` and `line` are names of colours in a theme (`core.drawing.themes`), such as `ink`, `faint`, `ground` and `red`;
empty for none. `thick` is the width of the line.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal
from unicodedata import east_asian_width

from kronika.core.basics.printable import printable

SMALLEST: Final = 11.0
"""The smallest readable size of letters, in units, if the picture is as wide as a phone."""

BOLDER: Final = 1.12
"""The width of bold letters relative to normal ones."""

Anchor = Literal["start", "middle", "end"]
"""The part of a text that is at its x coordinate."""

_NARROW: Final = frozenset("iljtfrI.,:;'|!()[]/ ")
_WIDE: Final = frozenset("mwMWQOG@%—…")


def rect(
    x: float, y: float, w: float, h: float, fill: str = "", line: str = "", *, r: float = 0, thick: float = 1
) -> str:
    """A rectangle with its upper left corner at (x, y) and corners rounded with radius `r`."""
    round_ = f' rx="{r:g}"' if r else ""
    return f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}"{round_}{_paint_attributes(fill, line, thick)}/>'


def circle(x: float, y: float, r: float, fill: str = "", line: str = "", *, thick: float = 1) -> str:
    """A circle with centre (x, y) and radius `r`."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}"{_paint_attributes(fill, line, thick)}/>'


def polygon(points: Sequence[tuple[float, float]], fill: str = "", line: str = "", *, thick: float = 1) -> str:
    """A closed polygon with these corners."""
    corners = " ".join(f"{x:g},{y:g}" for x, y in points)
    return f'<polygon points="{corners}"{_paint_attributes(fill, line, thick)}/>'


def path(d: str, fill: str = "", line: str = "", *, thick: float = 1) -> str:
    """A path; `d` is its data in SVG syntax."""
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
    """A line of text with its baseline at `y`. If it is wider than `room`, it is drawn smaller, and then shortened."""
    return _text_line(x, y, text, size, fill, anchor, bold, room)


@lru_cache(16_384)  # the same names and numbers are on every picture of a game
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
    """Text wrapped to lines of width `w`, the first with its baseline at `y`. After `most` lines it is cut with `…`."""
    lines = _wrapped(printable(text), size, w)
    if len(lines) > most:
        lines = [*lines[: most - 1], f"{lines[most - 1]}…"]
    return "".join(text_line(x, y + row * size * 1.2, line, size, fill, room=w) for row, line in enumerate(lines))


def lines_of(text: str, size: float, w: float) -> int:
    """The number of lines that a paragraph of width `w` takes."""
    return len(_wrapped(printable(text), size, w))


@lru_cache(4096)
def _wrapped(text: str, size: float, w: float) -> Sequence[str]:
    """The text split into lines of width `w`, with as many words as fit."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size) <= w:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def translated(x: float, y: float, shapes: str, *, times: float = 1) -> str:
    """Shapes moved so that their origin is at (x, y), and scaled by `times`."""
    scale = f" scale({times:g})" if times != 1 else ""
    return f'<g transform="translate({x:g} {y:g}){scale}">{shapes}</g>'


def escape(text: str) -> str:
    """The text made printable, and escaped for SVG and HTML, as content or in a quoted attribute."""
    text = printable(text)
    for sign, name in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(sign, name)
    return text


def width_of(text: str, size: float) -> float:
    """The estimated width of a text. Fonts are not measured, since they differ between machines."""
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
    while width_of(text, smaller) > room + 0.01 and len(text) > 2:  # a rounding error must not cut a text that fits
        text = f"{text[:-2]}…"
    return round(smaller, 1), text


@lru_cache(1024)
def _paint_attributes(fill: str, line: str = "", thick: float = 1) -> str:
    names = " ".join((*((f"f-{fill}",) if fill else ("f-none",)), *((f"l-{line}",) if line else ())))
    width = f' stroke-width="{thick:g}"' if line and thick != 1 else ""
    return f' class="{names}"{width}'
