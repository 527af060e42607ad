"""The signs of this game. Each has a different shape, so that you can recognise it without its colour."""

from __future__ import annotations

from functools import cache
from typing import Final

from kronika.core.drawing.shapes import circle, path, polygon, rect, text_line, translated
from kronika.core.games.tigris.board import (
    COLOURS,
    LEADER_INDEX,
    MONUMENT_COLOURS,
    MONUMENT_INDEX,
    Colour,
    Dynasty,
    Leader,
    Monument,
)

COLOUR_SIGNS: Final[dict[Colour, str]] = {
    "red": path("M2 18V13H5V9H8V5H12V9H15V13H18V18Z", "white"),
    "black": path("M10 2L19 10H16V18H4V10H1Z", "white") + rect(8, 12, 4, 6, "black"),
    "blue": path("M10 19V5M10 9L6 5M10 9L14 5M10 14L6 10M10 14L14 10M3 19H17", "", "white", thick=2.2),
    "green": path("M10 3V17M4 6H16M5 17H15", "", "white", thick=2) + path("M4 6L0 13H8ZM16 6L12 13H20Z", "white"),
}
"""By colour: its sign, 20 units across. They are the steps of a temple, a house, an ear of corn and market scales."""

DYNASTY_SIGNS: Final[dict[Dynasty, str]] = {
    "archer": path("M5 1C15 3 15 13 5 15L5 1M1 8H15M12 5.5L15 8L12 10.5", "", "white", thick=1.6),
    "bull": path("M1 1C1 6 4 6 8 6C12 6 15 6 15 1", "", "white", thick=2.2) + path("M4 6H12L10 15H6Z", "white"),
    "potter": path("M4 1H12L10 4C15 7 14 12 10 15H6C2 12 1 7 6 4Z", "white"),
    "lion": path("M8 0L10 3L13 2L13 5L16 8L13 10L13 14L10 13L8 16L6 13L3 14L3 10L0 8L3 5L3 2L6 3Z", "white")
    + circle(8, 8, 3, "black"),
}
"""By dynasty: its sign, 16 units across. They are a bow, a bull's head, a jar and a lion's mane."""

TREASURE: Final = polygon([(6.5, 0), (13, 6.5), (6.5, 13), (0, 6.5)], "white", "black") + polygon(
    [(6.5, 3), (10, 6.5), (6.5, 10), (3, 6.5)], "yellow"
)
"""A treasure, 13 units across."""
FIRST: Final = rect(-1, -1, 15, 15, "white", "black", r=2) + TREASURE
"""A treasure with priority, in a frame: it must be taken before others (TE-8.3)."""

CATASTROPHE: Final = rect(0, 0, 23, 23, "card", "ink", r=2) + path("M4 4L19 19M19 4L4 19", "", "ink", thick=4)
"""A catastrophe, 23 units across."""
UNIFICATION: Final = circle(11.5, 11.5, 9, "white", "black") + path("M11.5 5V18M5 11.5H18", "", "black", thick=3)
"""The unification tile, 23 units across."""
BUILDING: Final = rect(0, 0, 14, 14, "white", "black", r=2) + path("M2 2H4V4H6V2H8V4H10V2H12V12H8V9H6V12H2Z", "black")
"""A building, 14 units across, for the corner of its tile."""
BACK: Final = rect(0, 0, 23, 23, "back", "ink", r=2) + rect(4, 4, 15, 15, "", "white", r=2)
"""The back of a tile, 23 units across."""


@cache
def tile(colour: Colour) -> str:
    """A face-up tile, 23 units across."""
    return rect(0, 0, 23, 23, colour, "soft", r=2) + translated(2.5, 2.5, COLOUR_SIGNS[colour], times=0.9)


@cache
def turned(colour: Colour) -> str:
    """A face-down tile, 23 units across: a back with a frame and a small sign of its colour."""
    sign = rect(5, 5, 13, 13, colour) + translated(5.5, 5.5, COLOUR_SIGNS[colour], times=0.6)
    return rect(0, 0, 23, 23, "back", colour, r=2, thick=2) + sign


@cache
def point(colour: Colour) -> str:
    """A cube for victory points, 23 units across."""
    return (
        path("M1 6L5 1H22V18L18 22H1Z", colour, "soft")
        + path("M1 6H18V22M18 6L22 1", "", "white")
        + translated(2.5, 7, COLOUR_SIGNS[colour], times=0.7)
    )


@cache
def building(colour: Colour) -> str:
    """A building in stock, 23 units across, drawn on a tile of its colour."""
    return tile(colour) + translated(-2, -2, BUILDING)


@cache
def leader(dynasty: Dynasty, what: Leader) -> str:
    """A leader, a round piece 27 units across: the sign of the dynasty, and below it the leader's initial."""
    colour = COLOURS[LEADER_INDEX[what]]
    piece = circle(13.5, 13.5, 13, colour, "white", thick=1.5) + circle(13.5, 13.5, 13.5, "", "soft")
    return (
        piece
        + translated(6.7, 1.8, DYNASTY_SIGNS[dynasty], times=0.85)
        + text_line(13.5, 24.5, what[0].upper(), 11, f"on-{colour}", anchor="middle", bold=True)
    )


@cache
def monument(name: Monument) -> str:
    """A monument, steps over four cells, 52 units across: one half in each colour, with the colour's sign."""
    one, other = MONUMENT_COLOURS[MONUMENT_INDEX[name]]
    left, right = COLOURS[one], COLOURS[other]
    return (
        path("M26 2H17V16H9V31H1V50H26Z", left, "white")
        + path("M26 2H35V16H43V31H51V50H26Z", right, "white")
        + path("M17 2H35V16H43V31H51V50H1V31H9V16H17Z", "", "soft")
        + translated(6, 28, COLOUR_SIGNS[left], times=0.9)
        + translated(28, 28, COLOUR_SIGNS[right], times=0.9)
    )
