"""Tiles committed to a conflict (TE-5.4, TE-6.7)."""

from __future__ import annotations

from msgspec.structs import replace

from kronika.core.basics.errors import IllegalAction
from kronika.core.basics.text import pluralize
from kronika.core.contract.zones import replace_byte, replace_item
from kronika.core.games.tigris.board import COLOURS, TILES
from kronika.core.games.tigris.effects import Effect, Spent
from kronika.core.games.tigris.state import State


def check_tiles(state: State, seat: int, colour: int, tiles: int, rule: str) -> None:
    """Raise IllegalAction if the hand holds fewer tiles of this colour than are committed."""
    held = state.hands[seat][colour]
    if tiles > held:
        raise IllegalAction(
            rule, f"You can't commit {pluralize(tiles, TILES[colour])}: your hand holds {held}.", {"held": held}
        )


def commit(state: State, seat: int, colour: int, tiles: int) -> State:
    """Return the state without the committed tiles in the hand; they are now face up beside the board."""
    hand = state.hands[seat]
    return replace(state, hands=replace_item(state.hands, seat, replace_byte(hand, colour, hand[colour] - tiles)))


def spend(state: State, effects: list[Effect], colour: int, defending: int, rule: str) -> State:
    """Return the state after the committed tiles of both sides have gone out of the game in public (TE-5.6, TE-6.8).

    `defending` is the number of the defender's tiles; the attacker's is in the state. Adds an effect if there are any.
    """
    attacking = state.number
    if not attacking and not defending:
        return state
    effects.append(Spent(COLOURS[colour], attacking, defending, rule))
    return replace(state, number=0, seen=replace_byte(state.seen, colour, state.seen[colour] + attacking + defending))
