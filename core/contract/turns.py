"""The refusal of actions at the wrong time, in words that are the same in every game that goes through phases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kronika.core.basics.errors import IllegalAction
from kronika.core.contract.game import CHANCE


def check_turn(due: Mapping[int, tuple[str, str]], now: int, phase: int, seat: int, actors: Sequence[int]) -> None:
    """Raise IllegalAction unless the game is in this phase and the seat is one of the actors.

    `due` has the rule and the step of each phase, `("DU-2.1", "turn up a prize")`. The step of the phase at the end is
    empty. `now` is the phase of the game, `phase` that of the action.
    """
    rule, step = due[now]
    if not step:
        raise IllegalAction(rule, "The game is over.")
    if now != phase:
        raise IllegalAction(rule, f"You can't {due[phase][1]} now: the next step is to {step}.")
    if seat not in actors:
        only_chance = CHANCE in actors
        why = "Only chance can do this." if only_chance else "Another player decides this, or you have already decided."
        raise IllegalAction(rule, why)
