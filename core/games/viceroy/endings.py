"""The best recolouring of a pyramid at the end of the game (VC-5.2), found by an exact search.

Two circles never share a segment, but they compete for gems: each circle can be turned into one colour, which takes
gems of that colour. So this is a knapsack problem with four capacities, one for each colour, and up to four choices for
each circle.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nlargest

from msgspec.structs import replace

from kronika.core.contract.result import BestEnding
from kronika.core.games.viceroy.cards import PER_CIRCLE
from kronika.core.games.viceroy.gems import COLOURS
from kronika.core.games.viceroy.pyramid import circles, is_placed, place_of, placed
from kronika.core.games.viceroy.recolouring import Repainting, cost, repaintings
from kronika.core.games.viceroy.scoring import circle_bonuses, player_totals
from kronika.core.games.viceroy.state import END, RECOLOUR, Player, State
from kronika.core.games.viceroy.tokens import flat

Offer = list[Repainting]
Stock = tuple[int, int, int, int]
Prices = list[int]


def best_recolouring(state: State, seat: int) -> tuple[Repainting, ...]:
    """Return the recolouring that adds most points for a seat, from the bottom up; one of them if several are best.

    It starts from the gems that were behind the screen before any recolouring, so you can ask at any time. Before the
    end of the game it says what would be best if the game ended now.
    """
    player = unpainted(state.players[seat])
    offers = [offer for offer in map(_worth_while, _offers(player)) if offer]
    chosen = {option.card: option for option in most_gain(offers, player.gems)}
    return tuple(chosen[card] for _, _, card in placed(player) if card in chosen)


def best_endings(state: State) -> tuple[BestEnding, ...]:
    """Return the best recolouring of every seat while players recolour and after the game; empty before."""
    if state.phase not in (RECOLOUR, END):
        return ()
    return tuple(_best_ending(state, seat) for seat in range(len(state.players)))


def _best_ending(state: State, seat: int) -> BestEnding:
    best = best_recolouring(state, seat)
    player = unpainted(state.players[seat])
    players = list(state.players)
    players[seat] = replace(player, paint=flat((option.card, option.colour) for option in best))
    places = [(place_of(player, option.card), COLOURS[option.colour]) for option in best]
    moves = tuple(f"recolour {place[0]}.{place[1]} {colour}" for place, colour in places if place)
    return BestEnding(seat, moves, player_totals(tuple(players))[seat], "VC-5.2")


def unpainted(player: Player) -> Player:
    """Return the player with all recolouring undone and the gems paid for it back behind the screen."""
    gems = list(player.gems)
    for card, colour in zip(player.paint[::2], player.paint[1::2], strict=True):
        gems[colour] += cost(player, card, colour) or 0
    return replace(player, gems=bytes(gems), paint=b"")


def _offers(player: Player) -> list[list[Repainting]]:
    """Return, for each circle, its possible recolourings with the points that each adds.

    The gain is the new value of the circle minus its value now, which is not 0 for a circle that already has one
    colour.
    """
    extra = 1 if is_placed(player, PER_CIRCLE) else 0
    worth = [bonus + extra for bonus in circle_bonuses(player)]
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


# -- the search -------------------------------------------------------------------------------------------------

_SCALE = 60
"""Scale of prices and profits, which are whole numbers: units for one point."""
_PRICE_STEPS = 200
_BEAM = 50


def most_gain(offers: list[Offer], gems: Sequence[int]) -> Offer:
    """Return at most one option of each offer, affordable with the gems, with the greatest total gain.

    A narrow search first finds a good choice; the complete search then drops everything that can't beat it.
    """
    prices = _prices(offers, gems)
    offers = sorted(offers, key=lambda offer: -_profit(offer, prices))
    good = _narrow(offers, gems, prices)
    better = _search(offers, gems, prices, good, _BEAM)
    return _search(offers, gems, prices, better, None)


def _search(offers: list[Offer], gems: Sequence[int], prices: Prices, best: Offer, beam: int | None) -> Offer:
    """Return the best choice, by going through the offers with the best gain for each stock of gems that can remain.

    With a `beam`, only that many of the most promising stocks are followed. A stock is dropped if it can't beat the
    best choice known, even if gems could be bought and sold at these prices.
    """
    most = sum(option.gain for option in best)
    profits = [_profit(offer, prices) for offer in offers]
    reached: dict[Stock, tuple[int, tuple[Repainting, ...]]] = {(gems[0], gems[1], gems[2], gems[3]): (0, ())}
    for at, offer in enumerate(offers):
        rest = sum(profits[at:])
        hopes = ((gain + (_value(stock, prices) + rest) // _SCALE, stock) for stock, (gain, _) in reached.items())
        hopeful = [(hope, stock) for hope, stock in hopes if hope > most]
        if beam is not None:
            hopeful = nlargest(beam, hopeful)
        after: dict[Stock, tuple[int, tuple[Repainting, ...]]] = {}
        for _, stock in hopeful:
            gain, chosen = reached[stock]
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


def _narrow(offers: list[Offer], gems: Sequence[int], prices: Prices) -> Offer:
    """Return a good choice: for each offer in turn, the affordable option with the greatest profit."""
    stock, chosen = list(gems), []
    for offer in offers:
        options = [option for option in offer if option.cost <= stock[option.colour]]
        profits = [(_profit([option], prices), stock[option.colour] - option.cost) for option in options]
        if profits:
            option = options[profits.index(max(profits))]
            stock[option.colour] -= option.cost
            chosen.append(option)
    return chosen


def _spend(stock: Stock, option: Repainting) -> Stock:
    left = list(stock)
    left[option.colour] -= option.cost
    return left[0], left[1], left[2], left[3]


# -- prices of gems ---------------------------------------------------------------------------------------------


def _prices(offers: list[Offer], gems: Sequence[int]) -> Prices:
    """Return prices of gems at which demand roughly equals the gems that exist.

    At those prices the value of the stock and the profits together are lowest. At any prices that sum is an upper bound
    of every gain, so the search is exact for any prices; good prices only make it shorter.
    """
    prices, step = [0.0, 0.0, 0.0, 0.0], 0.3
    found: Prices = [0, 0, 0, 0]
    least = _worth(offers, gems, found)
    for _ in range(_PRICE_STEPS):
        asked = [0, 0, 0, 0]
        for offer in offers:
            profit, option = max(
                ((option.gain - prices[option.colour] * option.cost, option) for option in offer), key=lambda o: o[0]
            )
            if profit > 0:
                asked[option.colour] += option.cost
        prices = [max(0.0, prices[i] + step * (asked[i] - gems[i])) for i in range(4)]
        step *= 0.97
        rounded = [round(price * _SCALE) for price in prices]
        worth = _worth(offers, gems, rounded)
        if worth < least:
            found, least = rounded, worth
    return found


def _worth(offers: list[Offer], gems: Sequence[int], prices: Prices) -> int:
    return _value(gems, prices) + sum(_profit(offer, prices) for offer in offers)


def _value(stock: Sequence[int], prices: Prices) -> int:
    return stock[0] * prices[0] + stock[1] * prices[1] + stock[2] * prices[2] + stock[3] * prices[3]


def _profit(offer: Offer, prices: Prices) -> int:
    """Return the gain of the best option of an offer minus its price, scaled; 0 if no option is worth its price."""
    return max(0, *(option.gain * _SCALE - prices[option.colour] * option.cost for option in offer))
