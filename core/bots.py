"""Players made of a few lines, for scripted matches: they are no good, but always legal and always the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kronika.core.chance import Dice
from kronika.core.registry import AnyGame

Bot = Callable[[AnyGame, Any, int, Dice], Any]
"""(game, state, seat, dice) -> a legal action."""


def play_random(game: AnyGame, state: Any, seat: int, dice: Dice) -> Any:
    """Any legal action."""
    return game.pick(state, seat, dice)


def play_first(game: AnyGame, state: Any, seat: int, dice: Dice) -> Any:
    """The first legal action in the game's own order."""
    return game.actions(state, seat)[0]


def play_greedy(game: AnyGame, state: Any, seat: int, dice: Dice) -> Any:
    """The action after which the own score is most ahead of the best other; any of them when several are."""
    actions = game.actions(state, seat)
    leads = [_lead(game, state, seat, do) for do in actions]
    best = max(leads)
    return dice.choice([do for do, lead in zip(actions, leads, strict=True) if lead == best])


def _lead(game: AnyGame, state: Any, seat: int, do: Any) -> int:
    totals = game.totals(game.apply(state, seat, do)[0])
    return totals[seat] - max((total for other, total in enumerate(totals) if other != seat), default=0)


BOTS: Final[dict[str, Bot]] = {"random": play_random, "first": play_first, "greedy": play_greedy}
