"""A pyramid as a picture: a line for each level, and each card above the middle of the two that it lies on.

Between two neighbours stands the circle that they share with the card above: right corner of the left one, half circle
of the upper one, left corner of the right one, `grb`. A circle of one colour is closed, `(g)`. A card is its place, as
the notation writes it, and its number, with the name where there is room; where there is little, the number alone.
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
"""Columns before the first circle's middle, and of a circle."""


def picture(pyramid: Mapping[str, Spot], circles: Mapping[str, str], paper: Paper) -> list[str]:
    """The levels, the highest first; a pyramid too wide for the paper as a list of its cards."""
    cards = {place: spot.card for place, spot in pyramid.items()}
    first, width = _base(cards)
    named = {place: f"{place}:{labelled(card)}" for place, card in cards.items()}
    placed = {place: f"{place}:{card}" for place, card in cards.items()}
    for texts, space in ((named, 2), (placed, 2), (cards, 2), (cards, 1)):
        cell = max(map(len, texts.values())) + _CIRCLE + space
        if _MARGIN + width * cell <= paper.width:
            levels = [_level(level, cards, texts, circles, cell, paper) for level in range(_height(cards), 0, -1)]
            if texts is cards:
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
    """The cards of a level and the circles between them, by fields of a fixed width."""
    first, width = _base(cards)
    line = " " * (_MARGIN + (level - 1) * cell // 2 - 1)
    for column in range(first, first + width + 1):
        line += _circle(level, column, cards, circles, paper)
        line += texts.get(f"{level}.{column}", "").center(cell - _CIRCLE)
    return line.rstrip()


def _circle(level: int, column: int, cards: Mapping[str, str], circles: Mapping[str, str], paper: Paper) -> str:
    """What stands before the card of a column: closed, or the colours that meet there, blank where no card is."""
    above = f"{level + 1}.{column - 1}"
    if circles.get(above, "mixed") != "mixed":
        return f"({paper.ink(circles[above][0], INK[circles[above]])})"
    parts = ((f"{level}.{column - 1}", TOP_RIGHT), (above, BOTTOM), (f"{level}.{column}", TOP_LEFT))
    return "".join(dyed(colours[int(cards[at])], paper) if at in cards else " " for at, colours in parts)


def _axis(first: int, width: int, cell: int) -> str:
    """The columns below the cards of level 1, where the cards do not say their places."""
    columns = (f"{column}".center(cell - _CIRCLE) for column in range(first, first + width))
    return (" " * (_MARGIN + 2) + (" " * _CIRCLE).join(columns)).rstrip()


def _base(cards: Mapping[str, str]) -> tuple[int, int]:
    """The first column of level 1, and how many there are; the columns of the others lie among them."""
    columns = [int(place[2:]) for place in cards if place.startswith("1.")]
    return min(columns), max(columns) - min(columns) + 1


def _height(cards: Mapping[str, str]) -> int:
    return max(int(place[0]) for place in cards)
