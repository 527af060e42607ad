"""Several games in one environment: `BatchEnv([gym_env("tides") for _ in range(128)])`, for a vector of processes.

To wait for another process takes as long as some steps. With a batch in each, a wait is shared by all its games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import batch_space

from kronika.core import BadSetup, KronikaError
from kronika.envs.aec import number_of

RUNNING: Final = 0
"""The ending of a game that continues. Below: of one that is over, and of one that is truncated."""
OVER: Final = 1
CUT: Final = 2


class BatchEnv(gymnasium.Env[dict[str, Any], Any]):
    """Environments of `gym_env` that are stepped together. Each begins again in the step in which its game ends.

    They may differ in opponents and seat, and may be wrapped, as long as their spaces are the same.

    The observation has everything, by game, so that it goes through shared memory: `observation` and `action_mask` are
    those of the next decision, which may be the first of a new game; `reward` and `ending` are those of the last
    action. An ending is 0 if the game continues, 1 if it is over, 2 if it is truncated. The reward of a step is the sum
    of the rewards. There are no infos, and the batch itself never ends.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 - as the base class has it

    def __init__(self, envs: Sequence[gymnasium.Env[Any, Any]]) -> None:
        """Raises BadSetup if there is no environment, or if they have different spaces."""
        if not envs:
            raise BadSetup("A batch has at least one environment.")
        if any(
            (one.observation_space, one.action_space) != (envs[0].observation_space, envs[0].action_space)
            for one in envs
        ):
            raise BadSetup("The environments of a batch have the same spaces: the same game, seats and numbers.")
        self._envs: Final = envs
        number, one = len(envs), envs[0]
        both, actions = cast(spaces.Dict, one.observation_space), cast(spaces.Discrete, one.action_space)
        self._actions: Final = int(actions.n)
        parts: dict[str, Any] = {
            **{name: batch_space(part, number) for name, part in both.items()},
            "reward": spaces.Box(-np.inf, np.inf, (number,), np.float32),
            "ending": spaces.Box(RUNNING, CUT, (number,), np.int8),
        }
        self.observation_space = spaces.Dict(parts)
        self.action_space = batch_space(actions, number)
        self._seen = {name: np.zeros(part.shape, part.dtype) for name, part in parts.items()}

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new game in each place; the seeds follow from the given one."""
        super().reset(seed=seed)
        for number, env in enumerate(self._envs):
            self._write(number, env.reset(seed=None if seed is None else seed * len(self._envs) + number)[0])
        self._seen["reward"][:], self._seen["ending"][:] = 0, RUNNING
        return self._copy(), {}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Take an action in each game; one that ends begins again.

        Raises KronikaError, before any game continues, unless there is an action of the catalogue for each.
        """
        chosen_by_game = [number_of(one, self._actions) for one in action]
        if len(chosen_by_game) != len(self._envs):
            raise KronikaError(f"{len(chosen_by_game)} actions are given, and {len(self._envs)} are needed.")
        for number, (env, chosen) in enumerate(zip(self._envs, chosen_by_game, strict=True)):
            seen, reward, over, cut, _ = env.step(chosen)
            self._write(number, env.reset()[0] if over or cut else seen)
            self._seen["reward"][number] = reward
            self._seen["ending"][number] = OVER if over else CUT if cut else RUNNING
        return self._copy(), float(self._seen["reward"].sum()), False, False, {}

    def _write(self, number: int, seen: Mapping[str, Any]) -> None:
        for name, part in seen.items():
            self._seen[name][number] = part

    def _copy(self) -> dict[str, Any]:
        return {name: part.copy() for name, part in self._seen.items()}
