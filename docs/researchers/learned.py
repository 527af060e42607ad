"""The weights of `learn.py` as a bot: `--bot Anna=learned:play`."""

from functools import cache

import numpy as np
from learn import forward, scaled

from kronika.envs import aec_env


@cache
def loaded():
    """The weights, and the layout and catalogue of the game."""
    return dict(np.load("tides.npz")), aec_env("tides").table


def play(turn, dice):
    """The most likely action of the learned policy."""
    net, table = loaded()
    actions = turn.actions
    paths = [path[0] for path in table.catalog.paths(actions)]
    mask = np.zeros(table.catalog.size, bool)
    mask[paths] = True
    _, odds, _ = forward(net, scaled(table.layout.array_of(turn.view))[None], mask[None])
    return actions[max(range(len(actions)), key=lambda number: odds[0, paths[number]])]
