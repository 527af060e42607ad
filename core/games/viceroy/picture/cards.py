"""Cards, gems and tokens as shapes. Each colour also has a letter, and a gem its own form."""

from __future__ import annotations

from functools import cache
from typing import Final

from kronika.core.contract.blocks import Piece
from kronika.core.contract.view import HIDDEN
from kronika.core.drawing.shapes import paragraph, path, polygon, rect, text_line, width_of
from kronika.core.games.viceroy.cards import BOTTOM, BY_ID, TOP_LEFT, TOP_RIGHT, Character, is_law, label
from kronika.core.games.viceroy.gems import COLOURS

CHIP: Final = 28
GEM: Final = 18
"""Width of a gem, as `CHIP` is of a token."""
LETTERS: Final = "BRGY"
SMALL_W: Final = 112
SMALL_H: Final = 96


def gem(x: float, y: float, colour: int, fill: bool = True) -> str:
    """Draw a gem with its centre at (x, y) and the letter of its colour."""
    corners = [(x, y - 10), (x + 9, y), (x, y + 10), (x - 9, y)]
    body = polygon(corners, COLOURS[colour] if fill else "", COLOURS[colour] if not fill else "ink", thick=1.5)
    ink = f"on-{COLOURS[colour]}" if fill else "ink"
    return body + text_line(x, y + 4, LETTERS[colour], 11, ink, anchor="middle", bold=True)


def chip(x: float, y: float, sign: str, fill: str = "card") -> str:
    """Draw a token with its upper left corner at (x, y)."""
    ink = "ink" if fill == "card" else f"on-{fill}"
    body = rect(x, y, CHIP, 20, fill, "ink", r=6)
    return body + text_line(x + CHIP / 2, y + 14, sign, 11, ink, anchor="middle", bold=True, room=CHIP)


def token(name: str) -> str:
    """Draw a token or gem that lies on a card: `magic+2` as M+2, `infinite-blue` as a gem with the sign ∞.

    The sign is struck out for a used infinite gem, `used-blue`.
    """
    kind, _, colour = name.partition("-")
    if colour:
        body = gem(GEM / 2, 10, COLOURS.index(colour), kind != "used")
        if kind == "gem":
            return body
        struck = path(f"M{GEM + 1} 14L{GEM + 11} 6", "none", "ink") if kind == "used" else ""
        return body + text_line(GEM, 14, "∞", 12) + struck
    what, *_ = name.split("+")
    if what in COLOURS:
        return chip(0, 0, short(name), what)
    return chip(0, 0, name.removesuffix("vp")) if name.endswith("vp") else chip(0, 0, short(name), "back")


def short(name: str) -> str:
    """Return the short form of a token: `M+2` for `magic+2`."""
    what, plus, bonus = name.partition("+")
    return f"{what[0].upper()}{plus}{bonus}"


@cache
def segments(card: int, w: float, h: float, r: float) -> str:
    """Draw the quarter circles in the upper corners and the half circle at the bottom, each with its letter."""
    left, right, bottom = TOP_LEFT[card], TOP_RIGHT[card], BOTTOM[card]
    shapes = path(f"M0 0H{r:g}A{r:g} {r:g} 0 0 1 0 {r:g}Z", COLOURS[left], "ink")
    shapes += path(f"M{w:g} 0H{w - r:g}A{r:g} {r:g} 0 0 0 {w:g} {r:g}Z", COLOURS[right], "ink")
    shapes += path(f"M{w / 2 - r:g} {h:g}A{r:g} {r:g} 0 0 1 {w / 2 + r:g} {h:g}Z", COLOURS[bottom], "ink")
    aside, down = 0.38 * r, 0.38 * r + 4
    for x, y, colour in ((aside, down, left), (w - aside, down, right), (w / 2, h - 3, bottom)):
        shapes += text_line(x, y, LETTERS[colour], 11, f"on-{COLOURS[colour]}", anchor="middle", bold=True)
    return shapes


@cache
def _printed(card: int, w: float) -> str:
    """Draw the printed part of a card: its name, the cost gem and reward of each level, or the text of a law."""
    facts = BY_ID[card]
    if not has_title(card):
        return paragraph(5, 27, w - 8, facts.text, 11, "soft", most=5)
    named = text_line(w / 2, 25, facts.name, 11, anchor="middle", room=w - 10)
    if is_law(card):
        return named + paragraph(5, 39, w - 8, facts.text, 11, "soft", most=4)
    return named + "".join(reward(card, level, 3, 38 + (level - 1) * 13, w - 4) for level in range(1, 5))


def has_title(card: int) -> bool:
    """Whether the title of a card is known; those of most laws are not."""
    return BY_ID[card].name != "law"


@cache
def reward(card: int, level: int, x: float, y: float, w: float) -> str:
    """Draw the cost gem and the reward of a level of a character, with the baseline at `y`.

    Attack tokens are shown as ! as elsewhere, infinite gems as ∞ where there is little room.
    """
    facts = BY_ID[card]
    assert isinstance(facts, Character)
    colour, _, gives = facts.rows[level - 1].partition(": ")
    shapes = rect(x, y - 10, 12, 12, colour, r=2)
    shapes += text_line(x + 6, y, LETTERS[COLOURS.index(colour)], 11, f"on-{colour}", anchor="middle", bold=True)
    gives = gives.replace("attack,", "!,")
    if width_of(gives, 11) > w - 15:
        gives = gives.replace("infinite", "∞")
    return shapes + text_line(x + 15, y, gives, 11, room=w - 15)


@cache
def said(number: str) -> str:
    """Return a card in words, with what is printed on it."""
    card = BY_ID[int(number)]
    colours = f"{card.top_left} and {card.top_right} above, {card.bottom} below"
    law = ", law" if is_law(int(number)) and card.name != "law" else ""
    return f"{label(int(number))}{law}: {card.text}; {colours}"


def small(number: str, x: float, y: float, place: str, where: str, w: float = SMALL_W) -> Piece:
    """Draw a card in a lane or a hand, as its back if the viewer does not know it."""
    zone = place.rpartition("-")[0]
    if number == HIDDEN:
        shapes = rect(0, 0, w, SMALL_H, "back", "ink", r=4)
        return Piece(place, x, y, w, SMALL_H, shapes, "card", HIDDEN, f"{where}: a card face down", zone)
    shapes = rect(0, 0, w, SMALL_H, "card", "ink", r=4) + segments(int(number), w, SMALL_H, 14)
    shapes += text_line(w / 2, 12, number, 12, anchor="middle", bold=True)
    shapes += _printed(int(number), w)
    return Piece(f"card-{number}", x, y, w, SMALL_H, shapes, "card", number, f"{where}: {said(number)}", zone)


def tiny(number: str, x: float, y: float, place: str, where: str) -> Piece:
    """Draw a card that is shown only by its number."""
    zone = place.rpartition("-")[0]
    if number == HIDDEN:
        return Piece(
            place, x, y, 27, 20, rect(0, 0, 27, 20, "back", "ink", r=3), "card", HIDDEN, f"{where}: hidden", zone
        )
    shapes = rect(0, 0, 27, 20, "card", "ink", r=3) + text_line(13.5, 14, number, 12, anchor="middle")
    return Piece(f"{zone}-card-{number}", x, y, 27, 20, shapes, "card", number, f"{where}: {said(number)}", zone)
