"""What `kronika.envs` hands on, in the only list of it: for checkers of types, and for `__getattr__` of the package."""

from kronika.core.contract.catalog import Catalog as Catalog
from kronika.envs.aec import GameEnv as GameEnv
from kronika.envs.aec import aec_env as aec_env
from kronika.envs.batch import BatchEnv as BatchEnv
from kronika.envs.layout import Feature as Feature
from kronika.envs.layout import Layout as Layout
from kronika.envs.single import SeatEnv as SeatEnv
from kronika.envs.single import gym_env as gym_env
