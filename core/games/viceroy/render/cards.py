"""Cards and gems in words: a card in a line, a card in short, what lies on a card."""

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
"""Stands within a row of a character, so that no line ends there."""
_COLOUR: Final = {name: ink for colour, ink in INK.items() for name in (colour, colour[0])}
_NAMED: Final = re.compile(rf"\b({'|'.join(COLOURS)}|[{''.join(colour[0] for colour in COLOURS)}](?=\s))\b")
"""Colours by name, and by their first letters before a reward."""


def listed(cards: Sequence[tuple[str, str]], paper: Paper) -> list[str]:
    """Each card below the other, behind a head of its own: number and name, colours, what it costs and does."""
    width = max((len(labelled(card)) for _, card in cards if card), default=0)
    return [
        told(f"{head}{labelled(card).ljust(width)} {segments(card, paper)}  ", _text(card), paper)
        if card
        else head.rstrip()
        for head, card in cards
    ]


def told(head: str, text: str, paper: Paper) -> str:
    """`text` right of a head, or below it where the paper is narrow; the colours that it names are in colour."""
    if 2 * display_width(head) > paper.width:
        return f"{head.rstrip()}\n{told(' ' * _INDENT, text, paper)}"
    lines = paper.beside(head, text)[len(head) :].replace(_FIRM, " ")
    return head + _NAMED.sub(lambda found: paper.ink(found[0], _COLOUR[found[0]]), lines)


def in_short(card: str, paper: Paper) -> str:
    """Number and name, and the colours: `50 Warlord yr/b`."""
    return f"{labelled(card)} {segments(card, paper)}"


def labelled(card: str) -> str:
    """Number and name of a card given by its id."""
    return label(int(card))


def segments(card: str, paper: Paper) -> str:
    """The colours of a card: top left, top right, bottom."""
    return f"{dyed(TOP_LEFT[int(card)], paper)}{dyed(TOP_RIGHT[int(card)], paper)}/{dyed(BOTTOM[int(card)], paper)}"


def dyed(colour: int, paper: Paper) -> str:
    """A colour as its first letter, in that colour."""
    return paper.ink(COLOURS[colour][0], INK[COLOURS[colour]])


def amounts(gems: Mapping[str, int], between: str = ", ") -> str:
    """`2 blue, 1 red`; `no gems` for none."""
    return between.join(f"{n} {colour}" for colour, n in gems.items() if n) or "no gems"


def things(spot: Spot) -> str:
    """What lies on a card and under it, the same things together: `magic, 3 x gem-blue; under it 9 Cannoneer`."""
    parts = [", ".join(f"{n} x {name}" if n > 1 else name for name, n in Counter(spot.tokens).items())]
    if spot.tucked:
        parts.append("under it " + ", ".join("an unknown card" if c == HIDDEN else labelled(c) for c in spot.tucked))
    return "; ".join(filter(None, parts))


def _text(id: str) -> str:
    """A law's text, or a character's rows, costs by their first letters: `g card; b 5 gems`."""
    card = BY_ID[int(id)]
    if not isinstance(card, Character):
        return card.text
    rows = (row.partition(": ") for row in card.rows)
    return "; ".join(f"{cost[0]} {reward}".replace(" ", _FIRM) for cost, _, reward in rows)
