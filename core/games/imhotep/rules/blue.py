"""The blue cards, which are played instead of another action (IM-2.7)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

from msgspec.structs import replace

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.zones import add_to_tally, replace_item
from kronika.core.games.imhotep.actions import Chisel, Do, Hammer, Lever, SailCard
from kronika.core.games.imhotep.board import AT_ONCE, SITES
from kronika.core.games.imhotep.cards import CARD_NAMES, CHISEL, HAMMER, LEVER, SAIL_CARD
from kronika.core.games.imhotep.effects import GotStones
from kronika.core.games.imhotep.rules.resolve import resolve
from kronika.core.games.imhotep.rules.stack import Applied, Effects
from kronika.core.games.imhotep.rules.stock import discard
from kronika.core.games.imhotep.rules.turn import (
    Spot,
    check_sailing,
    check_spot,
    check_stones,
    check_turn,
    free_sites,
    free_spots,
    loaded,
    ready_ships,
    sail_ship,
)
from kronika.core.games.imhotep.state import BLUE, CARGO, State, Step, can_take

RULE = "IM-2.7"
"""The rule that refusals and effects of blue cards cite."""
TWO = 2
"""The stones that a chisel loads."""

# -- legal actions ----------------------------------------------------------------------------------------------


def blue_actions(state: State, seat: int) -> list[Lever | Hammer | SailCard | Chisel]:
    """All legal ways to play a blue card, each listed once."""
    held = state.cards[seat]
    found: list[Lever | Hammer | SailCard | Chisel] = []
    if held[LEVER]:
        found.extend(
            Lever(ship, SITES[site], order)
            for ship in ready_ships(state)
            for site in free_sites(state)
            for order in orders(state.ships[ship - 1])
        )
    if held[HAMMER] and can_take(state.sleds[seat], state.quarries[seat], AT_ONCE):
        found.extend(Hammer(ship, slot) for ship, slot in free_spots(state))
    if held[SAIL_CARD] and state.sleds[seat]:
        ready = set(ready_ships(state, 1))
        spots = [(ship, slot) for ship, slot in free_spots(state) if ship in ready]
        found.extend(SailCard(ship, slot, SITES[site]) for ship, slot in spots for site in free_sites(state))
    if held[CHISEL] and state.sleds[seat] >= TWO:
        found.extend(map(Chisel, _pairs(free_spots(state))))
    return found


def _pairs(spots: list[Spot]) -> list[tuple[Spot, Spot]]:
    """All unordered pairs of two different spots."""
    return [(spot, other) for at, spot in enumerate(spots) for other in spots[at + 1 :]]


def orders(slots: bytes) -> list[tuple[int, ...]]:
    """The orders of unloading a ship, one for each sequence of colours (IM-2.7).

    Among stones of one colour the lowest slots come first.
    """
    taken = [slot for slot, stone in enumerate(slots, 1) if stone]
    return list(dict.fromkeys(same_colours(slots, order) for order in permutations(taken)))


def same_colours(slots: bytes, order: tuple[int, ...]) -> tuple[int, ...]:
    """The order with the same sequence of colours that takes the lowest slots first among stones of one colour."""
    lowest = {
        stone: iter([slot for slot, other in enumerate(slots, 1) if other == stone]) for stone in set(slots) if stone
    }
    return tuple(next(lowest[slots[slot - 1]]) for slot in order)


def ways(state: State, seat: int) -> list[Callable[[Dice], Do]]:
    """For each kind of card that can be played, a function that returns a random legal way to play it."""
    held, sled = state.cards[seat], state.sleds[seat]
    found: list[Callable[[Dice], Do]] = []
    if held[LEVER] and (ready := list(ready_ships(state))):
        found.append(lambda dice: _random_lever(state, dice.choice(ready), dice))
    spots = free_spots(state)
    if held[HAMMER] and spots and can_take(sled, state.quarries[seat], AT_ONCE):
        found.append(lambda dice: Hammer(*dice.choice(spots)))
    if held[SAIL_CARD] and sled:
        nearly = set(ready_ships(state, 1))
        if on_them := [spot for spot in spots if spot[0] in nearly]:
            found.append(lambda dice: SailCard(*dice.choice(on_them), SITES[dice.choice(free_sites(state))]))
    if held[CHISEL] and sled >= TWO and len(spots) >= TWO:
        pairs = _pairs(spots)
        found.append(lambda dice: Chisel(dice.choice(pairs)))
    return found


def _random_lever(state: State, ship: int, dice: Dice) -> Lever:
    site = SITES[dice.choice(free_sites(state))]
    return Lever(ship, site, dice.choice(orders(state.ships[ship - 1])))


# -- legality ---------------------------------------------------------------------------------------------------


def _check_card(state: State, seat: int, card: int) -> None:
    check_turn(state, seat, f"play a {CARD_NAMES[card]} card")
    if not state.cards[seat][card]:
        raise IllegalAction(RULE, f"You have no {CARD_NAMES[card]} card.")


def check_lever(state: State, seat: int, do: Lever) -> None:
    """Raise IllegalAction unless the ship can sail and the order names each of its stones once (IM-2.7, R-9)."""
    _check_card(state, seat, LEVER)
    check_sailing(state, do.ship, do.site, 0, RULE)
    taken = [slot for slot, stone in enumerate(state.ships[do.ship - 1], 1) if stone]
    if sorted(do.order) != taken:
        slots = ", ".join(map(str, taken))
        raise IllegalAction(RULE, f"Name each slot with a stone once: {slots}.", {"slots": taken})


def check_hammer(state: State, seat: int, do: Hammer) -> None:
    """Raise IllegalAction unless there is a stone to take and the slot is free (IM-2.7, R-6)."""
    _check_card(state, seat, HAMMER)
    check_stones(state, seat, RULE)
    check_spot(state, do.ship, do.slot, RULE)


def check_sail_card(state: State, seat: int, do: SailCard) -> None:
    """Raise IllegalAction unless there is a stone, the slot is free, and the ship can then sail (IM-2.7, R-8)."""
    _check_card(state, seat, SAIL_CARD)
    if not state.sleds[seat]:
        raise IllegalAction(RULE, "There is no stone on your sled.")
    check_spot(state, do.ship, do.slot, RULE)
    check_sailing(state, do.ship, do.site, 1, RULE)


def check_chisel(state: State, seat: int, do: Chisel) -> None:
    """Raise IllegalAction unless there are two stones and the two slots are free (IM-2.7, R-7)."""
    _check_card(state, seat, CHISEL)
    if state.sleds[seat] < TWO:
        raise IllegalAction(RULE, f"A chisel places two stones; your sled holds {state.sleds[seat]}.")
    if do.spots[0] == do.spots[1]:
        raise IllegalAction(RULE, "A chisel needs two different slots.")
    for ship, slot in do.spots:
        check_spot(state, ship, slot, RULE)


# -- consequences -----------------------------------------------------------------------------------------------


def apply_lever(state: State, seat: int, do: Lever) -> Applied:
    """Sail the ship and unload it in the given order, which is fixed before any owner chooses (IM-3.18)."""
    effects: Effects = []
    slots = state.ships[do.ship - 1]
    cargo = CARGO[bytes([slots[slot - 1] for slot in do.order])]
    state = sail_ship(_play(state, seat, LEVER), effects, seat, do.ship, do.site, cargo, RULE)
    return resolve(state, effects), tuple(effects)


def apply_sail_card(state: State, seat: int, do: SailCard) -> Applied:
    """Load the stone, then sail the ship (IM-3.18)."""
    ships, effect = loaded(state.ships, seat, do.ship, do.slot, RULE)
    effects: Effects = [effect]
    state = replace(_play(state, seat, SAIL_CARD), ships=ships, sleds=add_to_tally(state.sleds, seat, -1))
    state = sail_ship(state, effects, seat, do.ship, do.site, CARGO[ships[do.ship - 1]], RULE)
    return resolve(state, effects), tuple(effects)


def _play(state: State, seat: int, card: int) -> State:
    """Return the state with the card out of play until the action is done (IM-3.19)."""
    return replace(state, cards=_without(state.cards, seat, card), stack=(Step(BLUE, seat, card),))


def _without(cards: tuple[bytes, ...], seat: int, card: int) -> tuple[bytes, ...]:
    return replace_item(cards, seat, add_to_tally(cards[seat], card, -1))


def apply_hammer(state: State, seat: int, do: Hammer) -> Applied:
    """Take all stones to the sled, then load one (IM-3.18)."""
    n = can_take(state.sleds[seat], state.quarries[seat], AT_ONCE)
    ships, effect = loaded(state.ships, seat, do.ship, do.slot, RULE)
    sleds, quarries = add_to_tally(state.sleds, seat, n - 1), add_to_tally(state.quarries, seat, -n)
    state = replace(state, ships=ships, sleds=sleds, quarries=quarries)
    return _played(state, seat, HAMMER, [GotStones(seat, n, RULE), effect])


def apply_chisel(state: State, seat: int, do: Chisel) -> Applied:
    """Load two stones, with nothing in between (IM-3.18)."""
    (ship1, slot1), (ship2, slot2) = do.spots
    ships, first = loaded(state.ships, seat, ship1, slot1, RULE)
    ships, second = loaded(ships, seat, ship2, slot2, RULE)
    return _played(
        replace(state, ships=ships, sleds=add_to_tally(state.sleds, seat, -TWO)), seat, CHISEL, [first, second]
    )


def _played(state: State, seat: int, card: int, effects: Effects) -> Applied:
    """Discard the card; the next player's turn begins."""
    state = replace(
        state,
        turn=(seat + 1) % len(state.sleds),
        doer=seat,
        market=discard(state.market, effects, card, RULE),
        cards=_without(state.cards, seat, card),
    )
    return state, tuple(effects)
