"""Playouts: likely moves from a position up to a horizon, as used by search and by the judge of an analysis."""

from __future__ import annotations

from typing import Any, Final

from kronika.core.basics.chance import Dice
from kronika.core.contract.game import CHANCE
from kronika.core.contract.registry import AnyGame

LONGEST: Final = 60
"""Greatest number of events that a playout adds to reach a quiet position."""


class Playouts:
    """Playouts of one game with the policy of its heuristic, and its teams.

    `sides` has by seat the seats that win together with it, itself included; `rivals` has all others.
    """

    def __init__(self, game: AnyGame, state: Any) -> None:
        self.game = game
        self.heuristic = game.heuristic()
        self.playout_policy = self.heuristic.playout_policy or game.pick
        seats = range(game.seat_count(state))
        teams = [frozenset(team) for team in game.teams(state.options, len(seats))]
        self.sides = [next((team for team in teams if seat in team), frozenset((seat,))) for seat in seats]
        self.rivals = [[other for other in seats if other not in side] for side in self.sides]

    def played_on(self, state: Any, events: int, dice: Dice) -> Any:
        """The position after this number of events, and after those that make it quiet (60 more at most)."""
        game, policy, is_quiet = self.game, self.playout_policy, self.heuristic.is_quiet
        for event in range(events + LONGEST):
            actors = game.actors(state)
            if not actors or (event >= events and actors[0] != CHANCE and is_quiet(state)):
                break
            by = actors[0]
            do = game.sample(state, dice) if by == CHANCE else policy(state, by, dice)
            state = game.apply(state, by, do)[0]
        return state


def chance_played(game: AnyGame, state: Any, dice: Dice) -> Any:
    """The position after all chance events that are due, drawn with `dice`."""
    while game.actors(state) == (CHANCE,):
        state = game.apply(state, CHANCE, game.sample(state, dice))[0]
    return state
