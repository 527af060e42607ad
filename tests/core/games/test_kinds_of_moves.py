"""What kinds of moves a game has, and what their schema lets through."""

from __future__ import annotations

import msgspec
import pytest

from kronika.core.contract.game import CHANCE
from kronika.core.contract.registry import AnyGame
from kronika.testing.playouts import cases, playout
from support.playouts import games


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_a_move_names_a_seat_of_the_largest_table(game: AnyGame) -> None:
    """A seat beyond the last one can't be written into a log."""
    kinds = msgspec.json.schema(game.Do)["$defs"].values()
    bounds = [(seat["minimum"], seat["maximum"]) for kind in kinds if (seat := kind.get("properties", {}).get("seat"))]
    assert set(bounds) <= {(0, game.seats[1] - 1)}


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_the_table_of_verbs_tells_moves_from_outcomes(game: AnyGame) -> None:
    of_chance = {kind: verb.chance for verb in game.notation() for kind in verb.makes}
    steps = [step for case in cases(game) for step in playout(case, 0)]
    done = {(type(step.do), step.by == CHANCE) for step in steps if type(step.do) in of_chance}
    assert done <= set(of_chance.items())
