"""Cards and gems in words: a card in a line, a card in short, and what lies on a card."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from kronika.core.contract.paper import Paper, display_width
from kronika.core.contract.view import HIDDEN
from kronika.core.games.viceroy.cards import BOTTOM, BY_ID, TOP_LEFT, TOP_RIGHT, Character, label
from kronika.core.games.viceroy.gems import COLOURS
from kronika.core.games.viceroy.palette import INK
from kronika.core.games.viceroy.view import Spot

_INDENT: Final = 7
_FIRM: Final = "\N{NO-BREAK SPACE}"
"""Replaces a space within a row of a character, so that no line breaks there."""
_COLOUR: Final = {name: ink for colour, ink in INK.items() for name in (colour, colour[0])}
_NAMED: Final = re.compile(rf"\b({'|'.join(COLOURS)}|[{''.join(colour[0] for colour in COLOURS)}](?=\s))\b")
"""Matches colours by name, and by their first letters before a reward."""


def listed(cards: Sequence[tuple[str, str]], paper: Paper) -> list[str]:
    """Return cards one below the other, each after its head: number and name, colours, cost and effect."""
    width = max((len(labelled(card)) for _, card in cards if card), default=0)
    return [
        told(f"{head}{labelled(card).ljust(width)} {segments(card, paper)}  ", _text(card), paper)
        if card
        else head.rstrip()
        for head, card in cards
    ]


def told(head: str, text: str, paper: Paper) -> str:
    """Return `text` to the right of a head, or below it on narrow paper, with the names of colours in colour."""
    if 2 * display_width(head) > paper.width:
        return f"{head.rstrip()}\n{told(' ' * _INDENT, text, paper)}"
    lines = paper.beside(head, text)[len(head) :].replace(_FIRM, " ")
    return head + _NAMED.sub(lambda found: paper.ink(found[0], _COLOUR[found[0]]), lines)


def in_short(card: str, paper: Paper) -> str:
    """Return number, name and colours of a card: `50 Warlord yr/b`."""
    return f"{labelled(card)} {segments(card, paper)}"


def labelled(card: str) -> str:
    """Return number and name of a card given by its id."""
    return label(int(card))


def segments(card: str, paper: Paper) -> str:
    """Return the colours of a card: top left, top right, bottom."""
    return f"{dyed(TOP_LEFT[int(card)], paper)}{dyed(TOP_RIGHT[int(card)], paper)}/{dyed(BOTTOM[int(card)], paper)}"


def dyed(colour: int, paper: Paper) -> str:
    """Return the first letter of a colour, in that colour."""
    return paper.ink(COLOURS[colour][0], INK[COLOURS[colour]])


def amounts(gems: Mapping[str, int], between: str = ", ") -> str:
    """Return gems in words, such as `2 blue, 1 red`; `no gems` for none."""
    return between.join(f"{n} {colour}" for colour, n in gems.items() if n) or "no gems"


def things(spot: Spot) -> str:
    """Return what lies on and under a card, equal things together: `magic, 3 x gem-blue; under it 9 Cannoneer`."""
    parts = [", ".join(f"{n} x {name}" if n > 1 else name for name, n in Counter(spot.tokens).items())]
    if spot.tucked:
        parts.append("under it " + ", ".join("an unknown card" if c == HIDDEN else labelled(c) for c in spot.tucked))
    return "; ".join(filter(None, parts))


def _text(id: str) -> str:
    """Return the text of a law, or the rows of a character with costs by their first letters: `g card; b 5 gems`."""
    card = BY_ID[int(id)]
    if not isinstance(card, Character):
        return card.text
    rows = (row.partition(": ") for row in card.rows)
    return "; ".join(f"{cost[0]} {reward}".replace(" ", _FIRM) for cost, _, reward in rows)
