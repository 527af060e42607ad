"""The weights of `learn.py` as bots: `--bot Anna=learned:tides`, `--bot Bob=learned:imhotep`."""

from functools import cache

import numpy as np
from learn import Encoder, forward

from kronika.envs import aec_env


@cache
def loaded(game):
    """The weights for a game, its table and the encoder of what a seat sees."""
    table = aec_env(game).table
    with np.load(f"{game}.npz") as weights:
        return dict(weights), table, Encoder(table)


def likely(game, turn):
    """The legal move that the policy finds most likely, action by action."""
    net, table, encoder = loaded(game)
    x = encoder.encode(table.layout.array_of(turn.view), turn.seat)
    left = list(zip(table.catalog.paths(turn.actions), turn.actions, strict=True))
    depth = 0
    while len(left) > 1:
        mask = np.zeros(table.catalog.size, bool)
        mask[[path[depth] for path, _ in left]] = True
        best = forward(net, encoder.words, x[None], mask[None])[2][0].argmax()
        left = [(path, move) for path, move in left if path[depth] == best]
        depth += 1
    return left[0][1]


def tides(turn, dice):
    """What the policy of Tides plays."""
    return likely("tides", turn)


def imhotep(turn, dice):
    """What the policy of Imhotep plays."""
    return likely("imhotep", turn)
