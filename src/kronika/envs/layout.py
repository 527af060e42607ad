"""Observations as flat arrays of numbers, made from the views of a game by the types of their fields.

Each field of a view has its place, always the same for a game and a number of seats. A set of cards is a number for
each card; a word is 0 or 1 for each word that is possible; a list has its length first and is as long as its mark
says, or as there are seats, with zeros at the end. Since a view has only what its seat may know, so has the array.
"""

from __future__ import annotations

from array import array
from functools import cache
from typing import Any, Final, get_type_hints

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from kronika.core import AnyGame, BadSetup
from kronika.envs.blocks import MOST, Block, Feature, Known, block_of

__all__ = ["Feature", "FeatureLayout", "Layout"]


Field = tuple[str, int, Block, "array[float]"]
"""A field of a view: its name, its place among the numbers, its block, and zeros for all of it."""


class FeatureLayout:
    """Observations that are the numbers that a game declares for learned values, `Heuristic.features`: few, by hand."""

    def __init__(self, game: AnyGame) -> None:
        """Raises BadSetup for a game that declares none."""
        declared = game.heuristic().features
        if declared is None:
            raise BadSetup(f"{game.title} declares no features: observe its view.")
        self._numbers: Final = declared.numbers
        self.features: Final = tuple(
            [
                Feature(name, *((0, 1, "part of the game") if name == "progress" else (-MOST, MOST, "number")))
                for name in declared.names
            ]
        )
        self._low, self._high = (
            np.array([getattr(one, end) for one in self.features], np.float32) for end in ("low", "high")
        )

    def array_of_state(self, state: Any, seat: int) -> NDArray[np.float32]:
        """The numbers of a state for a seat, in the order of `features`, cut to their bounds."""
        return np.clip(np.array(self._numbers(state, seat), np.float32), self._low, self._high)


class Layout:
    """The observations of a game with this number of seats: its `features`, in the order of the array."""

    def __init__(self, game: AnyGame, view: Struct, seats: int) -> None:
        """`view` is any view of the game; its type has the fields."""
        self._seats: Final = seats
        self.features, self._fields, self._zeros = _fields_of(game, type(view), seats)
        self._last: Final[dict[int | None, tuple[Any, array[float]]]] = {}

    def array_of(self, view: Any) -> NDArray[np.float32]:
        """The numbers of a view, in the order of `features`."""
        before, numbers = self._last.get(view.viewer, (None, self._zeros))
        out = numbers[:]
        self._write_seats(view, out)
        for name, at, block, zeros in self._fields:
            value = getattr(view, name)
            # Most of a view is as it was, and to compare is a tenth of the work to write.
            if before is None:
                block.write(value, out, at)
            elif value != getattr(before, name):
                out[at : at + len(zeros)] = zeros
                block.write(value, out, at)
        self._last[view.viewer] = view, out
        return np.array(out, np.float32)

    def _write_seats(self, view: Any, out: array[float]) -> None:
        out[: 2 * self._seats] = self._zeros[: 2 * self._seats]
        if view.viewer is not None and view.viewer >= 0:
            out[view.viewer] = 1.0
        for seat in view.actors:
            if seat >= 0:
                out[self._seats + seat] = 1.0


@cache
def _fields_of(game: AnyGame, kind: type[Struct], seats: int) -> tuple[tuple[Feature, ...], list[Field], array[float]]:
    """The features of a type of views, its fields, and zeros for all of it; made once for all tables of a game."""
    known = Known(seats, {card.id: at for at, card in enumerate(game.cards())})
    hints = get_type_hints(kind, include_extras=True)
    features = [Feature(f"own_seat.{seat}", 0, 1, "0 or 1") for seat in range(seats)]
    features.extend([Feature(f"actors.{seat}", 0, 1, "0 or 1") for seat in range(seats)])
    fields: list[Field] = []
    for name in kind.__struct_fields__:
        block = None if name in ("viewer", "due", "actors") else block_of(hints[name], known)
        if block is not None:
            fields.append((name, len(features), block, array("f", bytes(4 * block.size))))
            features.extend(block.named(name))
    return tuple(features), fields, array("f", bytes(4 * len(features)))
