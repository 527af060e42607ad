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
    """Who draws now, and how many tiles."""
    if state.phase == SWAP:
        return state.active, state.number
    short = short_hand(state.hands, state.active)
    assert short is not None, "a draw is due only when a hand is short"
    return short


def check_draw(state: State, seat: int, do: Draw) -> None:
    """The right number of tiles for the right player, and all in the bag."""
    phase = state.phase
    if phase not in CHANCE_PHASES or phase == START:
        refuse_phase(state, "draw tiles")
    rule, _ = DUE[phase]
    if seat != CHANCE:
        _refuse_player(rule, "What is drawn from the bag")
    drawing, tiles = due_draw(state)
    if do.seat != drawing:
        raise IllegalAction(rule, "It is {seats} who draws now.", {"seat": drawing}, seats=(drawing,))
    red, black, blue, green = do.red, do.black, do.blue, do.green
    if red + black + blue + green != tiles:
        drawn = red + black + blue + green
        raise IllegalAction(rule, f"{pluralize(tiles, 'tile')} must be drawn, not {drawn}.", {"due": tiles})
    reds, blacks, blues, greens = state.bag
    if red > reds or black > blacks or blue > blues or green > greens:
        _refuse_tiles(state, do, rule)


def apply_draw(state: State, seat: int, do: Draw) -> Applied:
    """The tiles go from the bag to the hand; then the next draw, or the game goes on."""
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
    """TE-1.4: one of the players."""
    if state.phase != START:
        refuse_phase(state, "draw the start player")
    if seat != CHANCE:
        _refuse_player("TE-1.4", "Who begins")
    if do.seat >= len(state.hands):
        raise IllegalAction("TE-1.4", f"There are only {len(state.hands)} players.")


def apply_start(state: State, seat: int, do: StartPlayer) -> Applied:
    """The first turn (TE-1.4)."""
    return replace(state, phase=ACTION, active=do.seat), (NextTurn(do.seat, "TE-1.4"),)


def _refuse_tiles(state: State, do: Draw, rule: str) -> NoReturn:
    drawn = zip((do.red, do.black, do.blue, do.green), state.bag, TILES, strict=True)
    missing = next(pluralize(n, tile) for n, held, tile in drawn if n > held)
    raise IllegalAction(rule, f"The bag does not hold {missing}.")


def _refuse_player(rule: str, what: str) -> NoReturn:
    raise IllegalAction(rule, f"{what} is up to chance, not to a player.")


def sample(state: State, dice: Dice) -> Draw | StartPlayer:
    """The start player, each as likely, or tiles at random without replacement."""
    if state.phase == START:
        return StartPlayer(dice.below(len(state.hands)))
    seat, tiles = due_draw(state)
    red, black, blue, green = dice.draw_counts(state.bag, tiles)
    return Draw(seat, red, black, blue, green)
