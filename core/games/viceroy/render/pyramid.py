"""A pyramid as a picture in text: a line for each level, with each card above the middle of its two supports.

Between two neighbours is the circle that they share with the card above: the right corner of the left card, the half
circle of the upper card, the left corner of the right card, as in `grb`. A one-colour circle is written `(g)`. A card
is written as its place in notation and its number, with its name if there is room; if there is little, as the number
alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kronika.core.contract.paper import Paper
from kronika.core.games.viceroy.cards import BOTTOM, TOP_LEFT, TOP_RIGHT
from kronika.core.games.viceroy.palette import INK
from kronika.core.games.viceroy.render.cards import dyed, in_short, labelled
from kronika.core.games.viceroy.view import Spot

_MARGIN: Final = 2
_CIRCLE: Final = 3
"""Width of a circle in columns."""


def picture(pyramid: Mapping[str, Spot], circles: Mapping[str, str], paper: Paper) -> list[str]:
    """Return the levels, the highest first; a pyramid too wide for the paper as a list of its cards."""
    cards = {place: spot.card for place, spot in pyramid.items()}
    first, width = _base(cards)
    named = {place: f"[{place}:{labelled(card)}]" for place, card in cards.items()}
    placed = {place: f"[{place}:{card}]" for place, card in cards.items()}
    numbered = {place: f"[{card}]" for place, card in cards.items()}
    for texts, space in ((named, 0), (placed, 0), (numbered, 0), (cards, 1)):
        cell = max(map(len, texts.values())) + _CIRCLE + space
        if _MARGIN + width * cell <= paper.width:
            levels = [_level(level, cards, texts, circles, cell, paper) for level in range(_height(cards), 0, -1)]
            if texts in (numbered, cards):
                return [*(f"{len(levels) - n}{line[1:]}" for n, line in enumerate(levels)), _axis(first, width, cell)]
            return levels
    return [paper.row("  ", [f"{place}:{in_short(card, paper)}" for place, card in cards.items()], " · ")]


def _level(
    level: int,
    cards: Mapping[str, str],
    texts: Mapping[str, str],
    circles: Mapping[str, str],
    cell: int,
    paper: Paper,
) -> str:
    """Return the cards of a level and the circles between them, in fields of a fixed width."""
    first, width = _base(cards)
    line = " " * (_MARGIN + (level - 1) * cell // 2 - 1)
    for column in range(first, first + width + 1):
        line += _circle(level, column, cards, circles, paper)
        line += texts.get(f"{level}.{column}", "").center(cell - _CIRCLE)
    return line.rstrip()


def _circle(level: int, column: int, cards: Mapping[str, str], circles: Mapping[str, str], paper: Paper) -> str:
    """Return the circle before a column: `(g)` in one colour, else the colours that meet there."""
    above = f"{level + 1}.{column - 1}"
    if circles.get(above, "mixed") != "mixed":
        return f"({paper.ink(circles[above][0], INK[circles[above]])})"
    parts = ((f"{level}.{column - 1}", TOP_RIGHT), (above, BOTTOM), (f"{level}.{column}", TOP_LEFT))
    return "".join(dyed(colours[int(cards[at])], paper) if at in cards else " " for at, colours in parts)


def _axis(first: int, width: int, cell: int) -> str:
    """Return the line of column numbers below level 1, for cards that are written without their places."""
    columns = (f"{column}".center(cell - _CIRCLE) for column in range(first, first + width))
    return (" " * (_MARGIN + 2) + (" " * _CIRCLE).join(columns)).rstrip()


def _base(cards: Mapping[str, str]) -> tuple[int, int]:
    """Return the first column of level 1 and the number of columns; the columns of the other levels are among them."""
    columns = [int(place[2:]) for place in cards if place.startswith("1.")]
    return min(columns), max(columns) - min(columns) + 1


def _height(cards: Mapping[str, str]) -> int:
    return max(int(place[0]) for place in cards)
