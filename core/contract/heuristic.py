"""The advice that a search needs from a game besides its rules: an estimate of positions, and how to explore them.

`Game.heuristic` returns it; games define it in `heuristic.py`, which is only imported by a search. Its functions get
positions in which everything hidden was dealt again at random, so they may look at everything.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from kronika.core.basics.chance import Dice

StateT = TypeVar("StateT")
DoT = TypeVar("DoT")


def always(state: Any) -> bool:
    """The default of `is_quiet`: True, every position can be estimated as it is."""
    return True


def never(state: Any, seat: int) -> bool:
    """The default of `sealed`: False, no choice is secret."""
    return False


class Features(Struct, Generic[StateT], frozen=True):
    """The numbers that a seat knows of a position, from which its value is learned (`kronika train`).

    - `names`: the names of the numbers. The first is `progress`, the part of the game that is over, from 0 to 1.
    - `numbers(state, seat)`: the numbers, in this order. They are equal in any two states that the seat can't tell
      apart, so they may use only what the seat may know.
    - `package`: the package whose file `weights.toml` has the learned weights; a game without that file has none.
    """

    names: tuple[str, ...]
    numbers: Callable[[StateT, int], Sequence[float]]
    package: str


class Heuristic(Struct, Generic[StateT, DoT], frozen=True):
    """The parameters of a search in a game. All but `estimate` have defaults that work well enough.

    - `estimate(state)`: the points that the position is worth to each seat, including points that are likely to come.
    - `is_quiet(state)`: whether it can be estimated, since no conflict, payment or auction is half done. A playout
      continues until it can.
    - `sealed(state, seat)`: whether the choice of this seat is secret until all who choose now have chosen.
    - `group_key(action)`: a key that similar actions share, for positions with hundreds of actions; by default the
      type.
    - `playout_policy(state, seat, dice)`: the action that a sensible player might take in a playout; by default a
      random legal one.
    - `horizon`: the number of events after which a playout is estimated. A game that ends before counts by its result.
    - `scale`: the lead in points that corresponds to a win rate of about 7 in 8.
    - `features`: what a seat knows of a position as numbers; None if nothing can be learned in this game.
    """

    estimate: Callable[[StateT], Sequence[float]]
    is_quiet: Callable[[StateT], bool] = always
    sealed: Callable[[StateT, int], bool] = never
    group_key: Callable[[DoT], Hashable] = type
    playout_policy: Callable[[StateT, int, Dice], DoT] | None = None
    horizon: int = 8
    scale: float = 20.0
    features: Features[StateT] | None = None
