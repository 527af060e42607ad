"""The numbers that a seat knows of a position, for learned values."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from kronika.core.contract.heuristic import Features
from kronika.core.games.viceroy import tokens
from kronika.core.games.viceroy.pyramid import placed
from kronika.core.games.viceroy.rules.flow import ROUNDS
from kronika.core.games.viceroy.scoring import circle_bonuses, infinite_gems, points
from kronika.core.games.viceroy.state import END, SELECT, Player, State

_ENOUGH: Final = 8
"""Number of gems that is enough for a round worth fighting for."""
_PUBLIC: Final = (
    "points",  # the score if the game ended now, without the attack penalty
    "infinite",  # infinite gems, for each round to come
    "science",  # science tokens, for each round to come
    "cards",  # number of cards in the pyramid
    "defense",
    "magic",
    "bonuses",  # sum of the circle bonuses
    "hand",  # number of cards
)
"""Numbers of a player that everybody knows; each counts as the lead over the mean of the others."""
NAMES: Final = ("progress", *_PUBLIC, "gems", "many_gems", "colours", "attacks", "playable")
"""The last five are of the seat alone.

They are gems up to eight, further gems, colours, attack tokens and hand cards that it has the rounds to lay.
"""


def numbers(state: State, seat: int) -> list[float]:
    """The numbers of a position for a seat, in the order of `NAMES`."""
    rounds = 0 if state.phase == END else ROUNDS - state.round + (state.phase != SELECT)
    public = [_public(player, rounds) for player in state.players]
    own = public.pop(seat)
    others = len(public) or 1
    means = [sum(column) / others for column in zip(*public, strict=True)] or [0.0] * len(own)
    player = state.players[seat]
    gems = sum(player.gems)
    return [
        1 - min(rounds / ROUNDS, 1.0),
        *[a - b for a, b in zip(own, means, strict=True)],
        min(gems, _ENOUGH),
        max(gems - _ENOUGH, 0),
        sum([count > 0 for count in player.gems]),
        player.attacks,
        min(len(player.hand), 3 * rounds),
    ]


@lru_cache(maxsize=512)  # a move changes one player, and each seat asks for all of them
def _public(player: Player, rounds: int) -> tuple[float, ...]:
    count = player.tokens.count
    return (
        points(player),
        rounds * len(infinite_gems(player)),
        rounds * count(tokens.SCIENCE),
        sum([1 for _ in placed(player)]),
        count(tokens.DEFENSE),
        count(tokens.MAGIC),
        sum(circle_bonuses(player)),
        len(player.hand),
    )


FEATURES: Final[Features[State]] = Features(NAMES, numbers, "kronika.core.games.viceroy")
"""The features of Viceroy."""
