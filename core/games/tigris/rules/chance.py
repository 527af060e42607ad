"""Draws from the bag and the start player (TE-2.5)."""

from __future__ import annotations

from typing import NoReturn

from msgspec.structs import replace

from kronika.core.basics.chance import Dice
from kronika.core.basics.errors import IllegalAction
from kronika.core.basics.text import pluralize
from kronika.core.contract.game import CHANCE
from kronika.core.contract.zones import add_tallies, replace_item, subtract_tallies
from kronika.core.games.tigris.actions import Draw, StartPlayer
from kronika.core.games.tigris.board import TILES
from kronika.core.games.tigris.effects import NextTurn
from kronika.core.games.tigris.rules.flow import DUE, Applied, finish_action, refill, refuse_phase, short_hand
from kronika.core.games.tigris.state import ACTION, CHANCE_PHASES, DEAL, REFILL, START, SWAP, State


def due_draw(state: State) -> tuple[int, int]:
    """The seat that draws now, and the number of tiles."""
    if state.phase == SWAP:
        return state.active, state.number
    short = short_hand(state.hands, state.active)
    assert short is not None, "a draw is due only when a hand is short"
    return short


def check_draw(state: State, seat: int, do: Draw) -> None:
    """Raise IllegalAction unless this player draws this number of tiles now and the bag holds them."""
    phase = state.phase
    if phase not in CHANCE_PHASES or phase == START:
        refuse_phase(state, "draw tiles")
    rule, _ = DUE[phase]
    if seat != CHANCE:
        _refuse_player(rule, "A draw from the bag")
    drawing, tiles = due_draw(state)
    if do.seat != drawing:
        raise IllegalAction(rule, "{seats} must draw now.", {"seat": drawing}, seats=(drawing,))
    red, black, blue, green = do.red, do.black, do.blue, do.green
    if red + black + blue + green != tiles:
        drawn = red + black + blue + green
        raise IllegalAction(rule, f"{pluralize(tiles, 'tile')} must be drawn, not {drawn}.", {"due": tiles})
    reds, blacks, blues, greens = state.bag
    if red > reds or black > blacks or blue > blues or green > greens:
        _refuse_tiles(state, do, rule)


def apply_draw(state: State, seat: int, do: Draw) -> Applied:
    """Move the tiles from the bag to the hand; then comes the next draw or the next step of the game."""
    drawn = (do.red, do.black, do.blue, do.green)
    hands = replace_item(state.hands, do.seat, add_tallies(state.hands[do.seat], drawn))
    bag = subtract_tallies(state.bag, drawn)
    if state.phase == REFILL:
        return refill(state, [], hands, bag)
    if state.phase == SWAP:
        return finish_action(replace(state, hands=hands, bag=bag), [])
    phase = DEAL if short_hand(hands, state.active) else START
    return replace(state, phase=phase, hands=hands, bag=bag), ()


def check_start(state: State, seat: int, do: StartPlayer) -> None:
    """Raise IllegalAction unless the start player is due and is one of the players (TE-1.4)."""
    if state.phase != START:
        refuse_phase(state, "draw the start player")
    if seat != CHANCE:
        _refuse_player("TE-1.4", "The start player")
    if do.seat >= len(state.hands):
        raise IllegalAction("TE-1.4", f"There are only {len(state.hands)} players.")


def apply_start(state: State, seat: int, do: StartPlayer) -> Applied:
    """Begin the first turn (TE-1.4)."""
    return replace(state, phase=ACTION, active=do.seat), (NextTurn(do.seat, "TE-1.4"),)


def _refuse_tiles(state: State, do: Draw, rule: str) -> NoReturn:
    drawn = zip((do.red, do.black, do.blue, do.green), state.bag, TILES, strict=True)
    missing = next(pluralize(n, tile) for n, held, tile in drawn if n > held)
    raise IllegalAction(rule, f"The bag does not hold {missing}.")


def _refuse_player(rule: str, what: str) -> NoReturn:
    raise IllegalAction(rule, f"{what} is decided by chance, not by a player.")


def sample(state: State, dice: Dice) -> Draw | StartPlayer:
    """Return a random outcome: the start player, all equally likely, or tiles drawn without replacement (TE-2.5)."""
    if state.phase == START:
        return StartPlayer(dice.below(len(state.hands)))
    seat, tiles = due_draw(state)
    red, black, blue, green = dice.draw_counts(state.bag, tiles)
    return Draw(seat, red, black, blue, green)
