"""A game at a table of learners: its state, its chance, and the legal actions of the seat that acts."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, get_args, overload

import numpy as np
from numpy.typing import NDArray

from kronika.core import CHANCE, AnyGame, BadSetup, Dice, get_game, options_of_new_game
from kronika.core.contract.catalog import Path, catalog_of
from kronika.core.contract.players import check_seats, default_names
from kronika.envs.layout import FeatureLayout, Layout

Rewards = Literal["share", "points"]
"""The reward of a seat at the end: its share of the win, or its points."""
Observe = Literal["view", "features"]
"""The numbers of an observation: all of the view, or the few that the game declares for learned values."""
Done = tuple[Any, int, Any, int]
"""A state, the seat that acts in it, what it does, and the viewer for whom it is written."""


def need_one_of(name: str, given: object, words: Any) -> None:
    """Raises BadSetup unless an argument is a word of a Literal: another one must not mean the default."""
    if given not in get_args(words):
        raise BadSetup(f"{name}={given!r} is unknown: choose {' or '.join(map(repr, get_args(words)))}.")


class Moves(Sequence[str]):
    """Moves and outcomes in notation, as a seat may know them. They are written when they are read: few learners do."""

    def __init__(self, game: AnyGame, names: Sequence[str], viewer: int, done: Sequence[Done] = ()) -> None:
        self._game, self._names, self._viewer = game, names, viewer
        self._done: Final[list[Done]] = [*done]

    def add(self, state: Any, seat: int, do: Any) -> None:
        """Add what a seat or chance does in a state."""
        self._done.append((state, seat, do, self._viewer))

    def written_for(self, viewer: int) -> Moves:
        """The same moves, written as another viewer may know them."""
        done = [(state, seat, do, viewer) for state, seat, do, _ in self._done]
        return Moves(self._game, self._names, self._viewer, done)

    def copy(self) -> Moves:
        """The same moves, to which others can be added."""
        return Moves(self._game, self._names, self._viewer, self._done)

    def __len__(self) -> int:
        return len(self._done)

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[str, ...]: ...
    def __getitem__(self, at: int | slice) -> str | tuple[str, ...]:
        if isinstance(at, slice):
            return tuple([self._text(*one) for one in self._done[at]])
        return self._text(*self._done[at])

    def _text(self, state: Any, seat: int, do: Any, viewer: int) -> str:
        move = self._game.format(state, seat, do, self._names, viewer)
        return move if seat == CHANCE else f"{self._names[seat]}: {move}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self[:] == tuple(other)

    __hash__ = None  # type: ignore[assignment]  # they grow

    def __repr__(self) -> str:
        return repr(self[:])

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (self[:],)


class Table:
    """A game in progress. Chance resolves itself, by the same dice as in a log with this seed."""

    def __init__(self, game: str, seats: int, options: Mapping[str, Any], observe: Observe = "view") -> None:
        """Raises UnknownGame or BadSetup."""
        need_one_of("observe", observe, Observe)
        self.game: Final[AnyGame] = get_game(game)
        check_seats(self.game, seats)
        self.seats: Final = seats
        self.names: Final = default_names(seats)
        self.catalog: Final = catalog_of(self.game)
        self._given, self._observe = dict(options), observe
        self._options = options_of_new_game(self.game, options)
        self.state: Any = self.game.setup(self._options, seats)
        self.seat = -1
        self.heard: list[Moves] = []
        self._legal: Sequence[Any] = ()
        self._paths: list[Path] = []
        self._left: Sequence[int] = ()
        self._here: list[int] = []
        self._depth = 0
        self.layout: Final[Layout | FeatureLayout] = (
            FeatureLayout(self.game)
            if observe == "features"
            else Layout(self.game, self.game.view(self.state, 0), seats)
        )

    def start(self, seed: int, *, chance_waits: bool = False) -> None:
        """Begin a new game. With `chance_waits`, each outcome waits for `resolve_chance`."""
        self.seed, self.events, self._chance_waits = seed, 0, chance_waits
        self.state = self.game.setup(self._options, self.seats)
        self.heard = [Moves(self.game, self.names, seat) for seat in range(self.seats)]
        self._go_on()

    def choose(self, action: int) -> bool:
        """Take an action of the acting seat; False if it is not legal, and then nothing changes.

        A move of several actions is made with the last of them. Actions without an alternative make themselves.
        """
        alike = self._here.count(action)
        if alike == 1:
            self.do(self._legal[self._left[self._here.index(action)]])
        elif alike:
            left = [number for number, at in zip(self._left, self._here, strict=True) if at == action]
            self._offer(left, self._depth + 1)
        return alike > 0

    def do(self, do: Any) -> None:
        """Make a legal move of the acting seat."""
        self._do(self.seat, do)
        self._go_on()

    @property
    def actions(self) -> list[int]:
        """The legal actions of the acting seat, each once, ascending; empty when the game is over."""
        return sorted({*self._here})

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
        """A table with a random state that a seat can't distinguish from this one by its view.

        The moves that the others have seen are written as this seat knows them: the rest would show what was hidden.
        What chance draws later is new, too. The seat continues its unfinished move; another one, whose hidden cards
        are others now, begins it again.
        """
        other = copy.copy(self)
        other.heard = [moves.written_for(seat) for moves in self.heard]
        other.state = self.game.redeal(self.state, seat, dice)
        other.seed = dice.below(1 << 53)
        if other.seat != CHANCE:
            other._list(other.seat)
        if other.seat == seat:
            for action in self._begun():
                other.choose(action)
        return other

    def __copy__(self) -> Table:
        other = object.__new__(Table)
        vars(other).update(vars(self))
        return other

    def __deepcopy__(self, memo: object) -> Table:
        other = copy.copy(self)  # states never change
        other.heard = [moves.copy() for moves in self.heard]
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        kept = {name: value for name, value in vars(self).items() if name not in ("game", "catalog", "layout")}
        kept["heard"] = [moves._done for moves in self.heard]
        return Table, (self.game.name, self.seats, self._given, self._observe), kept

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self.heard = [Moves(self.game, self.names, seat, done) for seat, done in enumerate(kept["heard"])]

    def numbers(self, seat: int, view: Any = None) -> NDArray[np.float32]:
        """The observation of a seat; `view` is its view, if it is known."""
        if isinstance(self.layout, FeatureLayout):
            return self.layout.array_of_state(self.state, seat)
        return self.layout.array_of(self.game.view(self.state, seat) if view is None else view)

    def mask(self, seat: int) -> NDArray[np.int8]:
        """1 for each legal action of a seat, 0 for the others; all are 0 for a seat that does not act."""
        mask = np.zeros(self.catalog.size, np.int8)
        if seat == self.seat:
            mask[self._here] = 1
        return mask

    def chosen(self, seat: int) -> tuple[str, ...]:
        """The actions of an unfinished move, in words; empty for a seat that does not act."""
        return tuple(map(self.catalog.words, self._begun())) if seat == self.seat else ()

    def _begun(self) -> Path:
        """The actions of the unfinished move."""
        return self._paths[self._left[0]][: self._depth] if self._left else ()

    def rewards(self, of: Rewards) -> list[float]:
        """By seat, what it gets at the end of the game: a part of 1 that all winners share, or its points."""
        result = self.game.result(self.state)
        if result is None:
            return [0.0] * self.seats
        if of == "points":
            return [float(points) for points in result.totals]
        return [1 / len(result.winners) if seat in result.winners else 0.0 for seat in range(self.seats)]

    def take_heard(self, seat: int) -> Moves:
        """The moves and outcomes since the seat was last asked, as it may know them."""
        heard, self.heard[seat] = self.heard[seat], Moves(self.game, self.names, seat)
        return heard

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
        self._offer(range(len(self._legal)), 0)

    def _offer(self, left: Sequence[int], depth: int) -> None:
        """Offer what follows in the moves that are left: the actions at this depth of their paths."""
        paths = self._paths
        self._left, self._depth = left, depth
        self._here = [paths[number][depth] for number in left]

    def _do(self, seat: int, do: Any) -> None:
        for heard in self.heard:
            heard.add(self.state, seat, do)
        self.state, _ = self.game.apply(self.state, seat, do)
        self.events += 1
