"""The picture of a pyramid: levels above one another, and the circles where three cards meet (VC-3.1, VC-3.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from kronika.core.contract.blocks import WIDTH, Box, Piece
from kronika.core.contract.view import HIDDEN
from kronika.core.drawing.shapes import circle, paragraph, rect, text_line
from kronika.core.games.viceroy.cards import BY_ID, Character, label
from kronika.core.games.viceroy.gems import COLOURS
from kronika.core.games.viceroy.picture.cards import CHIP, GEM, LETTERS, has_title, reward, said, segments, token
from kronika.core.games.viceroy.view import Spot, View

CARD_H: Final = 84
WIDEST: Final = 96
RADIUS: Final = 16
NARROW: Final = 60
"""Width up to which a card has no name, and its number below the circles beside it."""
BROAD: Final = 80
"""Least width of a card on which the text of a law is drawn."""
TUCKED_W: Final = 20
TUCKED_H: Final = 13
TUCKED_Y: Final = CARD_H - RADIUS - 3 - TUCKED_H
"""Distance of tucked cards from the top of the card above them, so that the ring of a circle does not hide them."""
EDGE: Final = 24
"""Least width of a place beside the cards."""
ROWS: Final = 4
"""Levels for which characters have a printed reward; on the fifth the player chooses (VC-3.11)."""
MIXED: Final = "mixed"
"""The word of a view for a circle of several colours."""


def pyramid(view: View, seat: int, whose: str) -> tuple[list[Piece], float]:
    """Return the pieces of a player's pyramid and its height. Titles of cards begin with `whose`, such as `Anna's`."""
    spots = _spots(view, seat)
    if not spots:
        said = "no card in the pyramid yet"
        return [Piece(f"empty-{seat}", 0, 0, WIDTH, 20, text_line(0, 15, said, 13, "soft"), title=said)], 20
    levels, w, corner = _layout(spots)
    pieces = []
    for (level, column), spot in spots.items():
        x, y = corner(level, column)
        pieces.append(_card(spot, level, x, y, w, f"{whose} pyramid, {level}.{column}", f"pyramid-{seat}"))
    for (level, column), spot in spots.items():
        x, y = corner(level, column)
        pieces.extend(_on(spot, x, y, w, f"pyramid-{seat}"))
    for place, colour in view.circles[seat].items():
        level, column = map(int, place.split("."))
        x, y = corner(level, column)
        pieces.append(
            _circle(colour, x + w / 2, y + CARD_H, w, f"circle-{seat}-{place}", f"{whose} circle under {place}")
        )
    return pieces, levels * CARD_H


def _spots(view: View, seat: int) -> dict[tuple[int, int], Spot]:
    found = {}
    for place, spot in view.pyramids[seat].items():
        level, column = map(int, place.split("."))
        found[level, column] = spot
    return found


def _layout(spots: Mapping[tuple[int, int], Spot]) -> tuple[int, float, Callable[[int, int], tuple[float, float]]]:
    """The number of levels, the width of a card, and the upper left corner of a place by level and column."""
    left = min(column for level, column in spots if level == 1)
    across = max(column for level, column in spots if level == 1) - left + 1
    levels = max(level for level, _ in spots)
    w = min(WIDEST, WIDTH / across)
    begin = (WIDTH - across * w) / 2
    return (
        levels,
        w,
        lambda level, column: (
            begin + (column - left) * w + (level - 1) * w / 2,
            (levels - level) * CARD_H,
        ),
    )


def open_places(view: View, seat: int) -> dict[str, Box]:
    """By seat and place, such as `0:2.0` and `0:left`: the boxes where a card may be laid in a pyramid (VC-3.2).

    Where there is no room beside the cards or above them, a box lies on their edge.
    """
    spots = _spots(view, seat)
    if not spots:
        return {}
    levels, w, corner = _layout(spots)
    begin, low = corner(1, min(column for level, column in spots if level == 1))
    room = max(EDGE, min(w, begin))
    end = WIDTH - begin
    found = {
        f"{seat}:left": (max(0.0, begin - room), low, room, float(CARD_H)),
        f"{seat}:right": (min(end, WIDTH - room), low, room, float(CARD_H)),
    }
    for level, column in spots:
        if (level, column + 1) in spots and (level + 1, column) not in spots:
            x, y = corner(level + 1, column)
            high = CARD_H if level < levels else CARD_H / 3
            found[f"{seat}:{level + 1}.{column}"] = (x, max(y, 0.0), w, high)
    return found


def _card(spot: Spot, level: int, x: float, y: float, w: float, where: str, zone: str) -> Piece:
    shapes = rect(0, 0, w, CARD_H, "card", "ink", r=3) + segments(int(spot.card), w, CARD_H, _radius(w))
    shapes += text_line(w / 2, 14 if w > NARROW else 29, spot.card, 14, anchor="middle", bold=True)
    shapes += _told(spot, level, w) if w > NARROW else ""
    title = f"{where}: {said(spot.card)}{_taken(spot, level)}"
    return Piece(f"card-{spot.card}", x, y, w, CARD_H, shapes, "card", spot.card, title, zone)


def _told(spot: Spot, level: int, w: float) -> str:
    """Draw the name of a card, and where there is room, the reward of its level, or the text of a law."""
    number = int(spot.card)
    card = BY_ID[number]
    name = text_line(w / 2, 28, card.name, 11, anchor="middle", room=w - 8)
    if isinstance(card, Character):
        return name + _reward(spot, number, level, w)
    if w < BROAD or spot.tokens or spot.tucked:
        return name
    if has_title(number):
        return name + paragraph(5, 41, w - 8, card.text, 11, "soft", most=2)
    return paragraph(5, 31, w - 8, card.text, 11, "soft", most=3)


def _reward(spot: Spot, card: int, level: int, w: float) -> str:
    """Draw the reward of a level: below the name, or below the tokens on the card; nothing if there is no room."""
    if level > ROWS or (spot.tokens and (spot.tucked or len(spot.tokens) * CHIP > w - 4)):
        return ""
    return reward(card, level, 2, 64 if spot.tokens else 44, w - 3)


def _taken(spot: Spot, level: int) -> str:
    """Return in words what a character has given on its level."""
    card = BY_ID[int(spot.card)]
    return f"; level {level}: {card.rows[level - 1]}" if isinstance(card, Character) and level <= ROWS else ""


def _on(spot: Spot, x: float, y: float, w: float, zone: str) -> Iterator[Piece]:
    """Yield the tokens on a card and the cards tucked under it."""
    card = label(int(spot.card))
    wide = GEM if all(name.startswith("gem") for name in spot.tokens) else CHIP
    for n, (name, (left, row)) in enumerate(zip(spot.tokens, _beside(len(spot.tokens), wide, w, 2), strict=True)):
        at, shapes = f"token-{spot.card}-{n}", token(name)
        yield Piece(at, x + left, y + 31 + row * 17, wide, 20, shapes, "token", name, f"{name} on {card}", zone)
    rows = 1 if spot.tokens else 2
    for n, (under, (left, row)) in enumerate(
        zip(spot.tucked, _beside(len(spot.tucked), TUCKED_W, w, rows), strict=True)
    ):
        at = f"tucked-{spot.card}-{n}"
        shapes = rect(0, 0, TUCKED_W, TUCKED_H, "card", "ink", r=2) + text_line(10, 11, under, 11, anchor="middle")
        title = f"{'a card face down' if under == HIDDEN else said(under)}, tucked under {card}"
        yield Piece(at, x + left, y + TUCKED_Y - row * TUCKED_H, TUCKED_W, TUCKED_H, shapes, "card", under, title, zone)


def _beside(number: int, wide: float, w: float, rows: int) -> Iterator[tuple[float, int]]:
    """Yield the positions of things on a card of width `w`: the distance of each from the left edge, and its row.

    They lie side by side in the middle, in several rows if one is too short, and overlap if all rows are.
    """
    across = max(int((w - 4) // wide), -(-number // rows))
    for n in range(number):
        row, column = divmod(n, across)
        beside = min(across, number - row * across)
        step = min(wide + 1, (w - 4 - wide) / max(beside - 1, 1))
        yield (w - wide - step * (beside - 1)) / 2 + column * step, row


def _radius(w: float) -> float:
    return min(RADIUS, w / 4)


def _circle(colour: str, x: float, y: float, w: float, key: str, where: str) -> Piece:
    """Draw the ring around a complete circle. A one-colour circle, printed or recoloured, is a disc with its letter."""
    r = _radius(w) + 3
    shapes = circle(r, r, r - 1, "", "faint", thick=2)
    if colour != MIXED:
        letter = LETTERS[COLOURS.index(colour)]
        shapes = circle(r, r, r - 2, colour, "ink", thick=2) + circle(r, r, r - 5, "", f"on-{colour}", thick=1.5)
        shapes += text_line(r, r + 5, letter, 14, f"on-{colour}", anchor="middle", bold=True)
    return Piece(key, x - r, y - r, 2 * r, 2 * r, shapes, "circle", colour, f"{where}: {colour}", key)
