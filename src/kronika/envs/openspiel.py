"""The games in OpenSpiel: import this module, then `pyspiel.load_game("python_kronika_tides(players=2)")`.

`pip install open_spiel` is needed. Chance is sampled: a chance node has one outcome, which draws all cards of a deal.
With `explicit_chance` a chance node draws one card, and lists every outcome. The actions are those of `aec_env`, the
returns shares of the win.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from importlib import import_module
from typing import Any, ClassVar, Final, TypeVar

import msgspec
import numpy as np

from kronika.core import Dice, get_game
from kronika.core.basics.chance import random_seed
from kronika.envs.table import Table

pyspiel: Any = import_module("pyspiel")  # it has no types
T = TypeVar("T")
MOST_MOVES: Final = 20_000
"""The greatest number of actions that a game is said to have; no random game comes near it."""
MOST_OUTCOMES: Final = 256
"""A bound for the outcomes of a chance node: no game has as many cards or tiles in a pile."""


class Draw(Exception):
    """Chance has another draw to make, of `outcomes` that are equally likely."""

    def __init__(self, outcomes: int) -> None:
        super().__init__(outcomes)
        self.outcomes: Final = outcomes


class Drawn(Dice):
    """Dice that show what has been drawn, in order. The first draw that has not been made raises Draw."""

    __slots__ = ("_left",)

    def __init__(self, drawn: Sequence[int]) -> None:
        self._left = iter(drawn)

    def below(self, n: int) -> int:
        """The next number that has been drawn. Raises Draw if there is none."""
        number = next(self._left, None)
        if number is None:
            raise Draw(n)
        return number

    def choice(self, items: Sequence[T]) -> T:
        """The item that has been drawn. Raises Draw if none has."""
        return items[self.below(len(items))]

    def draw(self, items: Sequence[T], k: int) -> list[T]:
        """The items that have been drawn. Raises Draw if some have not."""
        pool = list(items)
        return [pool.pop(self.below(len(pool))) for _ in range(k)]


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game in OpenSpiel. Its parameter `players` is the number of seats, 2 by default.

    `seed` repeats its chance, 0 does not.

    Every outcome takes a new seed, so that the copies of a state do not know what comes. With `explicit_chance` the
    outcomes are listed, and who plays draws them; then `seed` has no effect.
    """

    name: ClassVar[str]
    """The name of the game in Kronika."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        name, params = self.name, params or {}
        seats = int(params.get("players", default_players(name)))
        self.table = Table(name, seats, {})
        self.explicit: Final = bool(params.get("explicit_chance", False))
        self._dice = Dice(int(params.get("seed", 0)) or random_seed(), "games")
        super().__init__(type_of(name, self.explicit), _info_of(self.table, self.explicit), params)

    def new_initial_state(self) -> SpielState:
        """The state before the first outcome of chance."""
        table = copy.copy(self.table)
        table.start(0, chance_waits=True)
        return SpielState(self, table)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """The reader of the observations of a state, or of its information states."""
        return Observer(self.table, recall=bool(iig_obs_type and iig_obs_type.perfect_recall))

    def next_dice(self) -> Dice:
        """The dice of the next outcome."""
        return Dice(self._dice.below(1 << 53), "chance")


def default_players(name: str) -> int:
    """The fewest seats of a game, but two at least: alone the share of the win is always 1."""
    return max(2, get_game(name).seats[0])


def type_of(name: str, explicit: bool = False) -> Any:
    """The type of a game in the terms of OpenSpiel; `explicit` if the outcomes of chance are listed."""
    game, kind, chance = get_game(name), pyspiel.GameType, pyspiel.GameType.ChanceMode
    fewest, most = game.seats
    return kind(
        short_name=f"python_kronika_{name}",
        long_name=game.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if explicit else chance.SAMPLED_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.CONSTANT_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": default_players(name), "seed": 0, "explicit_chance": False},
    )


def _info_of(table: Table, explicit: bool) -> Any:
    return pyspiel.GameInfo(
        num_distinct_actions=table.catalog.size,
        max_chance_outcomes=MOST_OUTCOMES if explicit else 1,
        num_players=table.seats,
        min_utility=0.0,
        max_utility=1.0,
        utility_sum=1.0,
        max_game_length=MOST_MOVES,
    )


class SpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A state of a game in OpenSpiel: `table` has the game in progress, `drawn` the draws for the due outcome."""

    def __init__(self, game: Any, table: Table) -> None:
        super().__init__(game)
        self.table = table
        self.drawn: tuple[int, ...] = ()

    def current_player(self) -> int:
        """The seat that acts, or the number of chance or of the end."""
        if self.table.is_chance:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.table.is_over else self.table.seat

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of a chance node, equally likely: one that draws everything or, if listed, those of one draw."""
        number = self._outcomes() if self.get_game().explicit else 1
        return [(outcome, 1 / number) for outcome in range(number)]

    def _outcomes(self) -> int:
        try:
            self.table.game.sample(self.table.state, Drawn(self.drawn))
        except Draw as due:
            return due.outcomes
        return 1  # nothing is drawn, as when a pile is empty

    def _legal_actions(self, player: int) -> list[int]:
        return self.table.actions if player == self.table.seat else []

    def _apply_action(self, action: int) -> None:
        if not self.table.is_chance:
            self.table.choose(action)
        elif self.get_game().explicit:
            self._draw(action)
        else:
            self.table.resolve_chance(self.get_game().next_dice())

    def _draw(self, outcome: int) -> None:
        """Make one draw; the outcome happens with the last."""
        self.drawn = (*self.drawn, outcome)
        try:
            self.table.resolve_chance(Drawn(self.drawn))
        except Draw:
            return
        self.drawn = ()

    def _action_to_string(self, player: int, action: int) -> str:
        if player >= 0:
            return self.table.catalog.words(action)
        return f"draw {action}" if self.get_game().explicit else "draw"

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.table.is_over and not self.table.is_chance

    def returns(self) -> list[float]:
        """The share of the win by seat; all are 0 before the end."""
        return self.table.rewards("share")

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """A random state that a player can't distinguish from this one by its view."""
        dice = Dice(int(sampler() * (1 << 53)), "redeal")
        return SpielState(self.get_game(), self.table.redealt(player, dice))

    def __str__(self) -> str:
        return f"{self.table.state} {self.drawn}" if self.drawn else str(self.table.state)


