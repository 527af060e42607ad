"""The texts of a picture: where each stands, how large, in what colour."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import cos, radians, sin
from typing import NamedTuple
from xml.etree import ElementTree

from kronika.core.drawing.shapes import width_of

SVG = "{http://www.w3.org/2000/svg}"
Matrix = tuple[float, float, float, float, float, float]
"""a, b, c, d, e, f of SVG: (x, y) lies at (ax + cy + e, bx + dy + f)."""


class Text(NamedTuple):
    """A line: its words, the name of its colour, its size, and points on its middle height from left to right."""

    words: str
    colour: str
    size: float
    points: tuple[tuple[float, float], ...]


def texts(drawn: str) -> Iterator[Text]:
    """The texts of an SVG, in its units."""
    yield from _within(ElementTree.fromstring(drawn), (1, 0, 0, 1, 0, 0))


def without_texts(drawn: str) -> str:
    return re.sub(r"<text.*?</text>", "", drawn)


def _within(element: ElementTree.Element, outer: Matrix) -> Iterator[Text]:
    here = outer
    for name, numbers in re.findall(r"(\w+)\(([^)]*)\)", element.get("transform", "")):
        here = _times(here, _matrix(name, [float(number) for number in numbers.split()]))
    if element.tag == f"{SVG}text":
        yield _text(element, here)
    for child in element:
        yield from _within(child, here)


def _text(element: ElementTree.Element, here: Matrix) -> Text:
    words, size = element.text or "", float(element.attrib["font-size"])
    bold = 1.12 if "font-weight" in element.attrib else 1
    wide = width_of(words, size) * bold
    left = (
        float(element.attrib["x"]) - wide * {"start": 0, "middle": 0.5, "end": 1}[element.get("text-anchor", "start")]
    )
    y = float(element.attrib["y"]) - 0.36 * size
    colour = element.attrib["class"].removeprefix("f-")
    points = tuple(_at(here, left + wide * part, y) for part in (0.2, 0.5, 0.8))
    return Text(words, colour, size * abs(here[0] * here[3] - here[1] * here[2]) ** 0.5, points)


def _matrix(name: str, numbers: list[float]) -> Matrix:
    if name == "translate":
        return (1, 0, 0, 1, numbers[0], numbers[1])
    if name == "scale":
        return (numbers[0], 0, 0, numbers[0], 0, 0)
    assert name == "rotate"
    turn, x, y = radians(numbers[0]), numbers[1], numbers[2]
    a, b = cos(turn), sin(turn)
    return (a, b, -b, a, x - a * x + b * y, y - b * x - a * y)


def _times(one: Matrix, other: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    p, q, r, s, t, u = other
    return (a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f)


def _at(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f
