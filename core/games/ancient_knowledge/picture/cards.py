"""Cards: faces with all their text, small ones with the name, and chips with the id."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from kronika.core.contract.blocks import WIDTH, Piece
from kronika.core.contract.view import HIDDEN
from kronika.core.drawing.shapes import lines_of, paragraph, rect, text_line, translated, width_of
from kronika.core.games.ancient_knowledge.cards import (
    COST,
    FACTS,
    KNOWLEDGE,
    SLOT,
    TYPE,
    TYPES,
    VP,
    Icon,
    explain,
    what,
)
from kronika.core.games.ancient_knowledge.ids import CODES
from kronika.core.games.ancient_knowledge.picture import signs

SMALL: Final = 13.0
"""Size of ids, names and costs on cards. On a page at a desk they are 10 pixels high."""
TEXT: Final = 11.0
"""Size of the text of a card, which a page also shows when the card is tapped."""
APART: Final = 1.2
"""Distance of lines, as a multiple of the size of letters."""
HEAD: Final = 17.0
"""Height of the first line of a card, with its sign and id."""
LEAST: Final = HEAD + 4 * TEXT * APART + 3
"""The least height of a face, with four lines of text."""
CHIPS: Final = 12
"""Number of ids in a row."""

_WHEN: Final[dict[Icon, str]] = {
    "immediate": "At once",
    "anytime": "Always",
    "timeline": "Timeline",
    "decline": "Decline",
    "endgame": "End",
}
"""By icon: when the effect happens, in as few words as a face has room for."""


# -- words ------------------------------------------------------------------------------------------------------


@cache
def said(card: str) -> str:
    """Return a card in words, with all that is printed on it."""
    code = CODES[card]
    return f"{FACTS[code].label}, {what(code)}: {explain(code)}"


def zone_of(place: str) -> str:
    """Return the zone of a numbered place in it."""
    return place.rpartition("-")[0] if place.count("-") > 1 else place


# -- faces ------------------------------------------------------------------------------------------------------


def height(card: str, w: float) -> float:
    """Return the height of a face of width `w`; that of a card face down is a line.

    It is for 4, 6 or 8 lines of text. With few heights, most cards look the same in each row, which a page stores once.
    """
    if card == HIDDEN:
        return HEAD
    lines = sum(lines_of(text, size, w - 10) for text, _, size in _texts(card, w))
    named = sum(size > TEXT for *_, size in _texts(card, w))
    return HEAD + (max(4, lines + lines % 2) * TEXT + named * (SMALL - TEXT)) * APART + 3


def face(card: str, x: float, y: float, w: float, h: float, place: str, where: str) -> Piece:
    """Draw a card with its name, its numbers, what it needs and what it does, or its back."""
    if card == HIDDEN:
        return back(x, y, w, h, place, where)
    return Piece(f"card-{card}", x, y, w, h, _face(card, w, h), "card", card, f"{where}: {said(card)}", zone_of(place))


@cache
def _face(card: str, w: float, h: float) -> str:
    code = CODES[card]
    shapes = rect(0, 0, w, h, "card", "ink", r=4) + translated(4, 3, signs.sign(code))
    shapes += text_line(21, 14, card, SMALL, bold=True)
    shapes += signs.points(VP[code], w - 5, 14) if VP[code] else ""
    shapes += _numbers(code) if _is_built(card) else _beside(card, w)
    y = HEAD + 11
    for text, ink, size in _texts(card, w):
        shapes += paragraph(5, y, w - 10, text, size, ink)
        y += APART * size * lines_of(text, size, w - 10)
    return shapes


def _numbers(code: int) -> str:
    """Draw what a monument or an artifact costs, the knowledge with which it enters, and its slot with its lock."""
    x = 55
    shapes = signs.cost(COST[code], x, 2.5) if COST[code] else ""
    if SLOT[code]:
        shapes += signs.knowledge(KNOWLEDGE[code], x + 22, 9.5, 9 if KNOWLEDGE[code] > 9 else 7.5)
        shapes += text_line(x + 33, 14, f"slot {SLOT[code]}", SMALL, "soft")
        shapes += translated(x + 77, 4, signs.LOCK) if FACTS[code].locked else ""
    return shapes


def _beside(card: str, w: float) -> str:
    """Draw the name of a technology beside its id, if it has room there."""
    return text_line(52, 14, _named(card), SMALL, room=w) if _fits(card, w) else ""


@cache
def _fits(card: str, w: float) -> bool:
    return width_of(_named(card), SMALL) <= w - 57 - (22 if VP[CODES[card]] else 0)


def _is_built(card: str) -> bool:
    return TYPE[CODES[card]] < len(TYPES)


def _named(card: str) -> str:
    return FACTS[CODES[card]].name


def _texts(card: str, w: float) -> Iterator[tuple[str, str, float]]:
    """Yield the texts below the first line of a face, each with its ink and size: name, what it needs and does."""
    fact = FACTS[CODES[card]]
    if _is_built(card) or not _fits(card, w):
        yield fact.name, "ink", SMALL
    if fact.needs:
        yield f"needs {fact.needs}", "soft", TEXT
    yield f"{_WHEN[fact.icon]}: {fact.text}", "soft" if _is_built(card) else "ink", TEXT


# -- small cards ------------------------------------------------------------------------------------------------


FLAT: Final = 22.0
"""Height of a small card of one line; a higher one has the name below."""


@cache
def _small(card: str, w: float, h: float, thick: float) -> str:
    """Draw a card with its sign, id, points and name."""
    code = CODES[card]
    shapes = rect(0, 0, w, h, "card", "ink", r=4, thick=thick) + translated(4, 4, signs.sign(code))
    shapes += text_line(20, 15, card, SMALL, bold=True)
    shapes += signs.points(VP[code], w - 4, 15) if VP[code] else ""
    if h > FLAT:
        return shapes + paragraph(4, 30, w - 7, _named(card), SMALL, most=2)
    room = w - 55 - (22 if VP[code] else 0)
    return shapes + (text_line(52, 15, _named(card), SMALL, room=room) if room > 40 else "")


def small(
    card: str,
    x: float,
    y: float,
    w: float,
    h: float,
    place: str,
    where: str,
    *,
    tilted: bool = False,
    active: bool = False,
) -> Piece:
    """Draw a card with its name; one that is rotated is tilted, one still to be activated has a thick frame."""
    if card == HIDDEN:
        return back(x, y, w, h, place, where)
    shapes = _small(card, w, h, 3 if active else 1)
    if tilted:
        shapes = f'<g transform="rotate(-2 {w / 2:g} {h / 2:g})">{shapes}</g>'
    state = ", rotated" if tilted else ", to be activated" if active else ""
    return Piece(f"card-{card}", x, y, w, h, shapes, "card", card, f"{where}{state}: {said(card)}", zone_of(place))


def back(x: float, y: float, w: float, h: float, place: str, where: str) -> Piece:
    """Draw a card face down."""
    shapes = rect(0, 0, w, h, "back", "ink", r=4)
    return Piece(place, x, y, w, h, shapes, "card", HIDDEN, f"{where}: a card face down", zone_of(place))


def chip(card: str, n: int, x: float, y: float, zone: str, where: str) -> Piece:
    """Return a card that is shown by its id.

    The piece is named after the card, so that a renderer can follow it when the pile changes.
    """
    w = WIDTH / CHIPS - 2
    if card == HIDDEN:
        shapes = rect(0, 0, w, 19, "back", "ink", r=3)
        return Piece(f"{zone}-{n}", x, y, w, 19, shapes, "card", HIDDEN, f"{where}: hidden", zone)
    shapes = rect(0, 0, w, 19, "card", "ink", r=3) + translated(2, 4.5, signs.sign(CODES[card]), times=0.7)
    shapes += text_line(13, 13.5, card, TEXT)
    return Piece(f"{zone}-{card}", x, y, w, 19, shapes, "card", card, f"{where}: {said(card)}", zone)