class Observer:
    """The observations of a player: the array of `aec_env`, and the view as text; with perfect recall all moves."""

    def __init__(self, table: Table, recall: bool) -> None:
        self._recall = recall
        self.tensor = np.zeros(len(table.layout.features), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the numbers of a player's view into `tensor`."""
        table = state.table
        self.tensor[:] = table.numbers(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """The view of a player in JSON; with perfect recall, after all moves it knows of and its unfinished one."""
        table = state.table
        view = msgspec.json.encode(table.game.view(table.state, player)).decode()
        return "\n".join([*table.heard[player], *table.chosen(player), view]) if self._recall else view


class TidesGame(SpielGame):
    """Tides of Time in OpenSpiel."""

    name = "tides"


class ImhotepGame(SpielGame):
    """Imhotep in OpenSpiel."""

    name = "imhotep"


class TigrisGame(SpielGame):
    """Tigris & Euphrates in OpenSpiel."""

    name = "tigris"


class ViceroyGame(SpielGame):
    """Viceroy in OpenSpiel."""

    name = "viceroy"


class AncientKnowledgeGame(SpielGame):
    """Ancient Knowledge in OpenSpiel."""

    name = "ancient_knowledge"


GAMES: Final = (TidesGame, ImhotepGame, TigrisGame, ViceroyGame, AncientKnowledgeGame)
"""The games that are registered."""

for _game in GAMES:
    pyspiel.register_game(type_of(_game.name), _game)
