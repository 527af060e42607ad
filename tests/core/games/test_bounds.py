"""What the schema of a game's moves lets through."""

from __future__ import annotations

import msgspec
import pytest

from kronika.core.registry import AnyGame
from support.playouts import games


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_a_move_names_a_seat_of_the_largest_table(game: AnyGame) -> None:
    """A seat beyond the last one can't be written into a log."""
    kinds = msgspec.json.schema(game.Do)["$defs"].values()
    bounds = [(seat["minimum"], seat["maximum"]) for kind in kinds if (seat := kind.get("properties", {}).get("seat"))]
    assert set(bounds) <= {(0, game.seats[1] - 1)}
