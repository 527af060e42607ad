"""The horizon of the judge by game: how far playouts go, and what judges them there, as it was measured.

A longer playout knows better what a move leads to, and scatters more. The horizon of a game is the one with which the
loss of a move errs least in a given time: from playouts to the end, and by chance. `tests/support/horizons.py`
measures it.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import msgspec
from msgspec import Struct

from kronika.core.basics.toml import read_facts
from kronika.core.contract.registry import AnyGame

FILE: Final = "horizons.toml"
"""The file of this package with the horizons that were measured, by game."""
MIN_PLAYOUT_EVENTS: Final = 8
"""The least horizon of a game that was not measured: it sees a game that ends this turn, and results vary."""


class Measured(Struct, frozen=True):
    """The horizon of a game in events, and how it was measured.

    At the horizon a playout is judged by learned values if `learned`, and by the game's estimate if not. `bias` is the
    root mean square difference of the loss of a move from that by playouts to the end, as a part of the win, and
    `spread` the standard deviation of the loss by one playout. Both are those of `decisions` decisions, whose games
    depend on `seed`.
    """

    horizon: int
    learned: bool
    bias: float
    spread: float
    decisions: int
    seed: int


@cache
def _measured() -> dict[str, Measured]:
    return msgspec.convert(read_facts("kronika.core.analysis", FILE), dict[str, Measured])


def measured(game: AnyGame) -> Measured | None:
    """The horizon that was measured for a game; None for another game."""
    return _measured().get(game.name)


def default_horizon(game: AnyGame) -> int:
    """The number of events after which a playout is judged: as measured, or else that of the heuristic, at least 8."""
    found = measured(game)
    return found.horizon if found else max(game.heuristic().horizon, MIN_PLAYOUT_EVENTS)


def by_learned_values(game: AnyGame) -> bool:
    """Whether playouts are judged by the learned values of the game."""
    found = measured(game)
    return found is not None and found.learned
