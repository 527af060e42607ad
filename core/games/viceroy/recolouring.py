"""Recolouring circles at the end of the game (VC-5.2, R-18): what it costs, what is possible, what is best.

A circle is turned into one colour as a whole, since a circle that stays mixed has no effect on any score.
"""

from __future__ import annotations

from itertools import accumulate

from msgspec import Struct
from msgspec.structs import replace

from kronika.core.games.viceroy.cards import PER_CIRCLE
from kronika.core.games.viceroy.pyramid import circles, is_placed, place_of, placed, segments
from kronika.core.games.viceroy.scoring import circle_bonus
from kronika.core.games.viceroy.state import Player, State

SEGMENTS = 4

Stock = tuple[int, int, int, int]


class Repainting(Struct, frozen=True, gc=False):
    """The circle below `card` in a colour (index), the gems of that colour it costs, and the points it adds."""

    card: int
    colour: int
    cost: int
    gain: int = 0


def cost(player: Player, card: int, colour: int) -> int | None:
    """The gems that turn the circle below `card` into a colour: one for each segment of another colour.

    None when the card is not the top of a circle.
    """
    place = place_of(player, card)
    if place is None or place[0] < 2:
        return None
    return SEGMENTS - segments(player, *place).count(colour)


def repaintings(player: Player) -> list[Repainting]:
    """Every circle not recoloured yet, in every colour it hasn't and that can be paid."""
    painted = player.paint[::2]
    found: list[Repainting] = []
    for level, column, card in placed(player):
        if level > 1 and card not in painted:
            colours = segments(player, level, column)
            prices = ((colour, SEGMENTS - colours.count(colour)) for colour in range(4))
            found.extend(Repainting(card, i, price) for i, price in prices if 0 < price <= player.gems[i])
    return found


def can_repaint(player: Player) -> bool:
    """Is there any of `repaintings`?"""
    painted = player.paint[::2]
    for level, column, card in placed(player):
        if level > 1 and card not in painted:
            colours = segments(player, level, column)
            for colour, there in enumerate(player.gems):
                if 0 < SEGMENTS - colours.count(colour) <= there:
                    return True
    return False


# -- the best way -----------------------------------------------------------------------------------------------

_SCALE = 12
"""Gain per gem as a whole number: every cost of 1 to 4 divides it."""


def best_recolouring(state: State, seat: int) -> tuple[Repainting, ...]:
    """The recolouring that adds most points for a seat, found exactly, from the bottom up; one of them if several do.

    It starts from the gems that were behind the screen before any recolouring, so it can be asked at any time; before
    the end it says what would be best if the game ended now.
    """
    player = unpainted(state.players[seat])
    offers = [offer for offer in map(_worth_while, _offers(player)) if offer]
    chosen = {option.card: option for option in _best(offers, player.gems)}
    return tuple(chosen[card] for _, _, card in placed(player) if card in chosen)


def unpainted(player: Player) -> Player:
    """The player with all recolouring taken back and its gems behind the screen again."""
    gems = list(player.gems)
    for card, colour in zip(player.paint[::2], player.paint[1::2], strict=True):
        gems[colour] += cost(player, card, colour) or 0
    return replace(player, gems=bytes(gems), paint=b"")


def _offers(player: Player) -> list[list[Repainting]]:
    """By circle, its repaintings with the points they add: a circle of one colour already loses its old value."""
    extra = 1 if is_placed(player, PER_CIRCLE) else 0
    worth = [circle_bonus(player, colour) + extra for colour in range(4)]
    now = {card: level + worth[colour] if colour >= 0 else 0 for level, _, card, colour in circles(player)}
    by_circle: dict[int, list[Repainting]] = {}
    for option in repaintings(player):
        place = place_of(player, option.card)
        assert place is not None
        gain = place[0] + worth[option.colour] - now[option.card]
        by_circle.setdefault(option.card, []).append(Repainting(option.card, option.colour, option.cost, gain))
    return list(by_circle.values())


def _worth_while(offer: list[Repainting]) -> list[Repainting]:
    return [option for option in offer if option.gain > 0]


def _best(offers: list[list[Repainting]], gems: bytes) -> list[Repainting]:
    """The choice of at most one option a circle, within the gems, of greatest gain.

    Circle by circle, the best gain for every stock of gems that can be left; what can't beat the best choice known,
    even with the rest as good as `_bounds` allows, is dropped.
    """
    offers = sorted(offers, key=lambda offer: -max(option.gain for option in offer))
    best = _greedy(offers, gems)
    most = sum(option.gain for option in best)
    reached: dict[Stock, tuple[int, tuple[Repainting, ...]]] = {(gems[0], gems[1], gems[2], gems[3]): (0, ())}
    for offer, bound in zip(offers, _bounds(offers, gems), strict=True):
        after: dict[Stock, tuple[int, tuple[Repainting, ...]]] = {}
        for stock, (gain, chosen) in reached.items():
            if gain + _limit(bound, stock) <= most:
                continue
            if after.get(stock, (-1,))[0] < gain:
                after[stock] = (gain, chosen)
            for option in offer:
                if option.cost <= stock[option.colour]:
                    left, more = _spend(stock, option), gain + option.gain
                    if after.get(left, (-1,))[0] < more:
                        after[left] = (more, (*chosen, option))
                        if more > most:
                            most, best = more, [*chosen, option]
        reached = after
    return best


def _greedy(offers: list[list[Repainting]], gems: bytes) -> list[Repainting]:
    """A good choice: always the option with most gain per gem."""
    stock, chosen = list(gems), dict[int, Repainting]()
    for option in sorted((o for offer in offers for o in offer), key=lambda o: (-o.gain * _SCALE // o.cost, o.cost)):
        if option.card not in chosen and option.cost <= stock[option.colour]:
            chosen[option.card] = option
            stock[option.colour] -= option.cost
    return list(chosen.values())


def _spend(stock: Stock, option: Repainting) -> Stock:
    left = list(stock)
    left[option.colour] -= option.cost
    return left[0], left[1], left[2], left[3]


class _Bound(Struct, frozen=True, gc=False):
    """Limits for the gain of some circles: `whole` with gems without end; by colour and number of gems, scaled, if each
    circle could be had in every colour and in parts."""

    whole: int
    parts: tuple[tuple[int, ...], ...]


def _limit(bound: _Bound, stock: Stock) -> int:
    a, b, c, d = bound.parts
    parts = a[stock[0]] + b[stock[1]] + c[stock[2]] + d[stock[3]]
    return min(bound.whole, parts // _SCALE)


def _bounds(offers: list[list[Repainting]], gems: bytes) -> list[_Bound]:
    """For every circle, the limits for it and all after it."""
    bounds = []
    for at in range(len(offers)):
        rest = offers[at:]
        whole = sum(max(option.gain for option in offer) for offer in rest)
        parts = tuple(_parts([o for offer in rest for o in offer if o.colour == i], gems[i]) for i in range(4))
        bounds.append(_Bound(whole, parts))
    return bounds


def _parts(options: list[Repainting], gems: int) -> tuple[int, ...]:
    """By number of gems up to `gems`, the scaled gain of the best gems' worth of these options."""
    per_gem = sorted((o.gain * _SCALE // o.cost for o in options for _ in range(o.cost)), reverse=True)
    sums = [0, *accumulate(per_gem)]
    return tuple(sums[min(n, len(sums) - 1)] for n in range(gems + 1))
