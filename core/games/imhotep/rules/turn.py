"""The actions of a turn without a card: take stones, load a stone, sail a ship, pass (IM-2.4 to IM-2.6, IM-2.9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import IllegalAction
from kronika.core.basics.text import pluralize
from kronika.core.contract.zones import add_to_tally, move_between, replace_item
from kronika.core.games.imhotep.actions import TAKE, Do, Load, Pass, Sail, Take
from kronika.core.games.imhotep.board import (
    AT_ONCE,
    MARKET,
    MINIMUM,
    PYRAMIDS,
    SITE_CODE,
    SITE_TITLES,
    SITES,
    SLED,
    SiteName,
)
from kronika.core.games.imhotep.effects import GotStones, Loaded, Sailed, Stuck
from kronika.core.games.imhotep.rules.due import refuse
from kronika.core.games.imhotep.rules.resolve import resolve
from kronika.core.games.imhotep.rules.rounds import abandon_round
from kronika.core.games.imhotep.rules.sites import PLACE, must_choose_pyramid
from kronika.core.games.imhotep.rules.stack import Applied, Effects
from kronika.core.games.imhotep.state import CARGO, EMPTY, LOADED, NOBODY, TURN, UNLOAD, State, Step, can_take

Spot = tuple[int, int]
"""Ship and slot, both from 1."""

# -- legal actions ----------------------------------------------------------------------------------------------


def free_spots(state: State) -> list[Spot]:
    """The empty slots of the ships that have not sailed."""
    return [
        (ship, slot)
        for ship, slots in enumerate(state.ships, 1)
        if ship not in state.harbours
        for slot, stone in enumerate(slots, 1)
        if not stone
    ]


def free_sites(state: State) -> list[int]:
    """The sites whose harbour is free."""
    return [site for site, ship in enumerate(state.harbours) if not ship]


def ready_ships(state: State, more: int = 0) -> Iterator[int]:
    """The numbers of the ships that can sail after `more` stones are loaded on them (IM-2.6)."""
    for ship, slots in enumerate(state.ships, 1):
        if ship not in state.harbours and MINIMUM[len(slots)] <= len(CARGO[slots]) + more <= len(slots):
            yield ship


def is_stuck(state: State, seat: int) -> bool:
    """Whether a player has no legal action but a pass: no stones on sled and quarry, no ship that can sail (R-1)."""
    return not state.sleds[seat] and not state.quarries[seat] and not any(True for _ in ready_ships(state))


def plain_actions(state: State, seat: int) -> list[Take | Load | Sail]:
    """All legal actions without a card and without a pass."""
    found: list[Take | Load | Sail] = []
    if can_take(state.sleds[seat], state.quarries[seat], AT_ONCE):
        found.append(TAKE)
    if state.sleds[seat]:
        found.extend(Load(ship, slot) for ship, slot in free_spots(state))
    found.extend(Sail(ship, SITES[site]) for ship in ready_ships(state) for site in free_sites(state))
    return found


def ways(state: State, seat: int) -> list[Callable[[Dice], Do]]:
    """For each kind of action that is legal, a function that returns a random one of this kind."""
    found: list[Callable[[Dice], Do]] = []
    if can_take(state.sleds[seat], state.quarries[seat], AT_ONCE):
        found.append(lambda dice: TAKE)
    if state.sleds[seat] and (spots := free_spots(state)):
        found.append(lambda dice: Load(*dice.choice(spots)))
    if ready := list(ready_ships(state)):
        found.append(lambda dice: Sail(dice.choice(ready), SITES[dice.choice(free_sites(state))]))
    return found


# -- legality ---------------------------------------------------------------------------------------------------


def check_turn(state: State, seat: int, what: str) -> None:
    """Raise IllegalAction unless this seat must take its action now."""
    if state.phase != TURN or state.stack or seat != state.turn:
        refuse(state, seat, what)


def check_stones(state: State, seat: int, rule: str) -> None:
    """Raise IllegalAction unless a stone can go from the quarry to the sled (IM-2.4, R-2, R-6)."""
    if not state.quarries[seat]:
        raise IllegalAction(rule, "No stone is left in your quarry.")
    if state.sleds[seat] >= SLED:
        raise IllegalAction(rule, f"Your sled is full: it holds {SLED} stones.")


def check_spot(state: State, ship: int, slot: int, rule: str) -> None:
    """Raise IllegalAction unless the slot is free and the ship has not sailed."""
    slots = state.ships[ship - 1]
    if ship in state.harbours:
        raise IllegalAction(rule, "That ship has sailed.", {"ship": ship})
    if slot > len(slots):
        raise IllegalAction("IM-1.2", f"That ship has no slot {slot}: it carries {len(slots)}.", {"ship": ship})
    if slots[slot - 1]:
        raise IllegalAction(rule, f"Slot {slot} of that ship holds a stone already.", {"ship": ship, "slot": slot})


def check_sailing(state: State, ship: int, site: str, more: int, rule: str) -> None:
    """Raise IllegalAction unless the ship can sail to the site after `more` stones are loaded on it (IM-2.6)."""
    slots = state.ships[ship - 1]
    if ship in state.harbours:
        raise IllegalAction(rule, "That ship has sailed.", {"ship": ship})
    load, minimum = len(CARGO[slots]) + more, MINIMUM[len(slots)]
    if load < minimum:
        raise IllegalAction(
            rule,
            f"A ship for {len(slots)} needs {pluralize(minimum, 'stone')} to sail, not {load}.",
            {"ship": ship, "load": load, "minimum": minimum},
        )
    if state.harbours[SITE_CODE[site]]:
        title = SITE_TITLES[SITE_CODE[site]]
        raise IllegalAction(rule, f"A ship is in the harbour of the {title} already.", {"site": site})


def check_take(state: State, seat: int, do: Take) -> None:
    """Raise IllegalAction unless the player may take stones now (IM-2.4)."""
    check_turn(state, seat, "take stones")
    check_stones(state, seat, "IM-2.4")


def check_load(state: State, seat: int, do: Load) -> None:
    """Raise IllegalAction unless the player may load a stone on this slot now (IM-2.5)."""
    check_turn(state, seat, "load a stone")
    if not state.sleds[seat]:
        raise IllegalAction("IM-2.5", "There is no stone on your sled.")
    check_spot(state, do.ship, do.slot, "IM-2.5")


def check_sail(state: State, seat: int, do: Sail) -> None:
    """Raise IllegalAction unless the player may sail this ship to this site now (IM-2.6)."""
    check_turn(state, seat, "sail a ship")
    check_sailing(state, do.ship, do.site, 0, "IM-2.6")


def check_pass(state: State, seat: int, do: Pass) -> None:
    """Raise IllegalAction unless the player may pass now, because nothing else is legal (IM-2.9)."""
    check_turn(state, seat, "pass")
    if not is_stuck(state, seat):
        raise IllegalAction("IM-2.9", "You can pass only when you can do nothing else.")


# -- consequences -----------------------------------------------------------------------------------------------


def apply_take(state: State, seat: int, do: Take) -> Applied:
    """Take as many stones as possible, at most three (IM-2.4)."""
    n = can_take(state.sleds[seat], state.quarries[seat], AT_ONCE)
    quarries, sleds = move_between(state.quarries, state.sleds, seat, n)
    state = replace(state, turn=(seat + 1) % len(sleds), doer=seat, sleds=sleds, quarries=quarries)
    return state, (GotStones(seat, n, "IM-2.4"),)


def apply_load(state: State, seat: int, do: Load) -> Applied:
    """Load the stone on the ship (IM-2.5)."""
    ship, sleds = do.ship, add_to_tally(state.sleds, seat, -1)
    ships = [*state.ships]
    ships[ship - 1] = slots = LOADED[ships[ship - 1]][do.slot - 1][seat]
    state = replace(state, turn=(seat + 1) % len(sleds), doer=seat, ships=tuple(ships), sleds=sleds)
    return state, (Loaded(seat, ship, len(CARGO[slots]), "IM-2.5"),)


def loaded(ships: tuple[bytes, ...], seat: int, ship: int, slot: int, rule: str) -> tuple[tuple[bytes, ...], Loaded]:
    """Return the ships with one more stone of this seat, and the effect."""
    slots = LOADED[ships[ship - 1]][slot - 1][seat]
    return replace_item(ships, ship - 1, slots), Loaded(seat, ship, len(CARGO[slots]), rule)


def apply_sail(state: State, seat: int, do: Sail) -> Applied:
    """Sail the ship (IM-2.6), then unload it."""
    effects: Effects = []
    state = sail_ship(state, effects, seat, do.ship, do.site, CARGO[state.ships[do.ship - 1]], "IM-2.11")
    return resolve(state, effects), tuple(effects)


def sail_ship(state: State, effects: Effects, seat: int, ship: int, site: SiteName, cargo: bytes, rule: str) -> State:
    """Return the state after the ship has sailed to the site; adds an effect.

    Stones that need no choice are placed at once, in the order of `cargo`; the others wait for their owners' choices.
    """
    effects.append(Sailed(seat, ship, site, tuple(cargo), rule))
    code = SITE_CODE[site]
    ships = replace_item(state.ships, ship - 1, EMPTY[len(state.ships[ship - 1])])
    harbours = add_to_tally(state.harbours, code, ship)
    if code == MARKET or (code == PYRAMIDS and must_choose_pyramid(state)):
        stack = (*state.stack, Step(UNLOAD, NOBODY, code, 0, cargo))
        return replace(state, doer=seat, ships=ships, harbours=harbours, stack=stack)
    sites = PLACE[code](state, effects, cargo)
    return replace(state, doer=seat, ships=ships, harbours=harbours, sites=sites)


def apply_pass(state: State, seat: int, do: Pass) -> Applied:
    """Pass (IM-2.9); if all players are stuck, the round ends (IM-2.10)."""
    effects: Effects = [Stuck(seat)]
    if all(is_stuck(state, other) for other in range(len(state.sleds))):
        state = resolve(abandon_round(state, effects), effects)
    else:
        state = replace(state, turn=(seat + 1) % len(state.sleds))
    return state, tuple(effects)
