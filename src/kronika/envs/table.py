"""A game at a table of learners: its state, its chance, and the legal actions of the seat that acts."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from kronika.core import CHANCE, AnyGame, Dice, get_game, options_of_new_game
from kronika.core.contract.catalog import Path, catalog_of
from kronika.core.contract.players import check_seats, default_names
from kronika.envs.layout import Layout

Rewards = Literal["share", "points"]
"""The reward of a seat at the end: its share of the win, or its points."""


class Table:
    """A game in progress. Chance resolves itself, by the same dice as in a log with this seed."""

    def __init__(self, game: str, seats: int, options: Mapping[str, Any]) -> None:
        """Raises UnknownGame or BadSetup."""
        self.game: Final[AnyGame] = get_game(game)
        check_seats(self.game, seats)
        self.seats: Final = seats
        self.names: Final = default_names(seats)
        self.catalog: Final = catalog_of(self.game)
        self._options = options_of_new_game(self.game, options)
        self.state: Any = self.game.setup(self._options, seats)
        self.seat = -1
        self._legal: Sequence[Any] = ()
        self._paths: list[Path] = []
        self._left: Sequence[int] = ()
        self._depth = 0
        self.layout: Final = Layout(self.game, self.game.view(self.state, 0), seats)

    def start(self, seed: int, *, chance_waits: bool = False) -> None:
        """Begin a new game. With `chance_waits`, each outcome waits for `resolve_chance`."""
        self.seed, self.events, self._chance_waits = seed, 0, chance_waits
        self.state = self.game.setup(self._options, self.seats)
        self.heard: list[list[str]] = [[] for _ in range(self.seats)]
        self._go_on()

    def choose(self, action: int) -> bool:
        """Take an action of the acting seat; False if it is not legal, and then nothing changes.

        A move of several actions is made with the last of them. Actions without an alternative make themselves.
        """
        depth = self._depth
        left = [number for number in self._left if self._paths[number][depth] == action]
        if not left:
            return False
        self._left, self._depth = left, depth + 1
        if len(left) == 1:
            self.do(self._legal[left[0]])
        return True

    def do(self, do: Any) -> None:
        """Make a legal move of the acting seat."""
        self._do(self.seat, do)
        self._go_on()

    @property
    def actions(self) -> list[int]:
        """The legal actions of the acting seat, each once, ascending; empty when the game is over."""
        return sorted({self._paths[number][self._depth] for number in self._left})

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.seat < 0 and not self.is_chance

    @property
    def is_chance(self) -> bool:
        """Whether an outcome of chance is due."""
        return self.game.actors(self.state) == (CHANCE,)

    def resolve_chance(self, dice: Dice) -> None:
        """Draw the outcome that is due."""
        self._do(CHANCE, self.game.sample(self.state, dice))
        self._go_on()

    def redealt(self, seat: int, dice: Dice) -> Table:
        """A table with a random state that a seat can't distinguish from this one by its view."""
        other = copy.deepcopy(self)
        other.state = self.game.redeal(self.state, seat, dice)
        if other.seat != CHANCE:
            other._list(other.seat)
        return other

    def __deepcopy__(self, memo: object) -> Table:
        other = copy.copy(self)  # states never change
        other.heard = [[*moves] for moves in self.heard]
        return other

    def mask(self, seat: int) -> NDArray[np.int8]:
        """1 for each legal action of a seat, 0 for the others; all are 0 for a seat that does not act."""
        mask = np.zeros(self.catalog.size, np.int8)
        if seat == self.seat:
            depth, paths = self._depth, self._paths
            mask[[paths[number][depth] for number in self._left]] = 1
        return mask

    def chosen(self, seat: int) -> tuple[str, ...]:
        """The actions of an unfinished move, in words; empty for a seat that does not act."""
        path = self._paths[self._left[0]][: self._depth] if seat == self.seat and self._left else ()
        return tuple(map(self.catalog.words, path))

    def rewards(self, of: Rewards) -> list[float]:
        """By seat, what it gets at the end of the game: a part of 1 that all winners share, or its points."""
        result = self.game.result(self.state)
        if result is None:
            return [0.0] * self.seats
        if of == "points":
            return [float(points) for points in result.totals]
        return [1 / len(result.winners) if seat in result.winners else 0.0 for seat in range(self.seats)]

    def take_heard(self, seat: int) -> tuple[str, ...]:
        """The moves and outcomes since the seat was last asked, as it may know them."""
        heard, self.heard[seat] = self.heard[seat], []
        return tuple(heard)

    def _go_on(self) -> None:
        """Resolve chance, and list the moves of the first seat that may act."""
        game = self.game
        while (actors := game.actors(self.state)) == (CHANCE,) and not self._chance_waits:
            self._do(CHANCE, game.sample(self.state, Dice(self.seed, self.events + 1)))
        self._list(actors[0] if actors else -1)

    def _list(self, seat: int) -> None:
        """List the moves of a seat; none for chance, or when the game is over."""
        self.seat = seat
        self._legal = self.game.actions(self.state, seat) if seat >= 0 else ()
        self._paths = self.catalog.paths(self._legal)
        self._left = range(len(self._legal))
        self._depth = 0

    def _do(self, seat: int, do: Any) -> None:
        for viewer in range(self.seats):
            move = self.game.format(self.state, seat, do, self.names, viewer)
            self.heard[viewer].append(move if seat == CHANCE else f"{self.names[seat]}: {move}")
        self.state, _ = self.game.apply(self.state, seat, do)
        self.events += 1
