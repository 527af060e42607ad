"""Who wins the rest of a game, by trying all that can follow."""

from __future__ import annotations

from typing import Any

from kronika.core.basics.chance import Dice
from kronika.core.contract.game import CHANCE
from kronika.core.contract.registry import AnyGame


def can(game: AnyGame, state: Any, seat: int, *, hostile: bool) -> bool:
    """Does a seat win alone, whatever others do, or, if they are not hostile, at least share it with the help of all?

    Two draws stand for all outcomes of chance: it may only draw what pays nothing.
    """
    actors = game.actors(state)
    if not actors:
        result = game.result(state)
        assert result is not None
        return result.winners == (seat,) if hostile else seat in result.winners
    by = actors[0]
    every = [game.sample(state, Dice(n)) for n in range(2)] if by == CHANCE else game.actions(state, by)
    ways = (can(game, game.apply(state, by, do)[0], seat, hostile=hostile) for do in every)
    return all(ways) if hostile and by != seat else any(ways)
