"""The PettingZoo environment of every game: `aec_env("tides", seats=2)`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from kronika.core import BadSetup, Dice, KronikaError, Paper
from kronika.core.basics.chance import random_seed
from kronika.envs.table import Observe, Rewards, Table, need_one_of

ILLEGAL: Final = -1.0
"""The reward of a seat that takes an illegal action, which ends the game."""
LONGEST: Final = 20_000
"""The number of actions after which a game is truncated, as random play may never end."""


def spaces_of(table: Table) -> tuple[spaces.Dict, spaces.Discrete]:
    """The spaces of observations and actions of a game, the same for every seat."""
    features, size = table.layout.features, table.catalog.size
    low, high = ([float(getattr(one, end)) for one in features] for end in ("low", "high"))
    box = spaces.Box(np.array(low, np.float32), np.array(high, np.float32), dtype=np.float32)
    return spaces.Dict({"observation": box, "action_mask": spaces.Box(0, 1, (size,), np.int8)}), spaces.Discrete(size)


def number_of(action: Any, size: int) -> int:
    """An action as a number below the size of a catalogue. Raises KronikaError for anything else."""
    if isinstance(action, (int, np.integer)) and 0 <= action < size:
        return int(action)
    if isinstance(action, np.ndarray) and action.shape == () and np.issubdtype(action.dtype, np.integer):
        return number_of(action[()], size)
    given = action.item() if isinstance(action, np.generic) else action  # as it is typed, not as NumPy shows it
    raise KronikaError(f"{given!r} is not an action: that is a whole number from 0 to {size - 1}.")


def need_an_action(longest: int) -> None:
    """Raises BadSetup unless a game may have an action before it is truncated."""
    if longest < 1:
        raise BadSetup(f"A game is truncated after at least one action, not {longest}.")


class Seeds:
    """The seeds of games: the given one, then others that follow from it."""

    def __init__(self) -> None:
        self._dice = Dice(random_seed(), "games")

    def next(self, seed: int | None) -> int:
        """The seed of the next game."""
        if seed is None:
            return self._dice.below(1 << 53)
        self._dice = Dice(seed, "games")
        return int(seed)


class GameEnv(AECEnv[str, dict[str, Any], Any]):
    """A game as a PettingZoo environment. Agents are `seat_0` and so on; `table` has the game in progress.

    - Observation: `observation`, the numbers that `table.layout.features` names, and `action_mask`.
    - Action: a number of the catalogue, `table.catalog.words(action)` in words. A move may take several.
    - Rewards are given at the end. An illegal action ends the game, with -1 for the seat that took it.
    - `infos` of the agent that acts has `action_mask`, the `view`, the `moves` since it acted last, and `chosen`, the
      actions of an unfinished move.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012 - as the base class has it

    def __init__(self, table: Table, rewards: Rewards, longest: int, render_mode: str | None) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # PettingZoo gives it no types
        need_one_of("rewards", rewards, Rewards)
        need_an_action(longest)
        self.table: Final = table
        self.metadata = {**self.metadata, "name": f"kronika_{table.game.name}_v0"}
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(table.seats)]
        self._observations, self._actions = spaces_of(table)
        self._rewards_of: Rewards = rewards
        self._longest, self._seeds = longest, Seeds()
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:
        """The space of the observations of every agent."""
        return self._observations

    def action_space(self, agent: str) -> Any:
        """The space of the actions of every agent."""
        return self._actions

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Begin a new game. The same seed gives the same chance, that of a log with this seed."""
        self.table.start(self._seeds.next(seed))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._steps = 0
        self._next()

    def observe(self, agent: str) -> dict[str, Any]:
        """The numbers of the view of an agent, and the mask of its legal actions."""
        seat = self.possible_agents.index(agent)
        info = self.infos.get(agent, {})
        view = info["view"] if seat == self.table.seat and info else None
        mask = info.get("action_mask") if seat == self.table.seat else None
        return {
            "observation": self.table.numbers(seat, view),
            "action_mask": self.table.mask(seat) if mask is None else mask,
        }

    def step(self, action: Any) -> None:
        """Take an action of the agent that is selected; None for one whose game is over."""
        if not hasattr(self, "terminations"):
            raise KronikaError("The environment has no game yet: call reset first.")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self.agents = self.agents[:]  # who goes through the list keeps it as it was
            self._was_dead_step(action)
            return
        number = number_of(action, self.table.catalog.size)
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0.0
        self._steps += 1
        legal = self.table.choose(number)
        self._end(agent) if not legal else self._next()
        self._accumulate_rewards()

    def _next(self) -> None:
        table = self.table
        if table.is_over:
            self._finish(dict(zip(self.possible_agents, table.rewards(self._rewards_of), strict=True)))
            return
        if self._steps >= self._longest:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = agent = self.possible_agents[table.seat]
        self.infos[agent] = {
            "action_mask": table.mask(table.seat),
            "view": table.game.view(table.state, table.seat),
            "moves": table.take_heard(table.seat),
            "chosen": table.chosen(table.seat),
        }

    def _end(self, agent: str) -> None:
        """End the game because of an illegal action."""
        self._finish({other: ILLEGAL if other == agent else 0.0 for other in self.agents})
        self.infos[agent] = {**self.infos[agent], "illegal": True}

    def _finish(self, rewards: dict[str, float]) -> None:
        self.rewards = rewards
        self.terminations = dict.fromkeys(self.agents, True)

    def render(self) -> str | None:
        """The table as text, as the agent that acts may see it."""
        if self.render_mode is None:
            return None
        game, seat = self.table.game, self.table.seat
        view = game.view(self.table.state, max(seat, 0))
        return game.render(view, self.table.names, Paper())

    def close(self) -> None:
        """Nothing is open."""


def aec_env(
    game: str,
    seats: int = 2,
    options: Mapping[str, Any] | None = None,
    rewards: Rewards = "share",
    longest: int = LONGEST,
    render_mode: str | None = None,
    observe: Observe = "view",
) -> GameEnv:
    """The PettingZoo environment of a game with this number of seats, see `GameEnv`.

    `options` are those of the game. `rewards` are `share`, the share of the win, or `points`. A game of more actions
    than `longest` is truncated. `observe` chooses the numbers of an observation, all of the `view` or the declared
    `features`. Raises UnknownGame or BadSetup.
    """
    return GameEnv(Table(game, seats, options or {}, observe), rewards, longest, render_mode)
