"""Environments for reinforcement learning: every game in PettingZoo and Gymnasium; needs `kronika[rl]`.

>>> from kronika.envs import aec_env
>>> env = aec_env("tides", seats=2)
>>> env.reset(seed=7)
>>> env.agent_selection, len(env.table.actions)
('seat_0', 5)

`kronika docs researchers` explains actions, observations and rewards. Nothing here is imported by a `kronika` command.
"""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    # Loaded on first use, so that `kronika --version` does not load the engine. `__init__.pyi` lists the names.
    from kronika.core.basics.lazy import load_attribute

    if not name.startswith("__"):
        from kronika.logs.files.extras import require_extra  # not needed to list the names

        require_extra("rl")
    return load_attribute(__name__, name)


def __dir__() -> list[str]:
    return __getattr__("__all__")
