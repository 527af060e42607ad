"""Observations as flat arrays of numbers, made from the views of a game by the types of their fields.

Each field of a view has its place, always the same for a game and a number of seats. A set of cards is a number for
each card; a word is 0 or 1 for each word that is possible; a list has its length first and is as long as `sizes` says,
with zeros at the end. Since a view has only what its seat may know, so has the array.
"""

from __future__ import annotations

from array import array
from typing import Any, Final, get_type_hints

import numpy as np
from numpy.typing import NDArray

from kronika.core import AnyGame
from kronika.envs.blocks import Block, Feature, Known, block_of
from kronika.envs.sizes import SIZES

__all__ = ["Feature", "Layout"]


class Layout:
    """The observations of a game with this number of seats: its `features`, in the order of the array."""

    def __init__(self, game: AnyGame, view: Any, seats: int) -> None:
        """`view` is any view of the game; its type has the fields."""
        known = Known(seats, {card.id: at for at, card in enumerate(game.cards())}, SIZES.get(game.name, {}))
        hints = get_type_hints(type(view), include_extras=True)
        names = [name for name in view.__struct_fields__ if name not in ("viewer", "due", "actors")]
        blocks = [(name, block_of(hints[name], name, known)) for name in names]
        self._seats: Final = seats
        self._blocks: Final[list[tuple[str, int, Block]]] = []
        self.features: Final = [Feature(f"own_seat.{seat}", 0, 1, "0 or 1") for seat in range(seats)]
        self.features.extend([Feature(f"actors.{seat}", 0, 1, "0 or 1") for seat in range(seats)])
        for name, block in blocks:
            if block is not None:
                self._blocks.append((name, len(self.features), block))
                self.features.extend(block.named(name))

    def array_of(self, view: Any) -> NDArray[np.float32]:
        """The numbers of a view, in the order of `features`."""
        out = array("f", bytes(4 * len(self.features)))
        if view.viewer is not None and view.viewer >= 0:
            out[view.viewer] = 1.0
        for seat in view.actors:
            if seat >= 0:
                out[self._seats + seat] = 1.0
        for name, at, block in self._blocks:
            block.write(getattr(view, name), out, at)
        return np.frombuffer(out, np.float32)
