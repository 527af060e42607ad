"""What search asks of a game beyond its rules: how good a position is, and how to look at it.

`Game.heuristic` gives one; in a game of ours it is the room `heuristic.py`, which nobody imports who does not search.
Functions are asked of positions in which all that is hidden has been dealt anew, so that they may look at everything.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from kronika.core.basics.chance import Dice

StateT = TypeVar("StateT")
DoT = TypeVar("DoT")


def always(state: Any) -> bool:
    """Every position can be judged as it is."""
    return True


def never(state: Any, seat: int) -> bool:
    """No choice is kept face down."""
    return False


class Heuristic(Struct, Generic[StateT, DoT], frozen=True):
    """All of it but `estimate` has a default, with which a game is searched well enough.

    `estimate`: by seat, how many points a position is worth, those that are likely to come included.
    `is_quiet`: can it be judged, with no conflict, payment or auction half done? What is begun is played on first.
    `sealed`: is the choice that is due from this seat kept face down until all who are due have chosen?
    `group_key`: what an action has in common with others like it, where there are hundreds; by default its type.
    `playout_policy`: what a player of some sense might do in a position ahead; by default any legal action.
    `horizon`: after how many events a playout is judged; a game that ends earlier is judged by its outcome.
    `scale`: a lead of so many points is as good as seven games won of eight.
    """

    estimate: Callable[[StateT], Sequence[float]]
    is_quiet: Callable[[StateT], bool] = always
    sealed: Callable[[StateT, int], bool] = never
    group_key: Callable[[DoT], Hashable] = type
    playout_policy: Callable[[StateT, int, Dice], DoT] | None = None
    horizon: int = 8
    scale: float = 20.0
