"""The decisions of a log as actions of an environment, and the deal that it was played with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import takewhile
from typing import Any

import msgspec

from kronika.core.contract.catalog import Path, catalog_of
from kronika.core.contract.game import CHANCE
from kronika.core.contract.registry import AnyGame
from kronika.logs.replaying.validation import Validation

_encode = msgspec.msgpack.Encoder(order="deterministic").encode


def deal_of(replayed: Validation) -> str:
    """A digest of game and seed; without a seed, of the game and the outcomes before the first decision."""
    seed = replayed.reader.header.seed
    dealt = [event.do for event in takewhile(lambda event: event.by == CHANCE, replayed.line.events)]
    return blake2b(_encode((replayed.game.name, dealt if seed is None else seed)), digest_size=8).hexdigest()


def steps_of(replayed: Validation) -> Iterator[tuple[Any, ...]]:
    """The rows of the table `steps`, but for the number of the log; none for the log of a witness.

    A move of several actions has a row for each. As in `kronika.envs`, an action without an alternative has no row,
    unless it is the first of its move.
    """
    if replayed.witness is not None:
        return
    game, step = replayed.game, 0
    catalog = catalog_of(game)
    for at, event in enumerate(replayed.line.events):
        if event.by == CHANCE:
            continue
        for legal, chosen in _listed(game, replayed.line.states[at], event.by, event.do):
            for action, others in _actions(catalog.paths(legal), chosen):
                step += 1
                yield at + 1, step, event.by, action, str(others)


def _listed(game: AnyGame, state: Any, seat: int, do: Any) -> Iterator[tuple[Sequence[Any], int]]:
    """The listed moves that a decision is equivalent to, each with all listed ones and its place among them."""
    for move in game.in_steps(state, seat, do):
        legal = game.actions(state, seat)
        if move in legal:
            yield legal, legal.index(move)
        else:  # a list in another order, say
            after = game.apply(state, seat, move)[0]
            yield legal, next(at for at, other in enumerate(legal) if game.apply(state, seat, other)[0] == after)
        state = game.apply(state, seat, move)[0] if move is not do else state


def _actions(paths: Sequence[Path], chosen: int) -> Iterator[tuple[int, list[int]]]:
    """The actions of a move, each with all that were legal at its place."""
    left: Sequence[int] = range(len(paths))
    for depth, action in enumerate(paths[chosen]):
        yield action, sorted({paths[number][depth] for number in left})
        left = [number for number in left if paths[number][depth] == action]
        if len(left) == 1:
            return
