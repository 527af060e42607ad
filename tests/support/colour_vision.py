"""What people see of colours who have one kind of cones less, and what all see in grey."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

Colour = tuple[int, int, int]

# The tables for dichromats of "A Physiologically-based Model for Simulation of Color Vision Deficiency", 2009 (IEEE
# Transactions on Visualization and Computer Graphics 15, 6). They are of light, not of the numbers for a screen.
_CONES: Final = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
_GREY: Final = ((0.2126, 0.7152, 0.0722),) * 3


def _seen_by(table: tuple[tuple[float, float, float], ...]) -> Callable[[Colour], Colour]:
    def seen(colour: Colour) -> Colour:
        light = [_light(part) for part in colour]
        red, green, blue = (_number(sum(a * b for a, b in zip(row, light, strict=True))) for row in table)
        return red, green, blue

    return seen


def _light(number: int) -> float:
    part = number / 255
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _number(light: float) -> int:
    light = min(max(light, 0.0), 1.0)
    return round(255 * (light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055))


COLOUR_VISIONS: Final[Mapping[str, Callable[[Colour], Colour]]] = {
    "all": lambda colour: colour,
    **{name: _seen_by(table) for name, table in _CONES.items()},
    "grey": _seen_by(_GREY),
}
"""By name: how a colour looks."""


def contrast(one: Colour, other: Colour) -> float:
    """How much two colours stand out from one another, by the definition of WCAG 2."""
    low, high = sorted(
        sum(a * b for a, b in zip(_GREY[0], map(_light, colour), strict=True)) for colour in (one, other)
    )
    return (high + 0.05) / (low + 0.05)
