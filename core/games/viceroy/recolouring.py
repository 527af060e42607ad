"""Recolouring circles at the end of the game (VC-5.2, R-18): its cost, and what is possible.

A circle is always turned into one colour, since a circle that stays mixed has no effect on any score.
"""

from __future__ import annotations

from msgspec import Struct

from kronika.core.games.viceroy.pyramid import all_segments, place_of, segments
from kronika.core.games.viceroy.state import Player

SEGMENTS = 4


class Repainting(Struct, frozen=True, gc=False):
    """A possible recolouring of the circle below `card`.

    `colour` is the index of the new colour, `cost` the number of gems of that colour, and `gain` the points it adds.
    """

    card: int
    colour: int
    cost: int
    gain: int = 0


def cost(player: Player, card: int, colour: int) -> int | None:
    """Return the price of turning the circle below `card` into a colour: a gem for each segment of another colour.

    Returns None if the card is not the top of a circle.
    """
    place = place_of(player, card)
    if place is None or place[0] < 2:
        return None
    return SEGMENTS - segments(player, *place).count(colour)


def repaintings(player: Player) -> list[Repainting]:
    """Return every recolouring that can be paid: circles not yet recoloured, in colours they do not have yet."""
    painted = player.paint[::2]
    found: list[Repainting] = []
    for _, _, card, colours in all_segments(player):
        if card not in painted:
            prices = ((colour, SEGMENTS - colours.count(colour)) for colour in range(4))
            found.extend(Repainting(card, i, price) for i, price in prices if 0 < price <= player.gems[i])
    return found


def can_repaint(player: Player) -> bool:
    """Whether `repaintings` would return any."""
    stock = [(colour, n) for colour, n in enumerate(player.gems) if n]
    if not stock:
        return False
    painted = player.paint[::2]
    for _, _, card, colours in all_segments(player):
        if card not in painted:
            for colour, n in stock:
                if 0 < SEGMENTS - colours.count(colour) <= n:
                    return True
    return False
