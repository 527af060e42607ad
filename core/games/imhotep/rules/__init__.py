"""The rules: who may act, which actions are legal, and their consequences (IM-2, IM-3).

`turn` and `blue` have the actions of a turn, `choices` the decisions of a stone's owner, and `nature` the outcomes of
chance. `resolve` carries out the steps that have begun, such as unloading a ship; they are kept by `stack`. `sites`,
`stock` and `rounds` have the consequences for monuments, cards and rounds. `due` says who must do what next.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kronika.core.basics.chance import Dice
from kronika.core.contract.game import CHANCE
from kronika.core.games.imhotep import actions as do_
from kronika.core.games.imhotep.rules import blue, choices, nature, turn
from kronika.core.games.imhotep.rules.due import actors
from kronika.core.games.imhotep.rules.nature import sample
from kronika.core.games.imhotep.rules.stack import Applied
from kronika.core.games.imhotep.state import State

_MOVES: Final[dict[type, tuple[Callable[[State, int, Any], None], Callable[[State, int, Any], Applied]]]] = {
    do_.Take: (turn.check_take, turn.apply_take),
    do_.Load: (turn.check_load, turn.apply_load),
    do_.Sail: (turn.check_sail, turn.apply_sail),
    do_.Pass: (turn.check_pass, turn.apply_pass),
    do_.Lever: (blue.check_lever, blue.apply_lever),
    do_.Hammer: (blue.check_hammer, blue.apply_hammer),
    do_.SailCard: (blue.check_sail_card, blue.apply_sail_card),
    do_.Chisel: (blue.check_chisel, blue.apply_chisel),
    do_.TakeCard: (choices.check_take_card, choices.apply_take_card),
    do_.Keep: (choices.check_keep, choices.apply_keep),
    do_.Pyramid: (choices.check_pyramid, choices.apply_pyramid),
    do_.BonusCard: (choices.check_bonus_card, choices.apply_bonus_card),
    do_.BonusStones: (choices.check_bonus_stones, choices.apply_bonus_stones),
    do_.BonusPlace: (choices.check_bonus_place, choices.apply_bonus_place),
    do_.Skip: (choices.check_skip, choices.apply_skip),
    do_.Choose: (choices.check_choose, choices.apply_choose),
    do_.Start: (nature.check_start, nature.apply_start),
    do_.TurnUp: (nature.check_turn_up, nature.apply_turn_up),
    do_.Fill: (nature.check_fill, nature.apply_fill),
    do_.Draw: (nature.check_draw, nature.apply_draw),
    do_.Pair: (nature.check_pair, nature.apply_pair),
}
"""By type of action or outcome: the function that checks it and the one that applies it."""


def actions(state: State, seat: int) -> list[do_.Do]:
    """All legal actions of a seat now; a pass only if no other action is legal (IM-2.9)."""
    if seat == CHANCE or seat not in actors(state):
        return []
    if state.stack:
        return choices.choices(state)
    return [*turn.plain_actions(state, seat), *blue.blue_actions(state, seat)] or [do_.PASS]


def check(state: State, seat: int, do: do_.Do) -> None:
    """Raise IllegalAction unless this action or outcome is legal now."""
    _MOVES[type(do)][0](state, seat, do)


def apply(state: State, seat: int, do: do_.Do) -> Applied:
    """Return the state after a legal action or outcome, and its effects."""
    return _MOVES[type(do)][1](state, seat, do)


def pick(state: State, seat: int, dice: Dice) -> do_.Do:
    """Return a random legal action.

    In a turn the kind of action is chosen first: otherwise, the many ways to play a card would outnumber the rest.
    """
    if state.stack:
        return dice.choice(choices.choices(state))
    ways = [*turn.ways(state, seat), *blue.ways(state, seat)]
    return dice.choice(ways)(dice) if ways else do_.PASS


__all__ = ["actions", "actors", "apply", "check", "pick", "sample"]
